#!/bin/sh
# Tunes the real trainer of pipelines/experiments/workloads/zero-mpi: run.sh OUT_DIR
#
# Random jobs, two rounds of what a predictor proposes, and then repeats of the default, of
# SHARD_GRAD_OP for all layers and of the best found, in turns, so that noise
# is not taken for progress (cml-rounds). What is written is told at the end; a run that was
# stopped goes on where it was. Needs the tools, zero-mpi (`make zero-mpi`) and mpirun in PATH, and a
# machine with nothing else to do: one job runs at a time, and takes a few seconds. Ends with 3 where the default is kept,
# as cml-rounds does. To be set:
#
#   FIRST=40  ROUNDS=2  PROPOSALS=10  SEED=1   jobs of the first round, rounds, jobs of each
#   CONFIRM=7  FINALISTS=3                     repeats of each contender; found ones among them
#   RANKS=2  MEMORY_LIMIT=80MB                 of a job; all layers NO_SHARD need 88.9MB and more
#   STEPS=40  WARMUP=4                         of a job
#   FAILED=learn                               how likely a job runs; leave: failed jobs are left out
#   HISTORY=  CONTENDERS=                      as of cml-rounds; without CONTENDERS, SHARD_GRAD_OP for all layers
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
out=${1:?usage: run.sh OUT_DIR}
: "${FIRST=40}" "${ROUNDS=2}" "${PROPOSALS=10}" "${SEED=1}" "${CONFIRM=7}" "${FINALISTS=3}"
: "${RANKS=2}" "${MEMORY_LIMIT=80MB}" "${STEPS=40}" "${WARMUP=4}"
space=$here/../../../schemas/zero-mpi.csv
for program in cml-submit zero-mpi mpirun; do
	command -v $program >/dev/null || {
		echo "run.sh: no $program in PATH (make, make zero-mpi)" >&2
		exit 1
	}
done
# OpenMPI refuses root, and more ranks than processors, unless it is told.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
	PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
mkdir -p "$out"

# The other choice that one makes by hand.
cml-search -q -s "$space" -n 1 --include-default -o "$out/default.csv"
sed -e '3,$d' -e 's/,[^,]*$//' -e '1s/^/contender,/' -e '2s/FULL_SHARD/SHARD_GRAD_OP/g' \
	-e '2s/^/all_shard_grad_op,/' "$out/default.csv" >"$out/by-hand.csv"

set -- mpirun -n "$RANKS" --bind-to none zero-mpi --seed="$SEED" --steps="$STEPS" --warmup="$WARMUP" \
	--memory-limit="$MEMORY_LIMIT" --strategy="$(seq -f '{layer_%g}' 11 | paste -sd,)" \
	--local-batch='{local_batch}' --accumulate='{accumulate}' --overlap='{overlap}' \
	--blas-threads='{blas_threads}' --bucket='{bucket_kib}KiB'
status=0 ignored=
[ "${FAILED:-learn}" = learn ] || ignored=--ignore-failures
sh "$here/../../cml-rounds" "$out/rounds" SPACE="$space" METRIC=examples_per_second=p90 FIRST="$FIRST" FIRST_DESIGN=random \
	PREDICTOR="-p gp --log-target $ignored" SEARCH="--method auto $ignored" \
	ROUNDS="$ROUNDS" PROPOSALS="$PROPOSALS" SEED="$SEED" JOBS=1 SUBMIT='--timeout 5m' REPEATS=5 \
	CONFIRM="$CONFIRM" FINALISTS="$FINALISTS" CONTENDERS="${CONTENDERS:-$out/by-hand.csv}" -- "$@" || status=$?
# 3 with a configuration named: it is the default, and the result stands.
[ $status -eq 0 ] || { [ $status -eq 3 ] && [ -f "$out/rounds/named.csv" ]; } || exit $status
[ "$CONFIRM" -eq 0 ] || awk -F, -f "$here/layers.awk" "$out/rounds/confirm/contenders.csv"
echo "Written: $out/rounds/history.csv, rounds.csv; confirm/summary.csv, summary.txt, repeats.csv, contenders.csv"
exit $status
