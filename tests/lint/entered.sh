#!/bin/sh
# How many source files the plainest uses of the tools enter, and which: a job that does nothing, with the processes that
# run it, and to encode a table and to train on it without options. A file is entered when any of its lines ran.
# Fails where they are more than tests/lint/budget.txt allows.
#
#   make MODE=coverage tools && sh tests/lint/entered.sh [-q]        # -q: nothing unless they are more
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

# entered USE WORDS: by what ran since forget
entered() {
	# Supervisors end a moment after their tool.
	while readlink /proc/[0-9]*/exe 2>/dev/null | grep -qx "$build/bin/cml-submit"; do
		sleep 0.1
	done
	sh tests/lint/lines_run.sh "$build" >"$work/lines"
	awk '$2 > 0 { print $1 }' "$work/lines" >"$work/entered"
	n=$(wc -l <"$work/entered")
	[ "$quiet" = -q ] || {
		echo "$2: $n of $(wc -l <"$work/lines") source files"
		sed 's/^/  /' "$work/entered"
	}
	allowed=$(sed -n "s/^entered $1 //p" tests/lint/budget.txt)
	[ "$n" -le "$allowed" ] || {
		echo "$2: $n source files entered, $allowed are allowed: raise tests/lint/budget.txt and say what is bought" >&2
		bad=1
	}
}

forget
(cd "$work" && "$build/bin/cml-submit" one.csv -- true >rows.csv 2>/dev/null)
[ "$(sed -n 2p "$work/rows.csv" | cut -d, -f3)" = ok ]
entered nothing 'a job that does nothing'

forget
"$build/bin/cml-encode" -q -s "$data/space.csv" "$data/jobs.csv" | "$build/bin/cml-train" -q -s "$data/space.csv" >"$work/model"
entered train 'encode and train'
forget
exit $bad
