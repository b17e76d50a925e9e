#!/bin/sh
# What the rounds notice by themselves: settings that are none, jobs that nothing can be learned from,
# rounds that gain nothing, a row of a round that was damaged; and how they tell of it.
set -eu
# Pages of rounds: report.sh.
export REPORT=no CONFIRM=0
here=$ROOT/pipelines/rounds
. "$ROOT/tests/begin.sh"

# expect WHAT GOT WANT
printf 'name,role,type,domain,encoding,default\nx,param,int,1:40,value,10\nseconds,metric,min,,,\n' >space.csv
cat >job.sh <<'E2'
[ "$1" -lt 38 ] || { echo 'CUDA out of memory' >&2; exit 1; }
[ "$1" -ne "${ONLY:-$1}" ] || { echo "seconds=$1"; exit; }
echo "cannot do this, alas" >&2
exit 3
E2
common="SPACE=space.csv METRIC=seconds FIRST=6 PROPOSALS=2 REPEATS=1 SUBMIT=-q"
# run OUT [SETTING]...; the predictor and the search are small
run() {
	folder=$1
	shift
	# shellcheck disable=SC2086
	cml-rounds "$folder" $common PREDICTOR='-p gbt:trees=20,ensemble=2' SEARCH='--method bayes --samples 60' \
		"$@" -- sh job.sh '{x}' >said 2>&1
}

# refused STATUS TEXT [SETTING]...
refused() {
	status=0
	text=$2
	wanted=$1
	shift 2
	run new "$@" || status=$?
	expect "status of $text" $status "$wanted"
	expect 'what is told' "$(cat said)" "$text"
	[ ! -e new ] || { echo 'a refused folder was made'; exit 1; }
}
settings='SPACE HISTORY FIX METRIC FIRST FIRST_DESIGN ROUNDS PROPOSALS PREDICTOR SEARCH SPLIT REPEATS REQUIRE BUDGET COST'
settings="$settings SEED JOBS SUBMIT LAUNCH CONFIRM FINALISTS REPORT CONTENDERS"
refused 2 "cml-rounds: unknown setting PROPOSAL: they are $settings" PROPOSAL=3
refused 2 "cml-rounds: unknown setting seed: they are $settings" ROUNDS=1 seed=3
refused 2 "cml-rounds: unknown setting x y: they are $settings" 'x y=3'
refused 2 "cml-rounds: 'ROUNDS': neither an option nor NAME=VALUE; the command stands after --" ROUNDS
refused 2 "cml-rounds: ROUNDS='a=b': not a whole number" ROUNDS=a=b
# The search is tried before the first job, also with what jobs report beside the metric.
for bound in 2:9 ':4 + 3 * (x > 3)'; do
	cp space.csv reported.csv
	printf '%s\n' "peak,limit,float,$bound,," 'k"w h,metric,min,,,' | sed 's/^k"w h/"k""w h"/' >>reported.csv
	refused 2 "cml-rounds: cml-search: unrecognized option '--metod'" SPACE=reported.csv SEARCH='--metod auto'
	refused 2 'cml-rounds: cml-search: --min-ok: not a number from 0 to 1: "2"' SPACE=reported.csv SEARCH='--min-ok 2'
	refused 2 "cml-rounds: cml-search: no param or context has the name before the =: \"xx=2\"; did you mean 'x'?" SPACE=reported.csv SEARCH='--fix xx=2'
done

expect 'without OUT' "$(cml-rounds SPACE=space.csv HISTORY=x.csv 2>&1)" \
	'cml-rounds: ./SPACE=space.csv: no rounds to continue; new ones need -s SPACE (cml-encode --infer generates one) and -- COMMAND'

