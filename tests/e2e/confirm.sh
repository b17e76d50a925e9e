#!/bin/sh
# What the rounds measure again in the end: who, in which order, what comes of it and what is said;
# killed it goes on and runs no repeat twice, and a CONFIRM that has grown adds to it.
set -eu
# Pages of rounds: report.sh.
export REPORT=no
here=$ROOT/pipelines/rounds
export
. "$ROOT/tests/begin.sh"
. "$ROOT/tests/wait.sh"

expect() {
	if [ "$2" != "$3" ]; then
		printf '%s: expected\n%s\nfound\n%s\n' "$1" "$2" "$3"
		exit 1
	fi
}

# turns ARGUMENT...
turns() { csv tables -v what=turns "$@"; }
# csv SCRIPT ARGUMENT...
csv() {
	script=$1
	shift
	awk -f "$ROOT/pipelines/csv.awk" -f "$here/$script.awk" "$@"
}

# t.ppf(1 - p / 2, df) of scipy.stats for p, df: 0.05, 1; 0.05, 2; 0.05, 6; 0.05, 30; 0.05 / 3, 6
echo 'BEGIN { printf "%.4f %.4f %.4f %.4f %.4f", student_t(0.05, 1), student_t(0.05, 2), student_t(0.05, 6),
	student_t(0.05, 30), student_t(0.05 / 3, 6) }' >quantiles.awk
expect quantiles '12.7062 4.3027 2.4469 2.0423 3.2875' "$(awk -f "$here/student.awk" -f quantiles.awk)"

printf 'name,type,role\nlayer,categorical,param\nbatch,int,param\ngpu,categorical,context\nqps,max,metric\n' >space.csv
printf 'batch,layer,gpu,cml_key\n8,F,h,d\n9,N,h,x\n' | sed 2q >default.csv
printf 'contender,layer,batch,gpu\nby_hand,G,8,h\nagain,F,8,h\nfound_2,F,7,h\n' >given.csv
printf 'cml_key,cml_status,cml_target\ng,ok,\nd,ok,\nz,ok,\n' >given-keys.csv
cat >jobs.csv <<'E2'
gpu,layer,batch,cml_round,cml_reason
h,F,8,0,
h,N,8,0,
h,"N,""n""",16,0,
h,N,4,0,"memory, all"
h,G,2,1,
h,N,2,2,
h,F,2,2,
h,G,8,2,
elsewhere,F,3,2,
E2
cat >keys.csv <<'E2'
cml_key,cml_status,cml_target
d,ok,900
a,ok,100
b,ok,500
c,oom,
e,ok,800
f,ok,850
h,ok,820
g,ok,999
w,ok,950
E2
printf 'cml_key,cml_status\nd,ok\na,ok\nb,ok\nc,oom\ne,ok\nf,ok\nh,ok\ng,ok\nh,oom\n' >asked.csv
printf 'cml_pred\n890\n200\n800\n990\n790\n700\n900\n950\n999\n' >predicted.csv
echo none >nothing.csv
contenders() {
	predicted=$1
	shift
	csv contenders "$@" space.csv default.csv given-keys.csv given.csv keys.csv jobs.csv asked.csv "$predicted"
}
# The best measured and the best predicted, in turns; h failed as often as it ran.
expect contenders 'cml_contender,cml_key,layer,batch,gpu
default,d,F,8,h
by_hand,g,G,8,h
given_3,z,F,7,h
found_1,f,N,2,h
found_2,b,"N,""n""",16,h
found_3,e,G,2,h' "$(contenders predicted.csv -v finalists=3 -v goal=max | tee contenders.csv)"
expect 'without predictions' 'found_1,f found_2,e found_3,b found_4,a' \
	"$(contenders nothing.csv -v finalists=5 -v goal=max | sed 1,4d | cut -d, -f1,2 | paste -sd' ')"
expect 'contenders of what is to be small' 'found_1,a found_2,f' \
	"$(contenders predicted.csv -v finalists=2 -v goal=min | sed 1,4d | cut -d, -f1,2 | paste -sd' ')"
