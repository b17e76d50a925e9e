# shellcheck shell=sh disable=SC2154,SC2153,SC2034
# A round: its files, each made of those before it, unless it is there. Read by cml-rounds.
#
#   round 0          proposals.csv, launched.csv, said and done
#   the others       learned.csv eval.csv model proposals.csv, launched.csv, said and done
#
# A file appears whole or not at all, and is a function of the settings and of the files before it. Where the rounds are
# over, `over` says why.
over=

# make_round ROUND
make_round() {
	round=$1
	find_folder "$round"
	dir=$folder
	# Rounds differ in their random numbers, and so do those of other seeds.
	seed=$((SEED * 1000 + round))
	mkdir -p "$dir" "$work"
	if [ "$round" -eq 0 ]; then
		make proposals.csv draw
	else
		make learned.csv learn
		make eval.csv validate
		make model train
		make proposals.csv propose
	fi
	make 'done' end_round
}

# make FILE FUNCTION: which makes it as $part
make() {
	[ -z "$over" ] && [ ! -f "$dir/$1" ] || return 0
	part=$work/$1
	"$2"
	[ -n "$over" ] || [ "$1" = 'done' ] || place "$part" "$dir/$1"
}

# end_round: its jobs, and what they came to
end_round() {
	part=$work/launched.csv
	launch
	sum_up
	place "$work/launched.csv" "$work/said" "$work/done" "$dir/"
	cat "$dir/said"
	collect
	page REPEATS=0 REFRESH=30
}

# learn: the jobs that the round learns from, of the rounds before and of the history started from. Of a single one
# nothing can be learned: what was wrong with the others is more use than an error of a predictor. Nor of a command that
# fails whatever the settings.
learn() {
	rows -1 $((round - 1)) >"$part"
	ask why table too-few -v metric="$metric" "$part"
	[ -z "$why" ] || fail 3 "stops before the jobs of round $round: $why (see $history and $history.jobs); if the" \
		"command is wrong, correct it and use another OUT; else add jobs that run" \
		"(cml-submit -s $out/space.csv -a $history) and go on"
	unread=
	[ -z "$learned" ] || ask unread table unread -v least=0 "$out/space.csv" "$part"
	[ -z "$unread" ] || fail 3 "stops before the jobs of round $round: no job has a reading of $unread, so it cannot be" \
		'learned; to go on, take another OUT with FIRST=5, whose jobs report it'
}

# validate: can the predictor be trusted on jobs that it has not seen?
validate() {
	status=0 part=$dir/eval.csv
	evaluate -s "$out/space.csv" --repeats "$REPEATS" --seed "$SEED" --predictions "$dir/predictions.csv" -o "$part" \
		"$dir/learned.csv" || status=$?
	[ $status -ne 1 ] || ! is_full || exit 1
	[ $status -eq 0 ] || [ $status -eq 3 ] || fail $status "round $round: PREDICTOR='$PREDICTOR' cannot learn from these" \
		"jobs; another OUT with -a $history and another PREDICTOR can, -p auto for metrics that may be 0"
	[ $status -eq 0 ] || mv "$part.refused" "$dir/eval-refused.csv"
	[ $status -eq 0 ] || fail 3 "stops before the jobs of round $round: the predictor misses REQUIRE='$REQUIRE'" \
		"(see $dir/eval-refused.csv)"
	[ "$round" -eq 1 ] && [ -n "$HISTORY" ] || return 0
	ask r2 table refuted "$dir/eval.csv"
	[ -z "$r2" ] || say "round 1: on held-out jobs of HISTORY the model is no better than their mean (r2 $r2), so its" \
		"proposals may be no better than drawn ones: look at the metric and at what the space lacks; REQUIRE='r2>0' stops here"
}

train() {
	part=$dir/model
	cml-encode -q -s "$out/space.csv" -o "$work/features.csv" "$dir/learned.csv"
	# shellcheck disable=SC2086
	cml-train -q -s "$out/space.csv" --seed "$SEED" $PREDICTOR -o "$part" "$work/features.csv"
}

