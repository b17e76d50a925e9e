#!/bin/sh
# The tables of run.sh: summary.sh OUT
#
# Means over the seeds, in brackets the least and the most. What is without noise is so because
# fsdp-sim can tell (--nominal).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: summary.sh OUT}

# runs FILE: the runs that have it, in the order of their seeds
runs() {
	for file in "$out"/*-*/"$1"; do
		[ ! -f "$file" ] || basename "$(dirname "$file")"
	done | sort -t- -k1,1 | awk -F- '{ seed = $NF; sub(/-[0-9]+$/, ""); print $0, seed }' | sort -k1,1 -k2,2n
}

runs history.csv | while read -r search seed; do
	sh "$here/progress.sh" "$out/$search-$seed/history.csv" |
		awk -v OFS=, -v search="$search" -v seed="$seed" '{ print (NR == 1 ? "search,seed" : search "," seed), $0 }'
done | awk 'NR == 1 || !/^search,/' >"$out/progress.csv"
runs rounds.csv | while read -r search seed; do
	awk -v OFS=, -v search="$search" -v seed="$seed" '{ print (NR == 1 ? "search,seed" : search "," seed), $0 }' \
		"$out/$search-$seed/rounds.csv"
done | awk 'NR == 1 || !/^search,/' >"$out/correlations.csv"

# table FILE COLUMN[%]...: a row for each search and round
table() {
	file=$1
	shift
	awk -F, -v columns="$*" -f "$here/summary.awk" "$file"
}

echo "uplift over the default and the best random job; the choice and the best launched, without noise (%)"
table "$out/progress.csv" ran uplift% over_random% true_uplift% true_best_uplift%
echo
echo "how well scores order held-out jobs, and the jobs that were proposed"
table "$out/correlations.csv" heldout_kendall heldout_pearson heldout_spearman kendall pearson spearman
