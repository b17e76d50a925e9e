#!/bin/sh
# What the rounds measure again in the end: who, in which order, what comes of it and what is said;
# killed it goes on and runs no repeat twice, and a CONFIRM that has grown adds to it.
set -eu
# Pages of rounds: report.sh.
export REPORT=no
export LC_ALL=C
rounds=$ROOT/pipelines/rounds.sh
here=$ROOT/pipelines/rounds
export MIN_UPLIFT=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

expect() {
	if [ "$2" != "$3" ]; then
		printf '%s: expected\n%s\nfound\n%s\n' "$1" "$2" "$3"
		exit 1
	fi
}

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
printf 'contender,layer,batch,gpu\nby_hand,G,8,h\nagain,F,8,h\n' >given.csv
printf 'cml_key,cml_status,cml_target\ng,ok,\nd,ok,\n' >given-keys.csv
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
: >nothing.csv
contenders() {
	predicted=$1
	shift
	csv contenders "$@" space.csv default.csv given-keys.csv given.csv keys.csv jobs.csv asked.csv "$predicted"
}
# The best measured and the best predicted, in turns; h failed as often as it ran.
expect contenders 'cml_contender,cml_key,layer,batch,gpu
default,d,F,8,h
by_hand,g,G,8,h
found_1,f,N,2,h
found_2,b,"N,""n""",16,h
found_3,e,G,2,h' "$(contenders predicted.csv -v finalists=3 -v goal=max | tee contenders.csv)"
expect 'without predictions' 'found_1,f found_2,e found_3,b found_4,a' \
	"$(contenders nothing.csv -v finalists=5 -v goal=max | sed 1,3d | cut -d, -f1,2 | paste -sd' ')"
expect 'contenders of what is to be small' 'found_1,a found_2,f' \
	"$(contenders predicted.csv -v finalists=2 -v goal=min | sed 1,3d | cut -d, -f1,2 | paste -sd' ')"

printf 'cml_contender,cml_key,x\na,k,1\nb,l,2\nc,m,3\n' >three.csv
echo confirm_repeat >none.csv
expect turns 'cml_contender,confirm_repeat,x
a,1,1
b,1,2
c,1,3
b,2,2
c,2,3
a,2,1' "$(csv turns -v repeats=2 three.csv none.csv none.csv | tee turns.csv)"
# Fewer of them go on in their turns; another one has turns behind all that were run.
sed '$d' three.csv >two.csv
expect 'turns of fewer' 'a,1,1 b,1,2 b,2,2 a,2,1 a,3,1 b,3,2' \
	"$(csv turns -v repeats=3 two.csv turns.csv none.csv | sed 1d | paste -sd' ')"
echo 'd,n,4' >>two.csv
printf 'cml_contender,confirm_repeat\na,5\n' >five.csv
expect 'turns of others' 'a,6,1 b,6,2 d,6,4' "$(csv turns -v repeats=1 two.csv turns.csv five.csv | sed 1d | paste -sd' ')"

# What was run counts whoever stood there last, whole turns before others, in the order of their numbers.
cat >ran.csv <<'E2'
x,confirm_repeat,cml_contender
1,1,a
2,1,b
3,1,c
1,2,a
3,2,b
1,3,a
2,3,b
2,5,b
1,5,a
E2
sed '$d' three.csv >two.csv
printf 'cml_contender,confirm_repeat,x\na,4,1\nb,4,2\na,6,1\n' >turns.csv
expect 'turns that were run' 'a,1,1 b,1,2 b,3,2 a,3,1 a,5,1 b,5,2' "$(csv turns -v repeats=2 two.csv turns.csv ran.csv | sed 1d | paste -sd' ')"
expect 'turns that were begun' 'a,1 b,1 b,3 a,3 a,4 b,4 b,5 a,5' \
	"$(csv turns -v repeats=4 two.csv turns.csv ran.csv | sed 1d | cut -d, -f1,2 | paste -sd' ')"
expect 'new turns' 'a,7 b,7' "$(csv turns -v repeats=5 two.csv turns.csv ran.csv | tail -n 2 | cut -d, -f1,2 | paste -sd' ')"