cp asked.csv all-kept.csv
awk '{ print $0 (NR == 1 ? ",cml_kept" : $0 ~ /^d,/ ? ",0" : ",1") }' all-kept.csv >asked.csv
expect 'a default that broke a limit' 'by_hand,g given_3,z found_1,f' \
	"$(contenders predicted.csv -v finalists=1 -v goal=max | sed 1d | cut -d, -f1,2 | paste -sd' ')"
mv all-kept.csv asked.csv

printf 'cml_contender,cml_key,x\na,k,1\nb,l,2\nc,m,3\n' >three.csv
echo none >none.csv
expect turns 'cml_contender,confirm_repeat,x
a,4,1
b,4,2
c,4,3
b,5,2
c,5,3
a,5,1' "$(turns -v repeats=2 -v first=4 three.csv none.csv)"
# Of those that ran nothing is to be paid.
printf 'confirm_repeat,cml_contender\n3,a\n4,a\n4,b\n4,c\n5,b\n' >ran.csv
expect 'paid turns' '7 4' "$(turns -v repeats=9 -v first=4 -v budget=9 -v spent=4.1 -v cost=2 three.csv ran.csv | wc -l) $(turns -v repeats=9 -v first=4 -v budget=9 \
	-v spent=5.1 -v cost=2 three.csv ran.csv | wc -l)"

# By hand, with t.ppf of scipy.stats: 100, 110, 120; 55, 60; 110, 121, 168. The noise is their own: of logarithms -+ 4.3027 x sd /
# sqrt(3), for two -+ 12.7062 x sd / sqrt(2). That of a gain is of both (Welch): of 110, 121, 168 at 97.5 %, as two were found, with 2.655
# degrees of freedom: 4.8757 x sqrt(0.00277 + 0.01645). A row that failed and then did not counts as it ended; one outside a limit is none.
cat >repeats.csv <<'E2'
cml_key,confirm_repeat,cml_contender,qps,cml_status,cml_reason
d4,4,default,100,ok,
f4,4,found_1,,infra,"gone, all"
f4,4,found_1,110,ok,
f5,5,found_1,121,ok,
d5,5,default,110,ok,
d6,6,default,120,ok,
f6,6,found_1,168,ok,
b4,4,by_hand,,oom,"memory, all"
b5,5,by_hand,55,ok,
b6,6,by_hand,60,ok,
h4,4,found_2,,oom,
h5,5,found_2,99,ok,
h6,6,found_2,,oom,
d3,3,default,9,ok,
E2
printf 'cml_contender,cml_key\ndefault,d\nby_hand,b\nfound_1,f\nfound_2,h\n' >names.csv
turns -v repeats=3 -v first=4 names.csv none.csv >turns.csv
# confirmed GOAL CONTENDERS TURNS REPEATS
confirmed() {
	awk -F, -v OFS=, 'NR == 1 { print "cml_key,cml_status,cml_actual,cml_kept"; next } { print $1, $5, $4, $1 != "h5" }' "$4" >frontier.csv
	csv confirmed -f "$here/student.awk" -v goal="$1" "$2" "$3" frontier.csv "$4"
}
expect summary 'contender,key,repeats,failed,mean,mean_lo,mean_hi,gain,gain_lo,gain_hi
default,d,3,0,110,87.7021,137.967,,,
by_hand,b,3,1,57.5,33.0821,99.9407,-0.47632,-0.58085,-0.345723
found_1,f,3,0,133,76.5912,230.953,0.192077,-0.393653,1.34362
found_2,h,3,3,,,,,,' "$(confirmed max names.csv turns.csv repeats.csv | tee full.csv |
	awk -F, -v OFS=, 'NR > 1 { for (i = 5; i <= NF; i++) if ($i != "") $i = sprintf("%.6g", $i) } { print }')"
expect 'a gain of less' '0.47632 -0.192077' "$(confirmed min names.csv turns.csv repeats.csv | awk -F, 'NR == 3 || NR == 4 { printf "%.6g\n", $8 }' |
	paste -sd' ')"
