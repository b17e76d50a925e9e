#!/bin/sh
# The pipeline of figure 2 (b) runs, and its predictors order jobs far better than
# chance, on fewer jobs than it takes by itself.
set -eu
command -v gnuplot >/dev/null || { echo "no gnuplot"; exit 77; }
work=${WORK:?run this by build/release/reaper}
JOBS=240 REPEATS=1 sh "$ROOT/pipelines/experiments/paper-ads/figure2b.sh" "$work" >"$work/said"
for kind in mlp gbt forest; do
	awk -F, -v kind=$kind '$2 == "mean" && $5 == "kendall" { found = 1; good = $6 > 0.6 }
		END { if (!found || !good) { print kind " orders badly"; exit 1 } }' "$work/$kind.csv"
	grep -q "^$kind .* kendall 0\." "$work/said"
done
grep -q '<svg' "$work/figure2b.svg"
test -s "$work/figure2b.png"
