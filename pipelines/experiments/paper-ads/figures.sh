#!/bin/sh
# Figure 2 of the paper from what run.sh left: figures.sh OUT
#
# (a) the best job so far, of the paper's search and of two that learn from failures too; (b) what scores
# said of jobs against what these measured.
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
out=${1:?usage: figures.sh OUT}
export SPACE="$here/../../../schemas/ads-fsdp.csv"
data=$out/figure
mkdir -p "$data"

# expected: of values, one a line and some empty, the mean of the best of 1, 2, ... in random order, its 5 % and 95 %: exactly
expected() {
	sort -nr | awk '$1 { v[++m] = $1 } END { for (k = none = 1; k <= NR; k++) {
		mean = lo = hi = v[w = 1]; none *= (NR - m - k + 1 > 0 ? NR - m - k + 1 : 0) / (NR - k + 1)
		for (r = 1; r <= m; r++) {
			p = (w - none) / (1 - none); mean += r > 1 ? (v[r] - v[r - 1]) * p : 0; w *= (NR - r - k + 1) / (NR - r + 1)
			if (p > 0.05) lo = v[r]; if (p >= 0.95) hi = v[r] }; print k, mean, lo < mean ? lo : mean, hi } }'
}

# over_seeds: mean, least and most of column 2 for each value of column 1
over_seeds() {
	awk '{ n[$1]++; sum[$1] += $2
		if (n[$1] == 1 || $2 < lo[$1]) lo[$1] = $2
		if (n[$1] == 1 || $2 > hi[$1]) hi[$1] = $2 }
		END { for (x in n) print x, sum[x] / n[x], lo[x], hi[x] }' | sort -n
}

for run in "$out"/random-*/; do
	awk -F, 'NR != 2' "${run}history.csv" | cml-eval -q --frontier -s "$SPACE" | awk -F, 'NR > 1 { print $5 }' | expected
done | awk '{ n[$1]++; best[$1] += $2; lo[$1] += $3; hi[$1] += $4 }
	END { for (k in n) print k, best[k] / n[k], lo[k] / n[k], hi[k] / n[k] }' | sort -n >"$data/random"
for search in paper worst-0.1 likely; do
	for run in "$out/$search"-[0-9]*/; do
		cml-eval -q --frontier -s "$SPACE" "${run}history.csv" | awk -F, 'NR > 1 && $6 != "" { print $1, $6 }'
	done | over_seeds >"$data/$search-best"
	awk -F, -v names="cml_round,qps" -f "$here/columns.awk" "$out/$search-1/history.csv" |
		awk -F, 'NR > 1 && $2 != "" { print NR - 1, $2, $1 }' >"$data/$search-jobs"
	for run in "$out/$search"-[0-9]*/; do
		awk -F, -v names="cml_round,qps,cml_pred" -f "$here/columns.awk" "${run}history.csv"
	done | awk -F, '$1 + 0 && $2 != "" && $3 != "" { print $2, $3, $1 }' >"$data/$search-proposed"
done
awk -F, -v names=cml_repeat,cml_actual,cml_pred -f "$here/columns.awk" "$out/paper-1/round-01/predictions.csv" |
	awk -F, '$1 == 1 && $2 != "" { print $2, $3 }' >"$data/held-out"
# Of the default: what it measured, mean over seeds, and how far the best there is lies above it.
for run in "$out"/random-*/; do
	awk -F, -v names=qps -f "$here/columns.awk" "${run}history.csv" | sed -n 2p
done | awk '$1 != "" { sum += $1; n++ } END { printf "%.1f\n", sum / n }' >"$data/default"
cml-search -q -s "$SPACE" -n 1 --include-default | sed -n 1,2p | fsdp-sim --table --nominal >"$data/human.csv"
echo 0 >"$data/best"
if [ -f "$out/optimum.csv" ]; then # of optimum.sh
	awk -F, -v names=qps -f "$here/columns.awk" "$data/human.csv" "$out/optimum.csv" |
		awk -v mean="$(cat "$data/default")" 'NR == 2 { human = $1 } NR == 3 { print mean * $1 / human }' >"$data/best"
fi
gnuplot -e "out='$out'" "$here/figure2.gp"
