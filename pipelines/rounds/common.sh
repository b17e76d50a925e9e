# shellcheck shell=sh disable=SC2034,SC2154,SC2153
# What the scripts of the rounds share; read by them with `here` set, the folder of which they are called. Settings are
# words between blanks, never patterns of file names. The scripts start as few programs as they can: a start takes longer than
# what most of them do.
set -euf

# shellcheck source=../decoded.sh
. "$here/../decoded.sh"

# The columns of proposals that rows of the history keep; empty: what the search and the round say.
carried=

# The settings of a run: variables of rounds.sh, which says what they mean. Those of may_change
# say how far a run goes and how wide, not what it does: they may be others when it goes on.
knobs='SPACE HISTORY FIX CANDIDATES METRIC FIRST FIRST_DESIGN ROUNDS PROPOSALS PREDICTOR SEARCH FAILED SPLIT
REPEATS REQUIRE BUDGET COST MIN_UPLIFT PATIENCE SEED JOBS SUBMIT LAUNCH CONFIRM FINALISTS REPORT CONTENDERS'
may_change='ROUNDS REQUIRE BUDGET MIN_UPLIFT PATIENCE JOBS CONFIRM FINALISTS REPORT CONTENDERS'

# Words as those of FIX: the contexts beside it, and those that have their default, as OUT/contexts has them.
: "${contexts=}" "${defaults=}"

# read_contexts FILE: both
read_contexts() {
	contexts='' defaults=''
	[ ! -s "$1" ] || {
		read -r contexts || :
		read -r defaults || :
	} <"$1"
}

# The columns of rounds.csv.
columns=round,jobs,ok,failed,heldout_kendall,heldout_pearson,heldout_spearman,kendall,pearson,spearman,best,best_key,uplift,outside,expected,cost

say() {
	printf 'rounds: %s\n' "$*" >&2
}

# fail STATUS TEXT...
fail() {
	status=$1
	shift
	say "$*"
	[ -z "$stopped" ] || stops "$*"
	exit "$status"
}

# stops TEXT: why the rounds stop, into OUT/stopped, which a start of the rounds removes; who stops them has its path in stopped
stopped=
stops() {
	printf '%s\n' "$*" >"$stopped.part.$$"
	mv "$stopped.part.$$" "$stopped"
}

# old_spellings: what settings were called once, here and in folders that older versions began
old_spellings() {
	[ "${FIRST_DESIGN-}" != random ] || FIRST_DESIGN=uniform
}

# read_settings OUT: those written there, read as text: others may have written it. Jobs shall not see what only started the rounds, nor a make that did.
read_settings() {
	# shellcheck disable=SC2086
	unset $knobs MAKEFLAGS MFLAGS MAKELEVEL COMMAND
	assignments=$(LC_ALL=C awk -v known="$(echo $knobs COMMAND)" -f "$here/settings.awk" "$1/settings") ||
		fail 1 "$1/settings:$assignments: not a setting as these rounds wrote it"
	eval "$assignments"
	[ -n "${COMMAND+set}" ] || fail 1 "$1/settings: cut off: it has no COMMAND"
	old_spellings
	read_contexts "$1/contexts"
}

# What show.sh puts before the commands of a round, which are then printed; `into FILE COMMAND...` and `note` are its own there, too.
via='' awk_via='' to=''

into() {
	to=$1
	shift
	"$@" >"$to"
}

# note TEXT: what the commands that follow are for
note() { :; }

# csv SCRIPT ARGUMENT...: an awk script that reads CSV tables
csv() {
	script=$1
	shift
	LC_ALL=C $awk_via awk -f "$here/../csv.awk" -f "$here/$script" "$@"
}

# is_unread OUT: whether jobs ended well, and none of them had a reading of the metric
is_unread() {
	[ -f "$1/history.csv" ] && csv unread.awk "$1/history.csv"
}

# all_failed OUT: whether jobs of the rounds ended, and all failed, none for want of memory or time: the command is wrong
all_failed() {
	[ -f "$1/history.csv" ] && csv unread.awk -v all=1 "$1/history.csv"
}

# unread_limits OUT OK: words NAME, as in FIX, of the limits that are learned, and the second metric, of which no job of the
# rounds has a reading, of OK ok jobs or more
unread_limits() {
	[ ! -f "$1/history.csv" ] || unread_in -v least="$2" "$1/space.csv" "$1/history.csv"
}

# unread_in [OPTION...] SPACE HISTORY
unread_in() {
	learned=1
	[ "$FAILED" = learn ] || learned=0
	csv unread-limits.awk -v limits=$learned "$@" | paste -sd' ' -
}

# figures ARGUMENT...: awk over tables of figures, without quotes
figures() {
	LC_ALL=C $awk_via awk -F, "$@"
}

# read_metric SPACE: its name and which values are good, into metric and goal
read_metric() {
	[ -z "${goal-}" ] || return 0
	read -r goal metric <<-END
		$(csv metric.awk "$1")
	END
	[ -n "$metric" ] || fail 1 "$1: no row with the role metric"
}

# search OPTION...: cml-search, kept to what the settings keep fixed; predictions are compared with what is measured
# later, so they have all digits
search() {
	set -- "$@" --digits full
	for fixed in $FIX $contexts $defaults; do
		set -- "$@" --fix "$(decoded "$fixed")"
	done
	[ -z "$CANDIDATES" ] || set -- "$@" --candidates "$CANDIDATES"
	$via cml-search "$@"
}

