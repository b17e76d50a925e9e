#!/bin/sh
# Jobs and machines that misbehave: what cml-submit makes of them, and what is left behind.
set -u
. "$ROOT/tests/begin.sh"
. "$ROOT/tests/wait.sh"
# Sleeps of this run of the test alone; none is the beginning of another.
nap=1234.$(printf '%010d' $$)

# expect WHAT GOT WANT
# submit ARG...: over one configuration, x=1, into a new history; its exit code is kept.
submit() {
	rm -rf h.csv h.csv.jobs
	printf 'x\n1\n' | cml-submit -q -a h.csv "$@" 2>errors
	code=$?
}

# cell NAME: of the row
cell() {
	awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } NR == 2 { print $c }' h.csv
}

# n_of ARGS: processes that run with these
n_of() {
	ps -eo args | grep -cx "$1"
}

sleeping() {
	[ "$(n_of "sleep $2")" -ge "$1" ]
}

# overdue ARG...: submits a job that leaves a file `ready` when it has come to its point, with a time limit
# that is over then: on a slow machine the first is over before the job's shell has begun.
overdue() {
	rm -f ready
	for limit in 0.3 1 3 10 30 100; do
		submit --timeout $limit "$@"
		[ ! -e ready ] || return 0
	done
}

# gone ARGS WHAT: no process with these is left.
gone() {
	if [ "$(n_of "$1")" -ne 0 ]; then
		echo "$2: a process is left"
		failed=1
	fi
}

# A supervisor has one thread: signals that are its own go to no other.
submit --metric threads -- sh -c 'sed -n "s/^Threads:[[:space:]]*/threads=/p" /proc/$PPID/status'
expect 'threads of a supervisor' "$code $(cell threads)" '0 1'

# A job that forks and exits: what stays in the background may finish what it writes, and is
# ended when it takes longer than that, a second: too little now and then on a slow machine.
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	submit --metric speed -- sh -c '(sleep 0.3; echo speed=7) & exit 0'
	[ "$code" -ne 0 ] || break
done
expect 'late writer' "$code $(cell speed)" '0 7'
started=$(date +%s)
submit --grace 1 -- sh -c "sleep ${nap}25 & exit 0"
expect 'left in the background' "$code $(cell cml_status)" '0 ok'
gone "sleep ${nap}25" 'left in the background'
# Even one that has left the group and the session.
submit --grace 0.2 -- sh -c "setsid sleep ${nap}5 & exit 0"
gone "sleep ${nap}5" 'left the session'
printf 'x\n2\n' | cml-submit -a h.csv --grace 0.2 -- sh -c "setsid sleep ${nap}5 & exit 0" 2>errors
grep -q 'left processes running, and they were ended' errors || { cat errors && failed=1; }
expect 'neither is waited for' $(($(date +%s) - started < 600)) 1

# One that ignores SIGTERM, with a child that does: killed after the grace.
overdue --grace 0.3 -- sh -c "trap '' TERM; : >ready; sleep ${nap}75; sleep ${nap}75"
expect 'ignores SIGTERM' "$code $(cell cml_status) $(cell cml_exit)" '4 timeout 137'
gone "sleep ${nap}75" 'ignores SIGTERM'
# One that cleans up when it is asked to end.
overdue --grace 100 -- sh -c 'trap "echo cleaned; exit 0" TERM; : >ready; sleep 1000 & wait'
expect 'ends politely' "$(cell cml_status) $(cat h.csv.jobs/*/stdout)" 'timeout cleaned'
# One that is stopped.
overdue --grace 0.5 -- sh -c ': >ready; kill -STOP $$; sleep 1000'
expect 'stopped' "$(cell cml_status)" timeout

# 1 GB of output, most of it a hole that takes no room on the disk; the reading in its last line,
# which lacks its line end.
submit --metric speed -- sh -c 'head -c 10000000 /dev/zero | tr "\0" "z"
	truncate -s 1000000000 "$CML_cml_dir/stdout"; printf "\nspeed=12"'
