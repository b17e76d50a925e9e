#!/bin/sh
# Three cml-submit that start together on one history, with rows in three orders, killed with
# kill -9 at random moments and started again until all is done, over jobs that record their own
# executions: every configuration gets exactly one row and one execution, whatever was killed when.
#
#   CHAOS_KILLS   how many times the owner of the history is killed (default 10)
#   CHAOS_JOBS    jobs of one round; as many rounds as the kills need (default 100)
#   CHAOS_SEED    of the moments (default 1)
#   CHAOS_WHAT    tool; or all: supervisors and their reapers too, with what they run. Those
#                 executions cannot be whole, and are tried again: then no two of one
#                 configuration may run at the same time (default: a round of each)
set -u
: "${CHAOS_KILLS:=10}" "${CHAOS_JOBS:=100}" "${CHAOS_SEED:=1}" "${CHAOS_WHAT:=tool all}"
command -v cml-submit >/dev/null || exit 1
. "$ROOT/tests/begin.sh"
. "$ROOT/tests/wait.sh"
{
	echo x
	seq "$CHAOS_JOBS"
} >1.csv
{
	echo x
	seq "$CHAOS_JOBS" -1 1
} >2.csv
{
	echo x
	seq "$CHAOS_JOBS" | awk '{ print $1 * 7919 % 1009, $1 }' | sort -n | cut -d' ' -f2
} >3.csv

# submit RETRIES INPUT OPTION...
submit() {
	retries=$1 input=$2
	shift 2
	exec cml-submit -q -j 4 -a history.csv --metric speed --retries "$retries",0.01 "$@" \
		"$input" -- "$ROOT/build/release/job" '{x}' 30
}

# A moment between 0 and 0.2 s.
moment() {
	CHAOS_SEED=$(((CHAOS_SEED * 1103515245 + 12345) % 2147483648))
	pause=$((10000 + 2000 * CHAOS_SEED / 2147483648))
	pause=0.${pause#1}
}

# find_owner: of the lock, into owner
find_owner() {
	owner=
	while read -r line; do
		case $line in pid=*) owner=${line#pid=} ;; esac
	done 2>/dev/null <history.csv.lock
	[ -n "$owner" ]
}

# count COMMAND...: lines it prints
count() {
	"$@" | wc -l | tr -d ' '
}

# Of the supervisors of the round, each with a reaper as its parent: the supervisors, the reapers,
# or both. They are found before the tool is killed, as they end with their jobs.
find_supervisors() {
	case $((turn % 3)) in
	0) names=cml-supervisor ;;
	1) names=cml-reaper ;;
	2) names='cml-supervisor cml-reaper' ;;
	esac
	supervisors=
	for comm in /proc/[0-9]*/comm; do
		name=
		read -r name <"$comm"
		process=${comm%/comm}
		case " $names " in
		*" $name "*) [ "$process/cwd" -ef "$work" ] && supervisors="$supervisors ${process#/proc/}" ;;
		esac
	done 2>/dev/null
}

kill_supervisors() {
	for process in $supervisors; do
		kill -9 "$process" 2>/dev/null && n_supervisors=$((n_supervisors + 1))
	done
}

has_begun() {
	find_owner || lines $((CHAOS_JOBS + 1)) history.csv
}

# Three tools at once, one of which waits for the others. All are killed after a moment, the
# owner first; where it takes them long to begin, every other time a moment after one has.
start_and_kill() {
	moment
	turn=$((turn + 1))
	tools=
	for i in 1 2 3; do
		wait_option=
		[ $(((turn + i) % 3)) -eq 0 ] && wait_option=--wait
		# shellcheck disable=SC2086 # one word or none
		submit "$1" $i.csv $wait_option 2>>errors &
		tools="$tools $!"
	done
	[ $((turn % 2)) -eq 0 ] || wait_until 'an owner' has_begun
	sleep "$pause"
	[ "$what" = all ] && find_supervisors
	find_owner
	case " $tools " in
	*" $owner "*) kill -9 "$owner" 2>/dev/null && kills=$((kills + 1)) ;;
	esac
	[ "$what" = all ] && kill_supervisors
	# shellcheck disable=SC2086 # numbers
	kill -9 $tools 2>/dev/null
	for tool in $tools; do
		wait "$tool" 2>/dev/null
	done
}

# A tool that was refused says by whom, one that waits for whom; anything else is wrong.
other_errors() {
	grep -vE 'in use by process [0-9]+ of user .* on host .*: --wait waits for its end$|waiting for process [0-9]+ of user .* on host ' errors
}

# Until there are enough kills, or nothing is left to do; the last run is not killed.
until_done() {
	retries=0
	[ "$what" = all ] && retries=100000
	while [ $kills -lt "$CHAOS_KILLS" ] && ! lines $((CHAOS_JOBS + 1)) history.csv; do
		start_and_kill $retries
	done
	tools=
	for i in 1 2 3; do
		submit $retries $i.csv --wait 2>>errors &
		tools="$tools $!"
	done
	code=0
	for tool in $tools; do
		wait "$tool" || {
			code=$?
			echo "not killed, ended with $code" >>errors
		}
	done
	return $code
}

echo "seed $CHAOS_SEED"
failed=0
n_supervisors=0
turn=0
for what in $CHAOS_WHAT; do
	kills=0 rounds=0 missing=0 twice=0 again=0 wrong=0
	while [ $kills -lt "$CHAOS_KILLS" ]; do
		rm -rf history.csv history.csv.* log lock.* errors
		rounds=$((rounds + 1))
		tools=
		until_done || {
			cat errors
			wrong=$((wrong + 1))
			break
		}
		rows=$(count sed 1d history.csv)
		keys=$(sed 1d history.csv | cut -d, -f3 | sort -u | wc -l)
		missing=$((missing + CHAOS_JOBS - keys))
		twice=$((twice + rows - keys))
		if [ "$what" = tool ]; then
			again=$((again + $(count grep '^start' log) - CHAOS_JOBS + $(sort log | uniq -d | wc -l)))
		else
			again=$((again + $(count grep '^overlap' log)))
		fi
		wrong=$((wrong + $(sed 1d history.csv | awk -F, '$1 != $2 || $4 != "ok"' | wc -l)))
		wrong=$((wrong + CHAOS_JOBS - $(grep '^done' log | sort -u | wc -l)))
		if [ "$what" = tool ] && other_errors; then
			wrong=$((wrong + 1))
		fi
		[ ! -e history.csv.lock ] || wrong=$((wrong + 1))
	done
	echo "$what: $kills kills of the owner among three tools, $rounds rounds of $CHAOS_JOBS jobs:" \
		"rows missing $missing, keys twice $twice, executions twice $again, wrong $wrong"
	[ "$missing$twice$again$wrong" = 0000 ] || failed=1
	[ "$what" = tool ] || echo "$n_supervisors supervisors and reapers killed"
done
[ $failed -eq 0 ]
