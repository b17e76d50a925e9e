#!/bin/sh
# Measures again what the rounds came to: confirm.sh OUT
#
# The best of many jobs that ran once is in part the luckiest. The default configuration, those of CONTENDERS and the FINALISTS
# best others (contenders.awk) are run CONFIRM times each, in turns, as jobs of their own; as often as a BUDGET still pays for.
# CONFIRM=0, or all jobs of the rounds failed: nothing. Into OUT/confirm:
#
#   contenders.csv   who they are: cml_contender, cml_key, the configuration
#   turns.csv        their repeats in turns: cml_contender, confirm_repeat, the configuration
#   repeats.csv      what came of them: a history of cml-submit, as OUT/history.csv
#   summary.csv      a row for each contender: confirmed.awk says which columns
#   summary.txt      the same for people, and whether the best found is beyond the noise; also printed
#
# Whole or not there, but for repeats.csv, which grows by whole rows. What was run is not run again: a CONFIRM that has grown
# adds repeats. Contenders that were not measured side by side, as after further rounds, begin with turns of their own.
# shellcheck disable=SC2153
here=${0%/*}
. "$here/common.sh"
. "$here/budget.sh"
out=$1
read_settings "$out"
[ "$CONFIRM" -gt 0 ] && ! all_failed "$out" || exit 0
dir=$out/confirm
repeats=$dir/repeats.csv
history=$out/history.csv
work=$dir/work.part.$$
stopped=$out/stopped
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
read_metric "$out/space.csv"

# put FILE: from the work to its place
put() {
	place "$work/$1" "$dir/$1"
}

# count_turns: how many turns there are to be, into turns: those that were begun, and as many others as the BUDGET still pays for
count_turns() {
	turns=$CONFIRM
	[ -n "$BUDGET" ] || return 0
	begun=$(csv turns.awk -v counts=1 "$work/contenders.csv" "$turns_so_far" "$repeats_so_far")
	spent_before 100
	turns=$(awk -v left="$(awk -v budget="$BUDGET" -v spent="$spent" 'BEGIN { print budget - spent }')" -v cost="$job_cost" \
		-v n="$(csv cost.awk -v cost=1 "$work/contenders.csv" | wc -l)" -v begun="$begun" -v most="$CONFIRM" 'BEGIN {
		more = cost > 0 && n > 0 ? int(left * (1 + 1e-9) / (cost * n)) : most
		turns = begun + (more > 0 ? more : 0)
		print turns < most ? turns : most }')
}

# so_far FILE: it, or a table without rows, also for one that was emptied: of repeats.csv cml-submit restores the rows
so_far() {
	if [ -s "$1" ]; then
		head -n 1 "$1" | grep -q confirm_repeat || fail 1 "$1: no column confirm_repeat (delete it, and it is made again)"
		echo "$1"
	else
		echo confirm_repeat >"$work/none.csv"
		echo "$work/none.csv"
	fi
}

# Each repeat is a configuration of its own: its number is a parameter.
launch() {
	csv repeated.awk "$out/space.csv" >"$work/space.csv"
	eval "set -- $COMMAND"
	carried=cml_contender
	status=0
	submit -s "$work/space.csv" -a "$repeats" --metric "$METRIC" \
		"$dir/turns.csv" -- "$@" || status=$?
	[ $status -eq 0 ] || [ $status -eq 4 ] || exit $status
}

contenders "$(last_round)"
[ ! -s "$out/default.csv" ] || [ "$(csv head.awk -v n=1 "$out/default.csv" | wc -l)" -lt 2 ] || grep -q '^default,' "$work/contenders.csv" ||
	say "CONFIRM=$CONFIRM leaves out $(base_words), which failed in all its jobs"
if [ "$(wc -l <"$work/contenders.csv")" -lt 3 ]; then
	say 'nothing to confirm: fewer than two contenders'
	exit 0
fi
turns_so_far=$(so_far "$dir/turns.csv") || exit
repeats_so_far=$(so_far "$repeats") || exit
count_turns
if [ "$turns" -eq 0 ]; then
	say "CONFIRM=$CONFIRM is left out: BUDGET=$BUDGET does not pay for a repeat of each contender: a larger one does"
	exit 0
fi
[ "$turns" -eq "$CONFIRM" ] || say "CONFIRM=$CONFIRM: BUDGET=$BUDGET pays for $turns"
csv turns.awk -v repeats="$turns" "$work/contenders.csv" "$turns_so_far" "$repeats_so_far" >"$work/turns.csv"
put contenders.csv
put turns.csv
launch
frontier "$work/space.csv" "$repeats" "$work/repeats.csv" || fail $? "$repeats: $(cat "$work/errors")"
[ -s "$work/repeats.csv" ] || echo cml_key >"$work/repeats.csv"
csv confirmed.awk -f "$here/student.awk" -v metric="$metric" -v goal="$goal" \
	"$dir/contenders.csv" "$dir/turns.csv" "$work/repeats.csv" "$repeats" >"$work/summary.csv" 2>"$work/missing" ||
	fail 1 "the repeats are not finished, $(cat "$work/missing"): run the same command again to continue"
put summary.csv
figures -v metric="$metric" -v goal="$goal" -v default_words="$(base_words)" -f "$here/gain-words.awk" -f "$here/say-confirmed.awk" \
	"$dir/summary.csv" >"$work/summary.txt"
put summary.txt
cat "$dir/summary.txt"
