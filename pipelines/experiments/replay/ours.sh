#!/bin/sh
# One search over a measured table by the tools: ours.sh DIR SEED BATCH BUDGET [learned|speed|worst]
#
# DIR holds space.csv and jobs.csv. INIT rows that DESIGN chooses (the first ones of the shuffled
# table where it is empty) are the start; then rounds of train, search among the rows not yet tried, and look up
# what they measured. Writes the row numbers in the order tried. INIT, TRAIN (options of
# cml-train), SEARCH and DESIGN (of cml-search) may be set.
#
# DIR may also hold shuffled-SEED.csv (the order, in which a warm start is first), fix (options of
# cml-search) and enough (row numbers: the batch that tries one of them is the last).
#
# The last argument says what failed jobs teach: the chance to run (learned), nothing (speed), or that
# they are as slow as the slowest (worst).
set -eu
here=$(CDPATH= cd "${0%"${0##*/}"}." && pwd)
dir=${1:?usage: ours.sh DIR SEED BATCH BUDGET [learned|speed|worst]}
seed=$2
batch=$3
budget=$4
failures=${5:-learned}
. "$here/setting.sh"
[ "$failures" = learned ] || train="$train --ignore-failures"
goal=min
! grep -q ',metric,max' "$dir/space.csv" || goal=max
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The metric is the last column, and is not for the search to see.
if [ -f "$dir/shuffled-$seed.csv" ]; then
	cp "$dir/shuffled-$seed.csv" "$work/shuffled.csv"
else
	awk -v seed="$seed" -f "$here/shuffle.awk" "$dir/jobs.csv" >"$work/shuffled.csv"
fi
sed 's/,[^,]*$//' "$work/shuffled.csv" >"$work/candidates.csv"
cml-encode -q -j 1 -s "$dir/space.csv" "$work/shuffled.csv" | cut -d, -f1 |
	paste -d, - "$work/candidates.csv" >"$work/keys.csv"
rows=$(($(wc -l <"$work/candidates.csv") - 1))
[ "$budget" -le "$rows" ] || budget=$rows
if [ -f "$dir/fix" ]; then
	search="$search $(cat "$dir/fix")"
	[ -z "$design" ] || design="$design $(cat "$dir/fix")"
fi

# taught: the features that cml-train learns from
taught() {
	if [ "$failures" = worst ]; then
		cml-encode -q -j 1 -s "$dir/space.csv" "$work/history.csv" >"$work/features.csv"
		awk -F, -v goal="$goal" -f "$here/failed.awk" "$work/features.csv" "$work/features.csv"
	else
		cml-encode -q -j 1 -s "$dir/space.csv" "$work/history.csv"
	fi
}

# chosen HISTORY N OPTION...: N rows that cml-search chooses, of those that HISTORY does not have
chosen() {
	jobs=$1 n=$2
	shift 2
	cml-search -q -j 1 --seed "$seed" --exclude "$jobs" --candidates "$work/candidates.csv" "$@" -n "$n" |
		awk -F, -f "$here/rows.awk" "$work/keys.csv" -
}

# first_rows N: those of a design, or the next of the shuffled ones. A warm start has the design behind it.
first_rows() {
	if [ -z "$design" ] || [ -f "$dir/start" ]; then
		# A design may have chosen any of them.
		awk -F, -v n="$1" '
			FILENAME == ARGV[1] { tried[$1]; next }
			FNR > 1 && !($1 in tried) && n-- > 0 { print $1 }' "$work/tried" "$work/candidates.csv"
		return
	fi
	# shellcheck disable=SC2086
	chosen "$work/history.csv" "$1" -s "$dir/space.csv" $design
}

# next_rows N: by a model, once two jobs have a metric
next_rows() {
	if ! awk -F, 'NR > 1 && $NF != "" && ++n == 2 { exit } END { exit n < 2 }' "$work/history.csv"; then
		first_rows "$1"
		return
	fi
	# shellcheck disable=SC2086
	taught | cml-train -q --no-intervals -j 1 -s "$dir/space.csv" --seed "$seed" $train -o "$work/model"
	# shellcheck disable=SC2086
	chosen "$work/history.csv" "$1" -m "$work/model" $search
}

tried=0
: >"$work/tried"
while [ "$tried" -lt "$budget" ]; do
	next=$((tried == 0 ? init : batch))
	next=$((budget - tried < next ? budget - tried : next))
	awk -F, -f "$here/lookup.awk" "$dir/jobs.csv" "$work/tried" >"$work/history.csv"
	if [ "$tried" -eq 0 ]; then first_rows "$next"; else next_rows "$next"; fi >"$work/next"
	before=$tried
	while read -r row; do
		echo "$row"
		tried=$((tried + 1))
	done <"$work/next" >>"$work/tried"
	[ "$tried" -gt "$before" ] || break # none that is likely enough to run
	[ ! -f "$dir/enough" ] || ! grep -qxFf "$dir/enough" "$work/next" || break
done
cat "$work/tried"
