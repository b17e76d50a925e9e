#!/bin/sh
# Runs tests/check.sh [long] and says what all of it took: seconds on the clock and of processors, the processes it
# started, those of the machine meanwhile with all their threads, and, last of all, `N passed, N failed, N skipped`. Ends non-zero
# when anything failed, or tests/lint/budget.txt allows one check fewer processes. What had to be installed is not counted; where
# the kernel does not let the reaper count (reaper -c), nothing is compared.
# REAPER names tests/reaper.c, built; `make check` runs this under another.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${MAKE:=make}"
if [ -z "${REAPER:-}" ]; then
	exec "$MAKE" "check${1:+-$1}"
fi
logs=build/check

# of_machine: what this machine has started
of_machine() {
	awk '$1 == "processes" { print $2 }' /proc/stat
}

# counted FILE: the sum of its numbers; nothing when there are none
counted() {
	awk '{ n += $1 } END { if (NR) print n }' "$1" 2>/dev/null
}

began=$(date +%s)
before=$(of_machine)
"$REAPER" -c "$logs/all.processes" sh tests/check.sh "$@"
machine=$(($(of_machine) - before))
read -r passed failed skipped <"$logs/result" || exit 1
n=$(counted "$logs/all.processes")
installed=$(counted "$logs/setup.processes")
allowed=$(sed -n 's/^processes check //p' tests/lint/budget.txt)
good=0 bad=0 left=0 why=
if [ -z "$n" ]; then
	left=1 why='skipped: the kernel does not count our processes'
elif [ $# -eq 0 ] && [ $((n - ${installed:-0})) -gt "$allowed" ]; then
	bad=1 why="$n processes, $allowed are allowed by tests/lint/budget.txt: $logs/*/*.processes says which scripts start them"
else
	good=1
fi
passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + left))
printf '%-18s %4d passed %4d failed %4d skipped\n' processes $good $bad $left
[ -z "$why" ] || echo "    $why"
times >"$logs/all.cpu"
cpu=$(awk '{ for (i = 1; i <= NF; i++) { split($i, part, "m"); s += 60 * part[1] + part[2] } } END { print s }' "$logs/all.cpu")
printf '%-58s %4d s %4.0f s of CPU %6d processes (%d of the machine)\n' all $(($(date +%s) - began)) "$cpu" "${n:-0}" $machine
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
