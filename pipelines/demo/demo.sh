#!/bin/sh
# A small version of the paper's ads experiment, on simulated jobs: demo.sh OUT_DIR
#
# 150 random jobs of a recommendation model on 128 simulated H100, then three rounds of 25 with the defaults
# of rounds.sh (../paper-ads has the paper's nets and agents): a predictor is trained on the finished jobs,
# the space is searched with it, and the best proposals run. Ends with a plot of the best so far, its gain
# over the default as measured and as believed, how far the predictor can be trusted, reasons for what it would run
# next, and a report. Needs the tools, fsdp-sim and gnuplot in PATH.
# FIRST, PROPOSALS, ROUNDS and SEED can be set. An interrupted run continues when it is started again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: demo.sh OUT_DIR}
export SPACE="$here/../../schemas/ads-fsdp.csv" SEED="${SEED:-1}"
export FIRST="${FIRST:-150}" PROPOSALS="${PROPOSALS:-25}" ROUNDS="${ROUNDS:-3}" REPEATS=2
export LAUNCH="fsdp-sim --table --seed $SEED"

say() { printf '\n%s\n' "$*"; }

say "1. $FIRST random jobs, then $ROUNDS rounds of $PROPOSALS -> $out/history.csv"
mkdir -p "$(dirname "$out")"
sh "$here/../rounds.sh" "$out" >"$out.messages" 2>&1 || { tail -n 1 "$out.messages" >&2; exit 1; }
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } {
	printf "     round %d: %d jobs, %d failed%s, best %+.1f %%, believed %+.1f %%\n", $1, $2, $4,
		$at["expected"] == "" ? "" : sprintf(" (%.1f told)", $at["expected"]), 100 * $at["uplift"], 100 * $at["believed_uplift"] }' "$out/rounds.csv"
sed -n 's/^stops/     stops/p' "$out.messages" | fold -s -w 78
rm -f "$out.messages"
last=$(tail -n 1 "$out/rounds.csv" | cut -d, -f1)
last=$(printf '%02d' "$last")

say "2. The best so far (*) and each job (.), thousand queries per second"
cml-eval -q --frontier -s "$SPACE" "$out/history.csv" -o "$out/frontier.csv"
gnuplot -e "frontier='$out/frontier.csv'" "$here/frontier.gp"
awk -F, 'NR > 1 { n++; launched[$2 > 0]++; failed[$2 > 0] += $4 != "ok"; if ($2 == 0) { random = $6 } best = $6; uplift = $7 } END {
	printf "     %d jobs. The best measured %.0f: %+.1f %% over the default", n, best, 100 * uplift
	printf ",\n     %+.1f %% over the best random job.\n", 100 * (best / random - 1)
	printf "     Failed jobs are results: of %d random ones %d did not fit into memory.\n", launched[0], failed[0]
	printf "     The predictor learned from them which do; of its %d proposals %d failed.\n", launched[1], failed[1] }' "$out/frontier.csv"

awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } {
	printf "     The best of many measurements is in part luck. A model of all jobs believes\n"
	printf "     %s to be best: %.0f (90 %%: %.0f to %.0f).\n", $at["cml_key"], $at["believed"], $at["believed_lo"], $at["believed_hi"] }' "$out/named.csv"

if [ "$last" -gt 0 ]; then
	say "3. How far it can be trusted, on jobs that it had not seen -> round-$last/eval.csv"
	awk -F, '$2 == "mean" && $5 ~ /^(kendall|mape|ok-auc)$/ { value[$5] = $6 } END {
		printf "     It orders two jobs right %.0f times in 100, and is %.1f %% off.\n", 50 + 50 * value["kendall"], 100 * value["mape"]
		printf "     Of a job that runs and one that fails, it tells which %.0f times in 100.\n", 100 * value["ok-auc"] }' \
		"$out/round-$last/eval.csv"

	say "4. What it would launch next, beside the nearest job (cml-search --explain)"
	cml-search -q -m "$out/round-$last/model" --method bayes --acquisition ei --exclude "$out/history.csv" -n 3 \
		--explain --format text | awk '/^ +settings/ { skip = 1 } /^ *$/ { skip = 0 } !skip' | sed 's/^/    /'
fi

if [ -f "$here/../report/report.sh" ]; then
	sh "$here/../report/report.sh" "$out" >"$out/report.log" 2>&1
	say "5. Report: $out/report.html"
fi
