#!/bin/sh
# The real trainer is tuned from the first job to the summary; started again, a run that was
# stopped does only what is missing.
set -eu
"$ROOT/.ci/setup" zero-mpi >/dev/null 2>&1 || { echo "skipped: no OpenMPI, and it cannot be installed"; exit 77; }
"${MAKE:-make}" --no-print-directory -s -C "$ROOT" MODE=release zero-mpi
PATH=$ROOT/build/release/bin:$PATH
. "$ROOT/tests/begin.sh"
export FIRST=5 ROUNDS=1 PROPOSALS=2 CONFIRM=2 FINALISTS=1 STEPS=3 WARMUP=1 MEMORY_LIMIT=200MB
sh "$ROOT/pipelines/experiments/zero-mpi/run.sh" out >said
confirm=rounds/confirm
# default, 5 random, 2 proposed; all fit into 200 MB
[ "$(wc -l <out/rounds/history.csv)" -eq 9 ]
! grep -q ',oom,' out/rounds/history.csv
# default, SHARD_GRAD_OP, one found, twice each
[ "$(wc -l <out/$confirm/repeats.csv)" -eq 7 ]
[ "$(cut -d, -f1 out/$confirm/summary.csv | paste -sd' ')" = 'contender default all_shard_grad_op found_1' ]
awk -F, 'NR > 1 && ($3 != 2 || $4 != 0 || !($5 > 0) || (NR > 2 && $10 == "")) { print "summary: " $0; exit 1 }' out/$confirm/summary.csv
grep -q '^found_1  ' said
grep -q '^all_shard_grad_op: layers GGGGGGGGGGG, local_batch ' said

cp -r out before
rm -r out/$confirm/repeats.csv.jobs
sed -n '1,5p' before/$confirm/repeats.csv >out/$confirm/repeats.csv
rm out/$confirm/summary.csv
sh "$ROOT/pipelines/experiments/zero-mpi/run.sh" out >said
cmp before/rounds/history.csv out/rounds/history.csv
cmp before/$confirm/turns.csv out/$confirm/turns.csv
[ "$(wc -l <out/$confirm/repeats.csv)" -eq 7 ]
head -n 5 before/$confirm/repeats.csv >start
head -n 5 out/$confirm/repeats.csv | cmp - start

# Failures ignored and learned from: from the same first jobs, each counted as the history has it; all of it once.
export STEPS=2 MEMORY_LIMIT=80MB FIRST=6 PROPOSALS=3
SEEDS=1 sh "$ROOT/pipelines/experiments/zero-mpi/failures.sh" learned >said
grep -q '^all   learn ' said
awk -F, 'NR > 1 && $3 != 3 { exit 1 } END { exit NR != 3 }' learned/failures.csv || { cat learned/failures.csv; exit 1; }
for failures in leave learn; do
	sed 1d learned/$failures-1/rounds/history.csv | awk -F, -v OFS=, '{ print $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 }' |
		head -n 7 >first-$failures
	failed=$(sed 1,8d learned/$failures-1/rounds/history.csv | grep -c -v ',ok,') || :
	[ "$(awk -F, -v failures=$failures '$2 == failures { print $4 }' learned/failures.csv)" -eq "$failed" ] || { cat learned/failures.csv; exit 1; }
done
cmp first-leave first-learn
cp learned/failures.csv before.csv
SEEDS=1 sh "$ROOT/pipelines/experiments/zero-mpi/failures.sh" learned | cmp - said
cmp before.csv learned/failures.csv
