#!/bin/sh
# What the rounds name in the end: named.sh OUT. The configuration that a model of all jobs, the repeats of CONFIRM among
# them, believes to be the best, with the interval of its truth, apart from the best measurement; for people, and as a table,
# OUT/named.csv. Says nothing where there is too little to believe.
here=${0%/*}
. "$here/common.sh"
out=$1
read_settings "$out"
work=$out/named.part.$$
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
read_metric "$out/space.csv"
if [ -s "$out/confirm/summary.csv" ]; then
	rows -1 "$(last_round)" >"$work/jobs.csv"
	csv and-repeats.awk "$work/jobs.csv" "$out/confirm/repeats.csv" >"$work/rows.csv"
	belief=$work/belief
	learn_belief "$work/rows.csv"
	[ -f "$belief" ] || exit 0
	frontier "$out/space.csv" "$work/rows.csv" "$work/frontier.csv" "$belief" || fail $? "$(cat "$work/errors")"
	cp "$out/confirm/summary.csv" "$work/summary.csv"
else
	find_best "$(last_round)"
	: >"$work/summary.csv"
fi
[ -n "$belief" ] && [ -s "$work/frontier.csv" ] || exit 0
cml-encode -q -s "$out/space.csv" -o "$work/keys.csv" "$work/rows.csv"
! csv named.awk -v goal="$goal" -v default_key="$(csv key.awk "$out/default.csv")" -v base="$(base_words)" -v out="$work/named.csv" \
	"$work/frontier.csv" "$work/keys.csv" "$work/rows.csv" "$work/summary.csv" || place "$work/named.csv" "$out/named.csv"
