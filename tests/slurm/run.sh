#!/bin/sh
# The Slurm launcher and what is built on it against a private Slurm: sh tests/slurm/run.sh [LOGS [CASE...]]
#
#   make check-slurm                                                       # all of them
#   REAPER=build/release/reaper sh tests/slurm/run.sh build/check/slurm waits   # one
#
# Prints a line for each case and, last of all, `N passed, N failed, N skipped`. The cases mostly
# wait, so they run ROWS (2) side by side, each with a cluster of its own; CLUSTER_CPUS (8) bounds the
# jobs that run on one at a time. LEAVE_OUT names cases that are left out. PATH holds the tools, ROOT the tree, REAPER names tests/reaper.c, built.
set -u
: "${ROOT:=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)}" "${ROWS:=2}" "${CLUSTER_CPUS:=8}"
: "${REAPER:?names build/release/reaper}"
REAPER=$(CDPATH= cd "$(dirname "$REAPER")" && pwd)/${REAPER##*/}
BIN=$(dirname "$(command -v cml-submit)") || exit 2
export ROOT CLUSTER_CPUS REAPER BIN
logs=${1:-$ROOT/build/check/slurm}
[ $# -eq 0 ] || shift
# What takes longest comes first.
[ $# -gt 0 ] || set -- $({
	printf '%s\n' ends search rounds waits mixed-cgroups
	for file in "$ROOT"/tests/slurm/cases/*.sh; do basename "$file" .sh; done
} | awk '!seen[$0]++ && index(" " ENVIRON["LEAVE_OUT"] " ", " " $0 " ") == 0')
rm -rf "$logs"
mkdir -p "$logs"

for name; do
	echo "900 cases $ROOT/tests/slurm/cases/$name.sh"
done >"$logs/queue"
# Of an earlier run that was ended.
rm -f "$logs/cases.results"
xargs -P "$ROWS" -L 1 sh "$ROOT/tests/script.sh" "$logs" <"$logs/queue"

while read -r result seconds file; do
	name=${file##*/}
	log=$logs/cases/${name%.sh}.log
	case $result in
	passed) echo "passed ${name%.sh}: $(tail -n 1 "$log") ($seconds s)" ;;
	skipped) grep '^skipped' "$log" ;;
	failed)
		echo "FAILED ${name%.sh}"
		tail -n 20 "$log" | sed 's/^/    /'
		;;
	esac
done <"$logs/cases.results"
awk -v n="$(wc -l <"$logs/queue")" '
	{ count[$1]++ }
	END {
		failed = n - count["passed"] - count["skipped"]
		printf "%d passed, %d failed, %d skipped\n", count["passed"], failed, count["skipped"]
		exit failed > 0
	}' "$logs/cases.results"
