#!/bin/sh
# Begins rounds, or finds those that were begun: begin.sh OUT [NAME=VALUE]... [-- COMMAND [ARG]...]
#
# New rounds: settings come from the arguments, else from the environment, what can be wrong with
# them is tried, and OUT/settings is written; then what is started from: history, space, default
# configuration. Rounds that were begun: settings that are given must be those that were written,
# but for those that may change; the others are as written.
here=${0%/*}
. "$here/common.sh"
. "$here/quote.sh"
. "$here/contexts.sh"
usage='usage: rounds.sh OUT [NAME=VALUE]... [-- COMMAND [ARG]...]'

# whole NAME LEAST MOST: a whole number
whole() {
	value=
	eval "value=\$$1"
	case $value in
	*[!0-9]* | '' | ??????????* | 0?*) fail 2 "$1='$value': not a whole number" ;;
	esac
	{ [ "$value" -ge "$2" ] && [ "$value" -le "$3" ]; } || fail 2 "$1=$value: not from $2 to $3"
}

check_values() {
	whole FIRST 0 999999999
	whole ROUNDS 0 99
	whole PROPOSALS 1 999999999
	whole REPEATS 1 999999999
	whole PATIENCE 0 99
	whole SEED 0 999999999
	whole CONFIRM 0 9999
	whole FINALISTS 1 9999
	[ -z "$JOBS" ] || whole JOBS 1 999999999
	case $MIN_UPLIFT in
	*[!0-9.]* | *.*.* | '' | .) fail 2 "MIN_UPLIFT='$MIN_UPLIFT': not a fraction such as 0.01" ;;
	esac
	case $BUDGET in
	'') ;;
	*[!0-9.]* | *.*.* | .) fail 2 "BUDGET='$BUDGET': not a number such as 200" ;;
	esac
	[ -z "$BUDGET" ] || awk -v budget="$BUDGET" 'BEGIN { exit !(budget > 0) }' || fail 2 "BUDGET=$BUDGET: nothing to spend"
	case $FIRST_DESIGN in
	uniform | maximin) ;;
	*) fail 2 "FIRST_DESIGN='$FIRST_DESIGN': not uniform or maximin" ;;
	esac
	case $REPORT in
	yes | no) ;;
	*) fail 2 "REPORT='$REPORT': not yes or no" ;;
	esac
	case $FAILED in
	learn | worst | leave) ;;
	*) fail 2 "FAILED='$FAILED': not learn, worst or leave" ;;
	esac
	case "$FAILED $SEARCH" in
	learn\ *) ;;
	*' --mi'*) fail 2 "FAILED=$FAILED has no chance to run, which --min-ok in SEARCH needs: use FAILED=learn" ;;
	esac
	[ "$FIRST" -gt 0 ] || [ -n "$HISTORY" ] || fail 2 'FIRST=0: without a HISTORY there is nothing to train on'
}

# find_cost SPACE: how a job's cost is counted, into COST, and said
find_cost() {
	[ -n "$BUDGET" ] || return 0
	: >"$work/costly.csv"
	[ -z "$HISTORY" ] || table_of "$HISTORY" >"$work/costly.csv"
	given=$COST
	COST=$(csv costs.awk -v cost="$COST" "$1" "$work/costly.csv") || fail 2 "BUDGET=$BUDGET: $COST"
	[ -n "$given" ] || say "BUDGET=$BUDGET: a job costs $COST"
}

# check_confirm SPACE: what is measured again, and whether that tells anything
check_confirm() {
	[ "$CONFIRM" -gt 0 ] || return 0
	[ -z "$LAUNCH" ] || fail 2 "CONFIRM=$CONFIRM: a filter (LAUNCH) always gives the same result, there is nothing to repeat"
	! is_replay || fail 2 "CONFIRM=$CONFIRM: a table (--backend replay) always gives the same result, there is nothing to repeat"
	csv repeated.awk "$1" >/dev/null || fail 2 "CONFIRM=$CONFIRM: the space has a column confirm_repeat, which the repeats need"
	[ -n "$CONTENDERS" ] || return 0
	readable "$CONTENDERS"
	read_metric "$1"
	given_contenders "$1" "$work" ||
		fail 1 "CONTENDERS=$CONTENDERS: not configurations of this space"
	frontier "$1" "$work/given-jobs.csv" "$work/given-asked.csv" || fail 1 "CONTENDERS=$CONTENDERS: $(cat "$work/errors")"
	[ -s "$work/given-asked.csv" ] || echo cml_key >"$work/given-asked.csv"
	wrong=$(csv given.awk "$work/given-asked.csv" "$work/given-keys.csv" "$work/given.csv") ||
		fail 1 "CONTENDERS=$CONTENDERS: $wrong"
}

readable() {
	{ [ -r "$1" ] && [ ! -d "$1" ]; } || fail 1 "$1: cannot be read"
}

# needs TOOL...
needs() {
	for tool in "$@"; do
		command -v "$tool" >/dev/null || fail 1 "there is no $tool in PATH"
	done
}

# check_submit: options that say where rows come from and go to, or that nothing runs, are the rounds' own; also shortened
# ones. A word for sbatch is none of ours.
check_submit() {
	before=
	for option in $SUBMIT; do
		[ "$before" != --sbatch-arg ] || option=
		case $option in
		-a* | -[qv]a* | --a*) fail 2 "SUBMIT='$SUBMIT': the history is $out/history.csv" ;;
		-[sod]* | -[qv][sod]* | --sp* | --ou* | --d* | --ts*)
			fail 2 "SUBMIT='$SUBMIT': $option is not allowed, the tables of the rounds are in $out"
			;;
		esac
		before=$option
	done
}

# check_command [COMMAND [ARG]...]
check_command() {
	check_submit
	if [ -n "$LAUNCH" ]; then
		[ $# -eq 0 ] || fail 2 'LAUNCH and a command: give only one of them'
		[ -z "$METRIC" ] || fail 2 "METRIC=$METRIC: LAUNCH gives finished jobs, with the space's metric"
		needs "${LAUNCH%% *}"
		return
	fi
	! is_replay || return 0
	[ $# -gt 0 ] || fail 2 'missing command after -- (or LAUNCH, a filter)'
	case $1 in
	*'{'*) ;;
	*) needs "$1" ;;
	esac
}

take_defaults() {
	: "${HISTORY=}" "${FIX=}" "${CANDIDATES=}" "${METRIC=}" "${BUDGET=}" "${COST=}" "${PROPOSALS=50}"
	: "${ROUNDS=$([ -n "$BUDGET" ] && echo 99 || echo 3)}"
	: "${FIRST=$([ -n "$HISTORY" ] && echo 0 || echo 100)}" "${FIRST_DESIGN=maximin}"
	: "${PREDICTOR=-p gp --log-target}" "${SEARCH=--method auto}"
	: "${FAILED=learn}" "${SPLIT=random:0.745}" "${REPEATS=5}" "${REQUIRE=}" "${MIN_UPLIFT=0.002}" "${PATIENCE=0}"
	: "${SEED=1}" "${JOBS=}" "${SUBMIT=}" "${LAUNCH=}" "${FINALISTS=2}" "${CONTENDERS=}"
	: "${CONFIRM=$({ [ -n "$LAUNCH" ] || is_replay; } && echo 0 || echo 3)}"
	: "${REPORT=$(command -v gnuplot >/dev/null && echo yes || echo no)}"
}

write_settings() {
	for name in $knobs COMMAND; do
		setting "$name"
	done >"$out/settings.part.$$"
	place "$out/settings.part.$$" "$out/settings"
}

# begin [COMMAND [ARG]...]: new rounds
begin() {
	if [ -e "$out" ] && [ -n "$(find "$out" ! -path "$out" ! -name 'settings.part.*' -prune -print)" ]; then
		fail 1 "$out exists, but has no rounds (no $out/settings): use another folder"
	fi
	case ${out##*/} in
	*=*) taken=" ($out is OUT, the folder, which comes first)" ;;
	*) taken= ;;
	esac
	[ -n "${SPACE:-}" ] || fail 2 "missing SPACE, the space file (cml-encode --infer generates one)$taken"
	needs cml-encode cml-train cml-search cml-submit cml-eval
	take_defaults
	check_values
	check_command "$@"
	for file in "$SPACE" ${HISTORY:+"$HISTORY"} ${CANDIDATES:+"$CANDIDATES"}; do
		readable "$file"
	done
	read_metric "$SPACE"
	: "${METRIC:=$metric}"
	if [ -n "$HISTORY" ]; then
		cml-encode -q -s "$SPACE" -- "$HISTORY" >/dev/null || fail 1 "HISTORY=$HISTORY: not job tables of this space"
		table_of "$HISTORY" >"$work/given-history.csv"
	fi
	find_contexts "$SPACE" ${HISTORY:+"$work/given-history.csv"}
	check_confirm "$SPACE"
	find_cost "$SPACE"
	# shellcheck disable=SC2086,SC2163
	export $knobs contexts defaults
	sh "$here/rehearse.sh" "$work" "$@" || exit
	COMMAND=$(words "$@")
	mkdir -p "$out"
	write_settings
}

