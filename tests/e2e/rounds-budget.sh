#!/bin/sh
# A campaign's budget: how a job's cost is found, that failed jobs count, that a batch is cut to what is left, that a killed
# campaign counts right, and that repeats keep to it.
set -eu
# Pages of rounds: report.sh.
export REPORT=no CONFIRM=0
here=$ROOT/pipelines/rounds
. "$ROOT/tests/begin.sh"
. "$ROOT/tests/wait.sh"
cost() {
	what=$1
	shift
	awk -v what="$what" -f "$ROOT/pipelines/csv.awk" -f "$here/cost.awk" "$@"
}

# Columns and numbers between * and /; a cell that is empty or no number leaves the cost empty.
printf 'cml_round,cml_status,cml_seconds,gpus\n,ok,7200,16\n0,failed,90,8\n1,ok,,8\n1,ok,x,8\n' >jobs.csv
expect 'costs' "$(cost of -v cost='cml_seconds*gpus/3600' jobs.csv | paste -sd' ')" '32 0.2  '
expect 'a number' "$(cost of -v cost=2.5 jobs.csv | paste -sd' ')" '2.5 2.5 2.5 2.5'
expect 'nothing to divide by' "$(printf 'a,b\n6,0\n6,4\n' | cost of -v cost=a/b/2 | paste -sd' ')" ' 0.75'
# What was spent: not before the campaign, not from this round on; what is not known counts as the mean of those that ran.
printf 'cml_round,c,cml_status\n,32,ok\n0,0.2,failed\n1,,ok\n2,10,ok\n3,99,ok\n' >ran.csv
echo none >none.csv
expect 'spent' "$(cost spent -v cost=c -v below=3 ran.csv none.csv)" '57.2 47 10'
expect 'no cost at all' "$(printf 'cml_round,c,cml_status\n0,,ok\n' | cost spent -v cost=c -v below=3 - none.csv)" '0 0 0'
# The first jobs that fit, in their order; one without a cost has the mean.
printf 'x,c\na,4\nb,9\nc,\nd,3\n' >batch.csv
expect 'cut' "$(cost cut -v cost=c -v mean=3 -v budget=9 -v spent=1 batch.csv 2>told | paste -sd' ') $(cat told)" 'x,c a,4 c, 2 2 7 3 8 0'
expect 'cut of nothing' "$(echo x,c | cost cut -v cost=c -v mean=0 -v budget=9 -v spent=1 2>told) $(cat told)" 'x,c 0 0 0 0 8 0'
# What an earlier round kept for the repeats is not kept where nothing is left.
expect 'kept once' "$(
	. "$here/budget.sh"
	costs() { shift && cost cut -v cost=1 "$@"; }
	spent_before() { spent=$((5 * $1)) job_cost=1; }
	say() { :; }
	printf 'x\n1\n2\n3\n4\n5\n' >five.csv
	BUDGET=10 CONFIRM=2 FINALISTS=1 HISTORY='' over=''
	for round in 1 2; do
		part=five.csv
		afford
	done
	echo "$over"
)" 'stops before round 2: BUDGET=10 is spent: 10 spent, 0 left, and the cheapest proposal would cost 1'
# What a search knows of it: params and metrics.
printf 'name,role\ngpus,param\nnodes,context\nq,metric\nhours,limit\na-b,param\n' >roles.csv
for pair in 'cml_seconds*gpus/3600=gpus' 'gpus*3e12/q/3600=gpus / q' '3600/q=1 / q' 'cml_seconds*nodes=' 'hours=' '1=' 'a-b*q=q'; do
	expect "known of ${pair%=*}" "$(cost search -v cost="${pair%=*}" roles.csv)" "${pair#*=}"
done

