#!/bin/sh
# The Slurm launcher and what is built on it against a private Slurm: sh tests/slurm/run.sh [LOGS]
# Prints a line for each case and, last of all, `N passed, N failed, N skipped`. The cases mostly
# wait, so they run in rows side by side. PATH holds the tools, ROOT the tree.
set -u
: "${ROOT:=$(cd "$(dirname "$0")/../.." && pwd)}"
export ROOT
logs=${1:-$ROOT/build/check/slurm}
rm -rf "$logs"
mkdir -p "$logs"

# row CASE...: one after the other. One that hangs fails, and so does one that called what there is not.
row() {
	for name in "$@"; do
		timeout -k 60 900 sh "$ROOT/tests/slurm/cases/$name.sh" >"$logs/$name.log" 2>&1 </dev/null
		code=$?
		! grep '\.sh: [0-9]*: .*: not found$' "$logs/$name.log" || code=1
		echo $code >"$logs/$name.code"
	done
}

row mixed &
row mixed-accounting &
row ends chaos lost-state &
row waits nodes torchrun &
row search rounds
wait

passed=0
failed=0
skipped=0
for name in ends waits nodes torchrun mixed mixed-accounting chaos lost-state search rounds; do
	case $(cat "$logs/$name.code") in
	0)
		passed=$((passed + 1))
		echo "passed $name: $(tail -n 1 "$logs/$name.log")"
		;;
	77)
		skipped=$((skipped + 1))
		grep '^skipped' "$logs/$name.log"
		;;
	*)
		failed=$((failed + 1))
		echo "FAILED $name"
		tail -n 20 "$logs/$name.log" | sed 's/^/    /'
		;;
	esac
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
