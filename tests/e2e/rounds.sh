#!/bin/sh
# Rounds killed at random points and started again end like rounds that nobody killed; what they
# start from, when they stop, how they go on. KILLS, JOBS_OF_ROUND, KILL_SEED: tests/long.
set -eu
# Pages of rounds: report.sh. Nothing here is about how well a predictor is validated.
export REPORT=no REPEATS=1 CONFIRM=0
export ROOT
. "$ROOT/tests/begin.sh"
kills=${KILLS:-3}
per_round=${JOBS_OF_ROUND:-6}
seed=${KILL_SEED:-1}


# What does not depend on when and where jobs ran, by key. Where a supervisor died between a job's last
# words and its end, these words say what became of it, but nobody knows its exit code.
cat >lasting.awk <<'E2'
BEGIN { split("cml_started cml_seconds cml_attempt cml_job", name, " ") }
csv_whole() {
	for (i = 1; i in name; i++) csv_cell[csv_at[name[i]]] = ""
	if (csv_of("cml_status") == "oom") csv_cell[csv_at["cml_exit"]] = ""
	line = csv_of("cml_key")
	for (i = 1; i <= csv_n; i++) line = line "," csv_cell[i]
	print line
}
E2
lasting() {
	awk -f "$ROOT/pipelines/csv.awk" -f lasting.awk "$1" | sort
}

# same A B: the same jobs, rounds, proposals
same() {
	lasting "$1/history.csv" >one
	lasting "$2/history.csv" >other
	diff one other || fail "$1 and $2: other jobs"
	expect "$2: a key twice" "$(cut -d, -f1 other | uniq -d)" ''
	cmp "$1/rounds.csv" "$2/rounds.csv" || fail "$1 and $2: other rounds"
	for folder in "$1"/round-*; do
		cmp "$folder/proposals.csv" "$2/${folder#*/}/proposals.csv"
	done
}

# Real processes, on fsdp-sim. Each start of a job leaves a line; rounds have a session of their own,
# from which supervisors depart.
cat >train.sh <<'E2'
#!/bin/sh
echo start >>"$LOG"
sleep 0.04
exec fsdp-sim --steps=20 "$@"
E2
cat >simulated.sh <<'E2'
layers=$(seq -f '{fsdp_%g}' 11 | paste -sd,)
export SPACE="$ROOT/schemas/ads-fsdp.csv" METRIC=qps=p90 ROUNDS=2
export SEARCH='--method bayes:acquisition=ei --samples 200' SUBMIT='--retries 99,0.01 -q'
export LOG="$PWD/$1.log"
exec setsid cml-rounds "$1" -- \
	./train.sh "--fsdp=$layers" '--local-batch={local_batch}' '--reserve={reserve}' >"$1.out" 2>&1
E2
chmod +x train.sh
export FIRST=$((2 * per_round)) PROPOSALS="$per_round"

# everything: processes that came from simulated.sh, supervisors and jobs among them
everything() {
	grep -lszx "MARK=$$" /proc/[0-9]*/environ | cut -d/ -f3
}

# kill_everything: all at once, as a machine that is reset. One after the other, a supervisor could
# still record that its job was killed.
kill_everything() {
	victims=
	while now=$(everything) && [ "$now" != "$victims" ]; do
		victims=$now
		# shellcheck disable=SC2086
		kill -STOP $victims 2>/dev/null || true
	done
	while [ -n "$victims" ]; do
		# shellcheck disable=SC2086
		kill -9 $victims 2>/dev/null || true
		victims=$(everything) || true
	done
}

JOBS=1 sh simulated.sh calm || fail "$(cat calm.out)"
expect 'jobs of calm rounds' "$(sed 1d calm/rounds.csv | cut -d, -f2 | paste -sd' ')" \
	"$((2 * per_round + 1)) $per_round $per_round"
expect 'starts of calm rounds' "$(wc -l <calm.log)" $((4 * per_round + 1))
expect 'what is told' "$(grep -c '^round [0-2]: .* over the default$' calm.out)" 3

# Every other time everything is killed, supervisors and jobs too; else the group of the rounds alone.
killed=0
turn=0
while [ "$killed" -lt "$kills" ]; do
	turn=$((turn + 1))
	MARK=$$ JOBS=2 sh simulated.sh killed &
	pid=$!
	sleep "$(awk -v seed="$seed" -v turn=$turn 'BEGIN {
		state = (seed * 1009 + turn * 7919) % 2147483647
		for (i = 0; i < 10; i++) state = state * 16807 % 2147483647
		printf "%.3f", 0.05 + 0.75 * state / 2147483647 }')"
	if [ $((turn % 2)) -eq 0 ] && kill -s KILL -- -$pid 2>/dev/null; then
		killed=$((killed + 1))
	elif [ $((turn % 2)) -eq 1 ] && kill -0 $pid 2>/dev/null; then
		kill_everything
		killed=$((killed + 1))
	fi
	if wait $pid 2>/dev/null; then
		same calm killed
		kill_everything
		rm -r killed killed.log
	fi
