#!/bin/sh
# cml-rounds: its options are settings of the rounds; what --status says while jobs wait, after a kill and at the end; that
# best.sh runs what is named.
set -eu
export REPORT=no REPEATS=1 CONFIRM=1 FINALISTS=1
. "$ROOT/tests/begin.sh"
. "$ROOT/tests/wait.sh"
cat >space.csv <<'E2'
name,role,type,domain,default
x,param,int,1:40,10
kind,param,categorical,"a b|it's|$(touch hacked)",a b
site,context,categorical,north east|west,west
q,metric,max,
E2
cat >job.sh <<'E2'
#!/bin/sh
[ ! -p "$HOLD" ] || { echo >>"$HOLD.jobs" && read -r _ <"$HOLD"; }
[ "$2" != "it's" ] || exit 1
[ -d "$CML_cml_dir" ] || exit 1
extra=0
[ "$2" = 'a b' ] || extra=500
[ "$CML_site" = "$3" ] || exit 1
echo "q=$((3000 - ($1 - 29) * ($1 - 29) + extra))"
E2
chmod +x job.sh
export HOLD="$work/hold"

# refused STATUS TEXT ARGUMENT...: one line, nothing begins
refused() {
	wanted=$1
	text=$2
	shift 2
	status=0
	cml-rounds "$@" >said 2>&1 || status=$?
	expect "status of $*" $status "$wanted"
	expect "lines of $*" "$(wc -l <said)" 1
	grep -qF -e "$text" said || fail "$*: $(cat said)"
	[ ! -e new ] || fail "$*: began"
}
refused 2 'missing OUT'
refused 2 "unrecognized option '--frist'" new --frist 3
refused 2 "option '--first' requires an argument" new --first
refused 2 "--fix 'site': not NAME=VALUE" new -s space.csv --fix site
refused 2 "'job.sh': neither an option nor NAME=VALUE" new -s space.csv job.sh
refused 2 'new: no rounds to continue' new
refused 1 'new: no rounds' new --status
refused 2 'unknown setting PROPOSAL: they are SPACE' new -s space.csv PROPOSAL=3 -- ./job.sh
refused 2 "ROUNDS='many'" new -s space.csv --rounds many -- ./job.sh
refused 2 'PROPOSALS=0' new -s space.csv -n 0 -- ./job.sh
refused 2 "REPORT='maybe'" new -s space.csv REPORT=maybe -- ./job.sh
refused 1 'job.sh has no rounds (no job.sh/settings); new ones need a name' job.sh/ -s space.csv -- ./job.sh
ln -s "$work" link
refused 1 'link has no rounds' link -s space.csv -- ./job.sh
mkdir by-hand
cp space.csv by-hand/history.csv
refused 1 'and -a TABLE to start from jobs' by-hand -s space.csv -- ./job.sh
refused 2 'missing command' new -s space.csv
# What is wrong with a file is said by the tool that reads it.
sed 's/max,$/float,/' space.csv >wrong.csv
refused 1 "cml-search: wrong.csv:5: column 'type': unknown direction" new -s wrong.csv -- ./job.sh
sed 's/,10$/,99/' space.csv >wrong.csv
refused 1 "cml-search: wrong.csv:2: column 'default': 99" new -s wrong.csv --fix x=3 -- ./job.sh
(cat space.csv && echo 'r,rule,,x > 99,') >wrong.csv
refused 3 'no configuration is feasible' new -s wrong.csv -- ./job.sh
sed '/metric/d' space.csv >wrong.csv
refused 1 'wrong.csv: no row with the role metric' new -s wrong.csv -- ./job.sh
: >wrong.csv
refused 1 'cml-search: wrong.csv: empty input' new -s wrong.csv -- ./job.sh
printf 'x,q\n1,2\n' >wrong.csv
refused 1 'wrong.csv: a space file has no column "x"' new -s wrong.csv -- ./job.sh
refused 1 'cml-encode: nowhere.csv' new -s space.csv -a nowhere.csv -- ./job.sh
printf 'x,site\n1,west\n' >wrong.csv
refused 1 "CONTENDERS=wrong.csv:1: the table has no column 'kind'" new -s space.csv CONTENDERS=wrong.csv -- ./job.sh
printf 'x,kind\n1,a\n2,b,3\n' >wrong.csv
refused 1 'CONTENDERS=wrong.csv:3: 3 cells where the header has 2' new -s space.csv CONTENDERS=wrong.csv -- ./job.sh
refused 1 'CONTENDERS=nowhere.csv: no such file' new -s space.csv CONTENDERS=nowhere.csv -- ./job.sh
refused 2 "unrecognized option '--frist'" new -s space.csv --submit --frist -- ./job.sh '{x}'

