#!/bin/sh
# Rounds on a log with times, validated on its newer jobs: what cml-submit appends has a time, too.
set -eu
# Pages of rounds: report.sh.
export REPORT=no
. "$ROOT/tests/begin.sh"
printf 'name,role,type,domain\nx,param,int,1:400\nsubmitted,time,,\nq,metric,max,\n' >space.csv
(echo x,submitted,q; for i in 1 2 3 4 5 6 7 8; do echo "$i,2026-01-0$i,$i.5"; done) >jobs.csv
SPACE=space.csv HISTORY=jobs.csv SPLIT=time:submitted FIRST=3 ROUNDS=2 PROPOSALS=3 \
	cml-rounds out -- sh -c 'echo q=$1.5' sh '{x}' >told 2>&1 || {
	cat told
	exit 1
}
grep -q '^round 2: 3 jobs, 0 failed.*held out: ' told
[ "$(cut -d, -f2 out/history.csv | grep -c '^20..-..-..')" -eq 17 ]