# Two repeats of much noise: no time is negative, and none is less by more than all of it.
printf 'cml_key,confirm_repeat,cml_contender,t,cml_status\n1,4,default,9,ok\n2,5,default,9000,ok\n3,4,found_1,4,ok\n4,5,found_1,40,ok\n' >noisy.csv
printf 'cml_contender,cml_key\ndefault,d\nfound_1,f\n' >pair.csv
printf 'cml_contender,confirm_repeat\ndefault,4\nfound_1,4\ndefault,5\nfound_1,5\n' >pair-turns.csv
expect 'noise of a time' 'default 1' "$(confirmed min pair.csv pair-turns.csv noisy.csv | awk -F, 'NR == 2 { print $1, ($6 > 0 && $6 < $5 && $7 > $5) }')"
expect 'a gain of all and no more' '1 1' "$(confirmed min pair.csv pair-turns.csv noisy.csv | awk -F, 'NR == 3 { print ($9 < $8), ($8 < $10 && $10 <= 1) }')"
# A default of much noise says nothing of how noisy another is; a ratio that may be anything is none in percent.
printf 'cml_key,confirm_repeat,cml_contender,t,cml_status\n1,4,default,9,ok\n2,5,default,90,ok\n3,6,default,700,ok\n4,4,found_1,10,ok\n5,5,found_1,13,ok\n6,6,found_1,16,ok\n' >wild.csv
printf 'cml_contender,confirm_repeat\ndefault,4\nfound_1,4\ndefault,5\nfound_1,5\ndefault,6\nfound_1,6\n' >wild-turns.csv
confirmed min pair.csv wild-turns.csv wild.csv >wild-summary.csv
expect 'noise of its own' '13 7.2 23.3' "$(awk -F, 'NR == 3 { printf "%g %.1f %.1f", $5, $6, $7 }' wild-summary.csv)"
echo 'BEGIN { print percent(-9.93), percent(0.5) }' >percent.awk
expect 'the same on the page' '&lt;&#8239;&#8722;100&#8239;% +50.0&#8239;%' "$(awk -f "$ROOT/pipelines/report/html.awk" -f percent.awk </dev/null)"
# Of what is signed differences are as they are: means of 1 and 3.
sed 's/,9,/,-1,/; s/,9000,/,3,/; s/,4,ok/,2,ok/; s/,40,ok/,4,ok/' noisy.csv >signed.csv
expect 'a signed metric' '1 2' "$(confirmed max pair.csv pair-turns.csv signed.csv | awk -F, 'NR == 2 { mean = $5 } NR == 3 { printf "%g %g", mean, $8 }')"
status=0
sed '/^f6,/d' repeats.csv >lacking.csv
confirmed max names.csv turns.csv lacking.csv >out 2>said || status=$?
expect 'a repeat without a row' '1: 1 of 12 jobs have no row' "$status: $(cat said)"