# draw: a first round, the default configuration in front. FIRST=0: nothing else. Only what was started from is left
# out: a round that is made again comes to the jobs that it had.
draw() {
	set -- --seed "$seed"
	key=
	find_base
	[ -f "$out/baseline" ] || key=$default_key
	[ -z "$key" ] || set -- "$@" --include-default
	if [ -f "$history" ]; then
		rows -1 -1 >"$work/before.csv"
		set -- "$@" --exclude "$work/before.csv"
	fi
	if [ "$FIRST" -gt 0 ]; then
		key=
		search -s "$out/space.csv" -n "$FIRST" --method "$FIRST_DESIGN" "$@" -o "$work/drawn.csv"
	else
		key=${key:-none}
		status=0
		search -q -s "$out/space.csv" -n 1 "$@" -o "$work/drawn.csv" || status=$?
		# All that there is was in the history: then a table without rows.
		[ $status -ne 3 ] || search -q -s "$out/space.csv" -n 1 -o "$work/drawn.csv"
		[ $status -eq 0 ] || [ $status -eq 3 ] || exit $status
	fi
	table round -v round=0 -v key="$key" "$work/drawn.csv" >"$part"
	afford
}

# look_for [OPTION]...: the search of this round
look_for() {
	status=0
	# shellcheck disable=SC2086
	search -m "$dir/model" -n "$PROPOSALS" --seed "$seed" $SEARCH --exclude "$dir/learned.csv" \
		-o "$work/found.csv" "$@" 2>"$work/errors" || status=$?
}

propose() {
	price=
	# By what is expected per unit of cost, where a budget is spent, settings differ in price and the search is one by
	# expected improvement.
	case "$BUDGET $SEARCH " in
	' '* | *' --cost'* | *' --log'* | *exhaustive*) ;;
	*auto* | *' ei '*) ask price costs search "$out/space.csv" ;;
	esac
	look_for ${price:+--cost "$price"}
	if [ -n "$price" ] && { [ $status -eq 1 ] || [ $status -eq 2 ]; }; then
		say "round $round: not by cost: $(tail -n 1 "$work/errors")"
		look_for
	fi
	[ ! -s "$work/errors" ] || cat "$work/errors" >&2
	[ $status -eq 0 ] || [ $status -eq 3 ] || exit $status
	if [ $status -eq 3 ]; then
		over="stops before round $round: nothing is left to propose"
	else
		table round -v round="$round" "$work/found.csv" >"$part"
		afford
	fi
}

# run_jobs TABLE: runs what the history does not have yet; jobs that fail are results, too
run_jobs() {
	status=0
	if [ -n "$LAUNCH" ]; then
		results=$dir/jobs.csv
		[ "$1" = "$dir/proposals.csv" ] || results=$work/pilot-jobs.csv
		[ -f "$results" ] && [ "$1" = "$dir/proposals.csv" ] || {
			$LAUNCH <"$1" >"$work/jobs.csv" || fail 1 "round $round: LAUNCH='$LAUNCH' failed"
			place "$work/jobs.csv" "$results"
		}
		submit "$1" -s "$out/space.csv" -a "$history" --backend "replay=$results" || status=$?
	else
		submit "$1" -s "$out/space.csv" -a "$history" || status=$?
	fi
	[ $status -eq 0 ] || [ $status -eq 4 ] || exit $status
}

# has_rows: whether the history has those of the rounds that are done
has_rows() {
	find_last
	[ "$last" -lt 0 ] || rows -1 "$last" -v check=1 >"$work/rows.csv" 2>"$work/missing"
}

# restore: rows that are gone from the history come back from the records of their jobs
restore() {
	look_at "$history"
	[ -z "${STARTED-}" ] || ask n_started table count -v round=none "$so_far"
	[ -z "${STARTED-}" ] || [ "$n_started" -ge "$STARTED" ] || fail 1 "$history: of the" \
		"$STARTED jobs that the rounds started from some are gone: put it back, or begin another OUT"
	! has_rows || return 0
	say "$history: $(cat "$work/missing"): they come back from the records of the jobs"
	find_folder 0
	table head -v n=0 "$folder/proposals.csv" >"$work/nothing.csv"
	is_fixed || run_jobs "$work/nothing.csv"
	i=0
	while is_fixed && [ "$i" -le "$last" ]; do
		find_folder $i
		dir=$folder
		run_jobs "$dir/proposals.csv"
		i=$((i + 1))
	done
	has_rows || fail 1 "$history: $(cat "$work/missing"), nor a record: put it back"
}

