#!/bin/sh
# Which part of the lines of each folder the tests run: make coverage
# Unit tests, laws, kept fuzz inputs, golden cases and the scripts of tests/e2e, with the programs of MODE=coverage.
# Whether they pass is make check's to say.
set -eu
cd "$(dirname "$0")/../.."
build=$PWD/build/coverage
jobs=$(nproc 2>/dev/null || echo 2)
logs=$build/logs
rm -rf "$logs"
mkdir -p "$logs"
export LC_ALL=C OPENBLAS_NUM_THREADS=1 ROOT="$PWD"
find "$build" -name '*.gcda' -exec rm -f {} +

run() {
	name=$1
	shift
	"$@" >"$logs/$name.log" 2>&1 </dev/null || echo "$name: not all passed, see $logs/$name.log" >&2
}

run unit "$build/unit-tests" -j"$jobs"
run laws "$build/law-tests" -j"$jobs"
for folder in tests/fuzz/corpus/* tests/fuzz/crashes/*; do
	[ ! -d "$folder" ] || run "fuzz-${folder##*/}" "$build/fuzz/${folder##*/}" "$folder"
done
run commands sh tests/cli/run.sh "$build/bin" -j "$jobs"
for script in tests/e2e/*.sh; do
	PATH="$build/bin:$PATH" run "${script##*/}" "$REAPER" -t 900 sh "$script"
done
sh tests/lint/lines_run.sh "$build" | awk '
	{
		folder = $1
		sub(/\/[^\/]*$/, "", folder)
		if (!(folder in all)) order[++n] = folder
		run[folder] += $2
		all[folder] += $3
		run["all"] += $2
		all["all"] += $3
	}
	END {
		order[++n] = "all"
		for (i = 1; i <= n; i++) printf "%-28s %6d of %6d lines %6.1f %%\n", order[i], run[order[i]], all[order[i]], 100 * run[order[i]] / all[order[i]]
	}'
