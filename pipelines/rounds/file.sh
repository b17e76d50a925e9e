#!/bin/sh
# Makes files of a round, each from those before it, unless it is there: file.sh [-n] OUT ROUND FILE...
# -n prints the commands that make them, and runs nothing (show.sh).
#
#   round 0          proposals.csv launched.csv done
#   the others       learned.csv eval.csv model proposals.csv launched.csv done
#
# A file appears whole or not at all, and is a function of the settings and of the files before
# it. Ends with 3 when too few jobs were ok to learn from or all failed (learned.csv), the gate is missed (eval.csv),
# nothing is above a --min-ok, or the budget is less than one job (proposals.csv); with 4 when nothing is left to propose,
# or the budget is spent (proposals.csv).
# shellcheck disable=SC2153
here=${0%/*}
. "$here/common.sh"
. "$here/budget.sh"
dry=
[ "$1" != -n ] || {
	dry=yes
	shift
}
out=$1
round=${2#0}
round=${round:-0}
shift 2
read_settings "$out"
number=$(printf '%02d' "$round")
dir=$out/round-$number
space=$out/space.csv
history=$out/history.csv
work=$dir/work.part.$$
# Rounds differ in their random numbers, and so do those of other seeds.
seed=$((SEED * 1000 + round))
for file; do
	[ -f "$dir/$file" ] || break
done
[ ! -f "$dir/$file" ] || exit 0
errors=$work/errors
launch_filter() { $LAUNCH <"$1" >"$work/jobs.csv"; }
if [ -n "$dry" ]; then
	. "$here/show.sh"
else
	stopped=$out/stopped
	trap 'rm -rf "$work"' EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 143' TERM
fi
$via mkdir -p "$work"

# default_key: nothing where there is no default configuration
default_key() {
	csv key.awk "$out/default.csv"
}

# The jobs that the round learns from: of the rounds before, and of the history started from.
# Of a single one nothing can be learned: what was wrong with the others is more use than an error
# of a predictor. Nor of a command that fails whatever the settings.
learn() {
	note "what round $round learns from"
	into "$part" rows -1 $((round - 1))
	$via cml-encode -q -s "$space" -o "$work/features.csv" "$part"
	encoded=yes
	[ -z "$dry" ] || return 0
	csv too-few.awk "$space" "$work/features.csv" "$part" >"$work/why" || too_few
	limits=$(unread_limits "$out" 1)
	[ -z "$limits" ] || fail 3 "stops before the jobs of round $round: $(without_reading "$limits")"
	limits=$(unread_in -v all=1 "$space" "$part")
	or_else='or with FAILED=leave, which learns no limit'
	case " $limits " in
	*" $(second_metric) "*) or_else='or with a SPACE in which it has the role ignore' ;;
	esac
	[ -z "$limits" ] || fail 3 "stops before the jobs of round $round: no job of HISTORY has a reading of $(limit_words "$limits"), so it" \
		"cannot be learned; to go on, take another OUT with FIRST=5, whose jobs report it, $or_else"
	[ "$FAILED" = learn ] || return 0
	csv far-limits.awk "$space" "$work/features.csv" >"$work/far"
	[ ! -s "$work/far" ] || fail 3 "stops before the jobs of round $round: $(cat "$work/far"): the bound is in another unit; to go on, write it" \
		"in that of the readings into a copy of the space, and take another OUT with HISTORY=$history"
}

# second_metric: its name as a word of FIX, where there are two
second_metric() {
	csv metric.awk -v nth=2 "$space" | sed 's/^[a-z]* //; s/%/%25/g; s/ /%20/g; s/	/%09/g'
}

# limit_words NAMES: for people
limit_words() {
	second=$(second_metric)
	what='the limit '
	for limit in $1; do
		[ "$limit" != "$second" ] || what='the second metric '
		printf "%s%s'%s'" "${between-}" "$what" "$(decoded "$limit")"
		between=' and '
		what=
		[ "$limit" != "$second" ] || what='the limit '
	done
}

# without_reading NAMES: of limits, and how to go on
without_reading() {
	options=$SUBMIT
	for limit in $1; do
		options="$options${options:+ }--limit $limit=NAME"
	done
	echo "no ok job has a reading of $(limit_words "$1"); to go on, write SUBMIT='$options' into $out/settings, NAME as jobs print it, or the" \
		"role ignore into $out/space.csv, and continue with OUT alone"
}

# try_limits: three jobs alone, of a few one, until one of the rounds reports each limit and the second metric, or one was ok
# without. A wrong name is found before the others run; when it was corrected, by further ones.
try_limits() {
	{ [ -z "$LAUNCH" ] && ! is_replay; } || return 0
	n_tried=$({ [ ! -s "$history" ] || csv cost.awk -v cost=1 "$history"; } | grep -c "^$round," || :)
	n_jobs=$(csv cost.awk -v cost=1 "$dir/proposals.csv" | wc -l)
	step=$((n_jobs > 3 ? 3 : 1))
	most=$((n_tried + 9))
	while [ -n "$(unread_first)" ] && [ "$n_tried" -lt $most ] && [ $((n_tried + step)) -lt "$n_jobs" ]; do
		n_tried=$((n_tried + step))
		csv head.awk -v n="$n_tried" "$dir/proposals.csv" >"$work/first-jobs.csv"
		run_jobs "$work/first-jobs.csv"
		! is_unread "$out" || fail 1 "$(without_metric)"
		check_limits
	done
}

check_limits() {
	limits=$(unread_limits "$out" 1)
	[ -z "$limits" ] || fail 1 "$(without_reading "$limits")"
}

# unread_first: unread_limits, before any job, too
unread_first() {
	if [ -f "$history" ]; then
		unread_limits "$out" 0
	else
		unread_in "$space" "$space"
	fi
}

without_metric() {
	echo "no job has a reading of METRIC='$METRIC'; to go on, use another OUT with METRIC as jobs print it"
}

# too_few: stops, and says where to look and how to go on
too_few() {
	{
		read -r why
		read -r attempt
		read -r add
	} <"$work/why"
	attempt=$history.jobs/$attempt
	where="; output of the first that failed: $attempt/stderr, stdout"
	by="with cml-submit -s $space -a $history, and run the same command again"
	if [ -n "$LAUNCH" ] || [ ! -f "$attempt/stderr" ]; then
		where=" (see $history)"
		by="to a copy of $history that another OUT starts from (HISTORY=)"
	fi
	why="stops before the jobs of round $round: $why$where"
	say "$why"
	! is_unread "$out" || fail 3 "$(without_metric)"
	stops "$why"
	stopped=
	[ -n "$add" ] || fail 3 "to continue: if the command is wrong, correct it and use another OUT with HISTORY=$HISTORY;" \
		"if the settings are, HISTORY=$history, and FIX= or a smaller space: the model learns from failed jobs"
	fail 3 "to continue: if the command is wrong, correct it and use another OUT; else $add $by," \
		"or use another OUT with HISTORY=$history, and FIX= or a smaller space: the model learns from failed jobs"
}

# Can the predictor be trusted on jobs that it has not seen?
judge() {
	status=0
	note 'validation on held-out jobs'
	evaluate -s "$space" --repeats "$REPEATS" --seed "$SEED" --predictions "$dir/predictions.csv" \
		-o "$part" "$dir/learned.csv" || status=$?
	[ $status -eq 3 ] || return $status
	mv "$part.refused" "$dir/eval-refused.csv"
	fail 3 "stops before the jobs of round $round: the predictor misses REQUIRE='$REQUIRE' (see $dir/eval-refused.csv)"
}

train() {
	note 'the predictor'
	# Unless `learn` did just now.
	[ -n "${encoded-}" ] || $via cml-encode -q -s "$space" -o "$work/features.csv" "$dir/learned.csv"
	if [ "$FAILED" = worst ]; then
		read_metric "$space"
		into "$work/taught.csv" figures -v goal="$goal" -f "$here/failed.awk" "$work/features.csv" "$work/features.csv"
		$via mv "$work/taught.csv" "$work/features.csv"
	fi
	# shellcheck disable=SC2086
	$via cml-train -q -s "$space" --seed "$SEED" $PREDICTOR $(of_failures) -o "$part" "$work/features.csv"
}

# Whether the default configuration is one of those that may be run.
default_is_allowed() {
	[ -n "$(default_key)" ] || return 1
	[ -n "$CANDIDATES" ] || return 0
	cml-encode -q -s "$space" "$CANDIDATES" | grep "^$(default_key)," >/dev/null
}

# A first round is drawn; the default configuration is in front. FIRST=0: nothing else. Only what was
# started from is left out: a round that is made again comes to the jobs that it had.
draw() {
	note 'round 0, drawn'
	key=
	set -- --seed "$seed"
	! default_is_allowed || set -- "$@" --include-default
	if [ -f "$history" ]; then
		into "$work/before.csv" rows -1 -1
		set -- "$@" --exclude "$work/before.csv"
	fi
	if [ "$FIRST" -gt 0 ]; then
		search -s "$space" -n "$FIRST" --method "random:design=$FIRST_DESIGN" "$@" -o "$work/drawn.csv"
	else
		key=$(default_key)
		key=${key:-none}
		status=0
		search -q -s "$space" -n 1 "$@" -o "$work/drawn.csv" || status=$?
		# All that there is was in the history: then a table without rows.
		[ $status -ne 3 ] || search -q -s "$space" -n 1 -o "$work/drawn.csv"
		[ $status -eq 0 ] || [ $status -eq 3 ] || return $status
	fi
	into "$part" csv round.awk -v round=0 -v failed="$FAILED" -v key="$key" "$work/drawn.csv"
	afford
}

# look_for [OPTION]...: the search of this round
look_for() {
	# shellcheck disable=SC2086
	search -m "$dir/model" -n "$PROPOSALS" --seed "$seed" $SEARCH $(of_failures) --exclude "$dir/learned.csv" \
		-o "$work/found.csv" "$@"
}

# look_by_cost: the same by what is expected per unit of cost, where a budget is spent, settings differ in price and the
# search is one by expected improvement. Ends with 1 where that is not so, or a cost cannot be counted.
look_by_cost() {
	[ -n "$BUDGET" ] && [ "$FAILED" = learn ] || return 1
	case " $SEARCH " in
	*' --cost'* | *' --log'* | *exhaustive*) return 1 ;;
	*auto* | *' ei '*) ;;
	*) return 1 ;;
	esac
	price=$(csv search-cost.awk -v cost="$COST" "$space")
	[ -n "$price" ] || return 1
	status=0
	look_for --cost "$price" 2>"$errors" || status=$?
	if [ $status -eq 1 ] || [ $status -eq 2 ]; then
		say "round $round: not by cost: $(tail -n 1 "$errors")"
		return 1
	fi
	cat "$errors" >&2
}

# nothing_left: ends with 4, or with 3 where a floor is why, in the words of the same search
nothing_left() {
	below=
	case " $SEARCH" in
	*' --mi'*)
		look_for 2>"$work/errors" || :
		below=$(sed -n 's/^cml-search: \(no configuration.* has a chance .*\)/\1/p
			s/^cml-search: .* wanted: \(.* below --min-ok .*\)/\1/p' "$work/errors")
		;;
	esac
	[ -z "$below" ] || fail 3 "stops before the jobs of round $round: nothing is above --min-ok: $below"
	echo "stops before round $round: nothing is left to propose"
	exit 4
}

propose() {
	note 'the proposals'
	status=0
	look_by_cost || {
		status=0
		look_for || status=$?
	}
	[ $status -ne 3 ] || nothing_left
	[ $status -eq 0 ] || return $status
	into "$part" csv round.awk -v round="$round" -v failed="$FAILED" "$work/found.csv"
	afford
}

# run_jobs TABLE: runs what the history does not have yet; jobs that fail are results, too.
run_jobs() {
	status=0
	if [ -n "$LAUNCH" ]; then
		if [ ! -f "$dir/jobs.csv" ] || [ "$1" != "$dir/proposals.csv" ]; then
			launch_filter "$1" || fail 1 "round $round: LAUNCH='$LAUNCH' failed"
			place "$work/jobs.csv" "$dir/jobs.csv"
		fi
		submit -s "$space" -a "$history" --backend "replay=$dir/jobs.csv" "$1" || status=$?
	else
		table=$1
		eval "set -- $COMMAND"
		[ $# -eq 0 ] || set -- --metric "$METRIC" "$table" -- "$@"
		[ $# -gt 0 ] || set -- "$table"
		submit -s "$space" -a "$history" "$@" || status=$?
	fi
	[ $status -eq 0 ] || [ $status -eq 4 ] || exit $status
}

launch() {
	note 'the jobs'
	[ -z "$dry" ] || {
		run_jobs "$dir/proposals.csv"
		exit 0
	}
	[ "$round" -gt 0 ] || [ -z "$LAUNCH" ] || [ -z "$BUDGET" ] || rm -f "$dir/jobs.csv"
	try_limits
	run_jobs "$dir/proposals.csv"
	check_limits
	rows "$round" "$round" -v check=1 >"$part" 2>"$work/missing" || {
		! is_unread "$out" || fail 1 "$(without_metric)"
		! all_failed "$out" || fail 3 "round $round is not finished, $(cat "$work/missing"), and all jobs failed: if the command is wrong," \
			"correct it and use another OUT; else run the same command again"
		fail 1 "round $round is not finished, $(cat "$work/missing"): run the same command again to continue"
	}
}

# The round in figures.
sum_up() {
	read_metric "$space"
	find_best "$round"
	cml-encode -q -s "$space" -o "$work/launched-features.csv" "$dir/launched.csv"
	held_out=$dir/eval.csv
	if [ "$round" -eq 0 ]; then
		held_out=$work/nothing
		echo >"$held_out"
	fi
	cml-eval -q --actual "$metric" --predicted cml_pred --goal "$goal" --metrics kendall,pearson,spearman \
		--bootstrap 0 -o "$work/scores.csv" "$dir/launched.csv"
	cost=
	if [ -n "$BUDGET" ]; then
		csv cost.awk -v cost="$COST" "$dir/launched.csv" >"$work/costs"
		figures -v below=$((round + 1)) -f "$here/spent.awk" "$work/costs" >"$work/spent"
		read -r cost _ <"$work/spent"
	fi
	csv done.awk -v round="$round" -v cost="$cost" \
		"$held_out" "$work/launched-features.csv" "$work/scores.csv" "$work/frontier.csv" \
		"$dir/launched.csv" >"$part"
	[ "$round" -gt 0 ] || say_default_outside
}

# say_default_outside: gains are over the default, whether it may be run or not
say_default_outside() {
	outside=$(csv outside.awk -v key="$(default_key)" "$work/frontier.csv")
	[ -z "$outside" ] || say "$(base_words) broke a limit in $outside runs: gains are over what does not keep to it"
}

# tell: the round in words
tell() {
	collect
	spent=
	if [ -n "$BUDGET" ]; then
		spent_before $((round + 1))
	fi
	figures -v goal="$goal" -v base="$(base_words)" -v budget="$BUDGET" -v spent="$spent" -f "$here/say.awk" "$dir/done"
}

for file; do
	[ ! -f "$dir/$file" ] || continue
	part=$work/$file
	case $file in
	learned.csv) learn ;;
	eval.csv) judge ;;
	model) train ;;
	proposals.csv) if [ "$round" -eq 0 ]; then draw; else propose; fi ;;
	launched.csv) launch ;;
	done) sum_up ;;
	*) fail 2 "no file of a round is called $file" ;;
	esac
	place "$part" "$dir/$file"
	[ "$file" != 'done' ] || tell
done