expect '1 GB' "$code $(cell speed) $(cell cml_status)" '0 12 ok'
rm -rf h.csv.jobs
# Nothing at all; and output without a newline.
submit --metric speed -- true
expect 'prints nothing' "$code $(cell cml_status) $(cell cml_reason)" "4 infra stdout: no reading of 'speed'"
submit --metric speed -- printf speed=3
expect 'no newline' "$code $(cell speed)" '0 3'
# Standard input is empty, not ours.
submit --metric n -- sh -c 'echo n=$(wc -c)'
expect 'standard input' "$(cell n)" 0

# A missing command, and one that may not be run.
submit -- ./missing
expect 'missing' "$code $(cell cml_status) $(cat errors)" \
	'1  cml-submit: cannot run ./missing: No such file or directory'

# A history that may not be written, and one that is a directory: nothing runs.
mkdir directory
printf 'x\n1\n' | cml-submit -a directory -- touch ran 2>errors
expect 'directory' "$? $(ls ran 2>/dev/null)" '1 '
printf 'x,cml_key,cml_status,cml_attempt\n' >closed.csv
if chattr +i closed.csv 2>/dev/null; then
	printf 'x\n1\n' | cml-submit -a closed.csv -- touch ran 2>errors
	expect 'read-only history' "$? $(ls ran 2>/dev/null)" '1 '
	chattr -i closed.csv
else
	chmod 444 closed.csv
	if [ "$(id -u)" -ne 0 ]; then
		printf 'x\n1\n' | cml-submit -a closed.csv -- touch ran 2>errors
		expect 'read-only history' "$? $(ls ran 2>/dev/null)" '1 '
	fi
fi

# No room for the history's rows: an error, and the next run appends what the records keep,
# without running anything twice.
rm -rf h.csv h.csv.jobs
{
	echo x
	seq 60
} >in.csv
(
	ulimit -f 4
	cml-submit -q -a h.csv -j 2 in.csv -- sh -c 'echo "$1" >>log' sh '{x}' 2>errors
)
expect 'full' "$? $(grep -c 'h.csv: .*' errors)" '1 1'
cml-submit -q -a h.csv in.csv -- sh -c 'echo "$1" >>log' sh '{x}'
expect 'room again' "$? $(sed 1d h.csv | cut -d, -f1 | sort -nu | wc -l) $(sort log | uniq -d | wc -l) $(wc -l <log)" \
	'0 60 0 60'

# A disk that is full for everything: nothing is lost, nothing runs twice.
if unshare -m true 2>/dev/null; then
	mkdir -p small
	unshare -m sh -c '
		mount -t tmpfs -o size=300k tmpfs small || exit 77
		cd small
		head -c 30000 /dev/zero >ballast
		cml-submit -q -a h.csv -j 2 ../in.csv -- sh -c "echo \$1 >>log; head -c 5000 /dev/zero" sh "{x}" 2>../errors
		echo "code $?"
		cml-submit -a h.csv -j 2 ../in.csv -- sh -c "echo \$1 >>log; true" sh "{x}" 2>>../errors &
		sleep 1 # there may be room by then or not
		rm ballast
		wait
		rm h.csv.jobs/*/stdout
		for i in 1 2 3 4 5 6 7 8 9; do
			cml-submit -q -a h.csv -j 2 --retries 9 ../in.csv -- sh -c "echo \$1 >>log; true" sh "{x}" 2>>../errors && break
			rm -f h.csv.jobs/*/stdout
		done
		rm -r h.csv.jobs # supervisors try for minutes to write records for which there is no room
		sed 1d h.csv | cut -d, -f2 | sort | uniq -d | wc -l
	' >disk 2>&1
	expect 'full disk' "$(head -n 1 disk)" 'code 1'
	expect 'full disk, keys twice' "$(tail -n 1 disk)" 0
else
	echo 'skipped: a disk of its own (no right to mount one)'
fi

