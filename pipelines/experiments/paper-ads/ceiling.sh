#!/bin/sh
# How well can held-out jobs be ordered at all? ceiling.sh OUT
#
# Of the held-out jobs before round 1 of the paper's search: the predictor's scores and the throughput
# without noise, each against what was measured; all jobs, and those of one batch size. Means over seeds
# (and splits, which are pooled).
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
out=${1:?usage: ceiling.sh OUT}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for run in "$out"/paper-[0-9]*/; do
	fsdp-sim --table --nominal "${run}round-00/launched.csv" |
		awk -F, -v names=cml_key,local_batch,qps -f "$here/columns.awk" >"$work/truth.csv"
	awk -F, -v names=cml_key,cml_actual,cml_pred -f "$here/columns.awk" "${run}round-01/predictions.csv" |
		awk -F, -v OFS=, 'NR == FNR { batch[$1] = $2; truth[$1] = $3; next }
			FNR == 1 { print "local_batch,measured,predicted,truth"; next }
			truth[$1] != "" && $2 != "" { print batch[$1], $2, $3, truth[$1] }' "$work/truth.csv" - >"$work/held-out.csv"
	for batch in all 1024 1152 1280 1408 1536; do
		awk -F, -v batch=$batch 'NR == 1 || batch == "all" || $1 == batch' "$work/held-out.csv" >"$work/jobs.csv"
		for scores in predicted truth; do
			cml-eval -q --actual measured --predicted $scores --bootstrap 0 --metrics kendall,pearson,spearman "$work/jobs.csv" |
				awk -F, -v row="$batch $scores" '$2 == "mean" && $6 != "" { print row, $5, $6 }'
		done
	done
done | awk '{ sum[$1, $2, $3] += $4; n[$1, $2, $3]++; if (!seen[$1]++) row[++rows] = $1 } END {
	print "batch  predictor: Kendall Pearson Spearman  without noise: Kendall Pearson Spearman"
	for (r = 1; r <= rows; r++) {
		line = sprintf("%-5s", row[r])
		for (s = 1; s <= 2; s++)
			for (m = 1; m <= 3; m++) {
				at = row[r] SUBSEP (s == 1 ? "predicted" : "truth") SUBSEP (m == 1 ? "kendall" : m == 2 ? "pearson" : "spearman")
				line = line sprintf("  %.2f", sum[at] / n[at])
			}
		print line
	}
}'
