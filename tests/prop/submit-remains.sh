#!/bin/sh
# Everything of cml-submit is killed at once: nothing of an attempt runs any more when the next
# one starts. And what a job does to its own directory keeps no process waiting.
set -u
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

# expect WHAT GOT WANT
expect() {
	[ "$2" = "$3" ] && return
	echo "$1: \"$2\", not \"$3\""
	failed=1
}

# ours: tools, guards and keepers that run here, guards before their keepers
ours() {
	for process in /proc/[0-9]*; do
		[ "$(readlink "$process/cwd" 2>/dev/null)" = "$work" ] || continue
		tr '\0' ' ' <"$process/cmdline" 2>/dev/null | grep -q '^[^ ]*cml-submit ' &&
			echo "${process#/proc/}"
	done | sort -n
}

# n_of SECONDS: sleeps of so many seconds that run
n_of() {
	ps -eo args | grep -c "^sleep $1\$"
}

# wait_for FILE: until it is there
wait_for() {
	i=0
	while [ ! -e "$1" ] && [ $i -lt 100 ]; do
		sleep 0.1
		i=$((i + 1))
	done
}

# A child of the first process, one in a session of its own with other output, one without our
# environment, and one that names itself anew.
cat >job.sh <<'E'
#!/bin/sh
if [ "$CML_cml_attempt" -gt 1 ]; then
	echo "left=$(ps -eo args | grep -c '^sleep 1235[.]')"
	exit
fi
(sleep 1235.25; :) &
setsid sleep 1235.5 >/dev/null 2>&1 &
env -i "$(command -v sleep)" 1235.75 &
(env -i "$(command -v setsid)" "$(command -v sleep)" 1235.875; :) >/dev/null 2>&1 &
sleep 0.3
: >started
wait
E
chmod +x job.sh
printf 'x\n1\n' >in.csv
cml-submit -q -a h.csv -j 1 --metric left in.csv -- ./job.sh &
wait_for started
kill -9 $(ours)
wait
expect 'what lives on without its keeper' "$(($(n_of 1235.25) + $(n_of 1235.5) > 0))" 1
cml-submit -q -a h.csv -j 1 --metric left --backoff 0.01 in.csv -- ./job.sh 2>errors
expect 'all killed' "$? $(sed 1d h.csv | cut -d, -f2,4)" '0 0,ok'

# The guard, then its keeper, while the tool lives.
rm -rf h.csv h.csv.jobs started
cml-submit -q -a h.csv -j 1 --metric left --backoff 0.01 in.csv -- ./job.sh 2>errors &
tool=$!
wait_for started
kill -9 $(ours | grep -vx $tool)
wait $tool
expect 'guard and keeper killed' "$? $(sed 1d h.csv | cut -d, -f2,4)" '0 0,ok'

# Processes of nobody's keeper, and of another one, stay.
rm -rf h.csv h.csv.jobs started
CML_KEEPER=another.1.1 sleep 1236.5 &
stranger=$!
cml-submit -q -a h.csv -j 1 --metric left in.csv -- ./job.sh &
wait_for started
kill -9 $(ours)
wait $!
cml-submit -q -a h.csv -j 1 --metric left --backoff 0.01 in.csv -- ./job.sh 2>errors
expect 'a stranger' "$(n_of 1236.5)" 1
kill $stranger

[ $failed -eq 0 ]