# By hand, with t.ppf of scipy.stats: 100, 110, 120; 55, 60; 110, 121, 168. Of three the noise is their own: of logarithms -+ 4.3027 x sd /
# sqrt(3). Of two it is that of all, 0.119124 of squared deviations and 5 degrees of freedom. Of the gain of 110, 121, 168 it is that of both (Welch), at 97.5 % as two were
# found, with 2.655 degrees of freedom: 4.8757 x sqrt(0.00277 + 0.01645). A row that failed and then did not counts as it ended.
cat >repeats.csv <<'E2'
confirm_repeat,cml_contender,qps,cml_status,cml_reason
4,default,100,ok,
4,found_1,,infra,"gone, all"
4,found_1,110,ok,
5,found_1,121,ok,
5,default,110,ok,
6,default,120,ok,
6,found_1,168,ok,
4,by_hand,,oom,"memory, all"
5,by_hand,55,ok,
6,by_hand,60,ok,
4,found_2,,oom,
5,found_2,,oom,
6,found_2,,oom,
3,default,9,ok,
E2
printf 'cml_contender,cml_key\ndefault,d\nby_hand,b\nfound_1,f\nfound_2,h\n' >names.csv
csv turns -v repeats=3 names.csv none.csv five.csv | sed 's/,6$/,4/; s/,7$/,5/; s/,8$/,6/' >turns.csv
echo cml_key >within.csv
confirmed() {
	csv confirmed -f "$here/student.awk" -v metric=qps "$@"
}
expect summary 'contender,key,repeats,failed,mean,mean_lo,mean_hi,median,sd,pairs,gain,gain_lo,gain_hi,gain_sd
default,d,3,0,110,87.7021,137.967,110,10,0,,,,
by_hand,b,3,1,57.5,43.4331,76.1229,57.5,3.53553,2,-0.5,-0.612863,-0.354234,0
found_1,f,3,0,133,76.5912,230.953,121,30.8058,3,0.192077,-0.393653,1.34362,0.165979
found_2,h,3,3,,,,,,0,,,,' "$(confirmed -v goal=max names.csv turns.csv within.csv repeats.csv | tee full.csv |
	awk -F, -v OFS=, 'NR > 1 { for (i = 5; i <= NF; i++) if ($i != "") $i = sprintf("%.6g", $i) } { print }')"
expect 'a gain of less' '0.5 -0.192077' "$(confirmed -v goal=min names.csv turns.csv within.csv repeats.csv | awk -F, 'NR == 3 || NR == 4 { printf "%.6g\n", $11 }' |
	paste -sd' ')"
# Two repeats of much noise: no time is negative, and none is less by more than all of it.
printf 'confirm_repeat,cml_contender,qps,cml_status\n4,default,9,ok\n5,default,9000,ok\n4,found_1,4,ok\n5,found_1,40,ok\n' >noisy.csv
printf 'cml_contender,cml_key\ndefault,d\nfound_1,f\n' >pair.csv
printf 'cml_contender,confirm_repeat\ndefault,4\nfound_1,4\ndefault,5\nfound_1,5\n' >pair-turns.csv
expect 'noise of a time' 'default 1' "$(confirmed -v goal=min pair.csv pair-turns.csv within.csv noisy.csv |
	awk -F, 'NR == 2 { print $1, ($6 > 0 && $6 < $5 && $7 > $5) }')"
expect 'a gain of all and no more' '1 1' "$(confirmed -v goal=min pair.csv pair-turns.csv within.csv noisy.csv |
	awk -F, 'NR == 3 { print ($12 < $11), ($11 < $13 && $13 < 0.9995) }')"
# A default of much noise says nothing of how noisy another is; a ratio that may be anything is none in percent.
printf 'confirm_repeat,cml_contender,qps,cml_status\n4,default,9,ok\n5,default,90,ok\n6,default,700,ok\n4,found_1,10,ok\n5,found_1,13,ok\n6,found_1,16,ok\n' >wild.csv
printf 'cml_contender,confirm_repeat\ndefault,4\nfound_1,4\ndefault,5\nfound_1,5\ndefault,6\nfound_1,6\n' >wild-turns.csv
confirmed -v goal=min pair.csv wild-turns.csv within.csv wild.csv >wild-summary.csv
expect 'noise of its own' '13 7.2 23.3' "$(awk -F, 'NR == 3 { printf "%g %.1f %.1f", $5, $6, $7 }' wild-summary.csv)"
expect 'a ratio' 'no gain over the default that repeats would show: found_1 0.154 times (0.000713 to 33.3) the default' "$(
	awk -F, -v metric=qps -v goal=min -v default_words='the default' -f "$here/gain-words.awk" -f "$here/say-confirmed.awk" wild-summary.csv | tail -n 1)"