# What is named: named GOAL: the last line, of contenders "name repeats failed mean lo hi gain lo hi"; . for none
printf 'cml_key\ndefault\nfound_1\n' >keys.csv
printf 'x,qps\n1,100\n2,150\n' >jobs.csv
printf 'cml_key,cml_round,cml_actual,cml_best\ndefault,0,100,100\nfound_1,1,150,150\n' >frontier.csv
named() {
	{
		head -n 1 full.csv
		awk -v OFS=, '{ for (i = 1; i <= NF; i++) if ($i == ".") $i = ""; print $1, $1, $2, $3, $4, $5, $6, $7, $8, $9 }'
	} >shaped.csv
	csv named -f "$here/words.awk" -v metric=qps -v goal="$1" -v base='the default' -v default_key=default -v out=named.csv \
		keys.csv jobs.csv frontier.csv shaped.csv asked.csv >said
	tail -n 1 said
}
base='default 7 0 100 99 101 . . .'
best='; best measured: found_1, 150 in one run'
expect 'beyond the noise' 'named: found_1, 110 (95 %: 109 to 111) in 7 repeats, +10.2 % (+3.0 to +17.4) over the default' "$(named max <<E2
$base
by_hand 7 0 100 99 101 0.1 0.0 0.2
found_1 7 0 110 109 111 0.102 0.03 0.174
found_2 7 0 105 104 106 0.045 -0.036 0.126
E2
)"
expect 'the contenders' 'default    default  100 (95 %: 99 to 101) in 7 repeats' "$(head -n 1 said)"
expect 'to be small' "named: found_2, 90 (95 %: 89 to 91) in 7 repeats, 10.2 % (3.0 to 17.4) below the default$best" "$(named min <<E2
$base
found_1 7 1 80 79 81 0.2 0.1 0.3
found_2 7 0 90 89 91 0.102 0.03 0.174
E2
)"
expect 'not beyond' "named: found_2, 105 (95 %: 104 to 106) in 7 repeats, +4.5 % (-3.6 to +12.6) over the default, which is within the noise$best" "$(named max <<E2
$base
found_1 7 0 100 99 101 0.001 -0.1 0.1
found_2 7 0 105 104 106 0.045 -0.036 0.126
E2
)"
expect 'worse' "named: keep the default, default, 100 (95 %: 99 to 101) in 7 repeats; best of the others: found_1, 2.0 % (-1.0 to 5.0) above the default$best" "$(named min <<E2
$base
found_1 7 0 102 101 103 -0.02 -0.05 0.01
E2
)"
expect 'a ratio' 'named: found_1, 13 (95 %: 7.2 to 23.3) in 3 repeats, 0.154 times (0.000713 to 33.3) the default, which is within the noise' "$(named min <<E2
$base
found_1 3 0 13 7.2 23.3 0.846 -32.3 0.999287
E2
)"
expect 'no noise' 'named: found_1, 105 in 3 repeats, +5.0 % over the default' "$(named max <<E2
default 3 0 100 . . . . .
found_1 3 0 105 . . 0.05 . .
E2
)"
expect 'a default that fails' 'named: found_1, 105 (95 %: 104 to 106) in 3 repeats' "$(named max <<E2
default 3 3 . . . . . .
found_1 3 0 105 104 106 . . .
E2
)"
expect 'all of them fail' 'named: found_1, 150 in one run, +50.0 % over the default' "$(named max <<E2
default 3 3 . . . . . .
found_1 3 3 . . . . . .
E2
)"
# One that never ran in the rounds has its settings of CONTENDERS.
printf 'cml_contender,cml_key,x\nby_hand,by_hand,"7,5"\nfound_1,found_1,9\n' >asked.csv
named max >/dev/null <<E2
$base
by_hand 7 0 120 119 121 0.2 0.1 0.3
E2
expect 'settings by hand' '"7,5",by_hand,120,119,121,7,0.2,0.1,0.3' "$(tail -n 1 named.csv)"
# A default that was not repeated counts as in the rounds, where it broke a limit.
printf 'cml_key,cml_round,cml_actual,cml_best,cml_kept\ndefault,0,100,,0\nfound_1,1,150,150,1\n' >frontier.csv
expect 'a default outside' 'named: found_1, 140 (95 %: 139 to 141) in 3 repeats, +40.0 % over the default' "$(named max <<E2
found_1 3 0 140 139 141 . . .
found_2 3 0 130 129 131 -0.07 -0.09 -0.05
E2
)"
expect 'its gain' '2,found_1,140,139,141,3,0.4,,' "$(tail -n 1 named.csv)"
expect 'without repeats' 'named: found_1, 150 in one run, +50.0 % over the default' "$(named max </dev/null)"
expect 'without an interval' '150,,,1,0.5,,' "$(tail -n 1 named.csv | cut -d, -f3-)"
expect 'layers of a trainer' 'default: layers FGN, batch 8' "$(printf 'cml_contender,cml_key,layer_1,layer_2,batch,layer_3\ndefault,k,FULL_SHARD,SHARD_GRAD_OP,8,NO_SHARD\n' |
	awk -F, -f "$ROOT/pipelines/experiments/zero-mpi/layers.awk" | head -n 1)"