# read_jobs [ROUND]: how many jobs of it, or of all rounds, ran, were ok, ended for want of memory or time
read_jobs() {
	look_at "$history"
	table jobs -v round="${1-}" "$so_far" >"$temp/answer"
	read -r n_run n_ok n_starved <"$temp/answer"
}

# all_failed: none for want of memory or time: the command is wrong
all_failed() {
	read_jobs
	[ "$n_run" -gt 0 ] && [ $((n_ok + n_starved)) -eq 0 ]
}

# pilot TABLE: its further jobs one at a time, nine at most, until one is ok: what it reports, such as its cost, is that
# of the others
pilot() {
	ask n_jobs table count "$1"
	read_jobs "$round"
	n=$n_run before=$n_ok most=$((n_run + 9))
	while [ "$n_ok" -eq "$before" ] && [ "$n" -lt "$most" ] && [ "$n" -lt "$n_jobs" ]; do
		n=$((n + 1))
		table head -v n=$n "$1" >"$work/pilot.csv"
		run_jobs "$work/pilot.csv"
		read_jobs "$round"
	done
}

launch() {
	# A wrong name of what a model learns beside the metric is found before the other jobs run.
	if [ -n "$learned" ] && ! is_fixed; then
		look_at "$history"
		ask unread table unread -v least=0 -v rounds=1 "$out/space.csv" "$so_far"
		[ -z "$unread" ] || pilot "$dir/proposals.csv"
		look_at "$history"
		ask unread table unread -v least=1 -v rounds=1 "$out/space.csv" "$so_far"
		[ -z "$unread" ] || fail 1 "no ok job has a reading of $unread; to go on, write" \
			"SUBMIT=$SUBMIT --limit ${unread%% *}=NAME into $out/settings, NAME as jobs print it, or the role ignore into" \
			"$out/space.csv, and continue with OUT alone"
	fi
	run_jobs "$dir/proposals.csv"
	rows "$round" "$round" -v check=1 >"$part" 2>"$work/missing" ||
		fail 1 "round $round is not finished, $(cat "$work/missing"): if COMMAND or METRIC is wrong, use another OUT;" \
			"else run the same command again to continue"
}

# find_best ROUND: all jobs until then into $work/rows.csv, those in the contexts of the rounds, with the best so far,
# into $work/frontier.csv, where they are not that already
best_until=
find_best() {
	[ "$best_until" != "$1" ] || return 0
	best_until=$1
	rows -1 "$1" >"$work/rows.csv"
	frontier "$out/space.csv" "$work/rows.csv" "$work/frontier.csv" || fail 1 "round $1: $(cat "$work/errors")"
}

# sum_up: the round in figures, and in words
sum_up() {
	find_best "$round"
	# Nobody predicted the jobs of round 0.
	held_out=$work/none.csv scores=$work/none.csv
	if [ "$round" -gt 0 ]; then
		held_out=$dir/eval.csv scores=$work/scores.csv
		cml-eval -q --actual "$metric" --predicted cml_pred --goal "$goal" --metrics kendall,pearson,spearman --bootstrap 0 \
			-o "$scores" "$work/launched.csv"
	fi
	cost='' spent=''
	[ -z "$BUDGET" ] || spent_before $((round + 1))
	find_base
	csv done.awk -f "$here/words.awk" -v round="$round" -v said="$work/said" -v metric="$metric" -v goal="$goal" \
		-v base="$base" -v default_key="$default_key" -v cost="$cost" \
		-v spent="$spent" -v budget="$BUDGET" "$held_out" "$scores" "$work/frontier.csv" "$work/launched.csv" >"$work/done"
}

# collect: rounds.csv anew, from the rounds that are done
collect() {
	find_last
	echo "$columns" >"$work/rounds.csv"
	[ "$last" -lt 0 ] || of_rounds 0 "$last" 'done' cat >>"$work/rounds.csv"
	cmp -s "$work/rounds.csv" "$out/rounds.csv" || mv "$work/rounds.csv" "$out/rounds.csv"
}
