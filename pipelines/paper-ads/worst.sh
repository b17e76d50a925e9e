#!/bin/sh
# What a model proposes that has learned from failures too: worst.sh HISTORY N SEED, for batches.sh.
#
# A job that ran out of memory is learned as if it had measured the worst of those that ran. The
# history itself keeps what happened. PREDICTOR and SEARCH are options of cml-train and cml-search.
set -eu
history=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -F, -v OFS=, '
	FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
	NR == FNR {
		qps = $at["qps"]
		if (FNR > 1 && qps != "" && (worst == "" || qps + 0 < worst + 0)) worst = qps
		next
	}
	$at["cml_status"] == "oom" { $at["qps"] = worst; $at["cml_status"] = "ok" }
	{ print }' "$history" "$history" >"$work/jobs.csv"
# shellcheck disable=SC2086
cml-encode -q -s "$SPACE" "$work/jobs.csv" | cml-train -q -s "$SPACE" $PREDICTOR --seed "$3" -o "$work/model"
# shellcheck disable=SC2086
cml-search -q -m "$work/model" $SEARCH --exclude "$history" -n "$2" --seed "$3"
