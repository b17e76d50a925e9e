#!/bin/sh
# How many lines of the sources the plainest uses of the tools run, and of which files: a job that does nothing, with the
# processes that run it, and to encode a table and to train on it without options. Fails where they are more than
# tests/lint/budget.txt allows.
#
#   make MODE=coverage tools && sh tests/lint/ran.sh [-q]            # -q: nothing unless they are more
set -eu
cd "$(dirname "$0")/../.."
build=$PWD/build/coverage
quiet=${1-}
bad=0
[ -x "$build/bin/cml-submit" ] || {
	echo 'no build/coverage: make MODE=coverage tools'
	exit 1
}
work=${WORK:?run this by build/release/reaper}
data=$PWD/tests/data/manual
printf 'batch\n1\n' >"$work/one.csv"

forget() {
	find "$build" -name '*.gcda' -exec rm -f {} +
}

# ran USE WORDS: since forget
ran() {
	# Supervisors end a moment after their tool.
	while readlink /proc/[0-9]*/exe 2>/dev/null | grep -qx "$build/bin/cml-submit"; do
		sleep 0.1
	done
	sh tests/lint/lines_run.sh "$build" >"$work/lines"
	n=$(awk '{ n += $2 } END { print n + 0 }' "$work/lines")
	[ "$quiet" = -q ] || {
		echo "$2: $n lines"
		awk '$2 > 0 { printf "  %5d  %s\n", $2, $1 }' "$work/lines"
	}
	allowed=$(sed -n "s/^ran $1 //p" tests/lint/budget.txt)
	[ "$n" -le "$allowed" ] || {
		echo "$2: $n lines run, $allowed are allowed by tests/lint/budget.txt: take away as much" >&2
		bad=1
	}
}

forget
(cd "$work" && "$build/bin/cml-submit" one.csv -- true >rows.csv 2>/dev/null)
[ "$(sed -n 2p "$work/rows.csv" | cut -d, -f3)" = ok ]
ran nothing 'a job that does nothing'

forget
"$build/bin/cml-encode" -q -s "$data/space.csv" "$data/jobs.csv" | "$build/bin/cml-train" -q -s "$data/space.csv" >"$work/model"
ran train 'encode and train'
forget
exit $bad
