#!/bin/sh
# The main job, end to end, on simulated jobs: demo.sh OUT_DIR
#
# A first round of random jobs becomes a history; a predictor learns from it and
# is judged on jobs it has not seen; the best configurations it can find are
# launched, and what they measured is set beside the hand-tuned default.
# Needs the tools and fsdp-sim in PATH; JOBS, PROPOSALS and SEED may be set.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
space=$here/../../schemas/ads-fsdp.csv
out=${1:?usage: demo.sh OUT_DIR}
jobs=${JOBS:-480}
proposals=${PROPOSALS:-50}
seed=${SEED:-1}
options='-p gbt --trees 300 --depth 4 --learning-rate 0.08 --subsample 0.7 --colsample 0.5'
mkdir -p "$out"

say() { printf '\n%s\n' "$*"; }

say "1. $jobs random jobs on a simulated cluster of 128 H100 -> $out/history.csv"
cml-search -s "$space" --method random -n "$jobs" --seed "$seed" |
	fsdp-sim --table --seed "$seed" >"$out/history.csv"
cml-encode -s "$space" --check "$out/history.csv" | grep -e ',jobs,' | sed 's/^/     /;s/,jobs,/ /;s/,.*//'

say "2. Can a predictor be trusted on jobs it has not seen (correlations)? -> $out/eval.csv"
# shellcheck disable=SC2086
cml-eval -q -s "$space" $options --seed "$seed" --split random:0.745 --split time:started --repeats 10 \
	--predictions "$out/predictions.csv" "$out/history.csv" >"$out/eval.csv"
awk -F, '$2 == "mean" && $5 ~ /^(kendall|pearson|spearman)$/ {
	printf "     %-16s %-9s %6.3f  (%.3f to %.3f over repeats)\n", $1, $5, $6, $7, $8 }' "$out/eval.csv"
# shellcheck disable=SC2086
cml-eval -q -s "$space" $options --seed "$seed" --repeats 5 --curve 25,50,75,100,150 --bootstrap 0 \
	--metrics kendall,pearson,spearman "$out/history.csv" >"$out/curve.csv"

say "3. A model of all of them -> $out/model"
# shellcheck disable=SC2086
cml-encode -s "$space" "$out/history.csv" |
	cml-train -s "$space" $options --seed "$seed" -o "$out/model"

say "4. The $proposals best of 20,000 configurations by prediction, launched -> $out/launched.csv"
cml-search -m "$out/model" --method random --samples 20000 --exclude "$out/history.csv" \
	-n "$proposals" --seed "$seed" >"$out/proposals.csv"
fsdp-sim --table --seed 2 "$out/proposals.csv" >"$out/launched.csv"
"$here/top.sh" "$space" "$out"

gnuplot -e "out='$out'" "$here/plots.gp"
say "Plots: $out/predicted.svg  $out/curve.svg  (and .png)"
