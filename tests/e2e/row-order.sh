#!/bin/sh
# Predictions of a row do not depend on the rows around it, nor ranks on the
# order in which rows came; keys do not depend on the order of columns.
set -eu
. "$ROOT/tests/begin.sh"
space=$ROOT/tests/data/manual/space.csv
jobs=$ROOT/tests/data/manual/jobs.csv
cml-encode -s "$space" "$jobs" | cml-train -s "$space" -o model
head -n 1 "$jobs" >shuffled.csv
sed 1d "$jobs" | awk '{ print (NR * 7919) % 1009 "\t" $0 }' | sort -n | cut -f2- >>shuffled.csv
cml-rank -m model --no-sort "$jobs" | sed 1d | sort >plain
cml-rank -m model --no-sort shuffled.csv | sed 1d | sort | cmp - plain
# Predictions best first are the same column whatever order the rows had.
cml-rank -m model "$jobs" | cut -d, -f9 >ranked
cml-rank -m model shuffled.csv | cut -d, -f9 | cmp - ranked
for n in 1 7 84; do
	cml-rank -m model "$jobs" | head -n $((n + 1)) >first
	cml-rank -m model -n $n "$jobs" | cmp - first
done
awk -F, -v OFS=, '{ print $7, $3, $2, $8, $1, $6, $5, $4 }' "$jobs" >columns.csv
cml-encode -s "$space" "$jobs" >one
cml-encode -s "$space" columns.csv | cmp - one
