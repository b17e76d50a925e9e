# shellcheck shell=sh disable=SC2034,SC2154,SC2153
# What the scripts of the rounds share; read by them with `here` set. Settings are words between blanks, never
# patterns of file names.
set -euf

# The settings of a run: variables of rounds.sh, which says what they mean. Those of may_change
# say how far a run goes and how wide, not what it does: they may be others when it goes on.
knobs='SPACE HISTORY FIX CANDIDATES METRIC FIRST FIRST_DESIGN ROUNDS PROPOSALS PREDICTOR SEARCH FAILED SPLIT
REPEATS REQUIRE MIN_UPLIFT PATIENCE SEED JOBS SUBMIT LAUNCH'
may_change='ROUNDS REQUIRE MIN_UPLIFT PATIENCE JOBS'

say() {
	printf 'rounds: %s\n' "$*" >&2
}

# fail STATUS TEXT...
fail() {
	status=$1
	shift
	say "$*"
	exit "$status"
}

# csv SCRIPT ARGUMENT...: an awk script that reads CSV tables
csv() {
	script=$1
	shift
	LC_ALL=C awk -f "$here/../csv.awk" -f "$here/$script" "$@"
}

# figures ARGUMENT...: awk over tables of figures, without quotes
figures() {
	LC_ALL=C awk -F, "$@"
}

# read_metric SPACE: its name and which values are good, into metric and goal
read_metric() {
	read -r goal metric <<-END
		$(csv metric.awk "$1")
	END
	[ -n "$metric" ] || fail 1 "$1: no row with the role metric: nothing to learn"
}

# search OPTION...: cml-search, kept to what the settings keep fixed
search() {
	for fixed in $FIX; do
		set -- "$@" --fix "$fixed"
	done
	[ -z "$CANDIDATES" ] || set -- "$@" --candidates "$CANDIDATES"
	cml-search "$@"
}

# evaluate ARGUMENT...: cml-eval of the predictor, splits and gates of the settings
evaluate() {
	for split in $SPLIT; do
		set -- "$@" --split "$split"
	done
	for condition in $REQUIRE; do
		set -- "$@" --require "$condition"
	done
	# shellcheck disable=SC2086
	cml-eval -q $PREDICTOR "$@"
}

# submit PROPOSALS [OPTION]... [-- COMMAND [ARG]...]: cml-submit into a history
submit() {
	[ -z "$JOBS" ] || set -- -j "$JOBS" "$@"
	cml-submit --carry cml_round,cml_pred,cml_sd --widen "$@"
}

# place FILE PATH: to its place, whole on the disk
place() {
	sync "$1" 2>/dev/null || sync
	mv "$1" "$2"
}

# collect: rounds.csv anew, from the rounds that are done
collect() {
	{
		echo round,jobs,ok,failed,heldout_kendall,heldout_pearson,heldout_spearman,kendall,pearson,spearman,best,best_key,uplift
		for number in $(seq -w 0 99); do
			[ ! -f "$out/round-$number/done" ] || cat "$out/round-$number/done"
		done
	} >"$out/rounds.csv.part.$$"
	mv "$out/rounds.csv.part.$$" "$out/rounds.csv"
}