echo 'BEGIN { print percent(-9.93), percent(0.5) }' >percent.awk
expect 'the same on the page' '&lt;&#8239;&#8722;100&#8239;% +50.0&#8239;%' "$(awk -f "$ROOT/pipelines/report/html.awk" -f percent.awk </dev/null)"
# Of what is signed differences are as they are: -1, 1; 2, 4 beside a base of 1 in size.
sed 's/,9,/,-1,/; s/,9000,/,1,/; s/,4,ok/,2,ok/; s/,40,ok/,4,ok/' noisy.csv >signed.csv
expect 'a signed metric' '0 3' "$(confirmed -v goal=max pair.csv pair-turns.csv within.csv signed.csv |
	awk -F, 'NR == 2 { mean = $5 } NR == 3 { printf "%g %g", mean, $11 }')"
status=0
sed '/^6,found_1/d' repeats.csv >lacking.csv
confirmed -v goal=max names.csv turns.csv within.csv lacking.csv >out 2>said || status=$?
expect 'a repeat without a row' '1: 1 of 12 jobs have no row' "$status: $(cat said)"

# say GOAL: the last line, of rows "name repeats failed mean sd pairs gain lo hi gain_sd"; . for none
say() {
	{
		head -n 1 full.csv
		awk -v OFS=, '{
			for (i = 1; i <= NF; i++) if ($i == ".") $i = ""
			print $1, "k", $2, $3, $4, $4, $4, $4, $5, $6, $7, $8, $9, $10 }'
	} >shaped.csv
	awk -F, -v metric=qps -v goal="$1" -v default_words="the default" -f "$here/gain-words.awk" -f "$here/say-confirmed.awk" shaped.csv >said
	tail -n 1 said
}
base='default 7 0 100 1 0 . . . .'
expect 'beyond the noise' 'beyond the noise: found_1 +10.2 % (+3.0 to +17.4) over the default' "$(say max <<E2
$base
by_hand 7 0 100 1 7 0.1 0.0 0.2 0.1
found_1 7 0 100 1 7 0.102 0.03 0.174 0.0778
found_2 7 0 100 1 7 0.045 -0.036 0.126 0.0876
E2
)"
expect 'to be small' 'beyond the noise: found_1 +10.2 % (+3.0 to +17.4) below the default, but 1 of its 7 repeats failed' "$(say min <<E2
$base
found_1 7 1 100 1 6 0.102 0.03 0.174 0.05
E2
)"
expect 'the heading' 'contender  key  repeats  failed  qps, mean (95 %)  below the default (95 %)' "$(head -n 1 said)"
expect 'not beyond' 'no gain over the default that repeats would show: found_2 +4.5 % (-3.6 to +12.6) over the default' "$(say max <<E2
$base
found_1 7 0 100 1 7 0.001 -0.1 0.1 0.1
found_2 7 0 100 1 7 0.045 -0.036 0.126 0.0876
E2
)"
expect 'worse' 'no gain over the default that repeats would show: found_1 -2.0 % (-5.0 to +1.0) below the default' "$(say min <<E2
$base
found_1 7 0 100 1 7 -0.02 -0.05 0.01 0.0324
E2
)"
# found_1 measured 1, 25, 1 beside what gained alike each time; the largest mean hides no gain that is sure.
expect 'a noisy best' 'beyond the noise: found_2 +72.3 % (+72.1 to +72.5) over the default' "$(say max <<E2
$base
found_1 3 0 176 1 3 0.757 -0.173 1.687 0.3744
found_2 3 0 172 1 3 0.723 0.721 0.725 0.0008
found_3 3 0 172 1 3 0.723 0.720 0.726 0.0012
E2
)"
expect 'a best that failed but once' 'beyond the noise: found_2 +5.0 % (+4.0 to +6.0) over the default' "$(say max <<E2
$base
found_1 6 5 110 0 1 0.1 . . 0
found_2 6 0 105 1 6 0.05 0.04 0.06 0.0095
E2
)"
expect 'another that is better' 'more than found_1: by_hand +5.0 % (+4.0 to +6.0) over the default' "$(say max <<E2
$base
by_hand 7 0 100 1 7 0.05 0.04 0.06 0.01
by_rule 7 0 100 1 7 0.04 0.03 0.05 0.01
found_1 7 0 100 1 7 0.02 0.01 0.03 0.01
E2
)"
expect 'and before it what was found' 'beyond the noise: found_1 +2.0 % (+1.0 to +3.0) over the default' "$(tail -n 2 said | head -n 1)"
expect 'one repeat' 'by_hand +5.0 % over the default: one repeat cannot separate gain from noise' "$(say max <<E2
default 1 0 100 0 0 . . . .
by_hand 1 0 105 0 1 0.05 . . 0
E2
)"
expect 'no noise' 'found_1 +5.0 % over the default: all repeats gave the same result, so the noise is unknown' "$(say max <<E2
default 3 0 100 0 0 . . . .
found_1 3 0 105 0 3 0.05 0.05 0.05 0
E2
)"
expect 'a default that fails' 'gain unknown: no repeat of the default was ok' "$(say max <<E2
default 3 3 . . 0 . . . .
found_1 3 0 105 0 0 . . . .
E2
)"
expect 'all of them fail' 'gain unknown: no proposal was ok in a turn with the default' "$(say max <<E2
default 3 0 100 1 0 . . . .
found_1 3 3 . . 0 . . . .
E2
)"
expect 'layers of a trainer' 'default: layers FGN, batch 8' "$(printf 'cml_contender,cml_key,layer_1,layer_2,batch,layer_3\ndefault,k,FULL_SHARD,SHARD_GRAD_OP,8,NO_SHARD\n' |
	awk -F, -f "$ROOT/pipelines/zero-mpi/layers.awk" | head -n 1)"