# They win over the environment, and over those before them; the first operand is a folder whatever
# its name is. An argument of the command is none.
ROUNDS=7 run ROUNDS=2 ROUNDS=4 ROUNDS=1 || { cat said; exit 1; }
grep -q '^round 0: .* % below the default$' said || { cat said; exit 1; }
expect 'the setting of the command line' "$(grep ^ROUNDS= ROUNDS=2/settings)" ROUNDS=1
expect 'rounds' "$(tail -n 1 ROUNDS=2/rounds.csv | cut -d, -f1)" 1
status=0
cml-rounds ROUNDS=2 SEED=5 >said 2>&1 || status=$?
expect 'another setting' "$status: $(grep -o "begun with SEED='1', not '5'" said)" "1: begun with SEED='1', not '5'"
cml-rounds plain $common -- echo PROPOSAL=2 >said 2>&1 && { echo 'no reading, and it ends well'; exit 1; }
grep -q '^COMMAND=echo PROPOSAL=2$' plain/settings

# One job that is ok, or none: the rounds stop before anything is trained, and say what was wrong.
status=0
ONLY=10 run one || status=$?
expect 'status with one job' $status 3
n=$(sed 1d one/round-00/launched.csv | grep -c 'alas')
expect 'with one job' "$(tail -n 1 said)" "cml-rounds: stops before the jobs of round 1: 1 of 7 jobs was ok, too few to train on; most often ($n of 6): failed, \"exit 3: cannot do this, alas\" (see one/history.csv and one/history.csv.jobs); if the command is wrong, correct it and use another OUT; else add jobs that run (cml-submit -s one/space.csv -a one/history.csv) and go on"
expect 'files of a round that learns nothing' "$(find one/round-01 -type f)" ''
cp said before
ONLY=10 cml-rounds one >said 2>&1 || status=$?
expect 'the same again' "$status: $(cat said)" "3: $(tail -n 1 before)"
# A command that fails whatever the settings, though the history it started from has jobs that were ok.
awk 'BEGIN { print "x,seconds"; for (x = 1; x < 20; x++) print x "," x }' >good.csv
echo 'echo "cannot do this, alas" >&2; exit 3' >never.sh
status=0
cml-rounds broken $common HISTORY=good.csv FIRST=0 PROPOSALS=3 ROUNDS=3 PREDICTOR='-p forest' SEARCH='--method random' \
	-- sh never.sh >said 2>&1 || status=$?
expect 'status of a broken command' $status 3
n=$(sed 1d broken/history.csv | grep -c alas)
[ "$n" -ge 3 ] && [ "$n" -le 4 ] || { echo "$n jobs of a broken command"; exit 1; }
grep -q "^cml-rounds: stops before the jobs of round 2: all $n jobs that were launched failed; most often ($n of $n): failed, \"exit 3: cannot do this, alas\" (see broken/history.csv" said ||
	{ cat said; exit 1; }
# What runs out of memory is learned from, however much of it there is.
sed 's/1:40/30:40/; s/,10$/,/' space.csv >edge.csv
awk 'BEGIN { print "x,seconds"; for (x = 30; x < 33; x++) print x "," x }' >low.csv
cat >oom.sh <<'END'
echo 'CUDA out of memory' >&2; exit 1
END
cml-rounds oom $common SPACE=edge.csv HISTORY=low.csv FIRST=0 PROPOSALS=3 ROUNDS=2 PREDICTOR='-p forest' SEARCH='--method random' \
	-- sh oom.sh >said 2>&1 || { cat said; exit 1; }
expect 'rounds out of memory' "$(grep -c '^round [12]: 3 jobs, 3 failed' said)" 2
expect 'named of what was there' "$(grep -c '^named: .*; a job of HISTORY$' said)" 1

# What is named says how good the history was already.
awk 'BEGIN { print "x,seconds"; for (x = 20; x < 30; x++) print x "," x }' >middle.csv
cml-rounds better $common HISTORY=middle.csv FIRST=0 ROUNDS=1 PREDICTOR='-p forest' SEARCH='--method exhaustive' \
	-- sh job.sh '{x}' >said 2>&1 || { cat said; exit 1; }