# go_on [COMMAND [ARG]...]: rounds that were begun
go_on() {
	for name in $knobs; do
		eval "[ -z \"\${$name+set}\" ] || asked_$name=\$$name"
	done
	read_settings "$out"
	changed=
	# Settings that there were not when these rounds were begun.
	for name in $knobs; do
		eval "[ -n \"\${$name+set}\" ] || changed=yes"
	done
	take_defaults
	for name in $knobs; do
		asked='' written=''
		eval "is_asked=\${asked_$name+yes} asked=\${asked_$name-} written=\$$name"
		[ -n "$is_asked" ] || continue
		if [ "$name" = SPACE ]; then
			[ -r "$asked" ] || fail 1 "SPACE=$asked: cannot be read"
			given_space=$out/space-given.csv
			[ -f "$given_space" ] || given_space=$out/space.csv
			[ ! -f "$given_space" ] || cmp -s "$asked" "$given_space" ||
				refuse "another space than $asked, see $out/space.csv"
		elif [ "$asked" != "$written" ]; then
			case " $may_change " in
			*" $name "*) ;;
			*) refuse "$name='$written', not '$asked'" ;;
			esac
			eval "$name=\$asked"
			changed=yes
		fi
	done
	[ $# -eq 0 ] || [ "$(words "$@")" = "$COMMAND" ] || refuse "another command: $COMMAND"
	check_values
	[ -s "$out/contexts" ] || find_contexts_again
	check_confirm "$out/space.csv"
	if [ -n "$BUDGET" ] && [ -z "$COST" ]; then
		find_cost "$out/space.csv"
		changed=yes
	fi
	[ -z "$changed" ] || write_settings
}

