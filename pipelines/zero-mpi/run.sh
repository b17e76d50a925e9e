#!/bin/sh
# Tunes the real trainer of pipelines/workloads/zero-mpi: run.sh OUT_DIR
#
# Random jobs, two rounds of what a predictor proposes (pipelines/rounds.sh), and then repeats of
# the default, of the best random job and of the best found, in turns, so that noise is not taken
# for progress. What is written is told at the end; a run that was stopped goes on where it was.
# Needs the tools, zero-mpi (`make zero-mpi`) and mpirun in PATH, and a machine with nothing else
# to do: one job runs at a time, and takes a few seconds. To be set:
#
#   FIRST=40  ROUNDS=2  PROPOSALS=10  SEED=1   jobs of the first round, rounds, jobs of each
#   REPEATS=7  FOUND=3                         repeats of each contender; found ones among them
#   RANKS=2  MEMORY_LIMIT=80MB                 of a job; all layers NO_SHARD need 88.9MB and more
#   STEPS=40  WARMUP=4                         of a job
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: run.sh OUT_DIR}
: "${FIRST=40}" "${ROUNDS=2}" "${PROPOSALS=10}" "${SEED=1}" "${REPEATS=7}" "${FOUND=3}"
: "${RANKS=2}" "${MEMORY_LIMIT=80MB}" "${STEPS=40}" "${WARMUP=4}"
space=$here/../../schemas/zero-mpi.csv
for number in "$REPEATS" "$FOUND"; do
	case $number in
	'' | *[!0-9]*)
		echo "run.sh: REPEATS='$REPEATS' FOUND='$FOUND': not whole numbers" >&2
		exit 2
		;;
	esac
done
for program in cml-submit zero-mpi mpirun; do
	command -v $program >/dev/null || {
		echo "run.sh: no $program in PATH (make, make zero-mpi)" >&2
		exit 1
	}
done
# OpenMPI refuses root, and more ranks than processors, unless it is told.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
mkdir -p "$out"

set -- mpirun -q -n "$RANKS" --bind-to none zero-mpi --seed="$SEED" --steps="$STEPS" --warmup="$WARMUP" \
	--memory-limit="$MEMORY_LIMIT" --strategy="$(seq -f '{layer_%g}' 11 | paste -sd,)" \
	--local-batch='{local_batch}' --accumulate='{accumulate}' --overlap='{overlap}' \
	--blas-threads='{blas_threads}' --bucket='{bucket_kib}KiB'

SPACE=$space METRIC=examples_per_second=p90 FIRST=$FIRST FIRST_DESIGN=random ROUNDS=$ROUNDS PROPOSALS=$PROPOSALS \
	SEED=$SEED JOBS=1 SUBMIT='--timeout 5m' REPEATS=5 \
	sh "$here/../rounds.sh" "$out/rounds" -- "$@"

# Every repeat is a job of its own, as no space says that it is the same configuration.
cml-search -q -s "$space" -n 1 --include-default -o "$out/default.csv"
awk -F, -v found="$FOUND" -f "$here/contenders.awk" "$space" "$out/default.csv" "$out/rounds/history.csv" \
	>"$out/contenders.csv"
awk -F, -v repeats="$REPEATS" -f "$here/turns.awk" "$out/contenders.csv" >"$out/turns.csv"
cml-submit -j 1 --timeout 5m -a "$out/repeats.csv" --metric examples_per_second=p90 "$out/turns.csv" -- "$@" ||
	[ $? -eq 4 ]
awk -F, -f "$here/summary.awk" "$out/contenders.csv" "$out/repeats.csv" >"$out/summary.csv"
awk -F, -f "$here/report.awk" "$out/summary.csv" "$out/contenders.csv" >"$out/summary.txt"
cat "$out/summary.txt"
echo "Written: $out/summary.csv, summary.txt; repeats.csv, contenders.csv; rounds/history.csv, rounds/rounds.csv"
