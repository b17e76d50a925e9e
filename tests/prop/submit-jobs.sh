#!/bin/sh
# Jobs and machines that misbehave: what cml-submit makes of them, and what is left behind.
set -u
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

# expect WHAT GOT WANT
expect() {
	[ "$2" = "$3" ] && return
	echo "$1: \"$2\", not \"$3\""
	failed=1
}

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

# gone MARK: no process with this argument is left.
gone() {
	if ps -eo args | grep -v grep | grep -q "$1"; then
		echo "$2: a process is left"
		failed=1
	fi
}

# A keeper has one thread: signals that are its own go to no other.
submit --metric file:threads -- sh -c 'sed -n "s/^Threads:[[:space:]]*//p" /proc/$PPID/status >"$0/threads"' '{cml_dir}'
expect 'threads of a keeper' "$code $(cell threads)" '0 1'

# A job that forks and exits: what stays in the background may finish what it writes, and is
# ended when it takes longer than that.
submit --metric speed -- sh -c '(sleep 0.3; echo speed=7) & exit 0'
expect 'late writer' "$code $(cell speed)" '0 7'
started=$(date +%s)
submit --grace 1 -- sh -c 'sleep 1234.25 & exit 0'
expect 'left in the background' "$code $(cell cml_status)" '0 ok'
gone 'sleep 1234.25' 'left in the background'
# Even one that has left the group and the session.
submit --grace 0.2 -- sh -c 'setsid sleep 1234.5 & exit 0'
gone 'sleep 1234.5' 'left the session'
expect 'neither takes long' $(($(date +%s) - started < 8)) 1

# One that ignores SIGTERM, with a child that does: killed after the grace.
submit --timeout 0.3 --grace 0.3 -- sh -c 'trap "" TERM; sleep 1234.75; sleep 1234.75'
expect 'ignores SIGTERM' "$code $(cell cml_status) $(cell cml_exit)" '4 timeout 137'
gone 'sleep 1234.75' 'ignores SIGTERM'
# One that cleans up when it is asked to end.
submit --timeout 0.3 -- sh -c 'trap "echo cleaned; exit 0" TERM; sleep 5 & wait'
expect 'ends politely' "$(cell cml_status) $(cat h.csv.jobs/*/stdout)" 'timeout cleaned'
# One that is stopped.
submit --timeout 0.3 --grace 0.5 -- sh -c 'kill -STOP $$; sleep 5'
expect 'stopped' "$(cell cml_status)" timeout

# Slower than the best so far allows.
rm -rf h.csv h.csv.jobs
printf 'x\n0.1\n30\n' | cml-submit -q -a h.csv -j 2 --kill-slower-than 3 -- sleep '{x}'
expect 'too slow' "$? $(sed 1d h.csv | cut -d, -f1,3,10 | tr '\n' ' ')" \
	'4 0.1,ok, 30,timeout,too slow beside the best '

# 1 GB of output, the reading in its last line, which lacks its line end.
submit --metric speed -- sh -c 'head -c 1000000000 /dev/zero | tr "\0" "z"; printf "\nspeed=12"'
expect '1 GB' "$code $(cell speed) $(cell cml_status)" '0 12 ok'
rm -rf h.csv.jobs
# Nothing at all; and output without a newline.
submit --metric speed -- true
expect 'prints nothing' "$code $(cell cml_status) $(cell cml_reason)" "4 failed stdout: no reading of 'speed'"
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
	seq 100
} >in.csv
(
	ulimit -f 4
	cml-submit -q -a h.csv -j 2 in.csv -- sh -c 'echo "$1" >>log' sh '{x}' 2>errors
)
expect 'full' "$? $(grep -c 'h.csv: .*' errors)" '1 1'
cml-submit -q -a h.csv in.csv -- sh -c 'echo "$1" >>log' sh '{x}'
expect 'room again' "$? $(sed 1d h.csv | cut -d, -f1 | sort -nu | wc -l) $(sort log | uniq -d | wc -l) $(wc -l <log)" \
	'0 100 0 100'