# The whole. What a job measures depends on its configuration and its repeat alone. Each start
# leaves a line.
printf 'name,role,type,domain,encoding,default\nx,param,int,1:40,value,10\ny,param,categorical,"a,b|c",,c\nseconds,metric,min,,,\n' >space.csv
cat >job.sh <<'E2'
echo "$CML_cml_key" >>"$LOG"
[ -z "${CML_confirm_repeat:-}" ] || [ ! -p "$LOG.hold" ] || read -r _ <"$LOG.hold"
[ "$1" -lt 38 ] || exit 1
echo "seconds=$(awk -v x="$1" -v repeat="${CML_confirm_repeat:-0}" 'BEGIN { print 5 + (x - 29) ^ 2 / 100 + (x * 13 + repeat * 7) % 11 / 50 }')"
E2
# run OUT [SETTING]...
run() {
	folder=$1
	shift
	LOG=$PWD/$folder.log setsid sh -c 'echo $$ >"$1.group"; shift; exec cml-rounds "$@"' - "$folder" "$folder" SPACE=space.csv METRIC=seconds FIRST=6 PROPOSALS=3 ROUNDS=1 REPEATS=1 \
		PREDICTOR='-p gp' SEARCH='--method bayes --samples 60' SUBMIT=-q JOBS=4 \
		"$@" -- sh job.sh '{x}' '{y}' >"$folder.out" 2>&1
}
must() {
	run "$@" || { cat "$1.out"; exit 1; }
}
# same A B: as many repeats of the same contenders, the same results, and none was started twice
echo 'csv_whole() { print csv_of("cml_contender"), csv_of("confirm_repeat"), csv_of("cml_status"), csv_of("seconds") }' >lasting.awk
same() {
	for folder in "$1" "$2"; do
		awk -f "$ROOT/pipelines/csv.awk" -f lasting.awk "$folder/confirm/repeats.csv" | sort >"$folder.lasting"
		expect "starts of $folder" '' "$(sort "$folder.log" | uniq -d)"
	done
	diff "$1.lasting" "$2.lasting"
	for file in contenders.csv turns.csv summary.csv summary.txt; do
		cmp "$1/confirm/$file" "$2/confirm/$file"
	done
}

must calm CONFIRM=4 FINALISTS=2
expect 'who is told of' 'contender default found_1 found_2' \
	"$(cut -d, -f1 calm/confirm/summary.csv | paste -sd' ')"
sed -n '/^default  /,/^named: /p' calm.out | cmp - calm/confirm/summary.txt
# What is named is the best mean of the repeats; the line and the tables agree.
expect 'what is named in the end' "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ printf "named: %s, %.6g (95 %%: %.6g to %.6g) in %d repeats", $at["cml_key"], $at["mean"], $at["mean_lo"], $at["mean_hi"], $at["runs"] }' \
	calm/named.csv)" "$(tail -n 1 calm.out | sed 's/, [0-9.]* %.*//')"
expect 'the best mean' "$(sed 1d calm/confirm/summary.csv | sort -t, -k5,5g | sed 1q | cut -d, -f2)" "$(tail -n 1 calm.out | cut -c8-23)"
expect 'starts' $((1 + 6 + 3 + 12)) "$(wc -l <calm.log)"
expect 'mean of the default' "$(awk 'BEGIN { for (r = 1; r <= 4; r++) s += 5 + 19 ^ 2 / 100 + (130 + r * 7) % 11 / 50; printf "%.9g", s / 4 }')" \
	"$(sed -n 2p calm/confirm/summary.csv | cut -d, -f5)"

