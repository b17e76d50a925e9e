#!/bin/sh
# All that runs on threads, under ThreadSanitizer: a race ends the tool with an
# exit code of its own.
set -eu
. "$ROOT/tests/begin.sh"
export TSAN_OPTIONS="exitcode=99 halt_on_error=1"
space=$ROOT/tests/data/manual/space.csv
jobs=$ROOT/tests/data/manual/jobs.csv
cml-encode -s "$space" "$jobs" >table.csv
# Large enough for every parallel path of training.
awk -F, -v OFS=, 'NR == 1 { print; next } { for (i = 0; i < 400; i++) { $3 = $3 == "" ? "" : $3 + i % 7; print } }' \
	table.csv >large.csv
awk '{ line[NR] = $0 } END { print line[1]; for (i = 0; i < 100; i++) for (r = 2; r <= NR; r++) print line[r] }' \
	"$jobs" >jobs.csv
cml-encode -s "$space" -j 3 -o encoded.csv jobs.csv
cml-train -s "$space" -j 3 -p auto:trees=3 -o ensemble table.csv
# The chance to run, at the size of the table, is trained above.
cml-train -j 3 --ignore-failures -p gbt:trees=2,depth=6 -o large large.csv
cml-train -j 3 --ignore-failures -p gbt:trees=3,subsample=0.5 --no-intervals -o sampled large.csv
cml-rank -m ensemble -j 3 "$jobs" >/dev/null
cml-rank -m large -j 3 -n 10 large.csv >/dev/null
cml-search -m ensemble -j 3 --fix gpus=16 --samples 60 -n 20 >/dev/null
cml-eval -s "$space" -j 3 --repeats 3 --curve 10,20 -p auto:trees=2 --bootstrap 50 "$jobs" >/dev/null
cml-eval -s "$space" -j 3 -p gbt:ensemble=4,trees=4 --bootstrap 50 --importance drops "$jobs" >/dev/null
