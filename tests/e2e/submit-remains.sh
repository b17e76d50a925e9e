#!/bin/sh
# Everything of cml-submit is killed at once: nothing of an attempt runs any more when the next
# one starts. And what a job does to its own directory keeps no process waiting.
set -u
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$ROOT/tests/wait.sh"
failed=0
# Of this run of the test alone, and the beginning of no other's.
MARK=$(printf '%010d' $$)
export MARK

# expect WHAT GOT WANT
expect() {
	[ "$2" = "$3" ] && return
	echo "$1: \"$2\", not \"$3\""
	failed=1
}

# ours: tools, guards and keepers that run here
ours() {
	for process in $(find /proc/[0-9]*/cwd -maxdepth 0 -lname "$work*" 2>/dev/null | cut -d / -f 3); do
		tr '\0' ' ' 2>/dev/null <"/proc/$process/cmdline" | grep -q '^[^ ]*cml-submit ' && echo "$process"
	done
}

# kill_at_once PID...: none of them gets to see that another has gone
kill_at_once() {
	kill -STOP "$@"
	kill -KILL "$@"
}

# n_of SECONDS: sleeps of so many seconds that run
n_of() {
	ps -eo args | grep -c "^sleep $1\$"
}

# A child of the first process, one in a session of its own with other output, one without our
# environment, and one that names itself anew; it says when all four are there.
cat >job.sh <<'E'
#!/bin/sh
if [ "$CML_cml_attempt" -gt 1 ]; then
	echo "left=$(ps -eo args | grep -c "[s]leep 1235[.]$MARK")"
	exit
fi
(sleep 1235.${MARK}25; :) &
setsid sleep 1235.${MARK}5 >/dev/null 2>&1 &
env -i "$(command -v sleep)" 1235.${MARK}75 &
(env -i "$(command -v setsid)" "$(command -v sleep)" 1235.${MARK}875; :) >/dev/null 2>&1 &
until [ "$(ps -eo args | grep -c "^[^ ]*sleep 1235[.]$MARK")" -eq 4 ]; do sleep 0.05; done
: >started
wait
E
chmod +x job.sh
printf 'x\n1\n' >in.csv
cml-submit -q -a h.csv -j 1 --metric left in.csv -- ./job.sh &
wait_until 'the processes of the job' test -e started
kill_at_once $(ours)
wait
expect 'what lives on without its keeper' "$(($(n_of 1235.${MARK}25) + $(n_of 1235.${MARK}5) > 0))" 1
cml-submit -q -a h.csv -j 1 --metric left --backoff 0.01 in.csv -- ./job.sh 2>errors
expect 'all killed' "$? $(sed 1d h.csv | cut -d, -f2,4)" '0 0,ok'

# The guard and its keeper, while the tool lives.
rm -rf h.csv h.csv.jobs started
cml-submit -q -a h.csv -j 1 --metric left --backoff 0.01 in.csv -- ./job.sh 2>errors &
tool=$!
wait_until 'the processes of the job' test -e started
kill_at_once $(ours | grep -vx $tool)
wait $tool
expect 'guard and keeper killed' "$? $(sed 1d h.csv | cut -d, -f2,4)" '0 0,ok'

# Processes of nobody's keeper, and of another one, stay.
rm -rf h.csv h.csv.jobs started
_CML_KEEPER=another.1.1 sleep 1236.$MARK &
stranger=$!
cml-submit -q -a h.csv -j 1 --metric left in.csv -- ./job.sh &
wait_until 'the processes of the job' test -e started
kill_at_once $(ours)
wait $!
cml-submit -q -a h.csv -j 1 --metric left --backoff 0.01 in.csv -- ./job.sh 2>errors
expect 'a stranger' "$(n_of 1236.$MARK)" 1
kill $stranger

