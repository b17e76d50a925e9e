# shellcheck shell=sh disable=SC2154,SC2034
# Where rounds are, by the files that are there. Read by cml-rounds. Writes nothing into OUT.

# is_locked FILE: by a process of this machine
is_locked() { [ -e "$1" ] && grep -q "FLOCK .*:$(stat -c %i "$1") " /proc/locks; }

# count_running TABLE: its jobs that have begun and not ended, by their newest attempts; where no rounds run nobody knows
count_running() {
	[ -d "$1.jobs" ] && [ "$state" != interrupted ] || return 0
	find "$1.jobs" -mindepth 1 -maxdepth 2 \( -type d -o -name record \) -printf '%P\n' | awk -F '[./]' '
		$2 + 0 > newest[$1] + 0 { newest[$1] = $2; ended[$1] = 0 }
		$2 + 0 == newest[$1] + 0 && $3 == "record" { ended[$1] = 1 }
		END { for (key in newest) n += !ended[key]; print n + 0 }'
}

# find_step: state and step, of the rounds' process and of the files of the round; which jobs it has
find_step() {
	find_last
	round=$((last + 1))
	find_folder $round
	dir=$folder
	state=interrupted host=$(sed -n 's/^host=//p' "$out/lock" 2>/dev/null) || :
	[ -z "$host" ] || [ "$host" = "$(uname -n)" ] || state=unknown
	[ ! -f "$out/stopped" ] || state=ended
	! is_locked "$out/lock" || state=runs
	find_n_rounds
	if [ "$round" -gt "$n_rounds" ] || [ -n "$(find "$out" -maxdepth 2 -path '*/work.part.*/repeats')" ]; then
		step='repeats of the best' wanted=$out/confirm/turns.csv jobs=$out/confirm/repeats.csv of_round=
	else
		step=validation wanted=$dir/proposals.csv jobs=$history of_round=$round
		[ ! -f "$dir/eval.csv" ] || step=training
		[ "$round" -gt 0 ] && [ ! -f "$dir/model" ] || step=search
		[ ! -f "$wanted" ] || step='jobs'
	fi
	look_at "$wanted"
	ask to_come table count "$so_far"
	look_at "$jobs"
	ask n_run table count -v round="$of_round" "$so_far"
	ask running count_running "$jobs"
	to_come=$((to_come - n_run - ${running:=0}))
	[ "$to_come" -ge 0 ] || to_come=0
}

show_status() {
	find_step
	named=$work/none.csv
	if [ "$state" = ended ]; then
		look_at "$out/named.csv"
		named=$so_far
	fi
	look_at "$history"
	history=$so_far
	frontier "$out/space.csv" "$history" "$work/frontier.csv" || :
	: "${COST:=cml_seconds}"
	spent_before 100
	stopped='' cost='' cost_of=''
	[ "$job_cost" = 0 ] || cost=$spent cost_of=$COST
	[ "$state" != ended ] || step='' round='' stopped=$(cat "$out/stopped")
	[ -z "$BUDGET" ] || [ "$ROUNDS" -lt 99 ] || ROUNDS=
	rounds=${ROUNDS:+$n_rounds} budget=$BUDGET
	# As they are: -v reads backslashes.
	export out host state step round rounds running to_come cost cost_of budget stopped
	find_base
	csv status.awk -f "$here/words.awk" -v goal="$goal" -v base="$base" \
		-v default_key="$default_key" "$work/frontier.csv" "$history" "$named"
}
