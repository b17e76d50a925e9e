#!/bin/sh
# The output of every tool is the same for every number of threads.
set -eu
. "$ROOT/tests/begin.sh"
space=$ROOT/tests/data/manual/space.csv
jobs=$ROOT/tests/data/manual/jobs.csv
cml-encode -s "$space" "$jobs" >table.csv
# Several blocks, refused rows in two of them.
awk '{ line[NR] = $0 } END { print line[1]
	for (i = 0; i < 200; i++) { for (r = 2; r <= NR; r++) print line[r]
		if (i % 90 == 70) print "16,a100,1\n7,a100,1,,2,,oom,2026-03-02" } }' "$jobs" >large.csv
for n in 1 2 3 8; do
	for options in "-p auto:trees=8" "-p gbt:ensemble=4,depth=3" \
		"-p gbt:subsample=0.5" "-p gbt:depth=0"; do
		# shellcheck disable=SC2086
		cml-train -s "$space" -j $n $options -o model table.csv
		cat model
		cml-rank -q -m model -j $n "$jobs"
		cml-search -m model -j $n --fix gpus=16 --samples 60 -n 20
		cml-search -m model -j $n --method reinforce:batch=200 --samples 450
		cml-search -m model -j $n --method evolution:batch=200 --samples 300
	done >all-$n
	cml-encode -s "$space" -j $n --bad-rows refused-$n.csv large.csv >encoded-$n 2>notes-$n
	cml-encode -s "$space" -j $n --bad-rows skip large.csv "$jobs" >>encoded-$n 2>>notes-$n
	cml-encode -s "$space" -j $n large.csv >>encoded-$n 2>>notes-$n && exit 1
	cmp encoded-1 encoded-$n
	cmp refused-1.csv refused-$n.csv
	cmp notes-1 notes-$n
	cml-eval -s "$space" -j $n --repeats 5 --split key --split time:date --curve 10,30 --bootstrap 100 \
		--predictions points-$n -p gbt:depth=3,ensemble=3 --importance drops-$n \
		--metrics kendall,interval-coverage,interval-width "$jobs" >eval-$n
	cml-eval -s "$space" -j $n -p mlp:hidden=10,epochs=5 --bootstrap 0 \
		--importance - -o scores-$n "$jobs" >>drops-$n
	cml-train -j $n -p gbt:ensemble=5 -o model-$n table.csv
	cmp all-1 all-$n
	cmp eval-1 eval-$n
	for table in points drops model scores; do
		cmp $table-1 $table-$n
	done
done
