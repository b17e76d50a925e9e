#!/bin/sh
# How many source files the plainest uses of the tools enter, and which: a job that does nothing, with the processes that
# run it, and to encode a table and to train on it without options. A file is entered when any of its lines ran.
#
#   make MODE=coverage tools && sh tests/lint/entered.sh [-q]        # -q: the counts alone
set -eu
cd "$(dirname "$0")/../.."
build=$PWD/build/coverage
quiet=${1-}
[ -x "$build/bin/cml-submit" ] || {
	echo 'no build/coverage: make MODE=coverage tools'
	exit 1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk 'BEGIN {
	print "batch,shards,qps,status"
	for (i = 0; i < 200; i++) {
		batch = i % 20 + 1
		shards = 2 ^ (i % 4)
		print batch "," shards "," (batch > 8 * shards ? ",oom" : 100 + 3 * batch - shards + i % 7 / 10 ",ok")
	}
}' >"$work/jobs.csv"
printf 'name,role,type,domain\nbatch,param,int,1:32\nshards,param,int,1|2|4|8\nqps,metric,max,0:\nstatus,status,,\n' >"$work/space.csv"
printf 'batch\n1\n' >"$work/one.csv"

forget() {
	find "$build" -name '*.gcda' -exec rm -f {} +
}

# entered NAME: by what ran since forget
entered() {
	# Supervisors end a moment after their tool.
	while readlink /proc/[0-9]*/exe 2>/dev/null | grep -qx "$build/bin/cml-submit"; do
		sleep 0.1
	done
	sh tests/lint/lines_run.sh "$build" >"$work/lines"
	awk '$2 > 0 { print $1 }' "$work/lines" >"$work/entered"
	echo "$1: $(wc -l <"$work/entered") of $(wc -l <"$work/lines") source files"
	[ "$quiet" = -q ] || sed 's/^/  /' "$work/entered"
}

forget
(cd "$work" && "$build/bin/cml-submit" one.csv -- true >rows.csv 2>/dev/null)
[ "$(sed -n 2p "$work/rows.csv" | cut -d, -f3)" = ok ]
entered 'a job that does nothing'

forget
(cd "$work" && "$build/bin/cml-encode" -q -s space.csv -o features.csv jobs.csv && "$build/bin/cml-train" -q -s space.csv -o model features.csv)
entered 'encode and train'
forget