expect 'named beside the history' "$(grep '^named' said | grep -o '; best of HISTORY.*')" '; best of HISTORY: 20'

# Where no configuration is better than the default, that is kept, and the status says so; a default that read well by luck is not,
# once its repeats are known.
sed 's/,10$/,1/' space.csv >best.csv
status=0
cml-rounds stay $common SPACE=best.csv ROUNDS=1 PREDICTOR='-p forest' SEARCH='--method exhaustive' -- sh job.sh '{x}' >said 2>&1 ||
	status=$?
expect 'status where the default is kept' $status 3
# key TABLE: of its first row
key() {
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["cml_key"] }' "$1"
}
expect 'what is kept' "$(key stay/named.csv)" "$(key stay/default.csv)"
grep -q "^named: keep the default, $(key stay/default.csv), 1 in one run$" said || { cat said; exit 1; }
status=0
cml-rounds stay >said 2>&1 || status=$?
expect 'the same once more' "$status $(grep -c '^named: keep' said)" '3 1'
cat >lucky.sh <<'END'
[ "$1" -lt 38 ] || { echo 'CUDA out of memory' >&2; exit 1; }
[ "$1$CML_confirm_repeat" != 10 ] || set -- 0.5
echo "seconds=$1.$CML_confirm_repeat"
END
# Repeats that show another one to be better have the last word.
status=0
cml-rounds luck $common ROUNDS=1 SEARCH='--method random' -- sh lucky.sh '{x}' >said 2>&1 || status=$?
expect 'a lucky default' "$status $(grep -c '^named: keep the default' said)" '3 1'
cml-rounds luck CONFIRM=3 FINALISTS=2 >said 2>&1 || { cat said; exit 1; }
! grep -q 'within the noise' said || { cat said; exit 1; }

# Both ways to go on that the message names: jobs that run into the same history, and another folder that starts from it.
printf 'name,role,type,domain,default,monotone\nbatch,param,int,1:32,8,falls\ntp,param,int,1|2|4|8,1,rises\ntps,metric,max,0:,\n' >memory.csv
cat >memory.sh <<'END'
[ "$1$2" = 18 ] || [ "$1$2" = 28 ] || [ "$1$2" = 38 ] || { echo CUDA out of memory >&2; exit 1; }
echo tps=$1
END
status=0
cml-rounds full SPACE=memory.csv FIRST_DESIGN=random METRIC=tps FIRST=5 ROUNDS=1 PROPOSALS=3 JOBS=1 REPEATS=1 PREDICTOR='-p forest' SEARCH='--method exhaustive' \
	-- sh memory.sh '{batch}' '{tp}' >said 2>&1 || status=$?
expect 'all out of memory' "$status $(grep -c 'else add jobs that run (cml-submit' said)" '3 1'
printf 'batch,tp\n1,8\n2,8\n' >running.csv
cml-submit -q -s full/space.csv -a full/history.csv --metric tps running.csv -- sh memory.sh '{batch}' '{tp}'
cml-rounds full >said 2>&1 || { cat said; exit 1; }
expect 'after jobs were added' "$(grep '^round' said | sed 's/,.*//' | tail -n 1)" 'round 1: 3 jobs'
cml-rounds another SPACE=memory.csv HISTORY=full/history.csv FIX=tp=8 METRIC=tps FIRST=1 ROUNDS=1 PROPOSALS=2 JOBS=1 REPEATS=1 PREDICTOR='-p forest' \
	SEARCH='--method exhaustive' -- sh memory.sh '{batch}' '{tp}' >said 2>&1 || { cat said; exit 1; }
expect 'started from what failed' "$(grep '^round' said | sed 's/,.*//' | tail -n 1)" 'round 1: 2 jobs'

