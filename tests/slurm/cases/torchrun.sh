#!/bin/sh
# A PyTorch trainer over two nodes under torchrun, as docs/slurm.md shows it: two jobs at once,
# each meeting at a port of its own; one fails. Each start of PyTorch takes two seconds of a processor.
set -u
. "$ROOT/tests/slurm/lib.sh"
skip_without sbatch slurmctld slurmd munged
command -v torchrun >/dev/null && /usr/bin/python3 -c 'import importlib.util, sys; sys.exit(not importlib.util.find_spec("torch"))' ||
	skip 'no PyTorch here: apt-get install python3-torch'

sh "$here/cluster.sh" start "$cluster" --nodes 2 || fail "no cluster"
cd "$work" || exit 1

# The script of the page, with one process on each node; it writes down where it meets.
awk '/^# train-nodes.sh/ { on = 1; print "#!/bin/sh" } on && /^```/ { exit } on' "$ROOT/docs/slurm.md" |
	sed 's/--nproc_per_node=8/--nproc_per_node=1/; /^exec /i echo "$port" >>ports' >train-nodes.sh
grep -q 'nproc_per_node=1' train-nodes.sh || fail "no script in docs/slurm.md"
chmod +x train-nodes.sh
# Without these, Debian 12's torchrun (1.13 under Python 3.11) ends before it starts anything.
export PET_REDIRECTS=9:1 PET_TEE=9:1

printf 'batch,bucket_mb\n16,1\n0,25\n' >next.csv
cml-submit --backend slurm --poll 1 --retries 0 -a history.csv --metric examples_per_second=median \
	--warmup 1 --timeout 5m --sbatch-arg=--nodes=2 --sbatch-arg=--ntasks-per-node=1 \
	--sbatch-arg=--mem=1200M next.csv -- ./train-nodes.sh "$ROOT/pipelines/experiments/workloads/ddp/train.py" \
	--steps=4 --width=64 --batch='{batch}' --bucket-mb='{bucket_mb}' >rows 2>messages
code=$?
[ $code -eq 4 ] || fail "exit $code: $(cat messages; tail -n 40 history.csv.jobs/*/stderr)"
cut -d, -f1,2,5,10 history.csv | sort >outcomes
cat >expected <<'END_OF_OUTCOMES'
0,25,failed,
16,1,ok,3
batch,bucket_mb,cml_status,cml_readings
END_OF_OUTCOMES
diff outcomes expected || fail "outcomes (left: seen, right: expected): $(cat history.csv)"
[ "$(sort -u ports | wc -l)" -eq 2 ] || fail "not a port each: $(cat ports)"
column cml_job history.csv | tail -n +2 | sed 's/_.*//' | sort -u | wc -l | grep -qx ' *1' ||
	fail "not one array: $(cat history.csv)"
grep -q '^0,.*: error: argument --batch: at least 1,' history.csv || fail "the last words: $(cat history.csv)"

echo "a PyTorch job of two nodes is read, another at the same time says why it failed"
