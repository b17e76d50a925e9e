#!/bin/sh
# What runs the tests ends all that they started: on a signal, on a time limit, when its parent is
# killed, and when a test leaves something behind, which fails it.
set -eu
. "$ROOT/tests/wait.sh"
: "${REAPER:=$ROOT/build/release/reaper}"
export REAPER
. "$ROOT/tests/begin.sh"

# Children that ignore signals, in sessions of their own, and one that has lost its parent.
cat >test.sh <<'EOF'
setsid sh -c 'trap "" INT TERM HUP; echo $$ >>pids; while :; do sleep 1; done' &
(setsid sh -c 'echo $$ >>pids; sleep 3000' &)
sh -c 'echo $$ >>pids; exec sleep 3000' &
echo "$TMPDIR" >folder
mkdir "$TMPDIR/something"
[ -e end ] || wait
EOF

none_left() {
	for pid in $(cat pids); do
		! grep -qs '^State:[^ZX]*$' "/proc/$pid/status" || return 1
	done
	[ ! -e "$(cat folder)" ]
}

begin() {
	rm -f pids folder
	"$@" >said 2>&1 &
	reaper=$!
	wait_until "start of a test" lines 3 pids
	wait_until "start of a test" lines 1 folder
}

ended() {
	code=0
	wait "$reaper" || code=$?
	[ "$code" = "$1" ] || { echo "exit $code, not $1"; exit 1; }
	wait_until "the end of all" none_left
}

# What ran the reaper may ignore signals; what it runs does not.
(
	trap '' PIPE INT
	"$REAPER" sh -c '{ yes; echo $? >code; } | true; sh -c "kill -s INT \$\$"; echo $? >>code'
)
[ "$(paste -sd' ' code)" = '141 130' ] || { echo "signals are ignored: $(cat code)"; exit 1; }

for signal in 1 2 15; do
	begin "$REAPER" env sh test.sh
	kill -$signal "$reaper"
	ended $((128 + signal))
done
begin "$REAPER" -t 2 sh test.sh
ended 124
grep -q 'did not end within 2 s' said
touch end
begin "$REAPER" sh test.sh
ended 125
grep -q 'left behind: .* sleep' said
rm end

# As make is, whose place its shell does not take; and an outer reaper.
printf '"$REAPER" sh test.sh &\nwait\n' >parent.sh
begin sh parent.sh
kill -KILL "$reaper"
ended 137
begin "$REAPER" "$REAPER" sh test.sh
kill -KILL "$reaper"
ended 137

# Its exit code; and the processes that it started, where the kernel counts them: a shell, two of its own, what one executes.
code=0
"$REAPER" -c counted sh -c '(exec sh -c "exit 3") & (:); exit 7' || code=$?
[ $code -eq 7 ]
[ ! -e counted ] || [ "$(cat counted)" -eq 3 ] || { echo "$(cat counted) processes, not 3"; exit 1; }
