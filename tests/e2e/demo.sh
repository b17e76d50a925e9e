#!/bin/sh
# The demo, small: it draws the best so far, says what that is over the default, and goes on where it was.
set -eu
command -v gnuplot >/dev/null || { echo "no gnuplot"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
demo() {
	FIRST=40 PROPOSALS=4 ROUNDS=$1 sh "$ROOT/pipelines/demo/demo.sh" "$work/new/out" >"$work/said"
}

demo 1
grep -q '^ *round 1: 4 jobs' "$work/said"
grep -q '[*].*[*]' "$work/said"
uplift=$(tail -n 1 "$work/new/out/frontier.csv" | cut -d, -f7)
grep -q "45 jobs[.] .* $(awk -v u="$uplift" 'BEGIN { printf "%+.1f", 100 * u }') % over the default" "$work/said"
cp "$work/new/out/history.csv" "$work/before"
demo 2
head -n 46 "$work/new/out/history.csv" | cmp - "$work/before"
grep -q '49 jobs' "$work/said"
