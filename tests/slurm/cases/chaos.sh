#!/bin/sh
# The tool killed with -9 again and again, and once the controller, while its jobs run on Slurm:
# every configuration gets one row and one completed execution, which the jobs record themselves.
# KILLS, JOBS and SEED choose how often, how many and when.
set -u
. "$ROOT/tests/slurm/lib.sh"
skip_without sbatch slurmctld slurmd munged
: "${KILLS:=6}" "${JOBS:=30}" "${SEED:=1}"

sh "$here/cluster.sh" start "$cluster" --nodes 4 --age 15 || fail "no cluster"
cd "$work" || exit 1
awk -v n="$JOBS" 'BEGIN { print "n"; for (i = 0; i < n; i++) print i }' >jobs.csv
# Short writes to a file opened for appending are whole.
cat >job.sh <<'END'
#!/bin/sh
echo "$1" >>begun
sleep "$2"
echo "qps=$1"
echo "$1" >>completed
END
chmod +x job.sh
: >begun
: >completed

submit() {
	exec cml-submit --backend slurm --poll 1 -j 12 -q --metric qps=last -a history.csv \
		--sbatch-arg=--mem=20M jobs.csv -- ./job.sh '{n}' 0.5
}

# A controller that forgot it had started a job sends it to its node again, which refuses it and is
# drained for that; the site's operator resumes it.
resume_nodes() {
	sinfo -h -N -t drain -o %N | sort -u | while read -r node; do
		sh "$here/cluster.sh" operator "$cluster" scontrol update nodename="$node" state=resume
	done
}

# Seconds between a start and its kill: from before the first claim to well into the jobs.
awk -v n="$KILLS" -v seed="$SEED" 'BEGIN {
	srand(seed); for (i = 0; i < n; i++) printf "%.3f\n", rand() * rand() * 1.6 }' >moments
kills=0
while read -r moment; do
	(submit) >>rows 2>>messages &
	tool=$!
	sleep "$moment"
	if kill -KILL $tool 2>/dev/null; then
		kills=$((kills + 1))
	fi
	wait $tool 2>/dev/null
	if [ $kills -eq $((KILLS / 2)) ] && [ ! -e controller-died ]; then
		: >controller-died
		sh "$here/cluster.sh" controller-kill "$cluster"
		(submit) >>rows 2>>messages &
		tool=$!
		sleep 2
		# It has lost the numbers it gave last, and would give them again: nodes that remember
		# them refuse such jobs, and Slurm cancels these.
		echo FirstJobId=10000 >>"$cluster/slurm.conf"
		sh "$here/cluster.sh" controller-start "$cluster" || fail "the controller does not come back"
		kill -KILL $tool
		wait $tool 2>/dev/null
	fi
done <moments
[ -s history.csv ] || echo "no job had ended before the last kill" >&2
(submit) >>rows 2>>messages &
tool=$!
while kill -0 $tool 2>/dev/null; do
	resume_nodes </dev/null
	for _ in 1 2 3 4 5 6 7 8 9 10; do tick; done
done
wait $tool
code=$?
tool=
[ $code -eq 0 ] || fail "exit $code of the last run: $(tail -n 3 messages)"

column n history.csv | sort -n >row-keys
seq 0 $((JOBS - 1)) >all
sort -u row-keys >a && sort -u all >b
missing=$(comm -13 a b | wc -l)
twice=$(uniq -d row-keys | wc -l)
sort -n completed | uniq -d >completed-twice
[ "$(column cml_status history.csv | sort -u)" = ok ] || fail "not all rows are ok"
echo "$JOBS jobs, the tool killed $kills times, the controller once: rows missing $missing," \
	"keys twice $twice, executions twice $(wc -l <completed-twice)"
cmp -s a b || fail "rows are missing"
[ "$twice" -eq 0 ] || fail "keys with two rows: $(uniq -d row-keys | head)"
[ ! -s completed-twice ] || fail "executed twice: $(head completed-twice)"
sort -u completed >a && cmp -s a b || fail "not all jobs were executed"
