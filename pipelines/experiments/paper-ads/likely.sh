#!/bin/sh
# The fastest of what is likely to fit: likely.sh HISTORY N SEED, for batches.sh.
#
# Two models: one has learned from the jobs that ran how fast they were (PREDICTOR, options of
# cml-train), a forest from all jobs whether they ran. Of DRAWN (100,000) random configurations those that
# run with a chance of a half or more, the fastest predictions first.
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
history=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A space in which the metric is whether a job ran; what the machine ended is not known.
awk -F, -v OFS=, '$2 == "metric" { $1 = "ran" } $2 != "status"' "$SPACE" >"$work/ran-space.csv"
awk -F, -v OFS=, '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print $0, "ran"; next }
	{ status = $at["cml_status"]; print $0, status == "ok" ? 1 : status == "oom" ? 0 : "" }' "$history" >"$work/ran.csv"
cml-encode -q -s "$work/ran-space.csv" "$work/ran.csv" |
	cml-train -q --no-intervals -s "$work/ran-space.csv" -p forest --seed "$3" -o "$work/runs"
# shellcheck disable=SC2086
cml-encode -q -s "$SPACE" "$history" | cml-train -q --no-intervals -s "$SPACE" $PREDICTOR --seed "$3" -o "$work/fast"

cml-search -q -s "$SPACE" --method random --exclude "$history" -n "${DRAWN:-100000}" --seed "$3" |
	cml-rank -q -m "$work/runs" --no-sort --digits full | awk -F, '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print; next }
		$at["cml_pred"] >= 0.5' >"$work/likely.csv"
params=$(awk -F, '$2 == "param" { printf "%s%s", sep, $1; sep = "," }' "$SPACE")
awk -F, -v names="$params" -f "$here/columns.awk" "$work/likely.csv" | cml-rank -q -m "$work/fast" -n "$2"
