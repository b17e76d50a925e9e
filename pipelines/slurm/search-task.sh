#!/bin/sh
# A shard of search.sh, as a task of its array: search-task.sh OUT SHARDS CML_SEARCH OPTION...
# Leaves OUT/shard-I.csv, empty where there is nothing to propose; or, where cml-search itself says
# that it cannot, its exit code in OUT/shard-I.failed. A task that is killed leaves neither.
set -u
out=$1
shards=$2
search=$3
shift 3
i=$SLURM_ARRAY_TASK_ID
table=$out/shard-$i.csv
# Slurm runs a task again that it believes lost.
[ -e "$table" ] && exit 0
"$search" "$@" --method exhaustive --shard "$i/$shards" -j "${SLURM_CPUS_PER_TASK:-1}" -o "$table"
code=$?
case $code in
1 | 2) echo "$code" >"$out/shard-$i.failed" ;;
3) : >"$table" && exit 0 ;;
esac
exit $code
