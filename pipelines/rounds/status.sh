#!/bin/sh
# Where rounds are, by the files that are there: status.sh OUT [line|csv|write|watch]. Writes nothing into OUT but
# OUT/status.csv: once, or as long as the rounds run.
here=${0%/*}
. "$here/common.sh"
. "$here/budget.sh"
out=$1
history=$out/history.csv
repeats=$out/confirm/repeats.csv
read_settings "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 143' TERM
[ -f "$out/space.csv" ] || fail 1 "$out: the rounds have not begun"
read_metric "$out/space.csv"

# is_locked FILE: whether a process of this machine holds flock on it
is_locked() {
	[ -e "$1" ] && grep -q "FLOCK .*:$(stat -c %i "$1") " /proc/locks
}

# count_running TABLE: its jobs that have begun and not ended, the newest attempts: all, where another machine runs them or Slurm,
# else those that have a process
count_running() {
	[ -d "$1.jobs" ] || return 0
	elsewhere=
	[ ! -f "$1.lock" ] || grep -qx "host=$(uname -n)" "$1.lock" || elsewhere=yes
	find "$1.jobs" -mindepth 2 -maxdepth 2 \( -name record -o -name stdout -o -name slurm \) -printf '%P %i\n' |
		awk -v elsewhere=$elsewhere '
		FILENAME != "-" {
			sub(/.*:/, "", $6)
			if ($2 == "FLOCK") is_held[$6]
			next
		}
		{
			split($1, part, /[.\/]/)
			if (part[2] < newest[part[1]]) next
			if (part[2] > newest[part[1]]) state[part[1]] = ""
			newest[part[1]] = part[2]
			if (part[3] == "record") state[part[1]] = "ended"
			else if (state[part[1]] != "ended" && (part[3] == "slurm" || elsewhere || $2 in is_held)) state[part[1]] = "runs"
		}
		END {
			for (key in state) n += state[key] == "runs"
			print n + 0
		}' /proc/locks -
}

# jobs_of TABLE: how many rows
jobs_of() {
	[ ! -s "$1" ] || csv cost.awk -v cost=1 "$1" | wc -l
}

# where: state and step, of the rounds' process and of the files of the round
where() {
	round=$(($(last_round) + 1))
	dir=$out/round-$(printf '%02d' "$round")
	state=interrupted
	[ ! -f "$out/stopped" ] || state=ended
	! is_locked "$out/lock" || state=runs
	if [ "$round" -gt "$ROUNDS" ] || [ -n "$(find "$out/confirm" -maxdepth 1 -name 'work.part.*' 2>/dev/null)" ]; then
		step='repeats of the best'
		running=$(count_running "$repeats")
		to_come=$(jobs_of "$out/confirm/turns.csv")
		finished=$(jobs_of "$repeats")
	else
		running=$(count_running "$history")
		to_come=$(jobs_of "$dir/proposals.csv")
		finished=$({ [ ! -s "$history" ] || csv cost.awk -v cost=1 "$history"; } | grep -c "^$round," || :)
		if [ -f "$dir/proposals.csv" ]; then
			step='jobs'
		elif [ "$round" -eq 0 ] || [ -f "$dir/model" ]; then
			step=search
		elif [ -f "$dir/eval.csv" ]; then
			step=training
		else
			step=validation
		fi
	fi
	to_come=$((${to_come:-0} - ${finished:-0} - ${running:-0}))
}

# show FORM
show() {
	where
	echo none >"$work/none.csv"
	named=$work/none.csv
	[ "$state" != ended ] || [ ! -s "$out/named.csv" ] || named=$out/named.csv
	jobs=$work/none.csv
	[ ! -s "$history" ] || jobs=$history
	next=$work/none.csv
	[ "$state" = ended ] || [ ! -s "$dir/proposals.csv" ] || next=$dir/proposals.csv
	[ ! -s "$history" ] || frontier "$out/space.csv" "$history" "$work/frontier.csv" || :
	[ -s "$work/frontier.csv" ] || cp "$work/none.csv" "$work/frontier.csv"
	why=$(cat "$out/stopped" 2>/dev/null || :)
	cost=${COST:-cml_seconds} job_cost=''
	kept=$COST COST=$cost
	spent_before 100 2>/dev/null || :
	COST=$kept
	export out why cost # as they are: -v reads backslashes
	csv status.awk -f "$here/gain-words.awk" -v form="$1" -v state=$state -v step="$step" -v round=$round -v rounds="$ROUNDS" -v budget="$BUDGET" \
		-v running="${running:-0}" -v to_come=$to_come -v goal="$goal" -v metric="$metric" -v base="$(base_words)" \
		-v default_key="$(csv key.awk "$out/default.csv")" \
		-v spent="${job_cost:+$spent}" -v by_time="${kept:+no}" -v written="$(date -u +%Y-%m-%dT%H:%M:%SZ)" \
		"$work/frontier.csv" "$jobs" "$named" "$next"
}

# write: into OUT/status.csv
write() {
	show csv >"$out/status.csv.part.$$"
	mv "$out/status.csv.part.$$" "$out/status.csv"
}

case ${2-} in
write) write ;;
watch) # seldom, in the long run: a table takes a twentieth of a second
	n=0 due=1
	while is_locked "$out/lock"; do
		sleep 1
		n=$((n + 1))
		[ "$n" -ge "$due" ] || continue
		due=$((n + (n < 10 ? n : 10)))
		write
	done
	write
	;;
*) show "${2-}" ;;
esac
