#!/bin/sh
# --backend command on stand-ins of PBS, LSF, Flux, Kubernetes and ssh (schedulers/stand-in.c), whose commands fail before or after they
# did something and which forget jobs, with a cml-submit that is killed at random moments: every configuration has one row and
# one execution. Interrupts, refusals, tables that are none.
#
#   KILLS   of each scheduler (default 2)
#   JOBS    of each (default 5)
#   SEED    of the moments (default 1)
#   PLACES  of jobs at a time (default: all)
#   FULL    1: interrupts, and runs without commands, of all of them, not of some
set -u
: "${KILLS:=2}" "${JOBS:=5}" "${SEED:=1}" "${PLACES:=1000}" "${FULL:=0}"
. "$ROOT/tests/begin.sh"
. "$ROOT/tests/wait.sh"
tables=$ROOT/pipelines/schedulers
mkdir bin
for command in qsub qselect qstat qdel bsub bjobs bkill flux kubectl ssh; do
	ln -s "$ROOT/build/release/stand-in" "bin/$command"
done
ln -s "$ROOT/build/release/job" job
PATH=$work/bin:$PATH
fail() {
	echo "$scheduler: $*"
	tail -n 5 "messages" 2>/dev/null
	exit 1
}
{
	echo x
	seq "$JOBS"
} >jobs.csv
# A moment from 0.1 to 0.7 s, into pause.
moment() {
	SEED=$(((SEED * 1103515245 + 12345) % 2147483648))
	pause=$(awk -v r=$SEED 'BEGIN { printf "%.3f", 0.1 + 0.6 * r / 2147483648 }')
}
# begin SCHEDULER CASE: in a folder of its own, which stays: jobs that nobody waits for may write there
begin() {
	scheduler=$1
	mkdir -p "$work/$scheduler-$2/queue" && cd "$work/$scheduler-$2" || exit 1
	export STAND_IN="$PWD/queue"
	: >log
	set --
	export SSH_HOSTS='a b' SSH_JOBS=3
	[ "$scheduler" != kubernetes ] || set -- --sbatch-arg "$tables/kubernetes-job.yaml"
	options="$*"
}
submit() {
	# shellcheck disable=SC2086
	exec cml-submit --backend "command=$tables/$scheduler.csv" $options --poll 0.2 --retries 9,0.01 -a history.csv --metric speed "$@" \
		-- ../job '{x}' 30 >>rows 2>>messages
}
n_of() { grep -c "$1" "$2" 2>/dev/null || [ -e "$2" ] || echo 0; }

# What is killed, and what is interrupted, on one of them.
try() {
	begin "$1" killed
	export CHAOS=9 LOSE=9
	i=0
	while [ "$i" -lt "$KILLS" ]; do
		(submit -j "$PLACES" ../jobs.csv) &
		moment
		sleep "$pause"
		kill -s KILL $! 2>/dev/null
		wait $! 2>/dev/null
		[ $? -eq 137 ] || break
		i=$((i + 1))
	done
	[ "$KILLS" -le 4 ] || echo "$scheduler: $i kills, $(n_of . log) lines of jobs so far, $(n_of . queue/submitted) submitted"
	# The server comes to rest.
	export CHAOS=0 LOSE=0
	(submit ../jobs.csv) || fail "ended with $?: $(tail -n 3 messages)"
	[ "$(cut -d, -f1 history.csv | sort -n | uniq | wc -l)" -eq $((JOBS + 1)) ] || fail "lost: $(cat history.csv)"
	[ "$(wc -l <history.csv)" -eq $((JOBS + 1)) ] || fail "rows twice: $(cat history.csv)"
	[ "$(n_of ,ok, history.csv)" -eq "$JOBS" ] || fail "not all ok: $(cat history.csv)"
	[ "$(n_of '^done' log)" -eq "$JOBS" ] && [ "$(n_of '^start' log)" -eq "$JOBS" ] || fail "not once: $(sort log | uniq -c)"
	! grep overlap log || fail 'two at a time'
	[ "$scheduler" != ssh ] || awk '$1 == "start" && ++n[$3] > 3 { exit 1 } $1 == "done" { n[$3]-- }' log || fail "more than 3 on a host: $(cat log)"

	[ "$FULL$1" != 0lsf ] && [ "$FULL$1" != 0flux ] || return 0
	# An interrupt ends the jobs, in the queue and on their nodes; they run again.
	begin "$1" interrupted
	export CHAOS=6 SSH_JOBS=1
	[ "$scheduler" != ssh ] || CHAOS=0
	hold
	(submit -j 3 ../jobs.csv) &
	tool=$!
	wait_until 'two jobs run' lines 2 log
	if [ "$scheduler" = ssh ]; then
		has_no_place() { grep -q 'all 1 places are taken' messages; }
		wait_until 'a third has no place' has_no_place
		[ "$(n_of start log)" -eq 2 ] || fail "more than one on a host: $(cat log)"
	fi
	kill -s TERM $tool
	wait $tool && fail 'an interrupt that ends well'
	[ ! -s history.csv ] || [ "$(wc -l <history.csv)" -le 1 ] || fail "rows of an interrupt: $(cat history.csv)"
	flock "$STAND_IN.lock" rm hold # when nothing runs any more
	export CHAOS=0
	(submit ../jobs.csv) || fail "after an interrupt: $(tail -n 3 messages)"
	[ "$(n_of ,ok, history.csv)" -eq "$JOBS" ] || fail "after an interrupt: $(cat history.csv)"
}

