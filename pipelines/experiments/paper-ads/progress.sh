#!/bin/sh
# What a history came to after each of its rounds: progress.sh HISTORY
#
# A row for each round: round,launched,ran,best,uplift,over_random,true_uplift,true_best_uplift
#   launched, ran       jobs of this round, and those of them that have a metric
#   best                best metric so far, as measured
#   uplift              of that over what the default measured
#   over_random         of that over the best of round 0
#   true_uplift         of the configuration that measured it over the default, both without noise;
#                       empty where it does not fit in memory without noise
#   true_best_uplift    the same of the best configuration launched so far, were it known
# SPACE is a variable.
set -eu
here=$(CDPATH= cd "${0%"${0##*/}"}." && pwd)
history=${1:?usage: progress.sh HISTORY}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cml-eval -q --frontier -s "$SPACE" "$history" -o "$work/frontier.csv"
fsdp-sim --table --nominal "$history" | awk -F, -v names=qps -f "$here/columns.awk" |
	sed 's/^qps$/truth/' >"$work/truth.csv"
human=$(cml-search -q -s "$SPACE" -n 1 --include-default | sed -n 1,2p | fsdp-sim --table --nominal |
	awk -F, -v names=qps -f "$here/columns.awk" | sed -n 2p)
paste -d, "$work/frontier.csv" "$work/truth.csv" | awk -F, -v OFS=, -v human="$human" '
	function over(value, baseline) { return value == "" ? "" : sprintf("%.6f", value / baseline - 1) }
	function end_round() {
		if (round == 0) random = best
		print round, launched, ran, best, uplift, over(best, random), over(chosen, human), over(truth, human)
		launched = ran = 0
	}
	NR == 1 {
		for (i = 1; i <= NF; i++) at[$i] = i
		print "round,launched,ran,best,uplift,over_random,true_uplift,true_best_uplift"
		next
	}
	{
		if (NR > 2 && $at["cml_round"] != round) end_round()
		round = $at["cml_round"]
		launched++
		if ($at["cml_status"] == "ok") ran++
		if ($at["cml_best"] != best) { best = $at["cml_best"]; chosen = $at["truth"] }
		uplift = $at["cml_uplift"]
		if ($at["truth"] != "" && $at["truth"] + 0 > truth + 0) truth = $at["truth"]
	}
	END { end_round() }'
