#!/bin/sh
# Signals that nobody of ours sent: a job that somebody ends has a row, and what a logout or a
# shutdown ends, in whatever order, runs again with the same command.
set -u
. "$ROOT/tests/begin.sh"
. "$ROOT/tests/wait.sh"
. "$ROOT/tests/supervisors.sh"

# A job whose number stands there has seen that it is not to go.
cat >job.sh <<'JOB'
#!/bin/sh
[ ! -e go ] || exit 0
echo $$ >"pid.$1"
exec sleep 1000
JOB
chmod +x job.sh
printf 'x\n1\n2\n' >in.csv

both_run() {
	[ -s pid.1 ] && [ -s pid.2 ]
}

start() { # NAME: two jobs that run, their tool in $tool
	rm -f go pid.*
	cml-submit -a "$1.csv" -j 2 --retries 3,0.1 in.csv -- ./job.sh {x} 2>"$1.err" &
	tool=$!
	wait_until 'two jobs' both_run
}

statuses() { # NAME
	sed 1d "$1.csv" | cut -d, -f3 | sort | uniq -c | sed 's/^ *//' | paste -s -d ' '
}

# One job alone.
start alone
kill -TERM "$(cat pid.1)"
wait_until 'the row of a job' grep -q cancelled alone.csv
touch go
kill -TERM "$(cat pid.2)"
wait $tool
expect 'jobs alone' "$(statuses alone)" '2 cancelled'

# Hundredths of a second since the machine started, told without a process.
now() {
	read -r now _ </proc/uptime
	now=${now%.*}${now#*.}
}

all_gone() {
	for one in $all; do
		! kill -0 "$one" 2>/dev/null || return 1
	done
}

# shut_down NAME ORDER: signals them one after the other, with time between to see that the others have
# gone; fails when that took more than supervisors take for one shutdown, 0.3 s.
shut_down() {
	start "$1"
	all=$(supervisors)
	jobs="$(cat pid.1) $(cat pid.2)"
	case $2 in *tool*) ;; *) kill -KILL $tool ;; esac
	now
	began=$now
	# shellcheck disable=SC2086 # numbers and blanks
	for who in $2; do
		case $who in
		jobs) kill -TERM $jobs ;;
		supervisors) kill -TERM $all ;;
		tool) kill -TERM $tool ;;
		esac
		[ "$who" = "${2##* }" ] || sleep 0.05
	done 2>/dev/null
	now
	wait $tool 2>/dev/null
	wait_until "$2: the end of all supervisors" all_gone
	[ $((now - began)) -lt 25 ]
}

# In three orders, with the tool and without it.
for order in 'jobs supervisors tool' 'supervisors jobs tool' 'tool jobs supervisors' \
	'jobs supervisors' 'supervisors jobs'; do
	try=1
	until name=$(echo "$order" | tr ' ' -)-$try && shut_down "$name" "$order"; do
		try=$((try + 1))
		[ $try -le 100 ] || exit 1
	done
	expect "$order: rows" "$(statuses "$name")" ''
	touch go
	cml-submit -q -a "$name.csv" --retries 3,0 in.csv -- ./job.sh {x}
	expect "$order: the next run" "$? $(statuses "$name")" '0 2 ok'
done

[ $failed -eq 0 ] && echo 'signals: as expected'
exit $failed