# Of rounds that were interrupted when they began, or that an older version began.
find_contexts_again() {
	space=$SPACE
	[ ! -s "$out/space.csv" ] || space=$out/space.csv
	if [ -s "$out/history.csv" ]; then
		find_contexts "$space" "$out/history.csv"
	elif [ -n "$HISTORY" ]; then
		table_of "$HISTORY" >"$work/given-history.csv"
		find_contexts "$space" "$work/given-history.csv"
	else
		find_contexts "$space"
	fi
}

refuse() {
	fail 1 "$out was begun with $1; another OUT with HISTORY=$out/history.csv starts from its jobs"
}

# default_serves: whether the space has a default in the contexts of the rounds that did not fail in all its jobs of HISTORY;
# else why not is in $work/why
default_serves() {
	search -q -s "$SPACE" -n 1 --include-default -o "$work/default.csv" 2>"$work/why" || {
		[ -n "$FIX$contexts" ] || return 0
		sed '1s/^/no default configuration: /; 1q' "$work/why" >"$work/no-default"
		return 1
	}
	frontier "$SPACE" "$out/history.csv" "$work/frontier.csv" || return 0
	n_failed=$(csv never-ok.awk -v key="$(csv key.awk "$work/default.csv")" "$work/frontier.csv") || return 0
	if [ "$n_failed" -eq 1 ]; then
		echo 'the default failed in its only job of HISTORY'
	else
		echo "the default failed in all its $n_failed jobs of HISTORY"
	fi >"$work/no-default"
	return 1
}

