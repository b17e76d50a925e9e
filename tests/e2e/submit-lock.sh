#!/bin/sh
# A lock that is held means that something of an attempt lives: whatever of cml-submit is killed,
# nothing of it runs any more when the next attempt starts. And what a job does to its own directory
# keeps no process waiting.
set -u
. "$ROOT/tests/begin.sh"
. "$ROOT/tests/wait.sh"
. "$ROOT/tests/supervisors.sh"
# Of this run of the test alone, and the beginning of no other's.
MARK=$(printf '%010d' $$)
export MARK

# expect WHAT GOT WANT
# ours: tools, reapers and supervisors that run here
ours() {
	for process in $(find /proc/[0-9]*/cwd -maxdepth 0 -lname "$work*" 2>/dev/null | cut -d / -f 3); do
		name=
		{ read -r name <"/proc/$process/comm"; } 2>/dev/null
		case $name in
		cml-submit | cml-reaper | cml-supervisor) echo "$process" ;;
		esac
	done
}

# kill_at_once PID...: none of them gets to see that another has gone
kill_at_once() {
	kill -STOP "$@"
	kill -KILL "$@"
}

# left: the numbers of the job's processes that live
left() {
	ps -eo pid,args | awk -v mark="sleep 1235.$MARK" 'index($0, mark) && !/awk/ { print $1 }'
}
none_left() {
	[ -z "$(left)" ]
}

# A child of the first process; one in a session of its own with other output; one without our
# environment, that names itself anew; one that has closed all descriptors but its output, as
# programs do that Python starts. It says when all four are there. The next attempt says how many
# there are still.
cat >job.sh <<'E'
#!/bin/bash
n_left() {
	ps -eo args | grep -c "^[^ ]*sleep 1235[.]$MARK"
}
if [ "$CML_cml_attempt" -gt 1 ]; then
	echo "left=$(n_left)"
	exit
fi
(sleep 1235.${MARK}25; :) &
setsid sleep 1235.${MARK}5 >/dev/null 2>&1 &
(env -i "$(command -v setsid)" "$(command -v sleep)" 1235.${MARK}875; :) >/dev/null 2>&1 &
(
	for fd in /proc/self/fd/*; do
		fd=${fd##*/}
		[ "$fd" -le 2 ] || eval "exec $fd>&-"
	done
	echo $BASHPID >last
	exec sleep 1235.${MARK}75 2>/dev/null
) &
until [ "$(n_left)" -eq 4 ]; do sleep 0.05; done
: >started
wait
E
chmod +x job.sh
printf 'x\n1\n' >in.csv

submit() { # runs the job in the background, the tool in $tool
	cml-submit -q -a h.csv -j 1 --metric left --retries 3,0.01 in.csv -- ./job.sh 2>errors &
	tool=$!
}