# no_keeper WHAT: all that was started has ended, or does now.
no_keeper() {
	looks=0
	while [ -n "$(ours)" ] && [ $looks -lt 600 ]; do
		sleep 0.1
		looks=$((looks + 1))
	done
	expect "$1: processes that are left" "$(ours)" ''
	[ -z "$(ours)" ] || kill -KILL $(ours)
}

# What a job puts in the place of its record stands in nobody's way.
for made in 'mkdir' 'mkfifo' 'ln -s elsewhere'; do
	rm -rf h.csv h.csv.jobs
	cml-submit -q -a h.csv --metric v in.csv -- sh -c "$made \$CML_cml_dir/record; echo v=3"
	expect "$made record" "$? $(sed 1d h.csv | cut -d, -f2,4) $(ls h.csv.jobs/*/record)" \
		"0 3,ok $(echo h.csv.jobs/*/record)"
	no_keeper "$made record"
done
# Without the row, too.
rm -f h.csv
cml-submit -q -a h.csv --metric v in.csv -- false
expect 'the row comes back' "$? $(sed 1d h.csv | cut -d, -f2,4)" '0 3,ok'

# A job that removes its directory: without a metric that is its own affair.
rm -rf h.csv h.csv.jobs
cml-submit -q -a h.csv in.csv -- sh -c 'rm -r "$CML_cml_dir"'
expect 'directory removed' "$? $(sed 1d h.csv | cut -d, -f3)" '0 ok'
no_keeper 'directory removed'
rm -rf h.csv h.csv.jobs
cml-submit -q -a h.csv --metric v --backoff 0.01 in.csv -- sh -c \
	'echo v=3; test "$CML_cml_attempt" -gt 1 || rm -r "$CML_cml_dir"' 2>errors
expect 'readings removed' "$? $(sed 1d h.csv | cut -d, -f2,4)" '0 3,ok'
no_keeper 'readings removed'

# The folder of all jobs, moved or removed while two of them run: no row says what cannot be known.
{
	echo x
	seq 20
} >many.csv
for gone in 'mv h.csv.jobs elsewhere' 'rm -rf h.csv.jobs'; do
	rm -rf h.csv h.csv.jobs elsewhere log moved
	cml-submit -q -a h.csv -j 2 --metric v many.csv -- \
		sh -c 'echo "$1" >>log; [ "$1" -le 2 ] || until [ -e moved ]; do sleep 0.05; done; echo v="$1"' sh '{x}' 2>errors &
	tool=$!
	wait_until 'four jobs' lines 4 log
	$gone
	: >moved
	wait $tool
	expect "$gone" "$? $(grep -c 'moved or removed' errors) $(sed 1d h.csv | grep -vc ',ok,') $(($(wc -l <log) <= 6))" \
		'1 1 0 1'
	no_keeper "$gone"
	[ ! -d elsewhere ] || mv elsewhere h.csv.jobs
	cml-submit -q -a h.csv -j 2 --metric v --backoff 0.01 many.csv -- \
		sh -c 'echo "$1" >>log; echo v="$1"' sh '{x}' 2>errors
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
		# Its output is cut, and it does not care; nor is there room for its record.
		again() {
			cml-submit -q -a ../h2.csv --jobs jobs --metric v --backoff 0.01 in.csv -- sh -c \
				"echo v=1; test \$CML_cml_attempt -gt 1 || head -c 1000000 /dev/zero; echo v=2"
			echo "code $?"
		}
		again 2>/dev/null
		: >$(echo jobs/*/stdout)
		again 2>/dev/null
		# The row is safe elsewhere: nobody waits for room.
		cml-submit -q -a ../h3.csv --jobs other in.csv -- sh -c "head -c 1000000 /dev/zero; true" 2>/dev/null
		echo "code $?"
	' >disk
	expect 'cut output' "$(tr '\n' ' ' <disk)$(sed 1d h2.csv | cut -d, -f2,4) $(sed 1d h3.csv | cut -d, -f3)" \
		'code 1 code 0 code 0 2,ok ok'
	no_keeper 'full disk'
fi

[ $failed -eq 0 ]