# begin [OPTION]...: rounds in o
begin() {
	cml-rounds o -s "$work/space.csv" --first=6 -n3 --rounds 1 -j 2 --fix 'site=north east' --timeout 5m "$@" \
		--submit --retries 5 --oom-pattern 'no memory' -- ../job.sh '{x}' '{kind}' 'north east' '{cml_dir}'
}
# files DIR: all of them with their times
files() { find "$1" -mindepth 1 -printf '%p %s %T@\n' | sort; }
# While jobs wait, and after a kill.
mkdir calm
cd calm
hold "$HOLD"
setsid sh -c 'cd "$0" && exec cml-rounds "$@"' "$work/calm" o -s "$work/space.csv" --first=6 -n3 --rounds 1 -j 2 --fix 'site=north east' --timeout 5m \
	--submit --retries 5 --oom-pattern 'no memory' -- ../job.sh '{x}' '{kind}' 'north east' '{cml_dir}' >../killed.out 2>&1 &
pid=$!
wait_until 'two jobs' lines 2 "$HOLD.jobs"
files o >before
cml-rounds o --status >said
files o | diff before - || fail '--status writes'
expect 'while jobs run' "$(cat said)" "o: round 0 of 1: jobs
jobs      0 ok, 0 failed; 2 running, 5 to come
best      none yet"
kill -s KILL -- -$pid
wait $pid 2>/dev/null || :
rm "$HOLD" # those that wait go on waiting
expect 'the settings' "$(sed -n '/^FIX/p; /^SUBMIT/p; /^FIRST=/p; /^PROPOSALS/p; /^JOBS/p' o/settings | paste -sd' ' -)" \
	'FIX=site=north%20east FIRST=6 PROPOSALS=3 JOBS=2 SUBMIT=--timeout=5m --retries 5 --oom-pattern no%20memory'
cml-rounds o --status >said
grep -q '^o: round 0 of 1: jobs, interrupted$' said || fail "$(cat said)"
grep -q '^stopped   not at its end: cml-rounds o goes on$' said || fail "$(cat said)"
# Seen from another host, they may run.
sed 's/^host=.*/host=login2/' o/lock >lock
cp o/lock kept-lock
cat lock >o/lock
expect 'on another host' "$(cml-rounds o --status | sed -n '1,2p; $p')" 'o: round 0 of 1: jobs, on login2
jobs      0 ok, 0 failed; 2 running, 5 to come
stopped   not known from here: cml-rounds o --status on that host tells'
cat kept-lock >o/lock
# Named as of another host, lock and jobs are left alone, until what cml-submit(1) then tells is run.
sed -i 's/^host=.*/host=login2/' o/history.csv.lock
sed -i 's/^#: host .*/#: host login2/' o/history.csv.jobs/*/command
grep -q ' 0 failed; 7 to come$' said || fail "jobs to come: $(cat said)"
for dir in o/history.csv.jobs/*; do # of the jobs that wait
	[ -f "$dir/record" ] || : >"$dir/stop"
done
begin >out 2>&1 &
pid=$!
wait_until 'what to run' grep -q 'on host login2 .*One owner' out || fail "$(cat out)"
expect 'jobs that were left alone' "$(find o/history.csv.jobs -name '*.2' | wc -l)" 0
sed -Ei "s/^(#: host |host=)login2$/\\1$(uname -n)/" o/history.csv.jobs/*/command o/history.csv.lock
wait $pid || fail "$(cat out)"

