#!/bin/sh
# The paper's section 3.2 on public measured jobs: run.sh OUT_DIR
#
# How well can a predictor order training jobs: new jobs like the old ones, later
# jobs, larger jobs (figure 3), and how many jobs does it need (figure 4, right)?
# Reads llm_foundry.csv and ultrascale_h100.csv from $CML_PUBLIC_DATA; without
# them it takes a log of simulated jobs, and says so. Needs the tools in PATH.
# REPEATS (10) and SEED (1) may be set.
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
schemas=$here/../../../schemas
data=${CML_PUBLIC_DATA:-$here/../../../../shared/data}
out=${1:?usage: run.sh OUT_DIR}
repeats=${REPEATS:-10}
seed=${SEED:-1}
. "$here/options.sh"
mkdir -p "$out"

# figures NAME TABLE SPACE TITLE CURVE SPLIT...: evaluation, predictions, plots.
figures() {
	name=$1
	table=$2
	space=$3
	title=$4
	curve=$5
	shift 5
	splits=
	for split in "$@"; do splits="$splits --split $split"; done
	# shellcheck disable=SC2086
	cml-eval -q --no-intervals -s "$space" $options --seed "$seed" $splits --repeats "$repeats" \
		--predictions "$out/$name-predictions.csv" "$table" >"$out/$name-splits.csv"
	# shellcheck disable=SC2086
	cml-eval -q -s "$space" $options --seed "$seed" --split random:0.745 --repeats "$repeats" --bootstrap 0 \
		--metrics kendall,pearson,spearman --curve "$curve" "$table" >"$out/$name-curve.csv"
	gnuplot -e "out='$out'; name='$name'; title='$title'; splits='$*'" "$here/figure3.gp"
	gnuplot -e "out='$out'; name='$name'; title='$title'" "$here/figure4.gp"
	echo "$title"
	awk -F, '$2 == "mean" && $5 ~ /^(kendall|pearson|spearman)$/ {
		if ($1 != last) printf "%s  %-22s %4d train %4d test ", n++ ? "\n" : "", $1, $3, $4
		printf "  %s %.3f", $5, $6
		last = $1
	} END { print "" }' "$out/$name-splits.csv"
	echo "  figures: $out/$name-figure3.svg $out/$name-figure4.svg (and .png)"
}

if [ -f "$data/llm_foundry.csv" ] && [ -f "$data/ultrascale_h100.csv" ]; then
	figures llm-foundry "$data/llm_foundry.csv" "$schemas/llm_foundry.csv" \
		"MPT training runs on A100 and H100 (llm-foundry)" 25,50,100,200,400,800 \
		random:0.745 time:date:0.745 "scale:n_gpus<=64"
	figures ultrascale "$data/ultrascale_h100.csv" "$schemas/ultrascale_h100.csv" \
		"nanotron runs on 8 to 512 H100 (Ultra-Scale Playbook)" 25,50,100,200,400,800 \
		random:0.745 "scale:gpus<=64"
else
	echo "no measured tables in $data: simulated jobs instead (set CML_PUBLIC_DATA)"
	cml-search -s "$schemas/ads-fsdp.csv" --method random -n 568 --seed "$seed" |
		fsdp-sim --table --seed "$seed" >"$out/simulated.csv"
	figures simulated "$out/simulated.csv" "$schemas/ads-fsdp.csv" \
		"Simulated jobs of an 11-layer model on 128 H100" 25,50,100,150 \
		random:0.745 time:started:0.745 "scale:local_batch<=1280"
fi