done
MARK=$$ JOBS=2 sh simulated.sh killed || fail "$(cat killed.out)"
same calm killed
unset FIRST PROPOSALS

# A space whose values have commas and quotes, and a metric of which small values are good; some
# jobs fail. What a job is handed is what it got.
cat >space.csv <<'E2'
name,role,type,domain,encoding,default
x,param,int,1:40,value,10
y,param,categorical,"a,b|say ""no""|c",,c
seconds,metric,min,,,
E2
cat >job.sh <<'E2'
case $2 in
'a,b') z=3 ;;
'say "no"') z=1 ;;
c) z=2 ;;
*) exit 9 ;;
esac
[ "$1" -lt 38 ] || exit 1
echo "seconds=$(awk -v x="$1" -v z=$z 'BEGIN { print z + (x - 29) ^ 2 / 100 }')"
E2
export SPACE=space.csv METRIC=seconds FIRST=12 PROPOSALS=4 SUBMIT=-q
export SEARCH='--method bayes:acquisition=ei --samples 60'
run() {
	folder=$1
	shift
	cml-rounds "$folder" "$@" -- sh job.sh '{x}' '{y}' >"$folder.out" 2>&1
}

# Goes on when ROUNDS grows, alone too; ends like rounds that were to be so many from the first.
ROUNDS=3 run whole || fail "$(cat whole.out)"
ROUNDS=1 run grown || fail "$(cat grown.out)"
expect 'rounds so far' "$(wc -l <grown/rounds.csv)" 3
ROUNDS=3 cml-rounds grown >grown.out 2>&1 || fail "$(cat grown.out)"
same whole grown
expect 'the command as it was' "$(tail -n 1 grown/settings)" 'COMMAND=sh job.sh {x} {y}'
grep -q '"a,b",' grown/history.csv
grep -q '"say ""no""",' grown/history.csv
expect 'what a job was not handed' "$(grep -c ',9,' grown/history.csv)" 0

# The best, the failures and the uplift by other means.
column() {
	cml-encode -q -s space.csv "$1" | cut -d, -f"$2" | sed 1d
}
best=$(column whole/history.csv 3 | grep . | sort -g | head -n 1)
expect 'best' "$(tail -n 1 whole/rounds.csv | cut -d, -f11)" "$best"
expect 'uplift' "$(tail -n 1 whole/rounds.csv | cut -d, -f13)" \
	"$(awk -v best="$best" 'BEGIN { base = 2 + 19 ^ 2 / 100; printf "%.6g", (base - best) / base }')"
expect 'failures' "$(sed 1d whole/rounds.csv | awk -F, '{ n += $4 } END { print n }')" \
	"$(column whole/history.csv 2 | grep -c failed)"
awk -F, 'NR > 1 && $2 != $3 + $4 { exit 1 }' whole/rounds.csv || fail 'jobs are not ok and failed'

# A round whose folder is deleted is made again as it was, and no job of it.
for round in 00 02; do
	cp -r whole re=done
	rm -r re=done/round-$round re=done/history.csv.jobs
	cml-rounds re=done >redone.out 2>&1 || fail "$(cat redone.out)"
	expect 'jobs of a round made again' "$(find re=done -name '*.1' | wc -l)" 0
	cmp whole/history.csv re=done/history.csv
	diff -r whole/round-$round re=done/round-$round
	rm -r re=done
done

files_of() {
	[ ! -d "$1" ] || find "$1" -type f -exec cksum {} + | sort
}

# refused STATUS TEXT OUT [COMMAND]: ends so, says so, and leaves OUT as it was
refused() {
	status=0
	files_of "$3" >before
	cml-rounds "$3" ${4+-- $4} >refused.out 2>&1 || status=$?
	expect "status of $2" $status "$1"
	grep -q "$2" refused.out || fail "$(cat refused.out)"
	[ "$(grep -c '^cml-rounds: ' refused.out)" -eq 1 ] || fail "not one line: $(cat refused.out)"
	files_of "$3" | cmp - before
}
SEED=2 refused 1 "begun with SEED='1', not '2'" whole
refused 1 'begun with another command' whole true
SPACE=$ROOT/schemas/ddp.csv refused 1 'begun with another space' whole
mkdir thesis
touch thesis/chapter.tex
refused 1 'has no rounds' thesis true
refused 1 'there is no nobody in PATH' new nobody
refused 2 "no column 'z'" new 'echo {z}'
PREDICTOR='-p gbt' refused 2 'no uncertainty' new true
PREDICTOR='-p nosuch' refused 2 'nosuch' new true
REQUIRE='kendal>0' refused 2 'unknown metric' new true
HISTORY=job.sh refused 1 'HISTORY: cml-encode: job.sh:' new true
[ ! -e new ] || fail 'a refused folder was made'