# At its end.
cml-rounds o --status >said
grep -q '^o: ended$' said || fail "$(cat said)"
grep -q '^jobs      [0-9]* ok, [0-9]* failed$' said || fail "$(cat said)"
grep -q '^failures  [0-3] of 3 proposals, [0-9.]* expected$' said || fail "$(cat said)"
grep -q '^named     3[0-9]* in one run, +[0-9.]* % over the default: [0-9a-f]*$' said || fail "$(cat said)"
grep -q '^cost      [0-9.]* (cml_seconds)$' said || fail "$(cat said)"
grep -q '^stopped   after round 1$' said || fail "$(cat said)"
grep -q "^cml_key\|,$(sed -n 's/^named.*: //p' said)," o/named.csv || fail "$(cat said)"

# best.sh runs what is named, and no shell reads its values.
grep -qF '$(touch hacked)' o/named.csv || fail 'another kind is named'
expect 'best.sh' "$(./o/best.sh)" "q=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["mean"] }' o/named.csv)"
[ ! -e hacked ] || fail 'a shell read a value'
# Also one that never ran in the rounds; what was named before is no more.
cp -r o given
echo 'contender,x,kind,site
mine,29,$(touch hacked),north east' >given.csv
! grep -qF '29,$(touch hacked)' given/history.csv || fail 'it ran in the rounds'
cml-rounds given CONTENDERS=given.csv >said 2>&1 || fail "$(cat said)"
expect 'settings of what is named' "$(cut -d, -f1-3,5 given/named.csv | sed 1d)" '29,$(touch hacked),north east,3500'
expect 'its command' "$(./given/best.sh)" q=3500

# Rounds go on where they began, and rows that their history has lost come back.
sort o/history.csv >before
sed -i '3,$d' o/history.csv
(mkdir else && cd else && cml-rounds ../o --rounds 2) >out 2>&1 || fail "$(cat out)"
grep -q "^cml-rounds: $PWD/o/history.csv: 9 of 10 jobs have no row: they come back" out || fail "$(cat out)"
expect 'rows that are lost' "$(sort o/history.csv | join -t '' -v 1 before -)" ''
refused 2 '--status: OUT alone' o --status --seed 3

# A filter, a history; a budget, and why it stops.
cd "$work"
export CONFIRM=0
cat >filter.sh <<'E2'
awk -F, 'NR == 1 { print $0 ",q,cml_status"; next } { print $0 "," ($1 > 35 ? ",oom" : $1 ",ok") }'
E2
printf 'x,kind,site,q,cml_status\n3,a b,west,3,ok\n9,a b,west,9,ok\n40,a b,west,,oom\n' >log.csv
cml-rounds 'my filter' -s space.csv -a log.csv --first 4 --rounds 0 -n 3 LAUNCH='sh filter.sh' >out 2>&1 || fail "$(cat out)"
[ ! -e 'my filter/best.sh' ] || fail 'a filter has no command'
cp 'my filter/history.csv' whole.csv
rm 'my filter/history.csv'
refused 1 'my filter/history.csv: of the 3 jobs that the rounds started from some are gone' 'my filter'
head -n 5 whole.csv >'my filter/history.csv'
cml-rounds 'my filter' --rounds 1 >out 2>&1 || fail "$(cat out)"
cut -d, -f1-5 whole.csv | while read -r row; do grep -q "^$row," 'my filter/history.csv' || fail "lost: $row"; done
# Neither a name like an assignment nor a backslash is anything to awk.
cp space.csv k=v.csv
cml-rounds 'pa\nid' -s k=v.csv --first 4 -n 3 --budget 6 --cost 1 LAUNCH='sh filter.sh' >out 2>&1 || fail "$(cat out)"
cml-rounds 'pa\nid' --status >said
expect 'what it cost' "$(grep '^cost' said)" 'cost      6 of 6 (1)'
expect 'why it stopped' "$(grep -c '^stopped   stops before round 2: BUDGET=6 is spent' said)" 1
cp space.csv ./-space.csv
cml-rounds broken -s -space.csv --first 3 --rounds 1 -- false '{x}' >out 2>&1 && fail 'all failed, and it ends well'
expect 'why it broke' "$(cml-rounds broken --status | sed -n 's/, "exit 1.*//; s/^stopped   //p')" \
	'stops before the jobs of round 1: 0 of 4 jobs were ok, too few to train on; most often (4 of 4): failed'

