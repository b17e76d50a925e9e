#!/bin/sh
# shellcheck disable=SC2016,SC2089,SC2090
# The report of a run: one page that needs nothing else, says first what came out, shows whatever a
# table holds as text, and is there for every odd history.
set -eu
report=$ROOT/pipelines/report/report.sh
. "$ROOT/tests/begin.sh"
unset SPACE HISTORY REPEATS SEED BASELINE FIX
# The cheapest; the demo's report is by the default.
export PREDICTOR='-p gbt'

# page OUT WORDS...: a report is made of it, is sound, and holds these words.
page() {
	file=$1/report.html
	sh "$report" "$1" || fail "no report of $1"
	folder=$1
	shift
	: >"$work/words"
	[ $# -eq 0 ] || printf '%s\n' "$@" >"$work/words"
	awk -f "$ROOT/tests/report/sound.awk" "$work/words" "$file" || fail "$folder: not sound"
}
headline() { sed -n 's/&#160;/ /g; s/&#8239;/ /g; s/.*<h1>\(.*\)<\/h1>.*/\1/p' "$1/report.html"; }
# A run of rounds. They made a page after each, which is whole and stays as it is after the last; here it is of rounds that go on.
sh "$ROOT/tests/report/sample.sh" run 2>said || fail "cml-rounds: $(cat said)"
! grep -q 'http-equiv="refresh"' run/report.html || fail 'the last page is loaded again'
rm run/named.csv
REPEATS=2 page run 'round 0' 'LAUNCH=&#39;fsdp-sim --table&#39;' 'cml-rounds OUT' 'Which settings matter' 'qps, thousand examples/s' '-p gbt:trees=60' \
	'Proposals of round 2, and why' '<li><a href="#part3">' 'To the best configuration: one change' '<dt>Predicted</dt>' 'were within their interval' ' of 40 failed, ' '<li>wasted@10: '
# Ten of its twenty proposals are there at once, each with what it measured by its row of the history.
measured=$(awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } FNR == 3 && NR == 3 { key = $at["cml_key"] } NR > FNR && $at["cml_key"] == key {
	print $at["cml_status"] == "ok" ? sprintf("measured %d,%03.0f", $at["qps"] / 1000, $at["qps"] % 1000) : $at["cml_status"] }' run/round-02/proposals.csv run/history.csv)
sed -n '/and why/,/<\/section>/p' run/report.html | grep -q "^  2 predicted .*   <b>$measured</b>" || fail "the second proposal: not $measured"
expect plots 3 "$(grep -c '<svg' run/report.html)"
best=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "qps") c = i; next } $c + 0 > b { b = $c + 0; j = NR - 1 }
	END { printf "Best qps %d,%03.0f examples/s|after %s101 jobs", b / 1000, b % 1000, j < 101 ? j " of " : "" }' run/history.csv)
case $(headline run) in
"${best%|*}, "*"% above the default, ${best#*|}, "*" of which failed.") ;;
*) fail "headline: $(headline run), not ${best}" ;;
esac
uplift=$(awk -F, 'END { printf "%.1f&#8239;%%", 100 * ($13 < 0 ? -$13 : $13) }' run/rounds.csv)
grep -q "<h1>.* $uplift above the default" run/report.html || fail "uplift: not $uplift"

# The same bytes again, and with another awk.
cp run/report.html first.html
REPEATS=2 page run
cmp run/report.html first.html
mkdir awk
for awk in mawk gawk original-awk busybox; do
	command -v $awk >/dev/null || continue
	[ "$(readlink -f "$(command -v $awk)")" != "$(readlink -f "$(command -v awk)")" ] || continue # as above
	[ $awk != busybox ] || busybox awk 'BEGIN { exit sqrt(4) != 2 }' 2>/dev/null || continue # may have no sqrt
	rm -f awk/awk
	if [ $awk = busybox ]; then
		printf '#!/bin/sh\nexec busybox awk "$@"\n' >awk/awk
		chmod +x awk/awk
	else
		ln -s "$(command -v $awk)" awk/awk
	fi
	PATH=$work/awk:$PATH REPEATS=2 page run
	cmp run/report.html first.html || fail "$awk writes another report"