# Killed, TURNS times (1; tests/long), while two of its repeats run, which go on; then it goes on. Part files of the
# killed are gone.
# has_started FOLDER N: so many jobs, by rounds that have not ended
has_started() {
	lines "$2" "$1.log" || {
		kill -0 $pid || { cat "$1.out"; exit 1; }
		return 1
	}
}
# kill_rounds FOLDER N: with all that they run, when so many jobs have started
kill_rounds() {
	wait_until "job $2" has_started "$1" "$2"
	kill -s KILL -- "-$(cat "$1.group")"
	wait $pid || true
	release "$1.log.hold"
}
# has_records N: of repeats
has_records() {
	n_records=$1
	set -- killed/confirm/repeats.csv.jobs/*/record
	[ -e "$1" ] && [ $# -ge "$n_records" ]
}
turn=1
while [ $turn -le "${TURNS:-1}" ]; do
	hold killed.log.hold
	run killed CONFIRM=4 FINALISTS=2 JOBS=2 &
	pid=$!
	kill_rounds killed $((1 + 6 + 3 + 2 * turn))
	wait_until "records of turn $turn" has_records $((2 * turn))
	turn=$((turn + 1))
done
must killed
same calm killed
expect 'part files' '' "$(find killed -name '*.part.*')"

# A CONFIRM that grows adds repeats; what is there, and fewer finalists, start nothing.
must grown CONFIRM=2 FINALISTS=2
must grown CONFIRM=4
same calm grown
rm grown/confirm/summary.csv grown/confirm/contenders.csv
must grown
same calm grown
must grown FINALISTS=1
expect 'fewer finalists' "$(sed '$d' calm/confirm/summary.csv | cut -d, -f1-8)" "$(cut -d, -f1-8 grown/confirm/summary.csv)"
expect 'starts for fewer finalists' "$(wc -l <calm.log)" "$(wc -l <grown.log)"
must again CONFIRM=4 FINALISTS=2
same calm again
rm -r grown grown.log
mv again grown
mv again.log grown.log
# Emptied files are made again of what is there.
for emptied in confirm/repeats.csv confirm/turns.csv; do
	: >"grown/$emptied"
	must grown
	same calm grown
done
: >grown/confirm/repeats.csv
: >grown/confirm/turns.csv
must grown
same calm grown
must grown FINALISTS=1
# Another contender: all are measured beside it, in turns of their own.
printf 'contender,x,y\nby_hand,20,c\n' >given.csv
must grown CONTENDERS=given.csv CONFIRM=1
expect 'turns of others' 'default,5 by_hand,5 found_1,5' "$(sed 1d grown/confirm/turns.csv | cut -d, -f1,2 | paste -sd' ')"
expect 'starts for another contender' $(($(wc -l <calm.log) + 3)) "$(wc -l <grown.log)"
must grown CONFIRM=0
expect 'starts of none' $(($(wc -l <calm.log) + 3)) "$(wc -l <grown.log)"

# Killed while contenders are measured that were not among those summed up, then without a budget for them: nobody is
# named whose settings are not there.
printf 'contender,x,y\nby_hand,30,c\n' >given.csv
must paid CONFIRM=2 COST=1 BUDGET=60 CONTENDERS=given.csv
grep -q '^by_hand,' paid/confirm/summary.csv || { cat paid.out; exit 1; }
started=$(wc -l <paid.log)
printf 'contender,x,y\nother_hand,31,c\n' >given.csv
hold paid.log.hold
run paid CONFIRM=2 COST=1 BUDGET=60 CONTENDERS=given.csv &
pid=$!
kill_rounds paid $((started + 1))
must paid BUDGET=19 COST=1
grep -q '^cml-rounds: CONFIRM=2: BUDGET=19 pays for 0$' paid.out || { cat paid.out; exit 1; }
echo 'csv_whole() && csv_row > 0 { print csv_of("cml_key"), (csv_of("x") > 0 && csv_of("y") != "") }' >settings.awk
[ -x paid/best.sh ] || { cat paid.out; exit 1; }
expect 'named with its settings' "$(sed -n 's/^named: \([0-9a-f]*\).*/\1/p' paid.out) 1" \
	"$(awk -f "$ROOT/pipelines/csv.awk" -f settings.awk paid/named.csv)"

# What another program computed is there in the repeats, and empty where nobody did; rounds that died for want of it go on.
printf 'name,role,type,domain,encoding,default\nx,param,int,1:40,value,10\ny,param,categorical,"a,b|c",,c\nsim,derived\nseconds,metric,min\nsaid,term,,sim\n' >simulated.csv
simulate() {
	echo x,y,sim,seconds
	seq "$1" 3 37 | awk '{ print $1 ",c," 3 + ($1 - 29) ^ 2 / 120 "," 5 + ($1 - 29) ^ 2 / 100 }'
}
simulate 2 >old.csv
simulate 3 | cut -d, -f1-3 >candidates.csv
must simulated SPACE=simulated.csv HISTORY=old.csv FIRST=0 CONFIRM=2 SEARCH='--candidates candidates.csv'
expect 'a given column' 'sim: 0 1 1 1 1 0' "$(awk -F, 'NR == 1 { text = $5 ":" } NR > 1 { text = text " " ($5 != "") } END { print text }' simulated/confirm/turns.csv)"
started=$(wc -l <simulated.log)
cd simulated/confirm
for cut in contenders:1-4 turns:1-4 repeats:1-3,5-; do
	cut -d, -f"${cut#*:}" "${cut%:*}.csv" >part && mv part "${cut%:*}.csv"
done
rm summary.* ../named.csv ../best.sh
cd ../..
LOG=$PWD/simulated.log cml-rounds simulated >simulated.out 2>&1 || { cat simulated.out; exit 1; }
[ -x simulated/best.sh ] && [ -s simulated/named.csv ]
expect 'starts of those that died' "$started" "$(wc -l <simulated.log)"

# What gives the same answer again is not asked again.
refused() {
	text=$1
	shift
	status=0
	cml-rounds new SPACE=space.csv METRIC=seconds "$@" >refused.out 2>&1 || status=$?
	expect "status of $text" 2 $status
	grep -q "^cml-rounds: .*$text" refused.out || { cat refused.out; exit 1; }
	[ ! -e new ]
}
refused 'CONFIRM=3: LAUNCH and --backend replay give the same again' METRIC= LAUNCH=cat CONFIRM=3
refused 'CONFIRM=3: LAUNCH and --backend replay give the same again' METRIC= SUBMIT='--backend replay=calm/history.csv' CONFIRM=3
refused "CONFIRM='few'" CONFIRM=few -- true
sed '2s/^x/confirm_repeat/' space.csv >taken.csv
refused 'CONFIRM=3: the space has a column confirm_repeat' SPACE=taken.csv CONFIRM=3 -- true
# Elsewhere than where is asked, in a context or in a param that is fixed.
printf 'name,role,type,domain,encoding,default\nx,param,int,1:40,value,10\ny,param,categorical,"a,b|c",,c\ngpus,context,int,1:99,value,64\nseconds,metric,min,,,\n' >wide.csv
# elsewhere FIX
elsewhere() {
	status=0
	run new SPACE=wide.csv FIX="$1" CONFIRM=2 CONTENDERS=given.csv || status=$?
	expect "elsewhere than $1" "1: cml-rounds: CONTENDERS=given.csv: a row is not what is asked about, in a context or in what FIX keeps" \
		"$status: $(cat new.out)"
	[ ! -e new ]
}
printf 'contender,x,y,gpus\nhere,20,c,16.0\nthere,21,c,64\n' >given.csv
elsewhere gpus=16
elsewhere ''
elsewhere 'gpus=16 x=21'
# What cml-submit would refuse at the first round is refused before there is a folder that keeps it.
cp calm/history.csv measured.csv
refused_submit() {
	status=0
	cml-rounds new SPACE=space.csv METRIC= SUBMIT="$1" >refused.out 2>&1 || status=$?
	expect "status of $1" 2 $status
	expect "lines of $1" 1 "$(wc -l <refused.out)"
	[ ! -e new ]
}
for options in '--timeout 3' '--warmup 1'; do
	refused_submit "--backend replay=measured.csv $options"
done
refused_submit '--backend replay=nowhere.csv'
for options in --dry-run --dry '-s space.csv' '-qs space.csv' '-a there.csv' --append=there.csv '-o there.csv' --output=there.csv '-d ;' --tsv; do
	refused_submit "--backend replay=measured.csv $options"
	refused_submit "$options"
done
