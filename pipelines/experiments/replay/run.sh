#!/bin/sh
# One replay, unless it was done before: run.sh OUT_DIR TABLE METHOD SEED BATCH
# Writes OUT_DIR/runs/TABLE-METHOD-SEED-BATCH.csv. BUDGET, INIT and PYTHON are set. With a warm start
# (the file start: so many rows of other contexts come first) INIT is their number. With the file enough it ends where
# UNTIL of the optimum is reached.
set -eu
here=$(CDPATH= cd "${0%"${0##*/}"}." && pwd)
dir=$1/tables/$2
method=$3
seed=$4
batch=$5
done=$1/runs/$2-$method-$seed-$batch.csv
[ -f "$done" ] && exit
# Processes run side by side, not threads.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
warm=0 start=0 until=0 init=${INIT:-10}
if [ -f "$dir/start" ]; then
	warm=$(cat "$dir/warm")
	start=$(cat "$dir/start")
	INIT=$start init=0
fi
if [ -f "$dir/enough" ]; then
	until=$UNTIL
	BUDGET=$(($(wc -l <"$dir/shuffled-$seed.csv") - 1))
	export INIT BUDGET
fi
# -mean: the best prediction times the chance to run, without a bonus for uncertainty
case $method in
cubicml*-mean)
	export SEARCH='--by mean'
	failures=${method%-mean}
	;;
*) failures=$method ;;
esac
case $failures in
cubicml) failures=learned ;;
*) failures=${failures#cubicml-} ;;
esac
case $method in
random) sed "1d;$((BUDGET + 1))q" "$dir/shuffled-$seed.csv" | cut -d, -f1 >"$done.rows" ;;
cubicml*) sh "$here/ours.sh" "$dir" "$seed" "$batch" "$BUDGET" "$failures" >"$done.rows" ;;
*-design)
	sh "$here/ours.sh" "$dir" "$seed" "$batch" "$INIT" >"$done.start"
	"$PYTHON" "$here/peers.py" "${method%-design}" "$dir" "$seed" "$batch" "$BUDGET" "$INIT" "$done.start" >"$done.rows"
	;;
*) "$PYTHON" "$here/peers.py" "$method" "$dir" "$seed" "$batch" "$BUDGET" "$INIT" >"$done.rows" ;;
esac
goal=min
grep -q ',metric,max' "$dir/space.csv" && goal=max
awk -F, -v label="$2,$method,$seed,$batch" -v goal=$goal -v warm="$warm" -v start="$start" -v until="$until" \
	-v init="$init" -v batch="$batch" \
	-f "$here/progress.awk" "$dir/jobs.csv" "$done.rows" >"$done.part"
mv "$done.part" "$done"
