#!/bin/sh
# Every space file that ships can be read, and gives configurations that are in
# it: a first round works from any of them.
set -eu
work=${WORK:?run this by build/release/reaper}
for space in "$ROOT"/schemas/*.csv; do
	cml-search -q -s "$space" -n 20 -o "$work/proposals.csv"
	[ "$(wc -l <"$work/proposals.csv")" -eq 21 ]
	# A job table is the configurations, a metric, and what a limit is of.
	awk -v measured="$(awk -F, '$2 == "metric" || $2 == "limit" { printf ",%s", $1 }' "$space")" '
		NR == 1 { n = split(measured, names, ",") - 1; print $0 measured; next }
		{ printf "%s", $0; for (i = 1; i <= n; i++) printf ",%d", NR; print "" }' \
		"$work/proposals.csv" >"$work/jobs.csv"
	cml-encode -s "$space" --check -o "$work/check.csv" "$work/jobs.csv"
	cml-encode -s "$space" "$work/jobs.csv" | cml-train -s "$space" -p auto:trees=2 -o "$work/model"
	cml-rank -m "$work/model" -n 1 "$work/proposals.csv" >"$work/best.csv"
done