# The whole. What a job measures depends on its configuration and its repeat alone. Each start
# leaves a line.
printf 'name,role,type,domain,encoding,default\nx,param,int,1:40,value,10\ny,param,categorical,"a,b|c",,c\nseconds,metric,min,,,\n' >space.csv
cat >job.sh <<'E2'
echo "$CML_cml_key" >>"$LOG"
while [ -n "${CML_confirm_repeat:-}" ] && [ -e "$LOG.hold" ]; do sleep 0.05; done
[ "$1" -lt 38 ] || exit 1
echo "seconds=$(awk -v x="$1" -v repeat="${CML_confirm_repeat:-0}" 'BEGIN { print 5 + (x - 29) ^ 2 / 100 + (x * 13 + repeat * 7) % 11 / 50 }')"
E2
# run OUT [SETTING]...
run() {
	folder=$1
	shift
	LOG=$PWD/$folder.log setsid sh -c 'echo $$ >"$1.group"; shift; exec sh "$@"' - "$folder" "$rounds" "$folder" SPACE=space.csv METRIC=seconds FIRST=6 PROPOSALS=3 ROUNDS=1 REPEATS=1 \
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
sed -n '/^contender /,/^named: /p' calm.out | sed '$d' | cmp - calm/confirm/summary.txt
# What is named is the best mean of the repeats; the line and the tables agree.
expect 'what is named in the end' "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ printf "named: %s, %.6g (95 %%: %.6g to %.6g) in %d repeats", $at["cml_key"], $at["mean"], $at["mean_lo"], $at["mean_hi"], $at["runs"] }' \
	calm/named.csv)" "$(tail -n 1 calm.out | sed 's/,[^,]*the default;.*//')"
expect 'the best mean' "$(sed 1d calm/confirm/summary.csv | sort -t, -k5,5g | sed 1q | cut -d, -f2)" "$(tail -n 1 calm.out | cut -c8-23)"
expect 'a line in the end' 1 "$(sed -n 5p calm/confirm/summary.txt | grep -c '^beyond the noise: found_[12] .* % (.*) below the default$')"
expect 'starts' $((1 + 6 + 3 + 12)) "$(wc -l <calm.log)"
expect 'mean of the default' "$(awk 'BEGIN { for (r = 1; r <= 4; r++) s += 5 + 19 ^ 2 / 100 + (130 + r * 7) % 11 / 50; printf "%.9g", s / 4 }')" \
	"$(sed -n 2p calm/confirm/summary.csv | cut -d, -f5)"

# Killed three times while two of its repeats run, which go on; then it goes on. Part files of the
# killed are gone.
lines() {
	cat "$@" 2>/dev/null | wc -l
}
turn=1
while [ $turn -le 3 ]; do
	touch killed.log.hold
	run killed CONFIRM=4 FINALISTS=2 JOBS=2 &
	pid=$!
	until [ "$(lines killed.log)" -ge $((1 + 6 + 3 + 2 * turn)) ]; do
		kill -0 $pid || { cat killed.out; exit 1; }
		sleep 0.05
	done
	kill -s KILL -- "-$(cat killed.group)"
	wait $pid || true
	rm killed.log.hold
	until [ "$(find killed/confirm/repeats.csv.jobs -name record | wc -l)" -ge $((2 * turn)) ]; do
		sleep 0.05
	done
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
expect 'fewer finalists' "$(sed '$d' calm/confirm/summary.csv | cut -d, -f1-5,8-11)" "$(cut -d, -f1-5,8-11 grown/confirm/summary.csv)"
expect 'starts for fewer finalists' "$(wc -l <calm.log)" "$(wc -l <grown.log)"
must grown FINALISTS=2
same calm grown
# Emptied files are made again of what is there.
for emptied in confirm/repeats.csv confirm/turns.csv default.csv; do
	: >"grown/$emptied"
	must grown
	same calm grown
done
: >grown/confirm/repeats.csv
: >grown/confirm/turns.csv
must grown
same calm grown
cp grown/confirm/repeats.csv kept.csv
sed -i 1d grown/confirm/repeats.csv
status=0
run grown || status=$?
expect 'without a header' '1: rounds: grown/confirm/repeats.csv: no column confirm_repeat (delete it, and it is made again)' \
	"$status: $(tail -n 1 grown.out)"
cp kept.csv grown/confirm/repeats.csv
must grown FINALISTS=1
# Another contender: all are measured beside it, in turns of their own.
printf 'contender,x,y\nby_hand,20,c\n' >given.csv
must grown CONTENDERS=given.csv CONFIRM=1
expect 'turns of others' 'default,5 by_hand,5 found_1,5' "$(sed 1d grown/confirm/turns.csv | cut -d, -f1,2 | paste -sd' ')"
expect 'starts for another contender' $(($(wc -l <calm.log) + 3)) "$(wc -l <grown.log)"
must grown CONFIRM=0
expect 'starts of none' $(($(wc -l <calm.log) + 3)) "$(wc -l <grown.log)"

# The same by make, of its own or of all.
LOG=$PWD/made.log SPACE=space.csv METRIC=seconds FIRST=6 PROPOSALS=3 ROUNDS=1 REPEATS=1 PREDICTOR='-p gp' \
	SEARCH='--method bayes --samples 60' SUBMIT=-q JOBS=4 CONFIRM=1 FINALISTS=2 make -s -f "$ROOT/pipelines/rounds.mk" OUT=made \
	COMMAND="sh job.sh '{x}' '{y}'" >made.out 2>&1 || { cat made.out; exit 1; }
LOG=$PWD/made.log make -s -f "$ROOT/pipelines/rounds.mk" OUT=made CONFIRM=4 confirm >made.out 2>&1 || { cat made.out; exit 1; }
same calm made

# What gives the same answer again is not asked again.
refused() {
	text=$1
	shift
	status=0
	sh "$rounds" new SPACE=space.csv METRIC=seconds "$@" >refused.out 2>&1 || status=$?
	expect "status of $text" 2 $status
	grep -q "^rounds: .*$text" refused.out || { cat refused.out; exit 1; }
	[ ! -e new ]
}
refused 'CONFIRM=3: a filter (LAUNCH) always gives the same result' METRIC= LAUNCH=cat CONFIRM=3
refused 'CONFIRM=3: a table (--backend replay) always gives the same result' METRIC= SUBMIT='--backend replay=calm/history.csv' CONFIRM=3
refused "CONFIRM='few'" CONFIRM=few -- true
sed '2s/^x/confirm_repeat/' space.csv >taken.csv
refused 'CONFIRM=3: the space has a column confirm_repeat' SPACE=taken.csv CONFIRM=3 -- true
for taken in found_1 found_anything default; do
	status=0
	printf 'contender,x,y\n%s,20,c\n' "$taken" >given.csv
	run new CONFIRM=2 CONTENDERS=given.csv || status=$?
	expect 'a name that is taken' "1: rounds: CONTENDERS=given.csv: row 1, contender $taken: a name of the rounds" "$status: $(cat new.out)"
done
# Elsewhere than where is asked, in a context or in a param that is fixed.
printf 'name,role,type,domain,encoding,default\nx,param,int,1:40,value,10\ny,param,categorical,"a,b|c",,c\ngpus,context,int,1:99,value,64\nseconds,metric,min,,,\n' >wide.csv
# elsewhere FIX ROW
elsewhere() {
	status=0
	run new SPACE=wide.csv FIX="$1" CONFIRM=2 CONTENDERS=given.csv || status=$?
	expect "elsewhere than $1" "1: rounds: CONTENDERS=given.csv: row $2: not what is asked about, in a context or in what FIX keeps" \
		"$status: $(cat new.out)"
	[ ! -e new ]
}
printf 'contender,x,y,gpus\nhere,20,c,16.0\nthere,21,c,64\n' >given.csv
elsewhere gpus=16 2
elsewhere '' 1
elsewhere 'gpus=16 x=21' 1
# What cml-submit would refuse at the first round is refused before there is a folder that keeps it.
cp calm/history.csv measured.csv
refused_submit() {
	status=0
	sh "$rounds" new SPACE=space.csv METRIC= SUBMIT="$1" >refused.out 2>&1 || status=$?
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
