#!/bin/sh
# The measured jobs of a GPU as a replay, without one: replay.sh OUT_DIR
#
# 148 jobs of a GPT of 24 layers, width 1536, on one H200 capped at 78.5 GiB (h200.csv). A search chooses among them, gets what they
# measured, and is done when it has a configuration within 2 % of the best. First from nothing (ten jobs launched first, then tens),
# then from the 22 jobs of width 1024. Prints launches until then and failures among them. Needs the tools in PATH; with optuna and
# scikit-learn for $PYTHON, they are replayed too. May be set: SEEDS, METHODS, TRAIN, PYTHON.
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
out=${1:?usage: replay.sh OUT_DIR}
mkdir -p "$out"
# A replay has no readings of the limit: memory that ran out is known by its status.
sed 's/^peak_gb,limit,float,:78/peak_gb,ignore,,/; /,term,peak_gb,/d' "$here/../../../schemas/gpt.csv" >"$out/space.csv"
export TRAIN="${TRAIN:--p auto}" SCALE=d_model UNTIL=0.98 BATCHES=10 SEEDS="${SEEDS:-10}"
export METHODS="${METHODS:-random cubicml optuna-tpe-ok forest-ei-ok}"
echo 'From nothing:'
WARM=0 INIT=10 sh "$here/../replay/scales.sh" "$out/cold" "$out/space.csv" "$here/h200.csv"
echo 'From the jobs of the smaller model:'
WARM=1 sh "$here/../replay/scales.sh" "$out/warm" "$out/space.csv" "$here/h200.csv"
