# shellcheck shell=sh disable=SC2154,SC2153
# A campaign's BUDGET: what was spent, what jobs will cost, and which of a batch are still paid for. Read by file.sh, with
# out, round, work and space set.

# spent_before ROUND: into spent, and the mean cost of a job into job_cost (empty: not known). Counts all jobs of the
# rounds before, whatever became of them, and the repeats of CONFIRM.
spent_before() {
	: >"$work/costs"
	[ ! -f "$history" ] || csv cost.awk -v cost="$COST" "$history" >>"$work/costs"
	[ ! -s "$out/confirm/repeats.csv" ] ||
		csv cost.awk -v cost="$COST" "$out/confirm/repeats.csv" | sed 's/^[^,]*/0/' >>"$work/costs"
	figures -v below="$1" -f "$here/spent.awk" "$work/costs" >"$work/spent"
	read -r spent job_cost unknown <"$work/spent"
	if [ -z "$unknown" ]; then # the mean is missing
		unknown=$job_cost
		job_cost=
	fi
	[ "$unknown" -eq 0 ] || [ -n "$job_cost" ] ||
		fail 1 "BUDGET=$BUDGET: no job has a cost (COST='$COST'): its columns are empty in $history"
}

# table_rows TABLE: how many
table_rows() {
	gzip -dcf "$1" | csv cost.awk -v cost=1 | wc -l
}

# predict_costs TABLE: a line for each of its jobs into $work/predicted: by the columns it has, else by a model of the jobs
# that ran, else by their mean. Ends with 1 where nothing is known.
predict_costs() {
	csv cost.awk -v cost="$COST" -v alone=1 "$1" >"$work/predicted"
	! grep -q '^$' "$work/predicted" || predict_seconds "$1"
}

predict_seconds() {
	[ -n "$job_cost" ] || return 1
	rows -1 $((round - 1)) >"$work/ran.csv"
	csv cost.awk -v cost="$COST" "$work/ran.csv" >"$work/ran-costs"
	csv cost-jobs.awk -v header=round_cost "$work/ran-costs" "$work/ran.csv" >"$work/cost-jobs.csv"
	csv cost-space.awk "$space" >"$work/cost-space.csv"
	if cml-encode -q -s "$work/cost-space.csv" -o "$work/cost-features.csv" "$work/cost-jobs.csv" 2>"$work/errors" &&
		cml-train -q -s "$work/cost-space.csv" -p gp --log-target --no-intervals -o "$work/cost-model" "$work/cost-features.csv" \
			2>>"$work/errors" &&
		cml-rank -q --no-sort --digits full -m "$work/cost-model" -o "$work/ranked.csv" "$work/bare.csv" 2>>"$work/errors"; then
		csv cost.awk -v cost=cml_pred -v alone=1 "$work/ranked.csv" >"$work/predicted"
	else
		sed "s/.*/$job_cost/" "$work/predicted" >"$work/means"
		mv "$work/means" "$work/predicted"
	fi
}

# pilot TABLE: with no job to judge by, its jobs run one at a time until one is ok, which tells what a job costs
pilot() {
	say "BUDGET=$BUDGET: the first job runs alone, to tell what a job costs"
	n=0
	until grep -q ',ok$' "$work/costs"; do
		n=$((n + 1))
		csv head.awk -v n=$n "$1" >"$work/pilot.csv"
		[ "$(csv cost.awk -v cost=1 "$work/pilot.csv" | wc -l)" -eq $n ] || break
		run_jobs "$work/pilot.csv"
		csv cost.awk -v cost="$COST" "$history" >"$work/costs"
	done
	figures -v below=1 -f "$here/spent.awk" "$work/costs" >"$work/spent"
	read -r spent job_cost unknown <"$work/spent"
	[ -n "$unknown" ] || fail 1 "BUDGET=$BUDGET: jobs have no cost (COST='$COST'): its columns are empty in $history"
}

