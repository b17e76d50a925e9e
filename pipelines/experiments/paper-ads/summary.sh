#!/bin/sh
# The tables of run.sh: summary.sh OUT
#
# Means over the seeds, in brackets the least and the most. What is without noise is so because
# fsdp-sim can tell (--nominal).
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
out=${1:?usage: summary.sh OUT}
export SPACE="$here/../../../schemas/ads-fsdp.csv"

# gather SEARCH SEED FILE: under a table, the rows of another, with these cells in front
gather() {
	awk -F, -v OFS=, -v search="$1" -v seed="$2" -v first="$([ -s "$3" ] || echo yes)" '
		NR > 1 { print search, seed, $0 }
		NR == 1 && first { print "search", "seed", $0 }' >>"$3"
}

# Seeds by number, below their search.
runs=$(for history in "$out"/*-*/history.csv; do basename "$(dirname "$history")"; done |
	sed 's/-\([0-9]*\)$/ \1/' | sort -k1,1 -k2,2n | sed 's/ /-/')
: >"$out/progress.part"
: >"$out/correlations.part"
for run in $runs; do
	sh "$here/progress.sh" "$out/$run/history.csv" >"$out/run.part"
	gather "${run%-*}" "${run##*-}" "$out/progress.part" <"$out/run.part"
	[ ! -f "$out/$run/rounds.csv" ] || gather "${run%-*}" "${run##*-}" "$out/correlations.part" <"$out/$run/rounds.csv"
done
rm -f "$out/run.part"
mv "$out/progress.part" "$out/progress.csv"
mv "$out/correlations.part" "$out/correlations.csv"

# table FILE COLUMN[%]...: a row for each search and round
table() {
	file=$1
	shift
	awk -F, -v columns="$*" -f "$here/summary.awk" "$file"
}

echo "uplift over the default and the best random job; the choice and the best launched, without noise (%)"
table "$out/progress.csv" ran uplift% over_random% true_uplift% true_best_uplift%
echo
echo "what failed jobs brought: the best launched over the default and over the best random job, without noise (%)"
awk -F, -f "$here/failures.awk" "$out/progress.csv" >"$out/failures.csv"
awk -F, '{ printf "%-16s %5s %8s %6s %6s %11s %13s %6s %s\n", $1, $2, $3, $4, $5, $6, $7, $8, $9 }' "$out/failures.csv"
echo
echo "how well scores order held-out jobs, and the jobs that were proposed"
table "$out/correlations.csv" heldout_kendall heldout_pearson heldout_spearman kendall pearson spearman