# Settings are read as text, whoever wrote them: nothing in them is run, and what is none is refused.
cp -r broken hostile
mkdir bin
printf '#!/bin/sh\ntouch "%s/ran"\n' "$work" >bin/SPACE
chmod +x bin/SPACE
PATH=$PATH:$work/bin
for line in 'touch ran' 'PATH=.' 'COMMAND;touch ran=x' 'SPACE HISTORY=x'; do
	(sed '/^COMMAND=/d' broken/settings && printf '%s\nCOMMAND=true\n' "$line") >hostile/settings
	refused 1 'hostile/settings: no setting: ' hostile
done
sed '/^COMMAND=/d' broken/settings >hostile/settings
refused 1 'hostile/settings: cut off' hostile
(sed '/^COMMAND=/d' broken/settings && echo 'COMMAND=false $(touch%20ran) `touch%20ran` ;touch ran') >hostile/settings
refused 2 'unknown setting SPACE HISTORY: ' hostile 'SPACE HISTORY=x'
cml-rounds hostile JOBS='$(touch ran)' >out 2>&1 && fail 'a wrong setting was taken'
cml-rounds hostile >out 2>&1 && fail 'all failed, and it ends well'
[ ! -e ran ] || fail 'a setting was run'
# Nor are they another user's, the lock no link, the metric another one than it was.
sed -i 's/metric,max/metric,min/' hostile/space.csv
refused 1 "hostile was begun with the metric 'max q', not 'min q' as in hostile/space.csv" hostile
cp broken/space.csv hostile/space.csv
ln -sf ../job.sh hostile/lock
cml-rounds hostile --status >out || fail "$(cat out)"
refused 1 'hostile/lock is not a regular file' hostile
[ -s job.sh ] || fail 'the target of a link was emptied'
for owned in hostile/settings hostile; do
	chown 65534 $owned 2>/dev/null || break
	refused 1 "$owned is of another user" hostile
	chown "$(id -u)" hostile/settings
done

# Where all jobs fail, nothing is measured again or named, whatever HISTORY has; a command that never runs ends a long first round early.
awk 'BEGIN { print "x,kind,site,q,cml_status"; for (x = 1; x <= 20; x++) print x ",a b,west," 900 - (x - 12) ^ 2 ",ok" }' >log.csv
status=0
cml-rounds none -s space.csv -a log.csv --rounds 1 -n 3 CONFIRM=3 -- false '{x}' >out 2>&1 || status=$?
expect 'where all fail' "$status: $(tail -n 1 out)" '3: cml-rounds: nothing is measured again or named: all 3 jobs of the rounds failed'
[ ! -e none/confirm ] && [ ! -e none/best.sh ] && [ ! -e none/named.csv ] || fail 'measured again or named where all fail'
status=0
cml-rounds long -s space.csv --first 30 --rounds 1 -j 1 -- false '{x}' >out 2>&1 || status=$?
expect 'a long round' "$status: $(tail -n 1 out | cut -d: -f1,2)" '1: cml-rounds: round 0 is not finished, 28 of 31 jobs have no row'