done

# What was measured again is the headline, and the advice to do so is gone, unless another is the best by now.
advice='Repeat the best configuration and the default'
page run "$advice"
mkdir run/confirm
best_key=$(sed -n 's/<dt>Key<\/dt><dd><code>\(.*\)<\/code>.*/\1/p' run/report.html)
# confirmed GAIN LOW HIGH: repeats of the best
confirmed() {
	printf '%s\n' cml_key,mean,mean_lo,mean_hi,runs,gain,gain_lo,gain_hi "$best_key,130000,129000,131000,5,$1,$2,$3" >run/named.csv
	printf 'default <b>\nnamed: %s\n' "$best_key" >run/confirm/summary.txt
}
confirmed 0.032 0.02 0.044
REPEATS=2 page run 'The best, measured again' 'default &lt;b&gt;' 'To what is named: one change' \
	"<dt>Named</dt><dd>130,000&#160;examples/s (95&#8239;%: 129,000 to 131,000) in 5 repeats: <code>$best_key</code></dd>" '>Named (Best)<'
case $(headline run) in
'Gain of +3.2 % in qps over the default (95 %: +2.0 % to +4.4 %) in 5 repeats, after 101 jobs'*) ;;
*) fail "confirmed headline: $(headline run)" ;;
esac
confirmed -0.01 -0.02 0
REPEATS=2 page run
case $(headline run) in
'No gain over the default is shown: &#8722;1.0 % (95 %: &#8722;2.0 % to &#177;0.0 %) in 5 repeats, after '*) ;;
*) fail "headline without a gain: $(headline run)" ;;
esac
! grep -q "$advice" run/report.html || fail 'advice to do what was done'
# What is named is in the headline, whichever job was the best in one run; it leads the best.
other_key=$(awk -F, -v best="$best_key" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	NR > 2 && $at["cml_status"] == "ok" && $at["cml_key"] != best { print $at["cml_key"]; exit }' run/history.csv)
sed -i "s/$best_key/$other_key/" run/named.csv
REPEATS=2 page run "repeats: <code>$other_key</code>" '>Named<' '<th scope="col">Best</th>'
expect 'the key of what is named' "$other_key" "$(sed -n 's/<dt>Key<\/dt><dd><code>\(.*\)<\/code>.*/\1/p' run/report.html)"
# Without the default, there is no gain.
sed -i 's/-0.01,-0.02,0$/,,/' run/named.csv
REPEATS=0 page run
case $(headline run) in
'Best qps 130,000 examples/s in 5 repeats, after 101 jobs, '*) ;;
*) fail "headline without the default: $(headline run)" ;;
esac
# Of rounds that went on since, nothing is named yet.
touch -d '+1 minute' run/rounds.csv
REPEATS=2 page run "$advice"
! grep -q 'The best, measured again' run/report.html || fail 'repeats of before the last round'
rm -r run/confirm run/named.csv run/rounds.csv

# A history that cannot be read leaves the report that there is, and nothing beside it.
cp run/report.html kept.html
cp run/history.csv kept.csv
echo 'FULL_SHARD,nothing' >>run/history.csv
! sh "$report" run 2>said || fail 'a report of a broken history'
grep -q 'run/history.csv:' said || fail "not told where: $(cat said)"
cmp run/report.html kept.html
expect remains run/report.html "$(find run -name '*report.html*')"