# A round in words: jobs beyond a limit, how many were to fail, and a metric that is to be small.
# in_words GOAL ROUND STATUSES DEFAULT: of jobs with a chance of 0.75 each, beside what the default measured; a status of `out` is ok
# and outside a limit
in_words() {
	echo none >none.csv
	echo "cml_key,cml_round,cml_status,cml_actual,cml_best$(case $3 in *out*) echo ,cml_kept ;; esac)" >frontier.csv
	echo cml_status,q,cml_ok >launched.csv
	[ -z "$4" ] || echo "default,,ok,$4,${5-7},1" >>frontier.csv
	for status in $3; do
		kept=1
		[ "$status" != out ] || status=ok kept=0
		echo "k,$2,$status,,${5-7},$kept" >>frontier.csv
		echo "$status,$([ "$status" != ok ] || echo 7),$([ "$2" -eq 0 ] || echo 0.75)" >>launched.csv
	done
	awk -v round="$2" -v said=words -v metric=q -v goal="$1" -v base='the default' -v default_key=default -f "$ROOT/pipelines/csv.awk" \
		-f "$here/done.awk" -f "$here/words.awk" none.csv none.csv frontier.csv launched.csv >row.csv
	cat words
}
expect 'less' "$(in_words min 1 'ok ok' 7.2314)" 'round 1: 2 jobs, 0 failed (0.5 expected), Kendall tau none (held out: none), best 7, 3.2 % below the default'
expect 'more' "$(in_words min 0 ok 6.7829)" 'round 0: 1 jobs, 0 failed, best 7, 3.2 % above the default'
expect 'of what is to be large' "$(in_words max 0 ok 6.7829)" 'round 0: 1 jobs, 0 failed, best 7, +3.2 % over the default'
expect 'none within' "$(in_words max 0 'out out failed' '' '')" 'round 0: 3 jobs, 1 failed, 2 outside a limit, nothing within the limits yet'
expect 'none measured' "$(in_words max 1 failed '' '')" \
	'round 1: 1 jobs, 1 failed (0.2 expected), Kendall tau none (held out: none), nothing measured yet'
expect 'expected of both' "$(in_words max 1 'out ok' '')" \
	'round 1: 2 jobs, 0 failed, 1 outside a limit (0.5 expected in all), Kendall tau none (held out: none), best 7'

# A metric that no output has: nothing else is started, and another one needs another OUT.
cat >speed.sh <<'E2'
echo "seconds=$1"
E2
unread() {
	status=0
	cml-rounds unread "$@" >said 2>&1 || status=$?
}
# shellcheck disable=SC2086
unread $common METRIC=second JOBS=1 ROUNDS=1 -- sh speed.sh '{x}'
expect 'status of a metric that there is not' $status 1
expect 'its advice' "$(tail -n 1 said)" 'cml-rounds: round 0 is not finished, 4 of 7 jobs have no row: if COMMAND or METRIC is wrong, use another OUT; else run the same command again to continue'
expect 'jobs that ran' "$(find unread/history.csv.jobs -name '*.[0-9]' | wc -l)" 3
unread METRIC=seconds
expect 'status with another one' $status 1
expect 'its refusal' "$(cut -d, -f1 said)" "cml-rounds: unread was begun with METRIC='second'"

# In other rounds its jobs, which had no reading, are no failures: they may run again.
# shellcheck disable=SC2086
HISTORY=unread/history.csv cml-rounds learned $common METRIC=seconds JOBS=1 ROUNDS=0 FIRST=3 -- sh speed.sh '{x}' >said 2>&1 || { echo "learned: $(cat said)"; exit 1; }
expect 'jobs of these rounds' "$(grep -c ',ok,' learned/history.csv) $(grep -c ',failed,' learned/history.csv)" '4 0'

# Where the default cannot be in the context of FIX, gains are over the best job there.
printf '%s\n' name,role,type,domain,encoding,default 'x,param,int,1:9,value,2' 'y,param,categorical,a b|c,,c' 'gpus,context,int,8|16,value,8' \
	'fits,rule,,x * 4 >= gpus,,' 'rate,metric,max,,,' >fits.csv
