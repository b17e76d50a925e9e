#!/bin/sh
# What failed jobs teach the rounds: where they are learned from, fewer proposals fail than where they are left out
# (--ignore-failures), and the chance to run stands in the tables.
set -eu
# Pages of rounds: report.sh.
export REPORT=no
. "$ROOT/tests/begin.sh"
# Ends with 3 where nothing is better than the default, which is not the question here.
rounds() {
	cml-rounds "$@" 2>said || [ $? -eq 3 ] || fail "$1: $(cat said)"
}
# column TABLE NAME: its cells; there is no comma in any
column() {
	awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } at { print $at }' "$1"
}
# wasted OUT: its proposals that failed
wasted() { column "$1/rounds.csv" failed | sed 1d | awk '{ n += $1 } END { print n }'; }

# begin OUT SEED [OPTION]: with an option of the predictor and the search
begin() {
	rounds "$1" SEED="$2" SPACE="$ROOT/schemas/ads-fsdp.csv" FIRST=40 PROPOSALS=10 ROUNDS=2 REPEATS=1 \
		PREDICTOR="-p gp --log-target ${3-}" SEARCH="--method auto ${3-}" LAUNCH="fsdp-sim --table --seed $2" >"$1.out"
}
for seed in 1 2; do
	begin learn-$seed $seed
	begin leave-$seed $seed --ignore-failures
	echo "seed $seed: $(wasted learn-$seed) of 20 proposals failed, $(wasted leave-$seed) where failures are left out"
done
[ $((2 * ($(wasted learn-1) + $(wasted learn-2)))) -lt $(($(wasted leave-1) + $(wasted leave-2))) ] ||
	fail 'what is learned from failures does not halve them'

# Each proposal with its chance, and a first round without; its row in the history says the same.
[ -z "$(column learn-1/round-00/launched.csv cml_ok | tr -d '\n')" ] || fail 'a chance before there was a predictor'
head -n 1 learn-1/round-00/launched.csv | grep -q ',cml_ok,' || fail 'rows of round 0 have no cell for cml_ok'
[ "$(column learn-1/round-01/proposals.csv cml_ok | awk '$1 > 0 && $1 < 1' | wc -l)" -eq 10 ] || fail 'proposals without a chance'
column learn-1/round-01/proposals.csv cml_ok >told
column learn-1/round-01/launched.csv cml_ok | cmp - told || fail 'the history does not keep what was told'
grep -q ',ok-auc,' learn-1/round-01/eval.csv || fail 'the chance is not validated'
[ -z "$(column leave-1/round-01/proposals.csv cml_ok | tr -d '\n')" ] || fail 'a chance to run where failures are left out'

# A history of rounds is started from without what these were told.
rounds later SPACE=learn-1/space.csv HISTORY=learn-1/history.csv ROUNDS=0 LAUNCH='fsdp-sim --table'
[ -z "$(column later/history.csv cml_ok | tr -d '\n')" ] || fail 'a chance of other rounds'

# What failures were expected is told beside those that were seen: the chances that did not come true, of proposals.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { n += 1 - $at["cml_ok"] } END { printf "%.1f\n", n }' \
	learn-1/round-01/launched.csv >expected
grep -q "^round 1: 10 jobs, [0-9]* failed ($(cat expected) expected), Kendall" learn-1.out || fail "$(cat learn-1.out), not $(cat expected)"
! grep 'round 0.*expected' learn-1.out || fail 'failures were expected before there was a predictor'
! grep expected leave-1.out || fail 'failures were expected without a chance'

# A floor needs the chance; one that nothing reaches is why there is nothing to propose.
printf 'name,role,type,domain,default\nx,param,int,1:40,10\ny,param,int,1:4,1\nqps,metric,max,0:\n' >floor.csv
printf '[ "$1" -lt 30 ] || exit 1\necho "qps=$1"\n' >job.sh
! cml-rounds new SPACE=floor.csv SEARCH='--method exhaustive --min-ok 0.5 --ignore-failures' -- sh job.sh '{x}' 2>said ||
	fail 'a floor without a chance was taken'
grep -q "^cml-rounds: cml-search: --min-ok and --ignore-failures exclude" said || fail "$(cat said)"
[ ! -e new ] || fail 'a refused folder was made'
for method in exhaustive bayes:acquisition=ei; do
	status=0
	cml-rounds "$method" SPACE=floor.csv FIRST=10 REPEATS=1 PROPOSALS=4 \
		SEARCH="--method $method --min-ok 0.9999" -- sh job.sh '{x}' >said 2>&1 || status=$?
	[ $status -eq 0 ] || fail "$method: status $status: $(cat said)"
	grep -q '^cml-search: .* 0.9999.* highest chance' said || fail "$method: $(cat said)"
	grep -q '^stops before round 1: nothing is left to propose$' said || fail "$method: $(cat said)"
done

# From a history: that its metric cannot be predicted is said before jobs are launched, and so is a METRIC that nobody knows, whose
# jobs end the rounds.
awk 'BEGIN { print "x,y,qps"; s = 7; for (i = 0; i < 40; i++) { s = s * 16807 % 2147483647; print 1 + i "," 1 + i % 4 "," 100 + s % 53 } }' >noise.csv
awk -F, -v OFS=, 'NR > 1 { $3 = 100 + $1 }1' noise.csv >clear.csv
# from HISTORY [OPTION]...
from() {
	table=$1
	shift
	cml-rounds "from-$table" -s floor.csv -a "$table" --rounds 2 -n 3 CONFIRM=0 REPEATS=2 SUBMIT=-q "$@" -- echo 'qps={x}' \
		>out 2>said || [ $? -eq 3 ] || fail "$table: $(cat said)"
	grep -c "^cml-rounds: $wanted" said || :
}
wanted='round 1: on held-out jobs of HISTORY the model is no better than their mean (r2 -'
expect 'noise is said' "$(from noise.csv)" 1
expect 'what is learned is not' "$(from clear.csv)" 0
rm -rf from-*
wanted="METRIC='tps=max': 'tps' is neither the metric of the space, 'qps', nor a column of HISTORY: each job has to print it$"
expect 'a wrong metric is said' "$(from clear.csv --metric tps=max)" 1
expect 'it ends the rounds' "$(grep -c '^cml-rounds: stops before the jobs of round 2: all 4 jobs that were launched failed; .*no reading of' said)" 1
rm -rf from-*
expect 'that of the space is none' "$(from clear.csv --metric qps=max)" 0
