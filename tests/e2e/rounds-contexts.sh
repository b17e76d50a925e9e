#!/bin/sh
# The contexts of rounds, found once and kept in all steps: those that follow from FIX in the history, and those of the newest jobs.
set -eu
# Pages of rounds: report.sh.
export REPORT=no CONFIRM=0
. "$ROOT/tests/begin.sh"

printf '%s\n' name,role,type,domain,encoding,default 'gpu,context,categorical,a100|h100,,a100' 'image tag,context,categorical,v1|v 2,,v1' \
	mb,param,int,1:8,,2 'tp,param,int,1:8:*2,,1' speed,metric,max,,, when,time,,,, >space.csv
awk 'BEGIN { print "gpu,image tag,mb,tp,speed,when"
	for (i = 0; i < 24; i++) {
		mb = i % 8 + 1; tp = 2 ^ (i % 3)
		printf "%s,%d,%d,%d,2026-05-%02d\n", i < 14 ? "a100,v1" : "h100,v 2", mb, tp, (i < 14 ? 100 : 200) * mb / (1 + tp / 3), i + 1
	} }' >log.csv
cat >job.sh <<'E2'
echo "$1,$2" >>"$LOG"
echo "speed=$(($3 * 200 / (3 + $4)))"
E2
common="SPACE=space.csv PROPOSALS=3 ROUNDS=1 REPEATS=1 SUBMIT=-q"
# run OUT [SETTING]...: the first lines that are told are in said
run() {
	out=$1
	shift
	LOG=$PWD/$out.log
	export LOG
	: >"$LOG"
	status=0
	# shellcheck disable=SC2086
	cml-rounds "$out" $common "$@" -- sh job.sh '{gpu}' '{image tag}' '{mb}' '{tp}' >said 2>&1 || status=$?
	[ "$status" -eq "${want:-0}" ] || fail "$out: status $status: $(cat said)"
}

# What follows from FIX is where the default runs, where the search looks, and where the best is looked for, also the best before and in the end.
run follows HISTORY=log.csv FIX=gpu=h100 CONFIRM=2 FINALISTS=1 ROUNDS=2
expect 'first line' "$(head -n 1 said)" 'cml-search: contexts that follow from --fix: image tag=v 2 (all jobs with gpu=h100); --fix them for other values'
expect 'kept' "$(cat follows/contexts)" 'image%20tag=v%202'
expect 'where jobs ran' "$(sort -u follows.log)" 'h100,v 2'
expect 'where the default is' "$(sed -n '2s/,.*h100.*//p; 2s/^h100,\(v 2\),.*/\1/p' follows/default.csv)" 'v 2'
expect 'the best before' "$(sed -n 2p follows/rounds.csv | cut -d, -f11)" 1200
grep -q '^round 1: .*, best 1200, .* over the default$' said || fail "$(cat said)"
grep -q '^found_1 ' follows/confirm/summary.txt || fail "$(cat said)"
grep -q '^named: ' said || fail "$(cat said)"
expect 'contexts were found once' "$(grep -c 'contexts that follow\|contexts without' said)" 1
cml-rounds follows ROUNDS=3 >said 2>&1 || fail "$(cat said)"
expect 'when they go on' "$(sort -u follows.log) $(grep -c 'cml-rounds: contexts' said)" 'h100,v 2 0'
# Those of FIX come first.
run fixed HISTORY=log.csv 'FIX=gpu=h100 image%20tag=v1'
expect 'fixed by hand' "$(cat fixed/contexts) $(sort -u fixed.log)" ' h100,v1'
# A page shows the jobs of the same contexts.
sh "$ROOT/pipelines/report/report.sh" follows
grep -q '14 jobs in other contexts: used for training' follows/report.html || fail 'the page of other jobs'

