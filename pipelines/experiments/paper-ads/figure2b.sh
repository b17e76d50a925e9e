#!/bin/sh
# Figure 2 (b) of the paper on simulated jobs: figure2b.sh OUT_DIR
#
# How well do scores order jobs that were not learned from? The paper's predictor
# (an ensemble of nets with a ranking loss), boosted trees and a forest, all on the
# same splits of the same jobs. Needs the tools and fsdp-sim in PATH. JOBS (480
# configurations drawn, of which those that ran count), REPEATS (10) and SEED (1)
# may be set.
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
space=$here/../../../schemas/ads-fsdp.csv
out=${1:?usage: figure2b.sh OUT_DIR}
jobs=${JOBS:-480}
repeats=${REPEATS:-10}
seed=${SEED:-1}
mkdir -p "$out"

cml-search -s "$space" --method random -n "$jobs" --seed "$seed" | fsdp-sim --table --seed "$seed" >"$out/jobs.csv"

# judge KIND [:PARAMETERS]
judge() {
	kind=$1
	cml-eval -q --no-intervals -s "$space" -p "$kind${2-}" --seed "$seed" --split random:0.745 --repeats "$repeats" \
		--predictions "$out/$kind-predictions.csv" "$out/jobs.csv" >"$out/$kind.csv"
	awk -F, -v kind="$kind" '$2 == "mean" { v[$5] = $6; lo[$5] = $7; hi[$5] = $8; train = $3; test = $4 } END {
		printf "%-8s %3d train %3d test", kind, train, test
		n = split("kendall pearson spearman", metrics, " ")
		for (i = 1; i <= n; i++) { m = metrics[i]; printf "  %s %.3f (%.3f to %.3f)", m, v[m], lo[m], hi[m] }
		print "" }' "$out/$kind.csv"
}

judge mlp
judge gbt :trees=300,depth=4,learning-rate=0.08
judge forest
echo "paper, on its own cluster: kendall 0.70  pearson 0.86  spearman 0.86"
gnuplot -e "out='$out'" "$here/figure2b.gp"
echo "figure: $out/figure2b.svg (and .png)"
