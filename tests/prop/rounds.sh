#!/bin/sh
# Rounds killed at random points and started again end like rounds that nobody killed; what they
# start from, when they stop, how they go on; the same by make. KILLS, JOBS_OF_ROUND, SEED: tests/long.
set -eu
export LC_ALL=C
rounds=$ROOT/pipelines/rounds.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
kills=${KILLS:-20}
per_round=${JOBS_OF_ROUND:-6}
unset KILLS JOBS_OF_ROUND

fail() {
	echo "$*"
	exit 1
}

# expect WHAT GOT WANT
expect() {
	[ "$2" = "$3" ] || fail "$1: \"$2\", not \"$3\""
}

# What does not depend on when and where jobs ran, by key.
cat >lasting.awk <<'E2'
BEGIN { split("cml_started cml_seconds cml_attempt cml_job", name, " ") }
csv_whole() {
	for (i = 1; i in name; i++) csv_cell[csv_at[name[i]]] = ""
	line = csv_of("cml_key")
	for (i = 1; i <= csv_n; i++) line = line "," csv_cell[i]
	print line
}
E2
lasting() {
	awk -f "$ROOT/pipelines/rounds/csv.awk" -f lasting.awk "$1" | sort
}

# same A B: the same jobs, rounds, proposals
same() {
	lasting "$1/history.csv" >one
	lasting "$2/history.csv" >other
	cmp one other || fail "$1 and $2: other jobs"
	expect "$2: a key twice" "$(cut -d, -f1 other | uniq -d)" ''
	cmp "$1/rounds.csv" "$2/rounds.csv" || fail "$1 and $2: other rounds"
	for folder in "$1"/round-*; do
		cmp "$folder/proposals.csv" "$2/${folder#*/}/proposals.csv"
	done
}

# Real processes, on fsdp-sim. Each start of a job leaves a line.
cat >train.sh <<'E2'
#!/bin/sh
echo start >>"$LOG"
sleep 0.02
exec fsdp-sim --steps=20 "$@"
E2
chmod +x train.sh
layers='{fsdp_1}'
for layer in 2 3 4 5 6 7 8 9 10 11; do
	layers="$layers,{fsdp_$layer}"
done
# simulated OUT: rounds of it, in a session of their own, from which keepers depart
simulated() {
	SPACE=$ROOT/schemas/ads-fsdp.csv METRIC=qps=p90 FIRST=$((2 * per_round)) PROPOSALS=$per_round ROUNDS=2 \
		SEARCH='--method bayes --acquisition ei --samples 200' SUBMIT='--retries 99 --backoff 0.01 -q' \
		MARK=$$ LOG=$work/$1.log setsid sh "$rounds" "$1" -- \
		./train.sh "--fsdp=$layers" '--local-batch={local_batch}' '--reserve={reserve}' >"$1.out" 2>&1
}

# everything: processes that came from `simulated`, keepers and jobs among them
everything() {
	for process in /proc/[0-9]*; do
		tr '\0' '\n' <"$process/environ" 2>/dev/null | grep -qx "MARK=$$" && echo "${process#/proc/}"
	done
	return 0
}

JOBS=1 simulated calm || fail "$(cat calm.out)"
expect 'jobs of calm rounds' "$(sed 1d calm/rounds.csv | cut -d, -f2 | paste -sd' ')" \
	"$((2 * per_round + 1)) $per_round $per_round"
expect 'starts of calm rounds' "$(wc -l <calm.log)" $((4 * per_round + 1))
expect 'what is told' "$(grep -c '^round [0-2]: .* over the default$' calm.out)" 3

# Every other time all processes are killed, keepers and jobs too; else the session alone.
hit=0
for kill in $(seq "$kills"); do
	export JOBS=2
	simulated killed &
	sleep "$(awk -v seed="${SEED:-1}" -v kill="$kill" 'BEGIN {
		state = (seed * 1009 + kill * 7919) % 2147483647
		for (i = 0; i < 10; i++) state = state * 16807 % 2147483647
		printf "%.3f", 0.05 + 0.6 * state / 2147483647 }')"
	victims=$(everything)
	group=$(for pid in $victims; do ps -o pid=,sid=,args= -p "$pid"; done | awk '$1 == $2 && / sh .*rounds.sh/ { print $1 }')
	[ -z "$group" ] || hit=$((hit + 1))
	if [ $((kill % 2)) -eq 0 ]; then
		[ -z "$group" ] || kill -9 -- "-$group"
	else
		while [ -n "$victims" ]; do
			# shellcheck disable=SC2086
			kill -9 $victims 2>/dev/null || true
			victims=$(everything)
		done
	fi
	wait $! 2>/dev/null || true
done
simulated killed || fail "$(cat killed.out)"
unset JOBS
[ "$hit" -ge $((kills / 2)) ] || fail "only $hit of $kills found anything to kill"
same calm killed
