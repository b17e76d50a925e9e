#!/bin/sh
# A small version of the paper's ads experiment, on simulated jobs: demo.sh OUT_DIR
#
# 150 random jobs of a recommendation model on 128 simulated H100, then three rounds of 25 with the defaults
# of rounds.sh (../paper-ads has the paper's nets and agents): a predictor is trained on the finished jobs,
# the space is searched with it, and the best proposals run. Ends with a plot of the best so far, its gain
# over the default, and a report. Needs the tools, fsdp-sim and gnuplot in PATH.
# FIRST, PROPOSALS, ROUNDS and SEED can be set. An interrupted run continues when it is started again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: demo.sh OUT_DIR}
export SPACE="$here/../../schemas/ads-fsdp.csv" SEED="${SEED:-1}"
export FIRST="${FIRST:-150}" PROPOSALS="${PROPOSALS:-25}" ROUNDS="${ROUNDS:-3}" REPEATS=2
export LAUNCH="fsdp-sim --table --seed $SEED"

say() { printf '\n%s\n' "$*"; }

say "1. $FIRST random jobs, then $ROUNDS rounds of $PROPOSALS proposals -> $out/history.csv"
sh "$here/../rounds.sh" "$out" 2>&1 | sed -n 's/^round/     round/p'

say "2. The best so far (*) and each job (.), thousand queries per second"
cml-eval -q --frontier -s "$SPACE" "$out/history.csv" -o "$out/frontier.csv"
gnuplot -e "frontier='$out/frontier.csv'" "$here/frontier.gp"
awk -F, 'NR > 1 { n++; launched[$2 > 0]++; failed[$2 > 0] += $4 != "ok"; if ($2 == 0) { random = $6 } best = $6; uplift = $7 } END {
	printf "     %d jobs. The best measured %.0f: %+.1f %% over the default", n, best, 100 * uplift
	printf ", %+.1f %% over the best random job.\n", 100 * (best / random - 1)
	printf "     Failed jobs are results: of %d random ones %d did not fit into memory, as most of this space does not.\n", \
		launched[0], failed[0]
	printf "     The predictor learned from them which do; of its %d proposals, close to that border, %d failed.\n", \
		launched[1], failed[1] }' "$out/frontier.csv"

say "3. Scores of the predictor on held-out jobs -> $out/round-*/eval.csv"
awk -F, '$2 == "mean" && $5 ~ /^(kendall|pearson|spearman)$/ { printf "     %-9s %.2f\n", $5, $6 }' \
	"$out/round-$(printf %02d "$ROUNDS")/eval.csv"

if [ -f "$here/../report/report.sh" ]; then
	sh "$here/../report/report.sh" "$out" >"$out/report.log" 2>&1
	say "4. Report: $out/report.html"
fi