printf '%s\n' gpus,x,y,rate 8,3,c,53 8,3,c,53 8,3,c,53 '16,6,a b,106' '16,5,a b,105' 16,4,c,104 '16,5,a b,107' 16,7,c,107 >there.csv
cat >fits.sh <<'E2'
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print $0 ",rate"; next } { print $0 "," 100 + $at["x"] }'
E2
fits() {
	status=0
	cml-rounds "$@" >said 2>&1 || status=$?
}
fits fits SPACE=fits.csv HISTORY=there.csv FIX=gpus=16 FIRST=0 ROUNDS=1 PROPOSALS=2 REPEATS=1 REPORT=yes LAUNCH='sh fits.sh'
expect 'status beside the best job' $status 0
base='the best job of HISTORY'
expect 'the baseline' "$(grep -c "^cml-rounds: no default configuration: .*; the baseline is $base with FIX: [0-9a-f]\{16\}$" said)" 1
expect 'its cells' "$(sed -n '2s/,[^,]*$//p' fits/default.csv)" '16,5,a b'
expect 'its uplift' "$(sed -n 2p fits/rounds.csv | cut -d, -f11,13)" 107,0.00943396
expect 'the words of a round' "$(grep -c "^round 0: .*, best 107, +0.9 % over $base" said)" 1
expect 'the words in the end' "$(grep -c "^named: .* over $base" said)" 1
expect 'the words of the report' "$(grep -o "<dd>106, $base" fits/report.html)" "<dd>106, $base"
fits fits SPACE=fits.csv ROUNDS=1
expect 'status of the same space' $status 0
fits fits SPACE=space.csv ROUNDS=1
expect 'status of another space' "$status $(grep -c 'was begun with another space' said)" '1 1'
awk -F, '!n[$1, $2, $3]++' there.csv >once.csv
fits once SPACE=fits.csv HISTORY=once.csv FIX=gpus=16 FIRST=0 ROUNDS=0 LAUNCH='sh fits.sh'
expect 'the baseline where each ran once' "$(grep -c '; the baseline is the best job of HISTORY with FIX: ' said) $(sed -n '2s/,[^,]*$//p' once/default.csv)" '1 16,7,c'
sed 's/,max,/,min,/' fits.csv >least.csv
fits least SPACE=least.csv HISTORY=once.csv FIX=gpus=16 FIRST=0 ROUNDS=0 LAUNCH='sh fits.sh'
expect 'the same of a metric to be small' "$(sed -n '2s/,[^,]*$//p' least/default.csv)" 16,4,c
grep -v 16 there.csv >not-there.csv
fits nowhere SPACE=fits.csv HISTORY=not-there.csv FIX=gpus=16 FIRST=3 ROUNDS=0 LAUNCH='sh fits.sh'
expect 'status where nothing ran there' "$status $(grep -c '^cml-rounds: no uplift: no default configuration: ' said)" '0 1'

# A default that failed in all its jobs of the history is no baseline; one that failed in the rounds is not repeated.
awk '{ print } END { print "8,2,c,\n8,2,c," }' there.csv >failing.csv
sed '/^fits,/d' fits.csv >steady.csv
fits failing SPACE=steady.csv HISTORY=failing.csv FIRST=0 ROUNDS=0 LAUNCH='sh fits.sh'
expect 'what is told of a default that failed' "$status $(grep -c '^cml-rounds: the default failed in all its jobs of HISTORY (2); the baseline is the best job of HISTORY: ' said)" '3 1'
expect 'its cells' "$(sed -n '2s/,[^,]*$//p' failing/default.csv)" '8,3,c'
awk '{ print } END { print "8,2,c,\n8,2,c,50" }' there.csv >flaky.csv
fits flaky SPACE=steady.csv HISTORY=flaky.csv FIRST=0 ROUNDS=0 LAUNCH='sh fits.sh'
expect 'one that ran once' "$(sed -n '2s/,[^,]*$//p' flaky/default.csv)" '2,c,8'
sed 's/1:40/1:9/; s/,10$/,5/' space.csv >few.csv
fits out SPACE=few.csv FIRST=4 ROUNDS=1 PROPOSALS=2 CONFIRM=2 SUBMIT=-q -- sh -c '[ "$0" != 5 ] || exit 1; echo "seconds=$0.$CML_confirm_repeat"' '{x}'
expect 'status without a default' $status 0
grep -q '^cml-rounds: CONFIRM=2 leaves out the default: no job of it was ok$' said || { cat said; exit 1; }
expect 'who is measured again' "$(cut -d, -f1 out/confirm/contenders.csv | sed 1d | head -n 2 | paste -sd' ')" 'found_1 found_2'