# Those of the newest jobs, as cml-search takes them; also without FIX.
awk -F, -v OFS=, 'NR > 1 { $1 = "h100"; $2 = NR > 17 ? "v 2" : "v1" } { print }' log.csv >changed.csv
run newest HISTORY=changed.csv FIX=gpu=h100
expect 'the newest' "$(head -n 1 said)" 'cml-search: contexts without --fix are those of the newest job: image tag=v 2; --fix them for other values'
expect 'where jobs ran' "$(sort -u newest.log)" 'h100,v 2'
run unfixed HISTORY=changed.csv
expect 'without FIX' "$(cat unfixed/contexts) $(sort -u unfixed.log)" 'gpu=h100 image%20tag=v%202 h100,v 2'
# Where all was run, they are known, too.
sed 's/mb,param,int,1:8/mb,param,int,1:1/; s/tp,param,int,1:8:[*]2/tp,param,int,1:1/; s/,,2$/,,1/' space.csv >few.csv
printf '%s\n' 'gpu,image tag,mb,tp,speed' a100,v1,1,1,5 a100,v1,1,1,5 >all.csv
want=3 run all SPACE=few.csv HISTORY=all.csv FIX=gpu=a100 ROUNDS=0
expect 'of nothing that is left' "$(cat all/contexts)" 'image%20tag=v1'

# A table with tabs is as good; what is wrong with one is told with its name and line.
tr , '\t' <log.csv >log.tsv
gzip -c log.tsv >log.tsv.gz
for table in log.tsv log.tsv.gz; do
	run "${table#log.}" HISTORY=$table FIX=gpu=h100 ROUNDS=1
	expect "contexts of $table" "$(cat "${table#log.}/contexts")" 'image%20tag=v%202'
	expect "rows of $table" "$(sed -n 24,26p "${table#log.}/history.csv" | cut -d, -f1,2 | sort -u)" 'h100,v 2'
done
sed '5s/,[0-9]*,/,99,/' log.csv >wrong.csv
want=1 run wrong HISTORY=wrong.csv FIX=gpu=h100
grep -q '^cml-rounds: HISTORY: cml-encode: wrong.csv:5: column .mb.: 99 ' said || fail "$(cat said)"

# A context that no job had: its anchors are a round of their own, and the others one more. The default is one of the three jobs.
head -n 15 log.csv >a100.csv
run new HISTORY=a100.csv FIX='gpu=h100 image%20tag=v1' PROPOSALS=5 ROUNDS=1
expect 'jobs of rounds' "$(sed 1d new/rounds.csv | cut -d, -f1,2 | tr '\n' ' ')" '0,1 1,2 2,5 '
grep -q ': run the anchors (cml_aim) first' said || fail "$(cat said)"
rm -r new/stopped new/round-02
expect 'rounds to come' "$(cml-rounds new --status | head -n 1)" 'new: round 2 of 2: validation, interrupted'

# A name of which the log has no job, where sizes go with names.
printf '%s\n' name,role,type,domain,default 'model,context,categorical,7b|13b|70b,7b' 'layers,context,int,8:80,32' mb,param,int,1:8,2 speed,metric,max, >sizes.csv
awk 'BEGIN { print "model,layers,mb,speed"; for (i = 0; i < 16; i++) print (i % 2 ? "7b,32," : "13b,40,") i % 8 + 1 "," 100 + i }' >sizes-log.csv
want=2 run sizes SPACE=sizes.csv HISTORY=sizes-log.csv FIX=model=70b
expect 'sizes of another' "$(tail -n 1 said)" \
	"cml-rounds: cml-search: no job of the log has model=70b; contexts with one value for each model would have that of another: fix them, too: --fix layers=VALUE"
want=2 run sizes SPACE=sizes.csv HISTORY=sizes-log.csv 'FIX=model=7b layers=32,40'
expect 'a list' "$(tail -n 1 said)" "cml-rounds: FIX='model=7b layers=32,40': a list of values; the rounds are of one context"
[ ! -e sizes ] || fail 'a refused folder was made'
