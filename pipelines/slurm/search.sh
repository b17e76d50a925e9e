#!/bin/sh
# Exact search of a space too large for one machine, by an array of Slurm jobs:
#
#   search.sh OUT OPTION...
#
# writes what `cml-search --method exhaustive OPTION...` writes, byte for byte. Each task of the
# array searches a shard and leaves its best in OUT, a folder on a file system that the nodes
# share; the best of all are then chosen among these. OPTIONs are those of cml-search(1), such as
# -m MODEL -n 50 --exclude history.csv.
#
# A shard whose file stands is not searched again: after any end, the same command goes on, and
# takes up an array that still waits or runs. Tasks that end without a word (killed, pre-empted,
# out of memory) are submitted again. OUT belongs to one search: other options, or the same with
# other files, are refused. SIGINT and SIGTERM end this script, not the array.
#
#   SHARDS=64      how many
#   THROTTLE=      of them run at a time (all)
#   SBATCH_ARGS=   further words for sbatch: '--partition=cpu --cpus-per-task=8 --time=30'
#                  (a task uses as many threads as --cpus-per-task says, or one)
#   RETRIES=3      how often what ended without a word is submitted again
#   POLL=10        seconds between looks at the queue
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
shards=${SHARDS:-64}
retries=${RETRIES:-3}
poll=${POLL:-10}

say() {
	echo "search.sh: $*" >&2
}

fail() {
	status=$1
	shift
	say "$*"
	exit "$status"
}

positive() {
	case $2 in
	'' | *[!0-9]* | 0*) fail 2 "$1: not a positive whole number: \"$2\"" ;;
	esac
}

[ $# -ge 2 ] || fail 2 "usage: search.sh OUT -m MODEL [OPTION of cml-search]..."
out=$1
shift
positive SHARDS "$shards"
positive POLL "$poll"
[ "$retries" = 0 ] || positive RETRIES "$retries"
for word in "$@"; do
	case $word in
	--sh*) fail 2 "$word: use SHARDS=N" ;;
	--me*) fail 2 "$word: the search is exhaustive" ;;
	--div*) fail 2 "$word: proposals of different shards cannot be compared" ;;
	--ca* | --ch* | -o* | --ou*) fail 2 "$word: not allowed in a search by shards" ;;
	esac
done
for program in cml-search sbatch squeue scancel; do
	command -v "$program" >/dev/null || fail 1 "no $program in PATH"
done
# What is wrong with model and options is better known before anything waits in a queue.
cml-search "$@" --method exhaustive --check >/dev/null

mkdir -p "$out/log"
out=$(CDPATH= cd "$out" && pwd)

# The search, and the content of the files that its options name.
settings() {
	echo "shards $shards"
	for word in "$@"; do
		printf 'option %s\n' "$word"
		for file in "$word" "${word#*=}" "${word#-?}"; do
			[ ! -f "$file" ] || { cksum <"$file" && break; }
		done
	done
}
settings "$@" >"$out/settings.new.$$"
if [ ! -e "$out/settings" ]; then
	mv "$out/settings.new.$$" "$out/settings"
elif cmp -s "$out/settings" "$out/settings.new.$$"; then
	rm "$out/settings.new.$$"
else
	rm "$out/settings.new.$$"
	fail 1 "$out holds another search, by its options or the content of their files:" \
		"take another folder"
fi
# By this name an array is known again.
user=$(id -un)
name=cml-search-$(echo "$out" | cksum | cut -d' ' -f1)

# find_missing: the numbers of the shards without a file, as --array takes them, 1-3,7, into `left`
find_missing() {
	left='' i=1
	while [ $i -le "$shards" ]; do
		first=$i
		while [ $i -le "$shards" ] && [ ! -e "$out/shard-$i.csv" ]; do
			i=$((i + 1))
		done
		case $((i - first)) in
		0) ;;
		1) left=$left,$first ;;
		*) left=$left,$first-$((i - 1)) ;;
		esac
		i=$((i + 1))
	done
	left=${left#,}
}

is_missing() {
	find_missing
	[ -n "$left" ]
}