# How it is found, or what is missing.
space() {
	printf 'name,role,type,domain,default\nx,param,int,1:40,10\n%s\nq,metric,max,\n' "$1" >space.csv
}
costs() {
	cost find -v cost="$1" space.csv 2>&1 || echo "exit $?"
}
none="is neither a number above 0 nor a column of the space or the history"
space 'n_gpus,context,int,8:64,16'
expect 'devices' "$(costs '')" 'cml_seconds*n_gpus/3600'
expect 'as set' "$(costs 'cml_seconds*8/3600')" 'cml_seconds*8/3600'
expect 'no such column' "$(costs 'hours*8' | paste -sd' ')" "COST='hours*8': 'hours' $none exit 1"
expect 'a term is missing' "$(costs 'x*' | paste -sd' ')" "COST='x*': '' $none exit 1"
space 'gpu_hours,limit,float,:100'
expect 'a column that says it' "$(costs '')" gpu_hours
space 'devices,derived,,x * 2'
expect 'a derived one is no column' "$(costs 'cml_seconds*devices' | paste -sd' ')" "COST='cml_seconds*devices': 'devices' $none exit 1"
expect 'neither' "$(costs '' | cut -c1-60)" 'no cost of a job: the space has neither a column that says i
exit 1'

# refused STATUS TEXT [SETTING]...: nothing is launched
refused() {
	status=0
	wanted=$1
	text=$2
	shift 2
	cml-rounds new SPACE=space.csv METRIC=q FIRST=6 PROPOSALS=4 "$@" -- sh job.sh '{x}' >said 2>&1 || status=$?
	expect "status of $text" $status "$wanted"
	grep -q "$text" said || fail "$text: $(cat said)"
	[ ! -e new/history.csv.jobs ] || fail "$text: jobs were started"
	rm -rf new
}
cat >job.sh <<'E2'
echo "$CML_cml_key" >>"$LOG"
[ "$1" -ne 37 ] || exit 1
if [ -p "$LOG.hold" ]; then
	n=0
	while read -r _; do n=$((n + 1)); done <"$LOG"
	[ $n -lt "$HOLD_AT" ] || read -r _ <"$LOG.hold"
fi
echo "q=$((3000 - 3 * ($1 - 29) * ($1 - 29) + 10 * (($1 * 13 + ${CML_confirm_repeat:-0} * 7) % 11)))"
E2
export LOG="$work/log"
refused 2 'BUDGET=9: no cost of a job: the space has neither' BUDGET=9
refused 2 "BUDGET='many': not a number" BUDGET=many
refused 3 'BUDGET=0.0 is less than one job: the cheapest would cost 1' BUDGET=0.0 COST=1
refused 2 "BUDGET=9: COST='hours': 'hours' is neither" BUDGET=9 COST=hours
refused 2 "BUDGET=9: COST='0': '0' is neither a number above 0" BUDGET=9 COST=0
refused 2 "BUDGET=9: COST='x/0.0': '0.0' is neither a number above 0" BUDGET=9 COST=x/0.0
space 'gpu_hours,limit,float,:100'
refused 3 'BUDGET=0.5 is less than one job: the cheapest would cost 1' BUDGET=0.5 COST=1
refused 3 'BUDGET=1 is less than one job: the cheapest would cost 1; 0.2 are reserved for CONFIRM=3' BUDGET=1 COST=1 CONFIRM=3
# From a history that says what jobs cost.
printf 'x,q,cml_status,cml_seconds\n3,32.4,ok,3600\n9,60,ok,7200\n37,,failed,20\n' >history.csv
printf 'name,role,type,domain,default\nx,param,int,1:40,10\nq,metric,max,\n' >space.csv
refused 3 'BUDGET=2 is less than one job: the cheapest would cost' BUDGET=2 COST='cml_seconds*8/3600' HISTORY=history.csv FIRST=2

