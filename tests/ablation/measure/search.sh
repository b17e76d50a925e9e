#!/bin/sh
# Searches replayed over measured tables, in batches of ten, by a Gaussian process and by the default predictor: search.sh SEEDS
# Prints `case,seed,figure,value`: the fraction of the optimum after 25, 50 and 100 launches, and the failed ones of 100. Then launches
# until 5 % from the best of each scale of the H100 jobs, in batches of five, from nothing and from all smaller scales.
set -eu
. "$ROOT/tests/public/lib/tables.sh"
CML_PUBLIC_DATA=$data
export CML_PUBLIC_DATA
work=${WORK:?run this by build/release/reaper}
for predictor in gp auto; do
	case $predictor in gp) train='-p gp --log-target' ;; auto) train='-p auto' ;; esac
	SEEDS=${1:-5} BATCHES=10 BUDGET=100 METHODS=cubicml TRAIN=$train sh "$ROOT/pipelines/experiments/replay/replay.sh" "$work/$predictor" >/dev/null
	awk -F, -v predictor=$predictor 'FNR > 1 && ($5 == 25 || $5 == 50 || $5 == 100) {
		print $1 " " predictor "," $3 ",best-" $5 "," $7
		if ($5 == 100) print $1 " " predictor "," $3 ",failed-100," $8 }' "$work/$predictor/replay.csv"
done
for warm in 0 1; do
	SEEDS=$((${1:-5} / 2 + 1)) BATCHES=5 METHODS=cubicml WARM=$warm \
		sh "$ROOT/pipelines/experiments/replay/scales.sh" "$work/scales-$warm" "$ROOT/schemas/ultrascale_h100.csv" "$data/ultrascale_h100.csv" >/dev/null
	awk -F, -v warm=$warm 'FNR > 1 { key = $1 "," $3; n[key] = $5; failed[key] = $8 }
		END { for (key in n) { split(key, part, ","); label = part[1] (warm ? " warm" : " cold") "," part[2]
			print label ",launches," n[key]; print label ",failed-of-them," failed[key] } }' "$work/scales-$warm/scales.csv"
done