# Jobs of this search that wait or run, one number for each array.
in_queue() {
	squeue -h -u "$user" -n "$name" -o %F >"$out/log/queue" 2>"$out/log/queue.error" || return 1
	sort -u "$out/log/queue" | tr '\n' ' '
}

# no_answer PROGRAM: what runs goes on meanwhile.
no_answer() {
	say "Slurm does not answer: $(head -n 1 "$out/log/$1.error")"
}

# A shard that cannot be searched: the others cannot either.
stop_on_failure() {
	for mark in "$out"/shard-*.failed; do
		[ -e "$mark" ] || continue
		i=${mark##*/shard-}
		i=${i%.failed}
		scancel -u "$user" -n "$name" || :
		fail "$(cat "$mark")" \
			"shard $i/$shards failed: $(tail -n 1 "$out/log/shard-$i") (see $out/log/shard-$i)"
	done
}

wait_for_array() {
	while is_missing; do
		stop_on_failure
		if ! running=$(in_queue); then
			no_answer queue
		elif [ -z "$running" ]; then
			break
		fi
		sleep "$poll"
	done
	# A file made on another node may take its time to be seen here.
	! is_missing || { sleep 1 && ls "$out" >/dev/null; }
	stop_on_failure
}

submit() { # ARRAY OPTION...
	array=$1${THROTTLE:+%$THROTTLE}
	shift
	# shellcheck disable=SC2086
	until job=$(sbatch --parsable --requeue ${SBATCH_ARGS:-} --job-name="$name" --chdir="$PWD" \
		--output="$out/log/shard-%a" --open-mode=append --array="$array" \
		"$here/search-task.sh" "$out" "$shards" "$(command -v cml-search)" "$@" \
		2>"$out/log/sbatch.error"); do
		case $(cat "$out/log/sbatch.error") in
		*"timed out"* | *"Unable to contact"* | *"emporarily"*) no_answer sbatch ;;
		*) fail 1 "Slurm refuses the array: $(grep . "$out/log/sbatch.error" | tail -n 1)" ;;
		esac
		sleep "$poll"
	done
	say "array ${job%%;*}: shards $array of $shards"
}

# What is left after attempts.
give_up() { # SHARDS ATTEMPTS
	log=$out/log/shard-${1%%[-,]*}
	[ -e "$log" ] || fail 1 "shards $1 of $shards ended without a trace: cancelled, or is $out" \
		"not on a file system that the nodes share, under the same path?"
	last=$(tail -n 1 "$log")
	fail 1 "shards $1 of $shards have no result after $2 attempts:" \
		"${last:-nothing was printed} (see $log)"
}

search_shards() { # OPTION...
	running=$(in_queue) || fail 1 "Slurm does not answer: $(head -n 1 "$out/log/queue.error")"
	if [ -n "$running" ]; then
		say "array ${running% } goes on"
		wait_for_array
	fi
	attempt=0
	while is_missing; do
		[ $attempt -le "$retries" ] || give_up "$left" $attempt
		[ $attempt -eq 0 ] || [ -e "$out/log/shard-${left%%[-,]*}" ] || give_up "$left" $attempt
		submit "$left" "$@"
		wait_for_array
		attempt=$((attempt + 1))
	done
}

# Under one header; shards with nothing to propose left empty files.
gather() {
	header=
	for i in $(seq "$shards"); do
		[ -s "$out/shard-$i.csv" ] || continue
		if [ -z "$header" ]; then
			cat "$out/shard-$i.csv"
			header=1
		else
			tail -n +2 "$out/shard-$i.csv"
		fi
	done
}

interrupted() {
	say "the array goes on: the same command takes it up, scancel -n $name ends it"
	exit "$1"
}
trap 'interrupted 130' INT
trap 'interrupted 143' TERM
rm -f "$out"/shard-*.failed
! is_missing || search_shards "$@"
trap - INT TERM
gather >"$out/candidates.new.$$"
mv "$out/candidates.new.$$" "$out/candidates.csv"
[ -s "$out/candidates.csv" ] || fail 3 "no configuration is feasible, or none is left"
exec cml-search "$@" --method exhaustive --candidates "$out/candidates.csv"
