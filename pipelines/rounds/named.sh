#!/bin/sh
# What the rounds name in the end: named.sh OUT. The contender whose repeats have the best mean, with its interval, or the default; for
# people, and as a table, OUT/named.csv. Without repeats it is the best measured. Says nothing where nothing was measured.
here=${0%/*}
. "$here/common.sh"
out=$1
read_settings "$out"
work=$out/named.part.$$
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
read_metric "$out/space.csv"
find_best "$(last_round)"
[ -s "$work/frontier.csv" ] || exit 0
summary=$out/confirm/summary.csv
[ "$CONFIRM" -gt 0 ] && [ -s "$summary" ] || {
	: >"$work/summary.csv"
	summary=$work/summary.csv
}
cml-encode -q -s "$out/space.csv" -o "$work/keys.csv" "$work/rows.csv"
! csv named.awk -v metric="$metric" -v goal="$goal" -v default_key="$(csv key.awk "$out/default.csv")" -v base="$(base_words)" -v out="$work/named.csv" \
	"$work/frontier.csv" "$work/keys.csv" "$work/rows.csv" "$summary" || place "$work/named.csv" "$out/named.csv"
