#!/bin/sh
# A ninth of the space of the sharded ads model, 984,150 configurations, searched by an array of 8
# tasks under boosted trees, where many tie. The script is killed, and two tasks are cancelled; what
# comes out in the end is what one run writes.
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

setsid sh "$search" out "$@" >merged.csv 2>messages &
tool=$!
wait_until "the start of all" lines 8 begun
begun "1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1 " || fail "started twice: $(cat begun)"
wait_until "the end of six" sh -c '[ "$(squeue -h -r -t running -o %i | wc -l)" -eq 2 ]'
kill -s KILL -- "-$tool"
wait $tool 2>/dev/null
[ ! -s merged.csv ] || fail "a table of some shards"

: >hang
sh "$search" out "$@" >merged.csv 2>messages &
tool=$!
scancel "$(squeue -h -o %F | sort -u)"
wait $tool && fail "two shards are missing, and yet"
tool=
grep -q '2 cancelled.*2 adopted' messages || fail "$(cat messages)"
grep -q 'not all shards were searched: the same command searches the others' messages || fail "$(cat messages)"
[ ! -s merged.csv ] || fail "a table of some shards"
sh "$search" out "$@" >merged.csv 2>messages || fail "exit $?: $(cat messages)"
cmp whole.csv merged.csv || fail "not what one run writes"
begun "1:1 2:1 3:2 4:1 5:2 6:1 7:1 8:1 " || fail "searched: $(sort begun | uniq -c)"

# Once more is nothing but the merge; another search, or the same with another model, is beside it.
sh "$search" out "$@" 2>messages | cmp - whole.csv || fail "not the same again"
begun "1:1 2:1 3:2 4:1 5:2 6:1 7:1 8:1 " || fail "searched again"
cp model model.old
cml-encode -s "$space" jobs.csv | cml-train -q -s "$space" -p tree -o model
set -- "$@" --fix reserve=0.8
cml-search -q "$@" --method exhaustive >whole.csv
sh "$search" out "$@" >merged.csv 2>messages || fail "exit $?: $(cat messages)"
cmp whole.csv merged.csv || fail "not what one run of another search writes"
cp model.old model
cml-search -q "$@" --method exhaustive >whole.csv
sh "$search" out "$@" 2>messages | cmp - whole.csv || fail "not what one run writes with another model"

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

# What goes wrong is said.
sh "$search" bad -m model --exclude none.csv 2>messages
code=$?
[ $code -eq 4 ] || fail "exit $code: $(cat messages)"
grep -q 'failed: exit 1: cml-search: none.csv: cannot open' messages || fail "$(cat messages)"
SBATCH_ARGS=--partition=none sh "$search" refused -m model 2>messages && fail "a partition that is not there"
grep -q 'Slurm refuses the jobs: .*partition' messages || fail "$(cat messages)"
sh "$search" here -m model --shard 1/2 2>messages && fail "a shard of a shard"
grep -q -e '--shard.*SHARDS=N' messages || fail "$(cat messages)"

echo "8 shards of 984,150 configurations, killed and cancelled: what one run writes"
