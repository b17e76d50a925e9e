#!/bin/sh
# Rounds learn a measured limit from what their jobs report, jobs that ran out of memory among them, and
# keep to it; with --ignore-failures they do not. A trainer that prints loss, tps and peak_gb.
set -eu
# Pages of rounds: report.sh.
export REPORT=no CONFIRM=0
. "$ROOT/tests/begin.sh"

cat >space.csv <<'E'
name,role,type,domain,default
batch,param,int,1:32,4
shards,param,int,1|2|4|8,8
offload,param,int,0:1,0
width,param,int,1:16,4
tps,metric,max,0:,
peak_gb,limit,float,:78,
E

# Faster the more memory it takes; beyond 78 GB it runs all the same, far beyond it does not.
cat >train.sh <<'E'
awk -v batch="$1" -v shards="$2" -v offload="$3" -v width="$4" 'BEGIN {
	gb = 12 + 96 / shards + 2.5 * batch / (1 + offload) + width
	tps = 1000 * batch / (batch + 6) * (1 - 0.04 * log(shards)) * (1 - 0.2 * offload) * (1 + 0.02 * width)
	for (step = 1; step <= 3; step++)
		printf "step %d loss=%.3f tps=%.1f peak_gb=%.2f\n", step, 3 / step, tps, gb - (step == 3)
	if (gb > 130) {
		print "CUDA out of memory" >"/dev/stderr"
		exit 1
	}
}'
E

rounds() { # OUT [SETTING]...
	out=$1
	shift
	cml-rounds "$out" SPACE=space.csv METRIC=tps FIRST=40 ROUNDS=2 PROPOSALS=10 REPEATS=1 \
		JOBS=1 "$@" -- sh train.sh '{batch}' '{shards}' '{offload}' '{width}' >"$out.out" 2>&1 ||
		fail "$out: $(tail -n 3 "$out.out")"
}

# The same jobs as a table, without their processes.
cat >table.sh <<'E'
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print $0 ",tps,peak_gb,cml_status"; next }
{
	batch = $at["batch"]
	shards = $at["shards"]
	offload = $at["offload"]
	width = $at["width"]
	gb = 12 + 96 / shards + 2.5 * batch / (1 + offload) + width
	tps = 1000 * batch / (batch + 6) * (1 - 0.04 * log(shards)) * (1 - 0.2 * offload) * (1 + 0.02 * width)
	print $0 (gb > 130 ? sprintf(",,%.2f,oom", gb) : sprintf(",%.1f,%.2f,ok", tps, gb))
}'
E

# over OUT ROUND: how many jobs of a round measured more than the limit
over() {
	awk -F, -v round="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["cml_round"] == round && $at["peak_gb"] > 78 { n++ }
		END { print n + 0 }' "$1/history.csv"
}

rounds kept SEARCH='--method exhaustive'
rounds ignored SEARCH='--method exhaustive --ignore-failures'

# Every job has its peak, whatever became of it: the largest of its readings, not the last.
awk -F, '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ gb = 12 + 96 / $at["shards"] + 2.5 * $at["batch"] / (1 + $at["offload"]) + $at["width"] }
	$at["peak_gb"] - gb > 0.001 || gb - $at["peak_gb"] > 0.001 || $at["peak_gb"] == "" { wrong++ }
	$at["cml_status"] == "oom" { n_oom++ }
	END { exit wrong > 0 || n_oom == 0 }' kept/history.csv || fail "peaks of jobs are wrong"

# A job outside the limit is the best of nothing: the best of the summary and of the rounds is that within, and
# those outside are counted.
best=$(awk -F, '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$at["cml_status"] == "ok" && $at["peak_gb"] <= 78 && $at["tps"] > best { best = $at["tps"] }
	END { printf "%.6g\n", best }' ignored/history.csv)
beyond=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$at["cml_round"] == 0 && $at["cml_status"] == "ok" && $at["peak_gb"] > 78 { n++ }
	END { print n + 0 }' ignored/history.csv)
grep -q "^round 0: 41 jobs, [0-9]* failed, $beyond outside a limit, best $best," ignored.out ||
	fail "not $beyond outside, best $best: $(cat ignored.out)"
[ "$(tail -n 1 ignored/rounds.csv | cut -d, -f11)" = "$best" ] || fail "rounds.csv: $(cat ignored/rounds.csv)"
awk -F, -v want="$beyond" 'NR == 2 && $14 != want { exit 1 }' ignored/rounds.csv || fail "rounds.csv: $(cat ignored/rounds.csv)"

# What is measured again is within it, too.
cml-rounds ignored CONFIRM=2 FINALISTS=2 >again.out 2>&1 || fail "$(cat again.out)"
[ "$(cut -d, -f1 ignored/confirm/contenders.csv | sed 1d | paste -sd' ')" = 'default found_1 found_2' ] ||
	fail "contenders: $(cat ignored/confirm/contenders.csv)"
! awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["peak_gb"] > 78 }' \
	ignored/confirm/repeats.csv | grep -q 1 || fail 'a contender beyond the limit'

