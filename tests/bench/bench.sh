#!/bin/sh
# Times the tools as whole processes on inputs it makes: bench.sh [RUNS]
# Each line is the command's best and median wall time over RUNS runs (default
# 5), and what that means in megabytes or rows a second. Needs the tools in PATH.
set -eu
runs=${1:-5}
root=$(cd "$(dirname "$0")/../.." && pwd)
space=$root/tests/data/manual/space.csv
jobs=$root/tests/data/manual/jobs.csv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# timed NAME AMOUNT UNIT COMMAND
timed() {
	for _ in $(seq "$runs"); do
		before=$(date +%s%N)
		sh -c "$4" >/dev/null
		echo $(($(date +%s%N) - before))
	done | sort -n | awk -v name="$1" -v amount="$2" -v unit="$3" '{ t[NR] = $1 / 1e9 } END {
		m = t[int((NR + 1) / 2)]
		printf "%-44s best %8.3f s  median %8.3f s  %10.1f %s/s\n", name, t[1], m, amount / m, unit }'
}

awk '{ line[NR] = $0 } END { print line[1]
	for (i = 0; i < 20000; i++) for (r = 2; r <= NR; r++) print line[r] }' "$jobs" >large.csv
rows=$(($(wc -l <large.csv) - 1))
mb=$(($(wc -c <large.csv) / 1000000))
cml-encode -s "$space" "$jobs" >table.csv
cml-train -s "$space" -o model table.csv
awk -v rows=100000 'BEGIN { srand(1); printf "cml_target"; for (f = 0; f < 50; f++) printf ",f%d", f; print ""
	for (r = 0; r < rows; r++) { y = 0; line = ""
		for (f = 0; f < 50; f++) { x = int(1000 * rand()) / 1000; line = line "," x; if (f < 10) y += (f + 1) * x * x }
		print y + rand() line } }' >wide.csv
awk 'BEGIN { srand(2); print "a,p"; for (i = 0; i < 1000000; i++) { x = rand(); print x "," x + rand() } }' >pairs.csv

echo "$(nproc) processors; $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1); $runs runs each"
timed "cml-encode, $rows jobs" "$mb" MB "cml-encode -s $space large.csv"
timed "cml-rank --no-sort, 100 trees" "$rows" rows "cml-rank -m model --no-sort large.csv"
timed "cml-rank -n 50, 100 trees" "$rows" rows "cml-rank -m model -n 50 large.csv"
timed "cml-train, 85 x 9, 100 trees of depth 3" 100 trees "cml-train table.csv"
timed "cml-train, 100000 x 50, 100 trees of depth 6" 100 trees "cml-train --depth 6 wide.csv"
timed "cml-eval of two columns, 1 million pairs" 1000000 pairs \
	"cml-eval --actual a --predicted p --metrics kendall --bootstrap 0 pairs.csv"