# alone DIR ROWS...: a history of one's own beside a space of two params.
alone() {
	mkdir -p "$1"
	folder=$1
	shift
	[ -f "$folder/in-space.csv" ] || cat >"$folder/in-space.csv" <<'END'
name,role,type,domain,encoding,default,when,unit,doc
a,param,int,1:9,,5,,,
b,param,categorical,x|y,,x,,,
status,status,,,,,,,
seconds,metric,max,,,,,it/s,
END
	{ echo a,b,status,seconds; [ $# -eq 0 ] || printf '%s\n' "$@"; } >"$folder/jobs.csv"
	export SPACE="$folder/in-space.csv" HISTORY="$folder/jobs.csv"
}

alone one 5,x,ok,7.5
page one 'Too few jobs'
expect 'one job' 'Best seconds 7.5 it/s, which is the default, after 1 job, none of which failed.' "$(headline one)"
alone none 5,x,oom, 3,y,failed,
page none 'Every job failed' 'launched, but failed (oom)'
expect 'only failures' '2 jobs, and none of them finished.' "$(headline none)"
alone header
page header
expect 'no jobs' '0 jobs, and none of them finished.' "$(headline header)"
! sed '/<style>/,/<\/style>/d' one/report.html | grep -i -e round -e 'before the' || fail 'rounds in a history without'
alone better 5,x,ok,2 3,y,ok,3 5,x,ok,4 1,y,ok,4.5 1,x,infra,
page better '(mean of 2 jobs)' 'mean (times measured)' '<td>3</td>'
expect 'against the mean of the default' \
	'Best seconds 4.5 it/s, 50.0 % above the default, after 4 of 5 jobs, 1 of which failed.' "$(headline better)"
BASELINE=5 page better 'Baseline'
expect 'against a given baseline' \
	'Best seconds 4.5 it/s, 10.0 % below the baseline, after 4 of 5 jobs, 1 of which failed.' "$(headline better)"
# The best is a job with the default, as its repeats, or beside a given number.
alone luck 5,x,ok,4 5,x,ok,6 3,y,ok,3
page luck '(mean of 2 jobs)'
expect 'one of several' 'Best seconds 6 it/s, one of 2 jobs of the default, after 2 of 3 jobs, none of which failed.' "$(headline luck)"
alone given 5,x,ok,4 3,y,ok,3
BASELINE=2 page given '<dd>2&#160;it/s (given)</dd>'
expect 'the default beside a number' \
	'Best seconds 4 it/s, 100.0 % above the baseline, after 1 of 2 jobs, none of which failed.' "$(headline given)"
! grep -q 'scope="col">Baseline' given/report.html || fail 'settings of a baseline that is a number'
alone better 5,x,ok,2 3,y,ok,3 5,x,ok,4 1,y,ok,4.5 1,x,infra,
page better
! BASELINE=fast sh "$report" better 2>said || fail 'a baseline that is no number'
alone equal 5,x,ok,2 3,y,ok,2 2,y,ok,2
page equal 'Too few jobs'
alone unmeasured 3,y,ok,3
page unmeasured 'not measured'
expect 'no default measured' 'Best seconds 3 it/s, after 1 job, none of which failed.' "$(headline unmeasured)"
mkdir minimum
sed 's/b,param,categorical,x|y,,x/b,param,categorical,x|y,,/;s/metric,max,,,,,it/metric,min,,,,,s/;s/,param,int,1:9,,5/,param,int,1:9,,/' \
	better/in-space.csv >minimum/in-space.csv
alone minimum 5,x,ok,2 3,y,ok,3000 5,x,ok,1e-3
page minimum 'No default configuration' 'smaller is better'
expect 'minimum' 'Best seconds 0.001 s/s, after 3 jobs, none of which failed.' "$(headline minimum)"
: >levels
i=0
while [ $i -lt 40 ]; do
	i=$((i + 1))
	echo "$((i % 9 + 1)),x,ok,2"
done >>levels
{ cat better/jobs.csv levels; } >equal/jobs.csv
export SPACE=equal/in-space.csv HISTORY=equal/jobs.csv
page equal

# A history without rounds, to which rounds were added; another table format, packed.
mkdir mixed
cp better/in-space.csv mixed/space.csv
printf 'a,b,status,seconds,cml_round,cml_pred,cml_sd\n1,x,ok,3,,,\n5,x,ok,2,0,,\n2,x,ok,3.5,0,,\n3,y,ok,4,1,3,1\n4,y,oom,,1,3,\n6,y,ok,5,1,4,1\n7,y,ok,6,1,5,1\n' \
	>mixed/history.csv
mkdir mixed/round-00 mixed/round-01
echo 'round 0: <b>' >mixed/round-00/said
echo 'round 1: 4 jobs' >mixed/round-01/said
page mixed '> round 1</span>' 'Of 7 jobs 1 oom: 14&#8239;%' 'round 0: &lt;b&gt;' 'round 1: 4 jobs'
alone first
sed -n 1,4p mixed/history.csv >first/jobs.csv
page first 'no predictions made before launch'
tr , '\t' <better/jobs.csv | gzip >better/jobs.tsv.gz
export SPACE=better/in-space.csv HISTORY=better/jobs.tsv.gz
page better '4.5'

# Failures expected by the chance that was told beside those seen, infra left out; a chance that is no number is none told.
mkdir told
cp better/in-space.csv told/space.csv
printf 'a,b,status,seconds,cml_round,cml_pred,cml_outside,cml_ok\n5,x,ok,2,0,,,\n1,x,oom,,0,,,\n2,x,ok,3,1,3,,0.9\n3,x,oom,,1,3,,0.25\n4,x,infra,,1,3,,0.5\n6,x,ok,3,1,3,a a*b,nan\n' \
	>told/history.csv
page told '<dd>1 of 2 failed, 0.8 expected</dd>'

# A job beyond a measured limit is the best of nothing, wherever a best stands, and is counted apart; it was measured all
# the same. A bound may be the lowest value; a job that does not report the limit breaks none.
mkdir limited
{
	cat better/in-space.csv
	printf 'peak_gb,limit,float,:78 + 0 * a,,,,,\nfree_gb,limit,float,2:,,,,,\n'
} >limited/space.csv
{
	echo a,b,status,seconds,peak_gb,free_gb,cml_round,cml_pred,cml_ok
	printf '%s\n' 5,x,ok,2,90,3,0,, 1,x,oom,,99,,0,, 2,x,ok,3,78,2,0,, 3,x,ok,9,78.5,3,1,8,0.5 \
		4,x,ok,8,40,1.9,1,7,0.75 6,x,ok,4,,,1,5,0.75 7,y,ok,3.5,40,4,1,4,1
} >limited/history.csv
page limited '<dd>4&#160;it/s (job 6, of round 1)</dd>' '<dd>2&#160;it/s (one job, outside a limit)</dd>' \
	'7: 3 ok, 3 outside a limit, 1 failed in 2 rounds' \
	'<dd>2 of 4 failed or left a limit, 1.0 expected</dd>' 'Of 7 jobs 1 oom, 3 outside a limit: 57&#8239;%'
expect 'best within its limits' \
	'Best seconds 4 it/s, 100.0 % above the default, after 6 of 7 jobs, 1 of which failed, 3 outside a limit.' "$(headline limited)"
grep -q '</b> outside a limit</span>' limited/report.html || fail 'a plot without what is outside'
expect 'as the frontier has it' 4 "$(cml-eval -q --frontier -s limited/space.csv limited/history.csv | sed -n '$s/\([^,]*,\)\{5\}\([^,]*\).*/\2/p')"
sed -i 's/:78/:1/' limited/space.csv
sed -i '/,ok,[^,]*,,/d' limited/history.csv
page limited 'Every job failed or left a limit'
expect 'nothing within the limits' '6 jobs, and none of them finished within the limits.' "$(headline limited)"

# Whatever a table holds is text: in names, values, units, reasons, the name of the folder.
hostile="odd <b> & 'c'"
mkdir "$hostile"
cat >"$hostile/in-space.csv" <<'END'
name,role,type,domain,encoding,default,when,unit,doc
"<i onclick=""x"">'a'",param,categorical,,,plain,,"<u>",
n,param,int,1:400,,5,,,
status,status,,,,,,,
"sp<b>ee'd` touch pwned`",metric,max,,,,,"`touch pwned`'""</svg>@ {/*0 $(touch pwned)",
END
{
	echo '"<i onclick=""x"">'"'a'"'",n,status,"sp<b>ee'"'"'d` touch pwned`",cml_reason,cml_round'
	i=0
	while [ $i -lt 40 ]; do
		i=$((i + 1))
		printf '"<script>alert(%d)</script>",%d,%s,%d,"%s",0\n' $((i % 3)) $i "$([ $((i % 3)) -gt 0 ] && echo ok || echo oom)" $i \
			'""><img onerror=x> $(touch pwned)
 `touch pwned` &amp; \\0'
	done
} >"$hostile/jobs.csv"
printf '%s\n' ROUNDS=1 'PREDICTOR=-p tree' 'PREDICTOR=-p gbt:trees=5 <script> $(touch pwned);touch pwned' >"$hostile/settings"
export SPACE="$hostile/in-space.csv" HISTORY="$hostile/jobs.csv"
page "$hostile" '&lt;script&gt;alert(' '&quot;&gt;&lt;img onerror' '&amp;amp; \\0' 'odd &lt;b&gt; &amp; &#39;c&#39;' 'sp&lt;b&gt;ee&#39;d` touch pwned`' \
	'&lt;i onclick'

# Of rounds that ask about one context, jobs in another are counted and not shown.
mkdir elsewhere
printf 'name,role,type,domain,default\nx,param,int,1:9,2\ngpu,context,categorical,old|new,new\nrate,metric,max,,\n' >elsewhere/space.csv
printf 'x,gpu,rate\n3,new,900\n2,old,10\n2,new,90\n4,old,12\n' >elsewhere/history.csv
echo 'FIX=gpu=old x=4' >elsewhere/settings
page elsewhere '3 jobs in other contexts: used for training'
expect 'what else is fixed' 'Best rate 12, after 1 job, none of which failed.' "$(headline elsewhere)"
echo FIX=gpu=old >elsewhere/settings
printf '<script>\nn;touch pwned\n' >elsewhere/baseline
page elsewhere '2 jobs in other contexts: used for training'
rm elsewhere/baseline
expect 'in the context asked about' 'Best rate 12, 20.0 % above &lt;script&gt;, after 2 jobs, none of which failed.' "$(headline elsewhere)"
echo FIX= >elsewhere/settings
page elsewhere '2 jobs in other contexts: used for training'
expect 'in the context by default' 'Best rate 900, 900.0 % above the default, after 1 of 2 jobs, none of which failed.' "$(headline elsewhere)"
sed -i '/new/d' elsewhere/history.csv
printf 'cml_key,mean,runs\n<script>key</script>,9,2\n' >elsewhere/named.csv
page elsewhere '2 jobs in other contexts: used for training' 'Key</dt><dd><code>&lt;script&gt;key'
expect 'nothing was run' '' "$(find . -name pwned)"
expect 'in no context asked about' '0 jobs, and none of them finished.' "$(headline elsewhere)"
echo FIX=gpu=odd >elsewhere/settings
! sh "$report" elsewhere 2>said || fail 'a report of a context that there is not'
grep -q "^report.sh: cml-eval: column 'gpu': unknown level" said || fail "$(cat said)"

# Hundreds of params: the table shows some, the rest is folded away.
mkdir many
awk 'BEGIN {
	print "name,role,type,domain,encoding,default" >"many/in-space.csv"
	for (i = 1; i <= 300; i++) {
		print "setting_" i ",param,int,0:9,,0" >"many/in-space.csv"
		printf "setting_%d,", i
	}
	print "speed"
	print "speed,metric,max,,," >"many/in-space.csv"
	for (row = 1; row <= 40; row++) {
		for (i = 1; i <= 300; i++) printf "%d,", (i > 200 ? 0 : (row * i * 7) % 10)
		print row
	}
}' >many/jobs.csv
export SPACE=many/in-space.csv HISTORY=many/jobs.csv
REPEATS=1 page many ' other settings that differ</summary>' 'settings are as in the default'

# A space with contexts: jobs in the contexts asked about, and the order inside all of them.
mkdir contexts
cp "$ROOT/tests/data/manual/space.csv" "$ROOT/tests/data/manual/jobs.csv" contexts
SPACE=contexts/space.csv HISTORY=contexts/jobs.csv REPEATS=2 REFRESH=7 page contexts '<li>kendall ' 'A context is what a search does not choose' \
	'<meta http-equiv="refresh" content="7"/>' 'in other contexts: used for training, shown with FIX='
# Why jobs failed: reasons that differ in amounts alone are one.
mkdir reasons
cat >reasons/in-space.csv <<'END'
name,role,type,domain,encoding,default,when,unit,doc
model,context,categorical,S|L,,L,,,
a,param,int,1:9,,5,,,
status,status,,,,,,,
rate,metric,max,,,,,it/s,
END
{
	echo model,a,status,rate,cml_reason
	printf 'S,%s\n' 1,ok,100, 3,oom,,'needs 81.5 GB' 4,oom,,'needs 90 GB' 5,oom,,'needs 99.25 GB'
	echo L,1,ok,10,
} >reasons/jobs.csv
SPACE=reasons/in-space.csv HISTORY=reasons/jobs.csv FIX=model=S page reasons '<td>oom</td><td class="text">needs … GB</td><td>2</td>' \
	'<td>oom</td><td class="text">needs 90 GB</td>' '1 job in other contexts'

# Dates and numbers are whole.
echo 'BEGIN { print breakable("2026-11-28 2026/11/28 28-Nov-2026 3.2e-05 1E-5 base_filters a/b 3/b"), number(2e-5) }' >whole.awk
expect 'what is whole' '[2026-11-28] 2026/11/28 [28-Nov-2026] [3.2e-05] [1E-5] base_|filters a/|b 3/|b [2e-05]' \
	"$(find "$ROOT/pipelines/csv.awk" "$ROOT"/pipelines/report/*.awk whole.awk -exec printf '-f\n%s\n' {} + | xargs awk |
	sed 's/<span class="whole">/[/g; s/<\/span>/]/g; s/<wbr\/>/|/g')"

