#!/bin/sh
# What --progress shows: lines that stay in a file, one line that is redrawn on a terminal, of any
# width, and nothing where nothing runs. The texts themselves are tests/unit/launch/test_submission_stats.c.
set -u
. "$ROOT/tests/begin.sh"
. "$ROOT/tests/wait.sh"
escape=$(printf '\033')

# The first job fails at once, the others end when the progress has been seen.
cat >job.sh <<'JOB'
#!/bin/sh
[ "$1" != 1 ] || exit 3
[ ! -p hold ] || read -r _ <hold
echo qps=4
JOB
chmod +x job.sh
printf 'x\n1\n2\n3\n4\n' >in.csv

await() { # FILE PATTERN: until it stands there, if it is any
	[ -z "$2" ] || wait_until "$2 in $1" grep -qs "$2" "$1"
	release
}

# A file: whole lines, nothing to move a cursor.
hold
cml-submit --progress -j 2 --metric qps -a file.csv in.csv -- ./job.sh {x} 2>file.err &
await file.err '^cml-submit: 2 running, 1 waiting, 0 ok, 1 not ok'
wait $!
expect 'bytes that a file does not want' "$(tr -d '\n[:print:]' <file.err | wc -c)" 0
expect 'the end of a file' "$(tail -n 1 file.err)" 'cml-submit: 3 ok, 1 failed'

# Without --progress, and without jobs, there is none.
cml-submit -j 2 --metric qps -a plain.csv in.csv -- ./job.sh {x} 2>plain.err
expect 'nobody asked' "$(grep -c running plain.err)" 0
printf 'x\n' | cml-submit --progress -- true 2>none.err >none.csv
expect 'no jobs' "$(cat none.err)" 'cml-submit: 0 ok'
cml-submit --progress -j 2 -a closed.csv in.csv -- true 2>&-
expect 'no standard error' "$? $(sed 1d closed.csv | wc -l)" '0 4'

if ! script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
	echo 'SKIPPED submit-progress: no script(1) that gives a terminal: only files were looked at'
	exit $failed
fi

on_terminal() { # NAME COLUMNS OPTIONS PATTERN: what a terminal of that width is sent, in NAME.tty
	hold
	TERM=${terminal:-xterm} script -qefc "stty cols $2 rows 24; \
		cml-submit $3 -j 2 --metric qps -a $1.csv in.csv -- ./job.sh {x}" "$1.tty" \
		</dev/null >/dev/null 2>&1 &
	await "$1.tty" "$4"
	wait $!
}

# Lines that were drawn, without those that took one away.
drawn() {
	tr '\r' '\n' <"$1.tty" | grep "runnin" | sed "s/$escape\\[K.*//"
}

on_terminal wide 100 '' running
expect 'wide' "$(drawn wide | head -n 1 | cut -d' ' -f1-3 | cut -d, -f1)" 'cml-submit: 2 running'
expect 'taken away at the end' \
	"$(tail -n 3 wide.tty | grep -c "$escape\\[Kcml-submit: 3 ok, 1 failed")" 1
# A byte in the last column would begin another line.
for columns in 80 50 30 12 2; do
	on_terminal "w$columns" $columns '' "$escape\[K"
	longest=$(tr '\r' '\n' <"w$columns.tty" | grep "$escape\\[K\$" |
		sed "s/$escape\\[K\$//" |
		awk '{ if (length($0) > n) n = length($0) } END { print n + 0 }')
	expect "$columns columns, $longest bytes" \
		"$([ "$longest" -gt 0 ] && [ "$longest" -lt $columns ] && echo fits)" fits
done
on_terminal quiet 80 -q ''
expect 'quiet' "$(drawn quiet)" ''
terminal=dumb on_terminal dumb 80 '' running
expect 'a terminal that cannot redraw' "$(tr -d -c '\033' <dumb.tty | wc -c)" 0

# Made narrower and wider while jobs run.
hold
TERM=xterm script -qefc 'stty cols 100 rows 24; tty >tty; \
	cml-submit -j 2 --metric qps -a size.csv in.csv -- ./job.sh {x}' size.tty \
	</dev/null >/dev/null 2>&1 &
pty=$!
wait_until 'a line of progress' grep -qs running size.tty
stty cols 21 <"$(cat tty)"
await size.tty "cml-submit: 2 runnin$escape"
wait $pty
expect 'narrower' "$(drawn size | grep -x -m 1 'cml-submit: 2 runnin')" 'cml-submit: 2 runnin'

# Rows that go to the same terminal stand alone.
hold
TERM=xterm script -qefc 'stty cols 100; cml-submit -j 2 --metric qps in.csv -- ./job.sh {x}' \
	rows.tty </dev/null >/dev/null 2>&1 &
await rows.tty running
wait $!
expect 'rows of a terminal' "$(tr -d '\r' <rows.tty | sed "s/.*$escape\\[K//" |
	grep -c '^[1-4],')" 4
expect 'rows behind progress' "$(tr '\r' '\n' <rows.tty | grep -c 'running.*,ok,')" 0
exit $failed
