#!/bin/sh
# A limit of the addresses (ulimit -v) that leaves no room for OpenBLAS, or no OpenBLAS: a message, no tool that never ends. What
# learns nothing runs there. Nor is there much of a stack, or of descriptors. A search of many samples holds the best of them.
set -eu
unset OPENBLAS_NUM_THREADS OMP_NUM_THREADS
. "$ROOT/tests/begin.sh"
data=$ROOT/tests/data/manual
cml-encode -s "$data/space.csv" -o features.csv "$data/jobs.csv"
cml-train -q -s "$data/space.csv" -p tree -o model features.csv
ads=$ROOT/schemas/ads-fsdp.csv
cml-search -q -s "$ads" --method random -n 60 | fsdp-sim --table >ads.csv
cml-encode -q -s "$ads" ads.csv | OPENBLAS_NUM_THREADS=1 cml-train -q -j 1 -s "$ads" -p gp --no-intervals -o ads.model
n=$(ulimit -v 350000 && OPENBLAS_NUM_THREADS=1 cml-search -q -j 1 -m ads.model --exclude ads.csv -n 50 --method auto --samples 300000 | wc -l)
[ "$n" -eq 51 ] || fail "$n lines of a search of 300,000 samples"
# Without OpenBLAS only what a Gaussian process or a line has a part in ends, with a message.
mkdir none
: >none/libopenblas.so.0
LD_LIBRARY_PATH=$work/none cml-train -q -s "$data/space.csv" -p gbt -o other features.csv || fail 'trees without OpenBLAS'
status=0
LD_LIBRARY_PATH=$work/none cml-train -q -s "$data/space.csv" -p gp -o other features.csv 2>errors || status=$?
[ $status -eq 1 ] && grep -q '^cml-train: cannot load OpenBLAS: .*libopenblas.so.0' errors || fail "without OpenBLAS: $status $(cat errors)"
# Keys alone are kept of the jobs that a listing leaves out, 11 to 21 bytes of each.
printf 'name,role,type,domain\nx,param,int,0:999999\ny,param,int,1:2\n' >wide.csv
(echo x,y && seq -f '%.0f,1' 0 999999) >jobs.csv
n=$(ulimit -v 80000 && cml-search -q -j 1 -s wide.csv --method exhaustive -n 3 --exclude jobs.csv | grep -c ',2,')
[ "$n" -eq 3 ] || fail "$n lines of a listing without a million jobs"
# A stack, and descriptors, that are too few.
status=0
(ulimit -s 64 && cml-rank -m model "$data/jobs.csv") >output 2>errors || status=$?
expected='cml-rank: the stack is limited to 64 KB, and 2048 are needed: ulimit -s 8192'
[ $status -eq 1 ] && [ "$(cat errors)" = "$expected" ] || fail "a small stack: $status $(cat errors)"
status=0
(ulimit -n 4 && exec cml-train -q -j 1 -s "$data/space.csv" -o other) <features.csv 2>errors || status=$?
[ $status -eq 1 ] && grep -q '^cml-train: .*Too many open files' errors || fail "few descriptors: $status $(cat errors)"
ulimit -v 150000
for tool in cml-encode cml-train cml-rank cml-search cml-eval cml-submit; do
	$tool --version >version || fail "$tool --version: $?"
done
cml-encode -s "$data/space.csv" "$data/jobs.csv" | cmp - features.csv
[ "$(cml-rank -q -j 1 -m model "$data/jobs.csv" | wc -l)" -eq 121 ] || fail 'cml-rank'
refuses() {
	status=0
	"$@" -j 1 >output 2>errors || status=$?
	[ $status -eq 1 ] && grep -q 'out of memory: OpenBLAS needs' errors || fail "$*: $status $(cat errors)"
}
refuses cml-train -s "$data/space.csv" -o model features.csv
refuses cml-search -m model -n 1
refuses cml-eval -s "$data/space.csv" "$data/jobs.csv"
