#!/bin/sh
# A ninth of the space of the sharded ads model, 984,150 configurations, searched by an array of 8
# tasks under boosted trees, where many tie. The script is killed, one task too, another is
# requeued; what comes out in the end is what one run writes.
set -u
. "$ROOT/tests/slurm/lib.sh"
skip_without sbatch slurmctld slurmd munged
search=$ROOT/pipelines/slurm/search.sh
export POLL=1 SHARDS=8 SBATCH_ARGS=--mem=50M

sh "$here/cluster.sh" start "$cluster" --nodes 2 || fail "no cluster"
cd "$work" || exit 1
space=$ROOT/schemas/ads-fsdp.csv
cml-search -s "$space" --method random -n 200 | fsdp-sim --table >jobs.csv
cml-encode -s "$space" jobs.csv | cml-train -q --no-intervals --ignore-failures -s "$space" -p gbt:trees=120,depth=3,subsample=1,ensemble=2 -o model
set -- -m model -n 300 --digits full --exclude jobs.csv --include-default --fix fsdp_10=SHARD_GRAD_OP --fix fsdp_11=SHARD_GRAD_OP
cml-search -q "$@" --method exhaustive -j 1 >whole.csv || fail "exit $?"
n_levels=$(column cml_pred whole.csv | uniq | wc -l)
[ "$n_levels" -lt 150 ] || fail "hardly any tie"
[ "$n_levels" -gt 10 ] || fail "hardly anything but ties"

# Writes down which shards begin; those that the file hang names do not end.
mkdir bin
cat >bin/cml-search <<END
#!/bin/sh
shard= last=
for word; do
	[ "\$last" != --shard ] || shard=\${word%/*}
	last=\$word
done
if [ -n "\$shard" ]; then
	echo "\$shard" >>begun
	while read -r hanging; do
		[ "\$hanging" != "\$shard" ] || exec sleep 3000
	done <hang
fi
exec $(command -v cml-search) "\$@"
END
chmod +x bin/cml-search
tools=$PATH
PATH=$work/bin:$PATH
printf '3\n5\n' >hang
: >begun

begun() {
	[ "$(sort -n begun | uniq -c | awk '{ printf "%s:%s ", $2, $1 }')" = "$1" ]
}

sh "$search" out "$@" >merged.csv 2>messages &
tool=$!
# has_shards N FOLDER
has_shards() {
	n_shards=$1
	set -- "$2"/shard-*.csv
	[ $# -ge "$n_shards" ] && [ -e "$1" ]
}
wait_until "six of eight shards" has_shards 6 out
wait_until "the start of all" lines 8 begun
begun "1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1 " || fail "started twice: $(cat begun)"
kill -KILL $tool
wait $tool 2>/dev/null
[ ! -s merged.csv ] || fail "a table of some shards"

array=$(squeue -h -o %F | sort -u)
: >hang
scontrol requeue "${array}_5" || fail "no requeue"
wait_until "the end of what is requeued" sh -c "squeue -h -j ${array}_5 -o %t | grep -qx PD"
# Slurm would wait two minutes, until the credentials of the first start have expired; it takes
# those of another second for others.
scontrol update jobid="${array}_5" starttime=now+2
sh "$search" out "$@" >merged.csv 2>messages &
tool=$!
wait_until "word that the array goes on" grep -q "array $array goes on" messages
scancel "${array}_3"
wait $tool || fail "exit $?: $(cat messages)"
cmp whole.csv merged.csv || fail "not what one run writes"
begun "1:1 2:1 3:2 4:1 5:2 6:1 7:1 8:1 " || fail "searched: $(sort begun | uniq -c)"
grep -q 'array [0-9]*: shards 3 of 8' messages || fail "not only what was missing: $(cat messages)"

# Once more is nothing but the merge; another search has another folder.
sh "$search" out "$@" | cmp - whole.csv || fail "not the same again"
begun "1:1 2:1 3:2 4:1 5:2 6:1 7:1 8:1 " || fail "searched again"
sh "$search" out "$@" --fix reserve=0.8 >rows 2>messages && fail "another search in the same folder"
grep -q 'another search' messages || fail "$(cat messages)"
cp model model.old
cml-encode -s "$space" jobs.csv | cml-train -q -s "$space" -p tree -o model
sh "$search" out "$@" 2>messages && fail "another model in the same folder"
grep -q 'another search' messages || fail "$(cat messages)"

# More shards than configurations: those with nothing to propose count as searched.
small=$(for layer in 2 3 4 5 6 7 8 9 10 11; do echo "--fix fsdp_$layer=NO_SHARD"; done)
# shellcheck disable=SC2086
set -- -m model.old $small --fix reserve=0.8 --fix local_batch=1024
cml-search -q "$@" --method exhaustive >whole.csv
sh "$search" small "$@" >merged.csv 2>messages || fail "exit $?: $(cat messages)"
cmp whole.csv merged.csv || fail "not what one run writes in a small space"
# shellcheck disable=SC2086
cml-search -s "$space" --method exhaustive $small --fix reserve=0.8 --fix local_batch=1024 >all.csv
sh "$search" none "$@" --exclude all.csv >merged.csv 2>messages
code=$?
[ $code -eq 3 ] || fail "exit $code where all is excluded"
[ ! -s merged.csv ] || fail "something is proposed where all is excluded"

# What goes wrong is said in one line, with the log.
sh "$search" bad -m model --exclude none.csv 2>messages
code=$?
[ $code -eq 1 ] || fail "exit $code: $(cat messages)"
grep -q "shard [1-8]/8 failed: cml-search: none.csv: cannot open.*$work/bad/log/shard-" messages ||
	fail "$(cat messages)"
echo 2 >hang
RETRIES=0 sh "$search" killed -m model --fix reserve=0.8 --fix local_batch=1024 2>messages &
tool=$!
wait_until "seven of eight shards" has_shards 7 killed
wait_until "the start of the last" sh -c 'squeue -h -t running -o %K | grep -qx 2'
scancel "$(squeue -h -o %F | sort -u)"
wait $tool && fail "a shard is missing, and yet"
grep -q "shards 2 of 8 have no result after 1 attempts: .*killed/log/shard-2)" messages ||
	fail "$(cat messages)"
SBATCH_ARGS=--partition=none sh "$search" refused -m model 2>messages && fail "a partition that is not there"
grep -q 'Slurm refuses the array: .*partition' messages || fail "$(cat messages)"
printf '#!/bin/sh\necho 999999\n' >bin/sbatch
chmod +x bin/sbatch
sh "$search" apart -m model 2>messages && fail "tasks without a trace"
grep -q 'apart not on a file system that the nodes share' messages || fail "$(cat messages)"
mkdir tools
for name in sh dirname cut cksum id; do ln -s "$(PATH=$tools command -v $name)" tools/; done
ln -s "$(PATH=$tools command -v cml-search)" tools/
PATH=$work/tools sh "$search" without -m model 2>messages && fail "without sbatch"
grep -q 'no sbatch in PATH' messages || fail "$(cat messages)"

echo "8 shards of 984,150 configurations, killed and requeued: what one run writes"