# afford: keeps of the batch, $part, what the budget still pays for. Ends with 4, and says so, when that is nothing.
afford() {
	[ -n "$BUDGET" ] || return 0
	[ -z "$dry" ] || {
		note "BUDGET=$BUDGET: here the rounds cut what the rest does not pay for off the end of the table"
		return 0
	}
	spent_before "$round"
	csv bare.awk "$part" >"$work/bare.csv"
	if ! predict_costs "$work/bare.csv"; then
		pilot "$part"
		predict_costs "$work/bare.csv" || sed "s/.*/$job_cost/" "$work/predicted" >"$work/means"
		[ ! -f "$work/means" ] || mv "$work/means" "$work/predicted"
		spent=0
	fi
	left=$(awk -v budget="$BUDGET" -v spent="$spent" 'BEGIN { printf "%.9g", (budget > spent ? budget - spent : 0) }')
	reserve
	cut "$kept"
	# At first a reserve for repeats of what there is not yet would keep all jobs from running.
	if [ "$(wc -l <"$work/afforded.csv")" -eq 1 ] && [ "$round" -eq 0 ]; then
		kept=0
		cut 0
	fi
	[ "$n_out" -gt 0 ] || return 0
	part=$work/afforded.csv
	[ "$(wc -l <"$part")" -gt 1 ] || unaffordable
	say "$(awk -v round="$round" -v n="$n_out" -v taken="$taken" -v left="$left" -v kept="$kept" -v budget="$BUDGET" -v repeats="$CONFIRM" 'BEGIN {
		printf "BUDGET=%s: round %d is cut by %d job%s, to a predicted cost of %.4g of the %.4g left", budget, round, n, n == 1 ? "" : "s", taken, left - kept
		if (kept > 0) printf "; %.4g more are reserved for CONFIRM=%d", kept, repeats }')"
}

# reserve: into kept what CONFIRM may need, at the mean cost of a job, but no more than a fifth of the budget
reserve() {
	kept=0
	[ "$CONFIRM" -gt 0 ] || return 0
	given=0 ran=0
	[ -z "$CONTENDERS" ] || given=$(table_rows "$CONTENDERS")
	[ ! -s "$out/confirm/repeats.csv" ] || ran=$(table_rows "$out/confirm/repeats.csv")
	mean=${job_cost:-$(awk '{ sum += $1 } END { print NR ? sum / NR : 0 }' "$work/predicted")}
	kept=$(awk -v n=$((CONFIRM * (1 + given + FINALISTS) - ran)) -v mean="$mean" -v budget="$BUDGET" -v left="$left" 'BEGIN {
		kept = n > 0 ? n * mean : 0
		if (kept > budget / 5) kept = budget / 5
		printf "%.9g", kept < left ? kept : left }')
}

# cut KEPT: the batch, as far as what is left but KEPT pays for, into $work/afforded.csv
cut() {
	csv cut.awk -v left="$(awk -v left="$left" -v kept="$1" 'BEGIN { printf "%.9g", left - kept }')" "$work/predicted" "$part" \
		>"$work/afforded.csv" 2>"$work/cut"
	read -r n_out taken least <"$work/cut"
}

unaffordable() {
	words=$(awk -v spent="$spent" -v left="$left" -v kept="$kept" -v least="$least" -v budget="$BUDGET" -v repeats="$CONFIRM" 'BEGIN {
		reserve = kept > 0 ? sprintf("%.4g reserved for CONFIRM=%d, ", kept, repeats) : ""
		if (budget < least) printf "BUDGET=%s is less than one job: the cheapest would cost %.4g", budget, least
		else printf "BUDGET=%s %s, %s%.4g left, and the cheapest %s would cost %.4g", budget,
			spent == 0 ? "pays for no job" : sprintf("is spent: %.4g so far", spent), reserve, left - kept, spent == 0 ? "one" : "proposal", least }')
	awk -v round="$round" -v budget="$BUDGET" -v least="$least" 'BEGIN { exit round == 0 || budget + 0 < least + 0 }' || fail 3 "$words"
	echo "stops before round $round: $words"
	exit 4
}