# Ends by signals: what runs is ended and has no row; then it runs.
rm -rf h.csv h.csv.jobs
cml-submit -q -a h.csv -j 2 in.csv -- sleep ${nap}125 2>errors &
tool=$!
wait_until 'two jobs' sleeping 2 ${nap}125
kill -TERM $tool
wait $tool
expect 'SIGTERM' "$? $(wc -l <h.csv)" '143 1'
gone "sleep ${nap}125" 'SIGTERM'
cml-submit -q -a h.csv -j 2 in.csv -- true
expect 'after SIGTERM' "$? $(wc -l <h.csv)" '0 61'

# A second signal hurries, once jobs that do not care have heard the first.
rm -rf h.csv h.csv.jobs log
cml-submit -q -a h.csv -j 2 --grace 300 in.csv -- sh -c \
	"trap 'echo asked >>log' TERM; echo begun >>log; while :; do sleep ${nap}375; done" 2>errors &
tool=$!
wait_until 'two jobs' sleeping 2 ${nap}375 # a shell that has not yet begun to wait hears a signal only after the sleep
kill -TERM $tool
wait_until 'the first signal in both jobs' lines 4 log
started=$(date +%s)
kill -TERM $tool
wait $tool
expect 'second signal' "$?$(sort log | uniq -c | tr -s ' \n' ' ')$(($(date +%s) - started < 200))" '143 2 asked 2 begun 1'
gone "sleep ${nap}375" 'second signal'

# Detached, adopted, not run again; a job that ends while nobody watches keeps its result.
rm -rf h.csv h.csv.jobs log
printf 'x\nshort\nlong\n' >two.csv
cat >detached.sh <<'JOB'
echo "$1" >>log
until [ -e "$1.end" ]; do sleep 0.02; done
JOB
# detach: both jobs run, and nobody watches when the short one ends.
detach() {
	rm -rf h.csv h.csv.jobs log ./*.end
	cml-submit -q -a h.csv -j 2 --on-interrupt detach two.csv -- sh detached.sh '{x}' 2>errors &
	tool=$!
	wait_until 'two jobs' lines 2 log
	kill -TERM $tool
	wait $tool
	expect 'detach' "$? $(sed 1d h.csv)" '143 '
	: >short.end
	wait_until 'a record' sh -c 'test -e h.csv.jobs/*/record'
}
detach
cml-submit -v -a h.csv -j 2 two.csv -- sh detached.sh '{x}' 2>summary &
tool=$!
wait_until 'the row of the short one' sh -c 'test "$(wc -l <h.csv)" -ge 2'
: >long.end
wait $tool
expect 'adopt' "$? $(sort log | tr '\n' ' ')$(sed 1d h.csv | cut -d, -f3 | tr '\n' ' ')" '0 long short ok ok '
expect 'adopted' "$(grep -c '1 adopted' summary)" 1

# kill -9 of the job, and of its supervisor: the first is the job's end, the second the machine's.
rm -rf h.csv h.csv.jobs
printf 'x\n1\n' | cml-submit -q -a h.csv -- sh -c 'kill -9 $$'
expect 'kill -9 of the job' "$? $(cell cml_status) $(cell cml_exit)" '4 failed 137'
rm -rf h.csv h.csv.jobs log
printf 'x\n1\n' | cml-submit -q -a h.csv --retries 3,0.01 -- \
	sh -c 'echo run >>log; test $(wc -l <log) -gt 1 || kill -9 $PPID; sleep 0.2'
expect 'kill -9 of the supervisor' "$? $(cell cml_status) $(cell cml_attempt) $(wc -l <log)" '0 ok 2 2'

# Results of configurations that the next run does not ask for get their rows all the same.
detach
: >long.end
: >other.end
printf 'x\nother\n' | cml-submit -v -a h.csv -j 2 -- sh detached.sh '{x}' 2>summary
expect 'other input' "$? $(sed 1d h.csv | cut -d, -f1,3 | sort | tr '\n' ' ')" '0 long,ok other,ok short,ok '

[ $failed -eq 0 ]
