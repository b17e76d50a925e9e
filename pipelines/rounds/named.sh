#!/bin/sh
# What the rounds name in the end: named.sh OUT. The configuration that a model of all jobs believes to be the best, with the
# interval of its truth, apart from the best measurement; for people, and as a table, OUT/named.csv. Says nothing where
# there is too little to believe.
here=${0%/*}
. "$here/common.sh"
out=$1
read_settings "$out"
work=$out/named.part.$$
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
read_metric "$out/space.csv"
find_best "$(last_round)"
[ -n "$belief" ] && [ -s "$work/frontier.csv" ] || exit 0
cml-encode -q -s "$out/space.csv" -o "$work/keys.csv" "$work/rows.csv"
! csv named.awk -v goal="$goal" -v default_key="$(csv key.awk "$out/default.csv")" -v base="$(base_words)" -v out="$work/named.csv" \
	"$work/frontier.csv" "$work/keys.csv" "$work/rows.csv" || place "$work/named.csv" "$out/named.csv"