# Two metrics: the front, by brute force; names of metrics are text.
printf '%s\n' name,role,type,domain,encoding,default,when,unit tp,param,int,1:9 pp,param,int,1:9 'speed<b>,metric,max' \
	'hours,metric,min,,,,,GPU <h>' memory,limit,,:80 status,status >two.csv
printf '%s\n' 'tp,pp,speed<b>,hours,memory,status' 1,1,10,5,70,ok 2,1,12,6,70,ok 3,1,9,6,70,ok 4,1,,,,oom 5,1,20,1,90,ok 6,1,12,,70,ok \
	7,1,12,6,70,ok 8,1,8,3,70,ok 9,1,8,4,70,ok >two-jobs.csv
SPACE=two.csv HISTORY=two-jobs.csv REPEATS=0 page two 'The front of two metrics' 'No measured job within the limits'
grep -q 'hours, GPU &lt;h&gt;<' two/report.html || fail 'the other metric beside the plot'
front=$(sed -n '/<table class="front"/,/<\/table>/s/^<tr><th scope="row">\([0-9]*\)<.*/\1/p' two/report.html | paste -s -d' ' -)
expect 'the front' '2 7 1 8' "$front"
! grep -q '<th scope="col">pp</th>' two/report.html || fail 'a setting that is the same in all of the front'
# No job has both.
sed 's/,[0-9]*,70/,,70/' two-jobs.csv >one-jobs.csv
SPACE=two.csv HISTORY=one-jobs.csv REPEATS=0 page one 'No job has both metrics'

# There is a page, unless it is not wanted; with a budget it has the cost of each round.
unset SPACE HISTORY
BUDGET=33 COST=1 SPACE=$ROOT/schemas/ads-fsdp.csv LAUNCH='fsdp-sim --table' FIRST=30 ROUNDS=1 PROPOSALS=10 REPEATS=2 \
	SEARCH='--method random' cml-rounds paid 2>said || [ $? -eq 3 ] || fail "paid: $(cat said)"
grep -q '^cml-rounds: report: paid/report.html$' said || fail "not said where: $(cat said)"
REPEATS=0 page paid '; cost 31, 31 of 33 spent' '; cost 2, 33 of 33 spent'

! command -v xmllint >/dev/null || find . -name report.html -exec xmllint --noout {} + || fail 'not well formed'
