#!/bin/sh
# One replay, unless it was done before: run.sh OUT_DIR TABLE METHOD SEED BATCH
# Writes OUT_DIR/runs/TABLE-METHOD-SEED-BATCH.csv. BUDGET, INIT and PYTHON are set.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$1/tables/$2
method=$3
seed=$4
batch=$5
done=$1/runs/$2-$method-$seed-$batch.csv
[ -f "$done" ] && exit
# Processes run side by side, not threads.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
case $method in
random) sed "1d;$((BUDGET + 1))q" "$dir/shuffled-$seed.csv" | cut -d, -f1 >"$done.rows" ;;
cubicml) sh "$here/ours.sh" "$dir" "$seed" "$batch" "$BUDGET" >"$done.rows" ;;
*) "$PYTHON" "$here/peers.py" "$method" "$dir" "$seed" "$batch" "$BUDGET" "$INIT" >"$done.rows" ;;
esac
goal=min
grep -q ',metric,max' "$dir/space.csv" && goal=max
awk -F, -v label="$2,$method,$seed,$batch" -v goal=$goal -f "$here/progress.awk" \
	"$dir/jobs.csv" "$done.rows" >"$done.part"
mv "$done.part" "$done"
