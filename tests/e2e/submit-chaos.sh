#!/bin/sh
# cml-submit killed with kill -9 at random moments and started again until all is done, over
# jobs that record their own executions: every configuration gets exactly one row and one
# execution, whatever was killed when.
#
#   CHAOS_KILLS   how many times the tool is killed (default 25)
#   CHAOS_JOBS    jobs of one round; as many rounds as the kills need (default 300)
#   CHAOS_SEED    of the moments (default 1)
#   CHAOS_WHAT    tool; or all: supervisors and their reapers too, with what they run. Those
#                 executions cannot be whole, and are tried again: then no two of one
#                 configuration may run at the same time (default: a round of each)
set -u
: "${CHAOS_KILLS:=25}" "${CHAOS_JOBS:=300}" "${CHAOS_SEED:=1}" "${CHAOS_WHAT:=tool all}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$ROOT/tests/supervisors.sh"

cat >job.sh <<'JOB'
#!/bin/sh
exec 9>"lock.$1"
flock -n 9 || echo "overlap $1" >>log
echo "start $1" >>log
sleep "0.0$(($1 % 7))"
echo "done $1" >>log
printf 'speed=%d' "$1"
JOB
chmod +x job.sh
{
	echo x
	seq "$CHAOS_JOBS"
} >in.csv

submit() {
	exec cml-submit -q -j 4 -a history.csv --metric speed --retries "$1" --backoff 0.01 in.csv -- ./job.sh '{x}'
}

# A moment between 0 and 0.2 s.
moment() {
	CHAOS_SEED=$(((CHAOS_SEED * 1103515245 + 12345) % 2147483648))
	pause=$(awk -v r=$CHAOS_SEED 'BEGIN { printf "%.4f", 0.2 * r / 2147483648 }')
}

# count COMMAND...: lines it prints
count() {
	"$@" | wc -l | tr -d ' '
}

# Of every supervisor of the round its reaper, itself, or both. What it ran dies with it, is ended
# by the reaper, or, after both, has to end before the next attempt begins. Found before the tool
# is killed, as they end with their jobs.
kill_supervisors() {
	while read -r reaper supervisor; do
		case $((n_supervisors % 3)) in
		0) pids=$reaper ;;
		1) pids=$supervisor ;;
		2) pids="$reaper $supervisor" ;;
		esac
		# shellcheck disable=SC2086 # numbers and blanks, or nothing
		kill -9 $pids 2>/dev/null && n_supervisors=$((n_supervisors + 1))
	done <<PAIRS
$pairs
PAIRS
}

# until_done WHAT: runs the tool, killed now and then, until it has nothing to do.
until_done() {
	retries=0
	[ "$1" = all ] && retries=100000
	while :; do
		submit $retries 2>>errors &
		tool=$!
		if [ $kills -lt "$CHAOS_KILLS" ]; then
			moment
			sleep "$pause"
			[ "$1" = all ] && pairs=$(supervisors)
			kill -9 $tool 2>/dev/null && kills=$((kills + 1))
			[ "$1" = all ] && kill_supervisors
		fi
		wait $tool 2>/dev/null
		code=$?
		[ $code -eq 137 ] || return $code
	done
}

echo "seed $CHAOS_SEED"
failed=0
n_supervisors=0
for what in $CHAOS_WHAT; do
	kills=0 rounds=0 missing=0 twice=0 again=0 wrong=0
	while [ $kills -lt "$CHAOS_KILLS" ]; do
		rm -rf history.csv history.csv.* log lock.* errors
		rounds=$((rounds + 1))
		until_done "$what" || {
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
		if [ -s errors ] && [ "$what" = tool ]; then
			cat errors
			wrong=$((wrong + 1))
		fi
	done
	echo "$what: $kills kills, $rounds rounds of $CHAOS_JOBS jobs: rows missing $missing," \
		"keys twice $twice, executions twice $again, wrong $wrong"
	[ "$missing$twice$again$wrong" = 0000 ] || failed=1
	[ "$what" = tool ] || echo "$n_supervisors supervisors, reapers or pairs killed"
done
[ $failed -eq 0 ]
