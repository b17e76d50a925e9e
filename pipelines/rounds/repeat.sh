# shellcheck shell=sh disable=SC2154,SC2153
# Repeats among the proposals of a round, and what a batch is expected to gain. Read by file.sh, with out, round, dir, work,
# space and, the batch as far as it is, part set.

# repeats_any: whether rounds repeat jobs at all: a table or a filter gives the same again
repeats_any() {
	[ "$REPLICATE" -gt 0 ] && [ -z "$LAUNCH" ] && ! is_replay
}

# n_repeats: how many of this round's jobs may run a configuration once more: none before the second round
n_repeats() {
	if [ "$round" -ge 2 ] && repeats_any; then
		echo "$REPLICATE"
	else
		echo 0
	fi
}

# ask OPTION...: cml-search of what is believed of the finished jobs
ask() {
	set -- -q -m "$belief" --exclude "$dir/learned.csv" --digits full --seed "$seed" "$@"
	for fixed in $FIX $contexts; do
		set -- "$@" --fix "$(decoded "$fixed")"
	done
	cml-search "$@" 2>"$work/errors"
}

# add_repeats: to the batch, $part, the column round_repeat, and in the place of its last jobs those of which a repeat tells
# most; none where that is worth less, or none may be named the best
add_repeats() {
	repeats_any || return 0
	: >"$work/numbered.csv"
	: >"$work/repeat-keys"
	! find_repeats || number_repeats
	csv with-repeats.awk -v round="$round" -v most="$PROPOSALS" "$work/repeat-keys" "$work/numbered.csv" "$part" >"$work/repeated.csv"
	part=$work/repeated.csv
}

# A batch that is not full has room for repeats.
find_repeats() {
	[ "$(n_repeats)" -gt 0 ] && [ -n "$belief" ] || return 1
	set -- --replicate "$(n_repeats)"
	[ "$(wc -l <"$part")" -le "$PROPOSALS" ] || set -- "$@" --expected-gain "$part"
	ask "$@" -o "$work/repeats.csv"
}

number_repeats() {
	cml-encode -q -s "$space" -o "$work/keys.csv" "$dir/learned.csv"
	csv numbered.awk "$work/keys.csv" "$work/repeats.csv" >"$work/numbered.csv"
	launch_space "$work/launch-space.csv"
	read_metric "$space"
	csv made-up.awk -v name="$metric" "$work/numbered.csv" |
		cml-encode -q -s "$work/launch-space.csv" | sed '1d; s/,.*//' >"$work/repeat-keys"
}

# add_gain: cml_gain behind the rows of the batch, what they and those above them are expected to gain on the best believed;
# an empty one where that is not known
add_gain() {
	: >"$work/gain.csv"
	[ -z "$belief" ] || ask --expected-gain "$part" -o "$work/gain.csv" || :
	csv with-gain.awk "$work/gain.csv" "$part" >"$work/with-gain.csv"
	part=$work/with-gain.csv
}
