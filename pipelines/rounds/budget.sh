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

# reserved: what the repeats of CONFIRM will cost that have not run
reserved() {
	if [ "$CONFIRM" -eq 0 ]; then
		echo 0
		return
	fi
	ran=0
	[ ! -s "$out/confirm/repeats.csv" ] || ran=$(($(csv cost.awk -v cost=1 "$out/confirm/repeats.csv" | wc -l)))
	given=0
	[ -z "$CONTENDERS" ] || given=$(gzip -dcf "$CONTENDERS" | csv cost.awk -v cost=1 | wc -l)
	awk -v repeats="$CONFIRM" -v n=$((FINALISTS + 2 + given)) -v ran="$ran" -v cost="${job_cost:-0}" \
		'BEGIN { left = repeats * n - ran; printf "%.9g\n", (left > 0 ? left * cost : 0) }'
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
	spent_before "$round"
	csv bare.awk "$part" >"$work/bare.csv"
	if ! predict_costs "$work/bare.csv"; then
		pilot "$part"
		predict_costs "$work/bare.csv" || sed "s/.*/$job_cost/" "$work/predicted" >"$work/means"
		[ ! -f "$work/means" ] || mv "$work/means" "$work/predicted"
		spent=0
	fi
	left=$(awk -v budget="$BUDGET" -v spent="$spent" -v reserved="$(reserved)" 'BEGIN { printf "%.9g", budget - spent - reserved }')
	csv cut.awk -v left="$left" "$work/predicted" "$part" >"$work/afforded.csv" 2>"$work/cut"
	read -r n_out taken least <"$work/cut"
	[ "$n_out" -gt 0 ] || return 0
	part=$work/afforded.csv
	[ "$(wc -l <"$part")" -gt 1 ] || unaffordable
	say "$(awk -v round="$round" -v n="$n_out" -v taken="$taken" -v left="$left" -v budget="$BUDGET" \
		'BEGIN { printf "BUDGET=%s: round %d is cut by %d job%s, to a predicted cost of %.4g of the %.4g left\n", budget, round, n, n == 1 ? "" : "s", taken, left }')"
}

unaffordable() {
	words=$(awk -v spent="$spent" -v left="$left" -v least="$least" -v budget="$BUDGET" 'BEGIN {
		if (spent == 0) printf "BUDGET=%s is less than one job: the cheapest would cost %.4g", budget, least
		else printf "BUDGET=%s is spent: %.4g so far, %.4g left, and the cheapest proposal would cost %.4g", budget, spent, left, least }')
	awk -v spent="$spent" 'BEGIN { exit spent == 0 }' || fail 3 "$words"
	echo "stops before round $round: $words"
	exit 4
}