# A repeat that leaves the limit is none of the mean: it counts as failed, as the job it repeats would be no best.
cat >unsteady.sh <<'E'
echo "tps=$((100 * $1 + ${CML_confirm_repeat:-0}))"
[ "${CML_confirm_repeat:-1}" -eq 1 ] && echo peak_gb=70 || echo peak_gb=90
E
cml-rounds unsteady SPACE=space.csv METRIC=tps FIRST=3 ROUNDS=0 CONFIRM=3 JOBS=1 -- sh unsteady.sh '{batch}' \
	>unsteady.out 2>&1 || [ $? -eq 3 ] || fail "$(cat unsteady.out)"
[ "$(cut -d, -f1,3,4,5 unsteady/confirm/summary.csv | sed -n 2p)" = 'default,3,2,401' ] || fail "repeats outside: $(cat unsteady/confirm/summary.csv)"

# A name with a blank.
sed 's/peak_gb/peak GB/' space.csv >blank.csv
cml-rounds blank SPACE=blank.csv METRIC=tps FIRST=3 ROUNDS=0 JOBS=1 SUBMIT='--limit peak%20GB=peak_gb' -- sh unsteady.sh '{batch}' \
	>blank.out 2>&1 || fail "$(cat blank.out)"
! grep -q 'without a limit' blank.out || fail "$(cat blank.out)"

# With nothing within, that is said.
sed 's/:78/:5/' space.csv >tight.csv
status=0
cml-rounds tight SPACE=tight.csv METRIC=tps FIRST=4 ROUNDS=0 JOBS=2 \
	-- sh train.sh '{batch}' '{shards}' '{offload}' '{width}' >tight.out 2>&1 || status=$?
[ $status -eq 3 ] || fail "status $status: $(cat tight.out)"
grep -q '^round 0: .* outside a limit, nothing within the limits yet$' tight.out || fail "$(cat tight.out)"

# The chance is wrong now and then near the limit: what is promised is the mean of SEEDS (2; tests/long).
: "${SEEDS:=2}"
over_1=$(over kept 1) over_2=$(over kept 2)
for seed in $(seq 2 "$SEEDS"); do
	cml-rounds kept-$seed SPACE=space.csv LAUNCH='sh table.sh' FIRST=40 ROUNDS=2 PROPOSALS=10 REPEATS=1 \
		SEED=$seed SEARCH='--method exhaustive' >kept-$seed.out 2>&1 || fail "$(tail -n 3 kept-$seed.out)"
	over_1=$((over_1 + $(over kept-$seed 1))) over_2=$((over_2 + $(over kept-$seed 2)))
done
echo "beyond the limit: $over_1 of $((10 * SEEDS)) in round 1, $over_2 in round 2; with --ignore-failures $(over ignored 2) of 10"
[ "$over_1" -le $((2 * SEEDS)) ] && [ "$over_2" -le $((2 * SEEDS)) ] || fail "the rounds do not keep to the limit"
[ "$(over ignored 2)" -ge 8 ] || fail "the second round keeps to a limit that it ignores"

# A limit that jobs print under another name: found by the first jobs, before the others run.
cat >named.sh <<'E2'
echo >>"$LOG"
[ $(wc -l <"$LOG") -gt ${STARVED-0} ] || { echo 'CUDA out of memory'; exit 1; }
echo "tps=$((100 * $1)) mem=$((2 * $1))"
E2
export LOG=$PWD/named.log
named() {
	want=$1
	shift
	status=0
	cml-rounds "$@" >named.out 2>&1 || status=$?
	[ $status -eq "$want" ] || fail "status $status: $(cat named.out)"
}
begin() { # STATUS OUT SPACE [SETTING]...
	want=$1
	out=$2
	shift 2
	named "$want" "$out" METRIC=tps FIRST=9 ROUNDS=1 PROPOSALS=3 JOBS=2 REPEATS=1 "$@" -- sh named.sh '{batch}'
}
begin 1 named SPACE=blank.csv SUBMIT=-q
grep -q "^cml-rounds: no ok job has a reading of peak%20GB; to go on, write SUBMIT=-q --limit peak%20GB=NAME into named/settings, NAME .*, or the role ignore into named/space.csv," named.out ||
	fail "$(cat named.out)"
