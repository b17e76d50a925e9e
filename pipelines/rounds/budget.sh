# shellcheck shell=sh disable=SC2154,SC2153,SC2034
# A BUDGET: what was spent, what jobs will cost, and which of a batch are still paid for. Read by cml-rounds.

# costs WHAT ARGUMENT...: cost.awk
costs() {
	what=$1
	shift
	csv cost.awk -v what="$what" -v cost="$COST" "$@"
}

# spent_before ROUND: into spent, the mean cost of a job into job_cost, 0 where it is not known, that of the last round
# into cost. All jobs of the rounds before count, whatever became of them, and the repeats.
spent_before() {
	look_at "$out/confirm/repeats.csv"
	repeated=$so_far
	look_at "$history"
	costs spent -v below="$1" "$so_far" "$repeated" >"$temp/answer"
	read -r spent job_cost cost <"$temp/answer"
}

# afford: keeps of the batch, $part, what the budget still pays for; where that is nothing, `over` says why
afford() {
	[ -n "$BUDGET" ] || return 0
	spent_before "$round"
	if [ "$job_cost" = 0 ] && costs of "$part" | grep -q '^$'; then
		say "BUDGET=$BUDGET: the first jobs run alone, to learn what a job costs"
		pilot "$part"
		before=$spent
		spent_before $((round + 1))
		[ "$job_cost" != 0 ] || fail 1 "BUDGET=$BUDGET: jobs have no cost (COST='$COST'): its columns are empty in $history"
		spent=$before
	fi
	# By the columns that a proposal has, else by the mean of the jobs that ran.
	costs cut -v budget="$BUDGET" -v spent="$spent" -v mean="$job_cost" -v n_repeats=$((CONFIRM * (1 + FINALISTS))) \
		"$part" >"$work/afforded.csv" 2>"$work/cut"
	read -r n_in n_out taken least left kept <"$work/cut"
	part=$work/afforded.csv
	[ "$n_out" -gt 0 ] || return 0
	reserved=
	[ "$kept" = 0 ] || reserved="; $kept are reserved for CONFIRM=$CONFIRM"
	words="$spent spent, $left left$reserved"
	if [ "$n_in" -gt 0 ]; then
		say "BUDGET=$BUDGET: round $round is cut by $n_out jobs, to a predicted cost of $taken ($words)"
	elif { [ "$round" -eq 0 ] && [ -z "$HISTORY" ]; } ||
		awk -v budget="$BUDGET" -v least="$least" 'BEGIN { exit budget + 0 >= least + 0 }'; then
		fail 3 "BUDGET=$BUDGET is less than one job: the cheapest would cost $least$reserved"
	else
		over="stops before round $round: BUDGET=$BUDGET is spent: $words, and the cheapest proposal would cost $least"
	fi
}