# Nor is a job outside a limit one; a default that is outside is told of.
printf 'name,role,type,domain,encoding,default\nx,param,int,1:9,value,2\nmem,limit,float,:9\nrate,metric,max,,,\n' >bound.csv
echo 'awk '\''NR == 1 { print $0 ",rate,mem"; next } { print $0 "," 100 + $1 "," 2 * $1 }'\' >bound.sh
printf 'x,rate,mem\n2,,\n3,103,6\n4,104,8\n6,106,12\n7,107,9\n7,107,9\n7,107,9.1\n' >bounded.csv
fits bounded SPACE=bound.csv HISTORY=bounded.csv FIRST=0 ROUNDS=0 LAUNCH='sh bound.sh'
expect 'the baseline within the limit' "$(grep -c '^cml-rounds: the default failed .*; the baseline is the best job of HISTORY: ' said) $(sed -n '2s/,[^,]*$//p' bounded/default.csv) $(grep -c 'broke a limit' said)" '1 7 1'
sed 's/value,2$/value,8/' bound.csv >beyond.csv
fits beyond SPACE=beyond.csv FIRST=3 ROUNDS=0 LAUNCH='sh bound.sh'
expect 'a default outside a limit' "$(grep -c '^the default broke a limit in 1 of 1 runs: gains are over what does not keep to it$' said)" 1
sed 's/value,2$/value,7/' bound.csv >beyond.csv
fits beyond-before SPACE=beyond.csv HISTORY=bounded.csv FIRST=0 ROUNDS=0 LAUNCH='sh bound.sh'
expect 'one of HISTORY' "$(grep -c '^the default broke a limit in 1 of 3 runs: ' said)" 1

# Rounds that find nothing end with 3, and say why; where all configurations have run, and one is named, with 0.
nothing() { # TEXT [SETTING]...
	text=$1
	shift
	rm -rf nothing
	fits nothing SPACE=limited.csv FIRST=3 ROUNDS=0 SUBMIT=-q "$@"
	expect "status of $text" "$status" 3
	expect 'what is told' "$(tail -n 1 said)" "cml-rounds: nothing $text (see nothing/history.csv)"
}
printf 'name,role,type,domain,encoding,default\nx,param,int,1:4,value,2\nmem,limit,float,:78\nrate,metric,max,,,\n' >limited.csv
nothing 'was found: no job was ok within the limits' -- sh -c 'echo "mem=90 rate=2"'
printf 'x,rate\n2,\n' >failed.csv
nothing 'was found: no job with FIX=x=2 was ok within the limits' HISTORY=failed.csv FIRST=0 FIX=x=2 -- true
fits all SPACE=limited.csv FIRST=2 PROPOSALS=2 ROUNDS=3 SUBMIT=-q CONFIRM=2 -- sh -c 'echo "mem=9 rate=$(($0 * 5)).$CML_confirm_repeat"' '{x}'
expect 'status where all have run' "$status $(grep -c '^stops before round 2: nothing is left to propose$' said) $(grep -c '^named: [0-9a-f]*, ' said)" '0 1 1'