# One place and many jobs at a time: what has no place is asked for again when a job ends, and no refusal ends the run.
one_place() {
	begin ssh one-place
	export SSH_HOSTS=a SSH_JOBS=1 CHAOS=0 LOSE=0
	hold
	(submit -j 8 ../jobs.csv) &
	tool=$!
	wait_until 'a second has no place' grep -qs 'all 1 places are taken' messages
	release
	wait $tool || fail "one place: $(tail -n 3 messages)"
	[ "$(n_of ,ok, history.csv)" -eq "$JOBS" ] || fail "one place: $(cat history.csv)"
}

# A scheduler that answers, and takes no job.
refuses() {
	begin refuses all
	printf 'name,value\nscheduler,Mine\nsubmit,echo no such queue >&2; exit 1\npoll,true\ncancel,false\n' >refuses.csv
	status=0
	cml-submit --backend command=refuses.csv -q -a history.csv --metric speed -j 1 ../jobs.csv -- ../job '{x}' >said 2>&1 || status=$?
	[ $status -eq 1 ] && [ "$(cat said)" = 'cml-submit: Mine refuses the jobs: no such queue' ] || fail "status $status: $(cat said)"
}

# Commands that are not here end a run at once. Nothing is left behind; what is in the queue is taken up where they are.
has_none() {
	begin "$1" without
	status=0
	(PATH=${PATH#*:} && submit -q ../jobs.csv) || status=$?
	[ $status -eq 1 ] && grep -q ': .*not found (run this where' messages || fail "without commands: $status"
	[ "$(find history.csv.jobs -path '*/a*' 2>/dev/null | wc -l)" -eq 0 ] || fail "left: $(find history.csv.jobs)"
	export CHAOS=0 LOSE=0
	(submit -j 3 ../jobs.csv) &
	wait_until 'three are submitted' lines 3 queue/submitted
	kill -s KILL $! && wait $! 2>/dev/null
	status=0
	(PATH=${PATH#*:} && submit -q ../jobs.csv) || status=$?
	[ $status -eq 1 ] || fail "without commands, with jobs in the queue: $status"
	(submit ../jobs.csv) || fail "with commands again: $?"
	[ "$(n_of ,ok, history.csv)" -eq "$JOBS" ] && [ "$(n_of '^start' log)" -eq "$JOBS" ] || fail "not once: $(sort log | uniq -c)"
}

# Linux 4.18 tells no end of a command, and closes no range: the run takes no longer for it, and who supervises jobs holds
# nothing of the tool's.
old_kernel() {
	begin pbs old-kernel
	export CHAOS=0 LOSE=0
	old=$ROOT/build/release/old-kernel
	timeout 60 "$old" cml-submit --backend "command=$tables/pbs.csv" --poll 0.2 -q -a history.csv --metric speed ../jobs.csv -- ../job '{x}' 30 >said 2>&1 ||
		fail "status $?: $(cat said)"
	[ "$(n_of ,ok, history.csv)" -eq "$JOBS" ] || fail "not all ok: $(cat history.csv)"
	for run in env "$old"; do
		# The job's own output it may still close, even while it is listed.
		$run cml-submit -q ../jobs.csv -j 1 --metric held -- sh -c 'echo "held=$(ls -l /proc/$PPID/fd | grep -e "->" | grep -cv "std[a-z]*$")"' \
			7<said >"held-${run##*/}" ||
			fail "$run: $?"
	done
	cut -d, -f1-4 held-env >held
	cut -d, -f1-4 held-old-kernel | diff held - || fail 'held by a supervisor'
}

pids=
for scheduler in pbs lsf flux kubernetes ssh; do
	(
		case $FULL$scheduler in
		0pbs | 1pbs | 1lsf | 1flux) has_none $scheduler ;;
		esac
		try $scheduler
		[ $scheduler != ssh ] || one_place
	) &
	pids="$pids $!"
done
(refuses) &
pids="$pids $!"
(old_kernel) &
status=0
for pid in $pids $!; do
	wait "$pid" || status=1
done
exit $status