# Jobs that fail count; the last batch is cut; more budget goes on; killed in the middle, it comes to the same.
common="SPACE=space.csv METRIC=q FIRST=6 PROPOSALS=4 REPEATS=1 SUBMIT=-q JOBS=1 COST=1"
# run OUT [SETTING]...
run() {
	folder=$1
	shift
	LOG=$PWD/$folder.log
	# shellcheck disable=SC2086
	cml-rounds "$folder" $common "$@" -- sh job.sh '{x}' >"$folder.out" 2>&1
}
run calm BUDGET=21 || fail "$(cat calm.out)"
expect 'jobs of each round' "$(cut -d, -f2 calm/rounds.csv | sed 1d | paste -sd' ')" '7 4 4 4 2'
expect 'starts' "$(wc -l <calm.log)" 21
expect 'costs of each round' "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "cost") at = i; next } { print $at }' calm/rounds.csv | paste -sd' ')" '7 4 4 4 2'
grep -q '^cml-rounds: BUDGET=21: round 4 is cut by 2 jobs, to a predicted cost of 2 (19 spent, 2 left)$' calm.out || fail "$(cat calm.out)"
grep -q '^round 4: 2 jobs.*; cost 2, 21 of 21 spent$' calm.out || fail "$(cat calm.out)"
grep -q '^stops before round 5: BUDGET=21 is spent: 21 spent, 0 left, and the cheapest proposal would cost 1' calm.out || fail "$(cat calm.out)"
# Held at a job of that number, until what runs them is killed.
: >killed.log
hold killed.log.hold
HOLD_AT=9 LOG=$PWD/killed.log setsid cml-rounds killed $common BUDGET=14 -- sh job.sh '{x}' >killed.out 2>&1 &
pid=$!
wait_until 'nine jobs' lines 9 killed.log
kill -s KILL -- -$pid
wait $pid 2>/dev/null || :
release killed.log.hold
run killed BUDGET=14 || fail "$(cat killed.out)"
expect 'jobs after a kill' "$(cut -d, -f2 killed/rounds.csv | sed 1d | paste -sd' ')" '7 4 3'
# Killed alone, it leaves cml-submit behind, which the same command waits for.
hold killed.log.hold
HOLD_AT=16 LOG=$PWD/killed.log cml-rounds killed $common BUDGET=21 -- sh job.sh '{x}' >left.out 2>&1 &
pid=$!
wait_until 'sixteen jobs' lines 16 killed.log
kill -s KILL $pid
wait $pid 2>/dev/null || :
release killed.log.hold
run killed BUDGET=21 || fail "$(cat killed.out)"
! grep '[Dd]irectory\|not finished' left.out || fail 'what was left behind was disturbed'
expect 'all of them' "$(awk -F, 'NR > 1 { n += $2 } END { print n }' killed/rounds.csv)" 21
expect 'starts' "$(sort killed.log | uniq -d)" ''

# What is named is the best measured, over what the default measured.
grep -q '^named: [0-9a-f]*, [0-9.]* in one run, +[0-9.]* % over the default$' calm.out || fail "$(cat calm.out)"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { exit !($at["mean"] > 0 && $at["runs"] == 1 && $at["gain"] > 0) }' \
	calm/named.csv || fail "$(cat calm/named.csv)"
# Another folder starts from these jobs.
run later HISTORY=calm/history.csv FIRST=0 BUDGET=8 || fail "$(cat later.out)"
expect 'jobs from a history' "$(cut -d, -f2 later/rounds.csv | sed 1d | paste -sd' ')" '0 4 4'
sort calm.log later.log | uniq -d | grep . && fail 'a job ran twice'

# A cost that depends on the job: seconds are predicted by what is known of others; CONFIRM is kept in reserve.
cat >slow.sh <<'E2'
awk 'NR == 1 { print $0 ",q,cml_seconds"; next } { split($0, c, ","); print $0 "," 100 - (c[1] - 29) ^ 2 / 10 "," 3600 * c[1] / 10 }'
E2
cml-rounds slow SPACE=space.csv HISTORY=history.csv FIRST=5 PROPOSALS=5 REPEATS=1 BUDGET=20 COST=cml_seconds/3600 \
	LAUNCH='sh slow.sh' SUBMIT=-q >slow.out 2>&1 || fail "$(cat slow.out)"
spent=$(sed -n 's/^round.* \([0-9.]*\) of 20 spent$/\1/p' slow.out | tail -n 1)
awk -v spent="$spent" 'BEGIN { exit !(spent > 15 && spent < 23) }' || fail "spent $spent of 20: $(cat slow.out)"
expect 'spent, by hand' "$(awk -v spent="$spent" 'BEGIN { printf "%.3g", spent }')" \
	"$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["cml_round"] != "" { sum += $at["cml_seconds"] / 3600 } END { printf "%.3g", sum }' slow/history.csv)"