# space_to_search: SPACE; where its default cannot be in the contexts of the rounds, or failed there, with the most frequent
# configuration of HISTORY there for a default, and a copy as it was given
space_to_search() {
	rm -f "$out/space-given.csv" "$out/baseline"
	if [ -z "$HISTORY" ] || default_serves ||
		! frontier "$SPACE" "$out/history.csv" "$work/frontier.csv" ||
		! cml-encode -q -s "$SPACE" -o "$work/features.csv" "$out/history.csv" 2>"$work/errors" ||
		! csv baseline.awk -v fix="$FIX $contexts" -v words="$work/words" "$work/frontier.csv" "$work/features.csv" "$SPACE" \
			"$out/history.csv" >"$work/space.csv" ||
		! search -q -s "$work/space.csv" -n 1 --include-default -o "$work/default.csv" 2>"$work/errors"; then
		cat "$SPACE"
		return
	fi
	{
		read -r words
		read -r key
	} <"$work/words"
	say "$(cat "$work/no-default"); the baseline is $words${FIX:+ with FIX}: $key"
	cp "$SPACE" "$work/space-given.csv"
	place "$work/space-given.csv" "$out/space-given.csv"
	head -n 1 "$work/words" >"$work/baseline"
	place "$work/baseline" "$out/baseline"
	cat "$work/space.csv"
}

# default_configuration: a table of one row, or of none and why
default_configuration() {
	if search -q -s "$out/space.csv" -n 1 --include-default -o "$work/default.csv" 2>"$work/errors"; then
		csv head.awk -v n=1 "$work/default.csv"
	else
		say "no default configuration, hence no uplift: $(head -n 1 "$work/errors")"
		echo cml_key
	fi
}

# given FILE COMMAND...: a file that what is done begins with, made once, whole; one that was emptied is made again
given() {
	file=$out/$1
	shift
	[ ! -s "$file" ] || return 0
	"$@" >"$file.part.$$"
	place "$file.part.$$" "$file"
}

# take_history: a copy, once; a line where it has changed since
take_history() {
	[ -s "$out/history.csv" ] || rm -f "$out/history.cksum"
	if [ -s "$out/history.cksum" ]; then
		[ ! -r "$HISTORY" ] || cksum <"$HISTORY" | cmp -s - "$out/history.cksum" ||
			say "HISTORY=$HISTORY has changed since $out was begun, and is not read again; another OUT with HISTORY=$HISTORY starts from it as it is now"
	elif [ -r "$HISTORY" ]; then
		cksum <"$HISTORY" >"$work/history.cksum"
	fi
	given history.csv without_rounds
	[ ! -s "$work/history.cksum" ] || place "$work/history.cksum" "$out/history.cksum"
}

without_rounds() {
	table_of "$HISTORY" >"$work/history.csv"
	csv start.awk "$work/history.csv"
}

# settle NAME=VALUE: a setting of the command line
settle() {
	name=${1%%=*}
	for knob in $knobs; do
		[ "$knob" != "$name" ] || eval "$name=\${1#*=}"
		[ "$knob" != "$name" ] || return 0
	done
	# shellcheck disable=SC2086
	fail 2 "unknown setting $name: the nearest is $(printf '%s\n' $knobs | LC_ALL=C name="$name" awk -f "$here/nearest.awk")"
}

[ $# -gt 0 ] || fail 2 "$usage"
out=$1
shift
case $out in
-- | '') fail 2 "$usage" ;;
esac
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	case $1 in
	*=*) settle "$1" ;;
	*) fail 2 "$usage" ;;
	esac
	shift
done
if [ $# -gt 0 ]; then
	[ "$1" = -- ] || fail 2 "$usage"
	shift
fi
old_spellings
contexts=
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -f "$out/settings" ]; then
	go_on "$@"
else
	begin "$@"
fi
given contexts printf '%s\n%s\n' "$contexts" "$defaults"
[ -z "$HISTORY" ] || take_history
given space.csv space_to_search
given default.csv default_configuration
rm -f "$out/stopped"
