#!/bin/sh
# However the bytes of a table arrive, the rows are the same: in pieces of one,
# three and 1000 bytes, behind a byte order mark, through gzip, in several gzip members.
set -eu
. "$ROOT/tests/begin.sh"
space=$ROOT/tests/data/manual/space.csv
jobs=$ROOT/tests/data/manual/jobs.csv
cml-encode -s "$space" "$jobs" >want
for size in 1 3 1000; do
	dd if="$jobs" bs=$size 2>/dev/null | cml-encode -s "$space" | cmp - want
	{ printf '\357\273\277' && cat "$jobs"; } | dd bs=$size 2>/dev/null | cml-encode -s "$space" | cmp - want
	gzip -c "$jobs" | dd bs=$size 2>/dev/null | cml-encode -s "$space" | cmp - want
done
for cut in 1 100 2000; do
	{ head -c $cut "$jobs" | gzip -c; tail -c +$((cut + 1)) "$jobs" | gzip -1 -c; } |
		cml-encode -s "$space" | cmp - want
done
sed 's/$/\r/' "$jobs" | cml-encode -s "$space" | cmp - want
