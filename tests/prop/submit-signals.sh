#!/bin/sh
# Signals that nobody of ours sent: a job that somebody ends has a row, and what a logout or a
# shutdown ends, in whatever order, runs again with the same command.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

cat >job.sh <<'JOB'
#!/bin/sh
echo $$ >"pid.$1"
[ -e go ] || exec sleep 1000
JOB
chmod +x job.sh
printf 'x\n1\n2\n' >in.csv

expect() { # WHAT IS SHOULD-BE
	[ "$2" = "$3" ] && return
	echo "FAILED submit-signals: $1: $2, not $3"
	failed=1
}

start() { # NAME: two jobs that run, their tool in $tool
	rm -f go pid.*
	cml-submit -a "$1.csv" -j 2 --backoff 0.1 in.csv -- ./job.sh {x} 2>"$1.err" &
	tool=$!
	until [ -s pid.1 ] && [ -s pid.2 ]; do sleep 0.02; done
}

# The guard has its number in the lock; the keeper is its child.
keepers() { # NAME
	for lock in "$1".csv.jobs/keepers/*; do
		guard=$(tr -cd 0-9 2>/dev/null <"$lock")
		[ -n "$guard" ] && echo "$guard" "$(cat "/proc/$guard/task/$guard/children" 2>/dev/null)"
	done
}

statuses() { # NAME
	sed 1d "$1.csv" | cut -d, -f3 | sort | uniq -c | sed 's/^ *//' | paste -s -d ' '
}

# One job alone.
start alone
kill -TERM "$(cat pid.1)"
until grep -q cancelled alone.csv; do sleep 0.02; done
touch go
kill -TERM "$(cat pid.2)"
wait $tool
expect 'jobs alone' "$(statuses alone)" '2 cancelled'

# A shutdown, in three orders, with the tool and without it.
for order in 'jobs keepers tool' 'keepers jobs tool' 'tool jobs keepers' 'jobs keepers' \
	'keepers jobs'; do
	name=$(echo "$order" | tr ' ' -)
	start "$name"
	all=$(keepers "$name")
	case $order in *tool*) ;; *) kill -KILL $tool ;; esac
	for who in $order; do
		case $who in
		jobs) kill -TERM "$(cat pid.1)" "$(cat pid.2)" ;;
		keepers) kill -TERM $all ;;
		tool) kill -TERM $tool ;;
		esac
	done 2>/dev/null
	wait $tool 2>/dev/null
	for one in $all; do while kill -0 "$one" 2>/dev/null; do sleep 0.02; done; done
	expect "$order: rows" "$(statuses "$name")" ''
	touch go
	cml-submit -q -a "$name.csv" --backoff 0 in.csv -- ./job.sh {x}
	expect "$order: the next run" "$? $(statuses "$name")" '0 2 ok'
done

[ $failed -eq 0 ] && echo 'signals: as expected'
exit $failed
