#!/bin/sh
# Streaming tools hold one row, or one batch: resident memory stays under 64 MB on
# a job table of 1 GB. SIZE_MB may be set.
set -eu
size_mb=${SIZE_MB:-1000}
limit_kb=65536
work=${WORK:?run this by build/release/reaper}
space=$ROOT/tests/data/manual/space.csv
jobs=$ROOT/tests/data/manual/jobs.csv

# peak COMMAND...: runs it and prints the largest resident size seen, in kB. The
# high-water mark only grows, so the last look is as good as any.
peak() {
	"$@" >/dev/null &
	pid=$!
	high=0
	while kill -0 $pid 2>/dev/null; do
		now=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' /proc/$pid/status 2>/dev/null || true)
		high=${now:-$high}
		sleep 0.1
	done
	wait $pid || return 1
	echo "$high"
}

awk -v want=$((size_mb * 1000000)) '
	{ line[NR] = $0; if (NR > 1) bytes += length($0) + 1 }
	END {
		print line[1]
		for (size = 0; size < want; size += bytes) for (i = 2; i <= NR; i++) print line[i]
	}' "$jobs" >"$work/large.csv"
cml-encode -s "$space" "$jobs" | cml-train -s "$space" -o "$work/model"
status=0
for what in "cml-encode -s $space" "cml-rank -m $work/model --no-sort" "cml-rank -m $work/model -n 100"; do
	# shellcheck disable=SC2086
	high=$(peak $what "$work/large.csv")
	echo "$what: $high kB resident on $(($(wc -c <"$work/large.csv") / 1000000)) MB"
	[ "$high" -gt 0 ] && [ "$high" -lt $limit_kb ] || status=1
done
exit $status