# A default whose best reading is above its mean is no gain over itself.
printf 'cml_key,cml_round,cml_actual,cml_best\nd,0,8,8\nd,0,9,9\ne,0,7,9\n' >frontier.csv
printf 'cml_key\nd\nd\ne\n' >keys.csv
printf 'x,q\n1,8\n1,9\n2,7\n' >jobs.csv
echo none >none.csv
# part SCRIPT [OPTION...] TABLE...
part() {
	script=$1
	shift
	export out state step round rounds running to_come
	awk -f "$ROOT/pipelines/csv.awk" -f "$ROOT/pipelines/rounds/$script.awk" -f "$ROOT/pipelines/rounds/words.awk" -v base='the default' "$@"
}
expect 'the default is best' "$(part named -v metric=q -v goal=max -v default_key=d -v out=named.csv keys.csv jobs.csv frontier.csv none.csv)" \
	'named: keep the default, d, 8.5 in 2 runs'
printf 'cml_key,cml_actual,cml_best\nd,8.5,8.5\n' >frontier.csv
printf 'cml_key,cml_round,cml_status\nd,0,ok\n' >jobs.csv
expect 'its status' "$(out=o state=ended part status -v goal=max -v default_key=d frontier.csv jobs.csv named.csv)" \
	'o: ended
jobs      1 ok, 0 failed
named     8.5 in 2 runs, the default itself is the best: d'

# What is to be small is better below.
printf 'cml_key,cml_actual,cml_best\nd,8.181818,\na,9,9\n' >frontier.csv
printf 'cml_key,cml_round,cml_status\na,0,ok\n' >jobs.csv
expect 'a time' "$(out=o state=runs step=jobs round=0 rounds=3 running=1 to_come=2 part status -v goal=min -v default_key=d frontier.csv jobs.csv none.csv)" \
	'o: round 0 of 3: jobs
jobs      1 ok, 0 failed; 1 running, 2 to come
best      9 in one run, 10.0 % above the default: a'

# An upgrade in place does not disturb rounds that run: a shell reads its script as it goes.
cp -r "$ROOT/pipelines" copy
bash copy/cml-rounds replaced SPACE=space.csv METRIC=q FIX='site=west' FIRST=2 ROUNDS=0 CONFIRM=0 JOBS=1 -- \
	sh -c "yes 'exit 99' | head -n 999 >\"$work/copy/cml-rounds\"; echo q=5" >said 2>&1 || [ $? -eq 3 ] ||
	fail "replaced: $(tail -n 2 said)"

# A full disk, at any step, is the last line; with room they go on, and nothing is lost or twice.
mkdir small
printf 'name,role,type,domain,default\nx,param,int,1:40,10\nq,metric,max,,\n' >line.csv
unshare -m sh -c '
	mount -t tmpfs -o size=200k tmpfs small || exit 77
	for fill in 20 40 60 160 180; do
		head -c ${fill}k /dev/zero >small/ballast
		cml-rounds small/o -s line.csv --first 6 -n 3 --rounds 2 --confirm 0 REPORT=no -- sh -c "echo q=\$CML_x" >said 2>&1 && exit 1
		[ "$(tail -n 1 said)" = "cml-rounds: the disk of small/o is full: make room, then cml-rounds small/o goes on" ] || exit 2
		! grep -q PREDICTOR said || exit 3
		rm small/ballast
		mount -o remount,size=9M small
		cml-rounds small/o >said 2>&1 || exit 4
		[ "$(cut -d, -f1 small/o/history.csv | sort | uniq | wc -l)" -eq 14 ] || exit 5
		[ "$(wc -l <small/o/history.csv)" -eq 14 ] || exit 6
		rm -r small/o
		mount -o remount,size=200k small
	done' || {
	status=$?
	unshare -m true 2>/dev/null && [ $status -ne 77 ] && fail "a full disk: $status: $(cat said)"
	echo 'skipped: a disk of its own (no right to mount one)'
}