# of_failures: what cml-train, cml-eval and cml-search learn of jobs that failed
of_failures() {
	[ "$FAILED" = learn ] || echo --ignore-failures
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
	$via cml-eval -q --no-intervals $PREDICTOR $(of_failures) "$@"
}

# submit PROPOSALS [OPTION]... [-- COMMAND [ARG]...]: cml-submit into a history, with the options of SUBMIT first. One that rounds.sh left behind when it was
# killed alone is waited for.
submit() {
	predicted=cml_round,cml_pred,cml_sd,cml_outside
	[ "$FAILED" != learn ] || predicted=$predicted,cml_ok
	n_arguments=$#
	for option in $SUBMIT; do
		set -- "$@" "$(decoded "$option")"
	done
	while [ $n_arguments -gt 0 ]; do
		set -- "$@" "$1"
		shift
		n_arguments=$((n_arguments - 1))
	done
	[ -z "$JOBS" ] || set -- -j "$JOBS" "$@"
	$via cml-submit --wait --carry "${carried:-$predicted}" --widen "$@"
}

# rows FROM TO [OPTION...]: rows of the history by round, from -1, those that were started from
rows() {
	i=$(($1 < 0 ? 0 : $1))
	last=$2
	awk_from=$1
	shift 2
	set -- "$@" -v from="$awk_from" -v below=$((last + 1)) -v tables=$((last + 1 - i))
	while [ "$i" -le "$last" ]; do
		set -- "$@" "$out/round-$(printf '%02d' "$i")/proposals.csv"
		i=$((i + 1))
	done
	csv rows.awk "$@" "$out/history.csv"
}

# is_replay: whether jobs are looked up in a table
is_replay() {
	case " $SUBMIT" in
	*' --backend replay='* | *' --backend=replay='*) return 0 ;;
	esac
	return 1
}

# base_words: what gains are over
base_words() {
	if [ -f "$out/baseline" ]; then
		cat "$out/baseline"
	else
		echo 'the default'
	fi
}

# given_contenders SPACE DIR: CONTENDERS into DIR/given.csv, and their keys into given-keys.csv
given_contenders() {
	gzip -dcf "$CONTENDERS" >"$2/given.csv" &&
		csv made-up.awk -v name="$metric" "$2/given.csv" >"$2/given-jobs.csv" &&
		cml-encode -q -s "$1" -o "$2/given-keys.csv" "$2/given-jobs.csv"
}

# frontier SPACE TABLE TO: its jobs in the contexts of the rounds, with the best so far; TO is empty when there are none. What is
# wrong is in $work/errors.
frontier() {
	set -- "$3" "$2" -s "$1"
	for fixed in $FIX $contexts; do
		set -- "$@" --fix "$(decoded "$fixed")"
	done
	to=$1
	table=$2
	shift 2
	: >"$to"
	status=0
	cml-eval -q --frontier "$@" -o "$to" "$table" 2>"$work/errors" || status=$?
	[ $status -ne 3 ] || status=0
	return $status
}

# find_best ROUND: all jobs until then into $work/rows.csv, and those in the contexts of the rounds, with the best so far, into
# $work/frontier.csv, which is empty when there are none
find_best() {
	rows -1 "$1" >"$work/rows.csv"
	frontier "$out/space.csv" "$work/rows.csv" "$work/frontier.csv" || fail $? "round $1: $(cat "$work/errors")"
}

# predict_jobs: what the predictor, trained on all jobs of $work/rows.csv, predicts of each, into $work/predicted.csv; empty where
# there is too little to learn from
predict_jobs() {
	csv bare.awk "$work/rows.csv" >"$work/bare-rows.csv"
	cml-encode -q -s "$out/space.csv" -o "$work/all-features.csv" "$work/rows.csv"
	# shellcheck disable=SC2046,SC2086
	{
		cml-train -q -s "$out/space.csv" $PREDICTOR $(of_failures) --no-intervals --seed "$SEED" -o "$work/last-model" "$work/all-features.csv" &&
			cml-rank -q --no-sort --digits full -m "$work/last-model" -o "$work/predicted.csv" "$work/bare-rows.csv"
	} 2>"$work/errors" || : >"$work/predicted.csv"
}

# contenders ROUND: what CONFIRM repeats, after it, into $work/contenders.csv
contenders() {
	if [ -n "$CONTENDERS" ]; then
		given_contenders "$out/space.csv" "$work"
	else
		echo contender >"$work/given.csv"
		echo cml_key >"$work/given-keys.csv"
	fi
	find_best "$1"
	predict_jobs
	csv contenders.awk -v finalists="$FINALISTS" -v goal="$goal" "$out/space.csv" "$out/default.csv" "$work/given-keys.csv" "$work/given.csv" \
		"$work/all-features.csv" "$work/rows.csv" "$work/frontier.csv" "$work/predicted.csv" >"$work/contenders.csv"
}

# last_round: the last of those that are done, one after the other
last_round() {
	last=-1
	while [ -f "$out/round-$(printf '%02d' $((last + 1)))/done" ]; do
		last=$((last + 1))
	done
	echo "$last"
}

# place FILE PATH: to its place, whole on the disk
place() {
	sync "$1" 2>/dev/null || sync
	mv "$1" "$2"
}

# collect: rounds.csv anew, from the rounds that are done
collect() {
	(
		echo $columns
		set +f
		set -- "$out"/round-[0-9][0-9]/done
		[ ! -f "$1" ] || cat "$@"
	) >"$out/rounds.csv.part.$$"
	mv "$out/rounds.csv.part.$$" "$out/rounds.csv"
}
