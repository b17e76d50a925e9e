#!/bin/sh
# One search over a measured table by the tools: ours.sh DIR SEED BATCH BUDGET
#
# DIR holds space.csv and jobs.csv. The first INIT rows of the shuffled table are the
# random start; then rounds of train, rank the rows not yet tried, and look up what
# they measured. Writes the row numbers in the order tried. INIT, TRAIN (options of
# cml-train) and RANK (of cml-rank) may be set.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=${1:?usage: ours.sh DIR SEED BATCH BUDGET}
seed=$2
batch=$3
budget=$4
. "$here/setting.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Rows that rank the same keep their order: a shuffled one favours none. The metric is
# the last column, and is not for the search to see.
awk -v seed="$seed" -f "$here/shuffle.awk" "$dir/jobs.csv" | sed 's/,[^,]*$//' >"$work/candidates.csv"
rows=$(($(wc -l <"$work/candidates.csv") - 1))
[ "$budget" -le "$rows" ] || budget=$rows

# The rows, most promising first; in their shuffled order while nothing is known.
leaders() {
	if [ "$(awk -F, 'NR > 1 && $NF != ""' "$work/history.csv" | wc -l)" -lt 2 ]; then
		cat "$work/candidates.csv"
		return
	fi
	# shellcheck disable=SC2086
	cml-encode -q -j 1 -s "$dir/space.csv" "$work/history.csv" |
		cml-train -q -j 1 -s "$dir/space.csv" --seed "$seed" $train -o "$work/model"
	# So many that enough of them are new, whatever was tried.
	# shellcheck disable=SC2086
	cml-rank -q -j 1 -m "$work/model" -n $((tried + next)) $rank "$work/candidates.csv"
}

tried=$((init < budget ? init : budget))
sed "1d;$((tried + 1))q" "$work/candidates.csv" | cut -d, -f1 >"$work/tried"
while [ "$tried" -lt "$budget" ]; do
	next=$((budget - tried < batch ? budget - tried : batch))
	awk -F, -f "$here/lookup.awk" "$dir/jobs.csv" "$work/tried" >"$work/history.csv"
	leaders >"$work/leaders.csv"
	sed 1d "$work/leaders.csv" | cut -d, -f1 |
		awk -v n="$next" 'NR == FNR { tried[$1]; next } !($1 in tried) && n-- > 0' "$work/tried" - >"$work/next"
	cat "$work/next" >>"$work/tried"
	tried=$((tried + next))
done
cat "$work/tried"