begin() { # from nothing; its processes run, the other two in $reaper and $supervisor
	rm -rf h.csv h.csv.jobs started
	submit
	wait_until 'the processes of the job' test -e started
	pair=$(supervisors)
	reaper=${pair% *}
	supervisor=${pair#* }
}

# The supervisor alone: its reaper ends what the job has left, whether there is a tool or not.
begin
kill -KILL "$supervisor"
wait $tool
expect 'supervisor killed' "$? $(sed 1d h.csv | cut -d, -f2,4)" '0 0,ok'
begin
kill -KILL $tool "$supervisor"
wait_until 'the end of the job' none_left
submit
wait $tool
expect 'tool and supervisor killed' "$? $(sed 1d h.csv | cut -d, -f2,4)" '0 0,ok'

# The reaper alone: the job comes to no harm.
begin
kill -KILL "$reaper"
kill -TERM "$(cat "/proc/$supervisor/task/$supervisor/children")"
wait $tool
expect 'reaper killed' "$(sed 1d h.csv | cut -d, -f4)" cancelled

# All, or all but the tool: the next attempt waits for what lives on, to the last process.
for who in all pair; do
	begin
	if [ $who = all ]; then
		kill_at_once $(ours)
		wait $tool
		submit
	else
		kill_at_once "$reaper" "$supervisor"
	fi
	await_look h.csv.jobs/*.1/command
	expect "$who: processes and attempts" "$(left | wc -l) $(ls -d h.csv.jobs/*.? | wc -l)" '4 1'
	# The last one has nothing but its output.
	kill -KILL $(left | grep -vx "$(cat last)")
	await_look h.csv.jobs/*.1/command
	expect "$who: the last one" "$(left | wc -l) $(ls -d h.csv.jobs/*.? | wc -l)" '1 1'
	kill -KILL "$(left)"
	wait $tool
	expect "$who killed" "$? $(sed 1d h.csv | cut -d, -f2,4)" '0 0,ok'
done

# A job of a run that has gone ends when the next run is asked to.
begin
kill -KILL $tool
wait $tool
submit
await_look h.csv.jobs/*.1/command
kill -TERM $tool
wait $tool
expect 'adopted and ended' "$? $(grep -c stopped=cancelled h.csv.jobs/*.1/record) $(left)" '143 1 '

# no_supervisor WHAT: all that was started has ended, or does now.
no_supervisor() {
	wait_until "$1: the end of all" none_of_ours
}
none_of_ours() {
	[ -z "$(ours)" ]
}

# What a job puts in the place of its record stands in nobody's way.
for made in 'mkdir' 'mkfifo' 'ln -s elsewhere'; do
	rm -rf h.csv h.csv.jobs
	cml-submit -q -a h.csv --metric v in.csv -- sh -c "$made \$CML_cml_dir/record; echo v=3"
	expect "$made record" "$? $(sed 1d h.csv | cut -d, -f2,4) $(ls h.csv.jobs/*/record)" \
		"0 3,ok $(echo h.csv.jobs/*/record)"
	no_supervisor "$made record"
done
# Without the row, too.
rm -f h.csv
cml-submit -q -a h.csv --metric v in.csv -- sh -c "$made \$CML_cml_dir/record; echo v=3"
expect 'the row comes back' "$? $(sed 1d h.csv | cut -d, -f2,4) $(ls -d h.csv.jobs/*.? | wc -l)" '0 3,ok 1'

# A job that removes its directory, and what it printed with it.
rm -rf h.csv h.csv.jobs
cml-submit -q -a h.csv in.csv -- sh -c 'rm -r "$CML_cml_dir"'
expect 'directory removed' "$? $(sed 1d h.csv | cut -d, -f3)" '0 ok'
no_supervisor 'directory removed'
rm -rf h.csv h.csv.jobs
cml-submit -q -a h.csv --metric v in.csv -- sh -c 'echo v=3; rm -r "$CML_cml_dir"' 2>errors
expect 'readings removed' "$? $(sed 1d h.csv | cut -d, -f2,4)" '4 ,infra'
no_supervisor 'readings removed'

# The folder of all jobs, moved or removed while two of them run: no row says what cannot be known.
{
	echo x
	seq 20
} >many.csv
many() {
	exec cml-submit -q -a h.csv -j 2 --metric v --retries 3,0.01 many.csv -- \
		sh -c 'echo "$1" >>log; [ "$1" -le 2 ] || until [ -e moved ]; do sleep 0.05; done; echo v="$1"' sh '{x}'
}
for gone in 'mv h.csv.jobs elsewhere' 'rm -rf h.csv.jobs'; do
	rm -rf h.csv h.csv.jobs elsewhere log moved
	many 2>errors &
	tool=$!
	wait_until 'four jobs' lines 4 log
	$gone
	: >moved
	wait $tool
	expect "$gone" "$? $(grep -c 'moved or removed' errors) $(sed 1d h.csv | grep -vc ',ok,') $(($(wc -l <log) <= 6))" \
		'1 1 0 1'
	no_supervisor "$gone"
	[ ! -d elsewhere ] || mv elsewhere h.csv.jobs
	(many) 2>errors
	expect "$gone, put back" "$? $(sed 1d h.csv | cut -d, -f1 | sort -un | wc -l)" '0 20'
	# What ended in the folder while it had another name is found again.
	[ "${gone#mv}" = "$gone" ] ||
		expect "$gone, twice" "$(sort log | uniq -d)" ''
done
# A disk that is full takes away readings: the machine's fault.
if unshare -m true 2>/dev/null; then
	mkdir small
	unshare -m sh -c '
		mount -t tmpfs -o size=300k tmpfs small || exit 77
		export PATH
		cp in.csv small
		cd small
		mkdir jobs
		ln -s small/jobs ../h2.csv.jobs
		# Its output is cut, and it does not care; nor is there room for its record.
		again() {
			cml-submit -q -a ../h2.csv --metric v --retries 3,0.01 in.csv -- sh -c \
				"echo v=1; test \$CML_cml_attempt -gt 1 || head -c 1000000 /dev/zero; echo v=2"
			echo "code $?"
		}
		again 2>/dev/null
		: >$(echo jobs/*/stdout)
		again 2>/dev/null
	' >disk
	expect 'cut output' "$(tr '\n' ' ' <disk)$(sed 1d h2.csv | cut -d, -f2,4)" 'code 1 code 0 2,ok'
	no_supervisor 'full disk'
fi

# A lock of another user, who may write the folder, too.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
	mkdir -m 777 common
	chmod 755 .
	(umask 077 && echo host=x >common/h.csv.lock)
	cp in.csv common
	setpriv --reuid=65534 --clear-groups "$(command -v cml-submit)" -a common/h.csv common/in.csv -- true 2>errors || :
	grep -q 'cannot lock .*common/h.csv.lock: Permission denied' errors || expect 'another user' "$(cat errors)" refused
	# Nor are jobs another user's, whoever is root: the folder, one of them, one by name.
	foreign() { # PATH COMMAND...
		path=$1
		shift
		"$@" 2>errors
		expect "status of another user's folder" $? 1
		grep -q "$path: this folder is of another user (" errors || expect "$path" "$(cat errors)" refused
	}
	(umask 0 && cml-submit -q -a common/k.csv in.csv -- true)
	sed -i 2d common/k.csv
	foreign "$work/common/k.csv.jobs" setpriv --reuid=65534 --clear-groups "$(command -v cml-submit)" -a common/k.csv common/in.csv -- true
	chown 65534 common/k.csv.jobs common/k.csv.jobs/*.1
	foreign "$work/common/k.csv.jobs" cml-submit -a common/k.csv in.csv -- true
	chown 0 common/k.csv.jobs
	foreign "$work/common/k.csv.jobs/[0-9a-f]*.1" cml-submit -a common/k.csv in.csv -- true
	foreign 'common/k.csv.jobs/[0-9a-f]*.1' cml-submit --run-job common/k.csv.jobs/*.1
	expect 'rows of them' "$(wc -l <common/k.csv)" 1
fi

[ $failed -eq 0 ]