[ "$(wc -l <named.log)" -eq 1 ] || fail "$(wc -l <named.log) jobs without a reading"
named 1 named SUBMIT='-q --limit peak%20GB=mem'
grep -q "was begun with SUBMIT=" named.out || fail "$(cat named.out)"
# Both ways to go on keep OUT, and run no job twice.
cp -r named ignored-later
sed -i 's/^peak GB,limit/peak GB,ignore/' ignored-later/space.csv
named 0 ignored-later
[ "$(wc -l <named.log)" -eq 13 ] || fail "$(wc -l <named.log) jobs where the limit is ignored"
sed -i "s/^SUBMIT=.*/SUBMIT=-q --limit peak%20GB=mem/" named/settings
named 0 named
[ "$(wc -l <named.log)" -eq 25 ] || fail "$(wc -l <named.log) jobs where the limit is corrected"
: >named.log
begin 0 right SPACE=blank.csv SUBMIT='-q --limit peak%20GB=mem'
[ "$(cut -d, -f1,2 right/rounds.csv | sed 1d | paste -sd' ')" = '0,10 1,3' ] || fail "$(cat right/rounds.csv)"
[ "$(wc -l <named.log)" -eq 13 ] || fail 'a job ran twice'
# Of three jobs the first says it.
: >named.log
begin 1 few SPACE=blank.csv FIRST=2 SUBMIT=-q
[ "$(wc -l <named.log)" -eq 1 ] || fail "$(wc -l <named.log) of three jobs without a reading"
# Of jobs that run out of memory, the first after them.
: >named.log
STARVED=2 begin 1 starved SPACE=blank.csv SUBMIT=-q
[ "$(wc -l <named.log)" -eq 3 ] || fail "$(wc -l <named.log) jobs, where two ran out of memory"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "peak GB") at = i; print; next } { $at = ""; print }' OFS=, right/history.csv >unread.csv
named 3 lacking SPACE=blank.csv METRIC=tps HISTORY=unread.csv FIRST=0 ROUNDS=1 PROPOSALS=3 REPEATS=1 SUBMIT=-q -- sh named.sh '{batch}'
grep -q "no job has a reading of peak%20GB, so it cannot be learned; to go on, take another OUT with FIRST=5" named.out || fail "$(cat named.out)"

# The same of a second metric, learned or not; of a limit and it, both are named.
printf 'name,role,type,domain,default\nbatch,param,int,1:32,4\ntps,metric,max,0:,\nkw h,metric,min,,\n' >second.csv
: >named.log
begin 1 second SPACE=second.csv PREDICTOR='-p gp --log-target --ignore-failures' SEARCH='--method auto --ignore-failures' SUBMIT=-q
grep -q "^cml-rounds: no ok job has a reading of kw%20h; to go on, .* SUBMIT=-q --limit kw%20h=NAME into" named.out ||
	fail "$(cat named.out)"
[ "$(wc -l <named.log)" -eq 1 ] || fail "$(wc -l <named.log) jobs without a reading of the second metric"
begin 0 right-second SPACE=second.csv PREDICTOR='-p gp --log-target --ignore-failures' SEARCH='--method auto --ignore-failures' SUBMIT='-q --limit kw%20h=mem'
[ "$(cut -d, -f1,2 right-second/rounds.csv | sed 1d | paste -sd' ')" = '0,10 1,3' ] || fail "$(cat right-second/rounds.csv)"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "kw h") at = i; print; next } { $at = ""; print }' OFS=, right-second/history.csv >unread.csv
named 3 lacking-second SPACE=second.csv METRIC=tps HISTORY=unread.csv FIRST=0 ROUNDS=1 PROPOSALS=3 REPEATS=1 SUBMIT=-q -- sh named.sh '{batch}'
grep -q "no job has a reading of kw%20h, so .* FIRST=5, whose jobs report it" named.out ||
	fail "$(cat named.out)"
echo 'peak,limit,float,:500,' >>second.csv
begin 1 both SPACE=second.csv SUBMIT=-q
grep -q "a reading of kw%20h peak; to go on, .* SUBMIT=-q --limit kw%20h=NAME into" named.out || fail "$(cat named.out)"

# A limit that no job reports, with a law, as cml-encode --infer writes it, stops nothing.
printf 'name,role,type,domain,default\nbatch,param,int,1:32,4\ntps,metric,max,0:,\nmemory_gb,limit,float,:80,\nstates,term,memory_gb,batch * 2,\n' >law.csv
begin 0 law SPACE=law.csv SUBMIT=-q
[ "$(cut -d, -f1,2 law/rounds.csv | sed 1d | paste -sd' ')" = '0,10 1,3' ] || fail "$(cat law/rounds.csv)"
