#!/bin/sh
# What the rounds name in the end: named.sh OUT. The contender whose repeats have the best mean, with its interval, or the default; for
# people, as a table, OUT/named.csv, and as the command to run, OUT/best.sh. Without repeats it is the best measured. Says nothing where nothing was measured, or all jobs of the rounds failed.
here=${0%/*}
. "$here/common.sh"
out=$1
read_settings "$out"
! all_failed "$out" || exit 0
stopped=$out/stopped
[ -f "$stopped" ] || stops "after round $(last_round)"
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
csv named.awk -f "$here/gain-words.awk" -v metric="$metric" -v goal="$goal" -v default_key="$(csv key.awk "$out/default.csv")" -v base="$(base_words)" -v out="$work/named.csv" \
	"$work/frontier.csv" "$work/keys.csv" "$work/rows.csv" "$summary" || exit 0
place "$work/named.csv" "$out/named.csv"

# As cml-submit runs it, which quotes the values; the directory of the job is beside best.sh, wherever that is. Of a filter or a
# table there is no command.
eval "set -- $COMMAND"
[ $# -gt 0 ] || exit 0
rm -f "$out/best.sh"
csv best.awk "$out/space.csv" "$out/named.csv" >"$work/best.csv"
cml-submit -q --dry-run -s "$out/space.csv" --jobs /beside-best.sh "$work/best.csv" -- "$@" >"$work/command" || {
	say "no $out/best.sh: the command cannot be made of $out/named.csv"
	exit 0
}
LC_ALL=C awk -v key="$(csv key.awk "$out/named.csv")" -f "$here/best-command.awk" "$work/command" >"$work/best.sh"
chmod +x "$work/best.sh"
place "$work/best.sh" "$out/best.sh"