# A gate that no predictor meets, then one that this one meets; nothing is launched before.
status=0
REQUIRE='kendall>=2' run gated || status=$?
expect 'status at the gate' $status 3
grep -q "stops before the jobs of round 1: the predictor misses REQUIRE='kendall>=2'" gated.out || fail "$(cat gated.out)"
expect 'jobs at the gate' "$(sed 1d gated/history.csv | wc -l)" 13
REQUIRE='kendall>=-1' ROUNDS=3 run gated || fail "$(cat gated.out)"
same whole gated

# From a history of other rounds, which is only read; their numbers are not those of these rounds,
# and a default that has its row is not run again.
cksum whole/history.csv >before
echo 'csv_whole() && csv_of("cml_round") == "" { n++ } END { print n }' >of-no-round.awk
HISTORY=whole/history.csv ROUNDS=1 FIRST=0 run later || fail "$(cat later.out)"
cksum whole/history.csv | cmp - before
expect 'jobs from a history' "$(cut -d, -f1,2 later/rounds.csv | sed 1d | paste -sd' ')" '0,0 1,4'
expect 'rows of a history' "$(wc -l <later/history.csv)" $(($(wc -l <whole/history.csv) + 4))
expect 'a key twice' "$(column later/history.csv 1 | sort | uniq -d)" ''
expect 'rows of no round' "$(awk -f "$ROOT/pipelines/csv.awk" -f of-no-round.awk later/history.csv)" \
	"$(sed 1d whole/history.csv | wc -l)"

# Jobs in other contexts teach, but are no best to beat.
printf 'name,role,type,domain,encoding,default\nx,param,int,1:9,value,2\nthe gpu,context,categorical,old 1|new,,new\nrate,metric,max,,,\n' >where.csv
awk 'BEGIN { print "x,the gpu,rate"; for (x = 1; x < 5; x++) { print x ",old 1," 10 + x; print x ",new," 100 + x } }' >both.csv
echo 'awk -F, "NR == 1 { print \$0 \",rate\"; next } { print \$0 \",\" 10 + \$1 }"' >old.sh
SPACE=where.csv METRIC= FIRST=0 HISTORY=both.csv FIX='the%20gpu=old%201' ROUNDS=1 PROPOSALS=2 REPEATS=1 LAUNCH='sh old.sh' cml-rounds where >where.out 2>&1 ||
	fail "$(cat where.out)"
expect 'the best before, where it was asked' "$(sed -n 2p where/rounds.csv | cut -d, -f11)" 14
awk -F, 'NR == 3 && $11 > 14 && $11 < 20 { found = 1 } END { exit !found }' where/rounds.csv || fail "$(cat where/rounds.csv)"
SPACE=where.csv METRIC= FIRST=0 HISTORY=both.csv ROUNDS=0 REPEATS=1 LAUNCH='sh old.sh' cml-rounds there >there.out 2>&1 || fail "$(cat there.out)"
expect 'the best and its uplift, where it was not' "$(sed -n 2p there/rounds.csv | cut -d, -f11,13)" 104,0.0196078

# A filter instead of a command: the same jobs. And nothing left to propose.
cat >filter.sh <<'E2'
awk -F, 'NR == 1 { print $0 ",seconds"; next } { print $0 "," ($1 < 3 ? $1 : "") }'
E2
printf 'name,role,type,domain,encoding,default\nx,param,int,1:6,value,2\nseconds,metric,min,,,\n' >six.csv
status=0
SPACE=six.csv METRIC= FIRST=3 PROPOSALS=2 REPEATS=1 LAUNCH='sh filter.sh' cml-rounds small >small.out 2>&1 || status=$?
expect 'status when nothing is left' $status 0
grep -q '^named: ' small.out || fail "$(cat small.out)"
grep -q '^stops before round 2: nothing is left to propose$' small.out || fail "$(cat small.out)"
expect 'all of a small space' "$(cut -d, -f1 small/history.csv | sed 1d | sort -n | paste -sd' ')" '1 2 3 4 5 6'

# The defaults are those of --help.
unset METRIC FIRST PROPOSALS SUBMIT SEARCH REPORT REPEATS CONFIRM
cml-rounds defaults -- true >defaults.out 2>&1 && fail 'jobs without a reading, and it ends well'
for pair in CONFIRM=confirm FIRST=first PROPOSALS=number ROUNDS=rounds SEED=seed; do
	expect "default of ${pair#*=}" "$(sed -n "s/^${pair%=*}=//p" defaults/settings)" \
		"$(cml-rounds --help | sed -n "/--${pair#*=}=/,/default/s/.*(default \([0-9]*\).*/\1/p" | head -n 1)"
done
