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
# they are as slow as the slowest (worst, which is FAILED=worst of the rounds).
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
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
[ ! -f "$dir/fix" ] || search="$search $(cat "$dir/fix")"

# taught: the features that cml-train learns from
taught() {
	if [ "$failures" = worst ]; then
		cml-encode -q -j 1 -s "$dir/space.csv" "$work/history.csv" >"$work/features.csv"
		awk -F, -v goal="$goal" -f "$here/../rounds/failed.awk" "$work/features.csv" "$work/features.csv"
	else
		cml-encode -q -j 1 -s "$dir/space.csv" "$work/history.csv"
	fi
}

# new_rows: the next rows to try; in their shuffled order while nothing is known.
new_rows() {
	if ! awk -F, 'NR > 1 && $NF != "" && ++n == 2 { exit } END { exit n < 2 }' "$work/history.csv"; then
		# A design may have chosen any of them.
		awk -F, -v n="$next" '
			NR == FNR { tried[$1]; next }
			FNR > 1 && !($1 in tried) && n-- > 0 { print $1 }' "$work/tried" "$work/candidates.csv"
		return
	fi
	# shellcheck disable=SC2086
	taught | cml-train -q --no-intervals -j 1 -s "$dir/space.csv" --seed "$seed" $train -o "$work/model"
	# shellcheck disable=SC2086
	cml-search -q -j 1 -m "$work/model" --seed "$seed" --exclude "$work/history.csv" \
		--candidates "$work/candidates.csv" $search -n "$next" |
		awk -F, -f "$here/rows.awk" "$work/keys.csv" -
}

# first_rows: those of a cold start, chosen by a design, or the first of the shuffled ones.
first_rows() {
	if [ -z "$design" ] || [ -f "$dir/start" ]; then
		sed "1d;$((tried + 1))q" "$work/candidates.csv" | cut -d, -f1
		return
	fi
	# shellcheck disable=SC2086
	cml-search -q -j 1 -s "$dir/space.csv" --seed "$seed" --candidates "$work/candidates.csv" $design -n "$tried" |
		awk -F, -f "$here/rows.awk" "$work/keys.csv" -
}

tried=$((init < budget ? init : budget))
first_rows >"$work/tried"
while [ "$tried" -lt "$budget" ]; do
	next=$((budget - tried < batch ? budget - tried : batch))
	awk -F, -f "$here/lookup.awk" "$dir/jobs.csv" "$work/tried" >"$work/history.csv"
	new_rows >"$work/next"
	cat "$work/next" >>"$work/tried"
	tried=$((tried + next))
	[ ! -f "$dir/enough" ] || ! grep -qxFf "$dir/enough" "$work/next" || break
done
cat "$work/tried"