run reserved BUDGET=20 CONFIRM=2 FINALISTS=1 || fail "$(cat reserved.out)"
expect 'rounds and repeats together' "$(wc -l <reserved.log)" 20
grep -q '^cml-rounds: BUDGET=20: round 3 is cut by 3 jobs, to a predicted cost of 1 (15 spent, 5 left; 4 are reserved for CONFIRM=2)$' reserved.out ||
	fail "$(cat reserved.out)"
grep -q '^stops before round 4: BUDGET=20 is spent: 16 spent, 4 left; 4 are reserved for CONFIRM=2, and the cheapest proposal would cost 1' reserved.out ||
	fail "$(cat reserved.out)"
# No more than a fifth is kept; as many turns run as that pays for, and a larger budget pays for the others.
run few BUDGET=20 CONFIRM=9 FINALISTS=1 || fail "$(cat few.out)"
expect 'no more than the budget' "$(wc -l <few.log) $(grep -c '^cml-rounds: CONFIRM=9: BUDGET=20 pays for 2$' few.out)" '20 1'
expect 'the same again' "$(run few CONFIRM=9 || fail "$(cat few.out)"; wc -l <few.log)" 20
run few BUDGET=25 ROUNDS=3 CONFIRM=9 || fail "$(cat few.out)"
expect 'a larger one' "$(wc -l <few.log) $(grep -c '^cml-rounds: CONFIRM=9: BUDGET=25 pays for 4$' few.out)" '24 1'
# Killed while repeats run, it comes to the same.
: >torn.log
hold torn.log.hold
HOLD_AT=18 LOG=$PWD/torn.log setsid cml-rounds torn $common BUDGET=20 CONFIRM=2 FINALISTS=1 -- sh job.sh '{x}' >torn.out 2>&1 &
pid=$!
wait_until 'eighteen jobs' lines 18 torn.log
kill -s KILL -- -$pid
wait $pid 2>/dev/null || :
release torn.log.hold
run torn CONFIRM=2 || fail "$(cat torn.out)"
expect 'repeats after a kill' "$(sort torn.log | uniq -d) $(wc -l <torn.log)" ' 20'
cmp torn/confirm/summary.csv reserved/confirm/summary.csv
# A history alone may be all that there is to measure again; a budget below that measures nothing.
printf 'x,q\n3,980\n10,1900\n20,2700\n28,2990\n33,2950\n39,2700\n' >known.csv
run kept HISTORY=known.csv FIRST=0 ROUNDS=0 BUDGET=6.5 CONFIRM=3 || fail "$(cat kept.out)"
expect 'repeats of what there was' "$(wc -l <kept.log)" 6
run spare HISTORY=known.csv FIRST=0 ROUNDS=0 BUDGET=2 CONFIRM=3 || fail "$(cat spare.out)"
expect 'too little for repeats' "$(grep -c '^cml-rounds: CONFIRM=3: BUDGET=2 pays for 0$' spare.out) $(cat spare.log 2>/dev/null | wc -l)" '1 0'

# Where settings differ in price, the search goes by what is expected per unit of cost; not where that cannot be counted, is
# no search by improvement, or is the same for all.
column() {
	awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } at { print $at }' "$2" | paste -sd' '
}
run priced BUDGET=190 COST=x || fail "$(cat priced.out)"
expect 'prices' "$(column cml_cost priced/round-01/proposals.csv)" "$(column x priced/round-01/proposals.csv)"
expect 'the same price for all' "$(column cml_cost calm/round-01/proposals.csv)" ''
run by-mean BUDGET=190 COST=x SEARCH='--samples 50' || fail "$(cat by-mean.out)"
expect 'another goal' "$(column cml_cost by-mean/round-01/proposals.csv)" ''
sed 's/1:40/0:40/' space.csv >zero.csv
run zero SPACE=zero.csv BUDGET=190 COST=x || fail "$(cat zero.out)"
grep -q '^cml-rounds: round 1: not by cost: cml-search: .*cost' zero.out || fail "$(cat zero.out)"