# A disk that is full for everything: nothing is lost, nothing runs twice.
if unshare -m true 2>/dev/null; then
	mkdir -p small
	unshare -m sh -c '
		mount -t tmpfs -o size=300k tmpfs small || exit 77
		cd small
		head -c 30000 /dev/zero >ballast
		cml-submit -q -a h.csv -j 2 ../in.csv -- sh -c "echo \$1 >>log; head -c 5000 /dev/zero" sh "{x}" 2>../errors
		echo "code $?"
		cml-submit -a h.csv -j 2 ../in.csv -- sh -c "echo \$1 >>log; true" sh "{x}" 2>../waits &
		sleep 1
		rm ballast
		wait
		rm h.csv.jobs/*/stdout
		for i in 1 2 3 4 5 6 7 8 9; do
			cml-submit -q -a h.csv -j 2 --retries 9 ../in.csv -- sh -c "echo \$1 >>log; true" sh "{x}" 2>>../errors && break
			rm -f h.csv.jobs/*/stdout
		done
		sed 1d h.csv | cut -d, -f2 | sort | uniq -d | wc -l
	' >disk 2>&1
	expect 'full disk, said so' "$(grep -c 'the disk is full: jobs wait for room' waits)" 1
	expect 'full disk' "$(head -n 1 disk)" 'code 1'
	expect 'full disk, keys twice' "$(tail -n 1 disk)" 0
else
	echo 'skipped: a disk of its own (no right to mount one)'
fi

# Ends by signals: what runs is ended and has no row; then it runs.
rm -rf h.csv h.csv.jobs
cml-submit -q -a h.csv -j 2 in.csv -- sleep 1234.125 2>errors &
tool=$!
sleep 0.5
kill -TERM $tool
wait $tool
expect 'SIGTERM' "$? $(wc -l <h.csv)" '143 1'
gone 'sleep 1234.125' 'SIGTERM'
cml-submit -q -a h.csv -j 2 in.csv -- true
expect 'after SIGTERM' "$? $(wc -l <h.csv)" '0 101'

# A second signal hurries.
rm -rf h.csv h.csv.jobs
started=$(date +%s)
cml-submit -q -a h.csv -j 2 --grace 100 in.csv -- sh -c 'trap "" TERM; sleep 1234.375; sleep 1234.375' 2>errors &
tool=$!
sleep 0.5
kill -TERM $tool
sleep 0.3
kill -TERM $tool
wait $tool
expect 'second signal' "$? $(($(date +%s) - started < 5))" '143 1'
gone 'sleep 1234.375' 'second signal'

# Detached, adopted, not run again; a job that ends while nobody watches keeps its result.
rm -rf h.csv h.csv.jobs log
printf 'x\n0.1\n1.5\n' >two.csv
cml-submit -q -a h.csv -j 2 --on-interrupt detach two.csv -- sh -c 'echo "$1" >>log; sleep "$1"' sh '{x}' 2>errors &
tool=$!
sleep 0.05
kill -TERM $tool
wait $tool
expect 'detach' $? 143
sleep 0.4
cml-submit -v -a h.csv -j 2 two.csv -- false 2>summary
expect 'adopt' "$? $(sort log | tr '\n' ' ')$(sed 1d h.csv | cut -d, -f3 | tr '\n' ' ')" '0 0.1 1.5 ok ok '

# kill -9 of the job, and of its keeper: the first is the job's end, the second the machine's.
rm -rf h.csv h.csv.jobs
printf 'x\n1\n' | cml-submit -q -a h.csv -- sh -c 'kill -9 $$'
expect 'kill -9 of the job' "$? $(cell cml_status) $(cell cml_exit)" '4 failed 137'
rm -rf h.csv h.csv.jobs log
printf 'x\n1\n' | cml-submit -q -a h.csv --backoff 0.01 -- \
	sh -c 'echo run >>log; test $(wc -l <log) -gt 1 || kill -9 $PPID; sleep 0.2'
expect 'kill -9 of the keeper' "$? $(cell cml_status) $(cell cml_attempt) $(wc -l <log)" '0 ok 2 2'

# Results of configurations that the next run does not ask for get their rows all the same.
rm -rf h.csv h.csv.jobs
cml-submit -q -a h.csv -j 2 --on-interrupt detach two.csv -- sleep '{x}' 2>errors &
tool=$!
sleep 0.05
kill -TERM $tool
wait $tool
sleep 0.4
printf 'x\n0\n' | cml-submit -q -a h.csv -- true
expect 'other input' "$? $(sed 1d h.csv | cut -d, -f1,3 | sort | tr '\n' ' ')" '0 0,ok 0.1,ok 1.5,ok '

[ $failed -eq 0 ]
