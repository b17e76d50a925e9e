#!/bin/sh
# Searches at one scale after the other, each started from all jobs of the smaller ones:
#   scales.sh OUT_DIR SPACE TABLE
#
# TABLE has jobs of several contexts, many of them failed. In each context with at least LEAST rows
# and a smaller scale, methods start from the rows of all smaller scales and choose among its own,
# BATCH at a time, until one is within 1 - UNTIL of its best. Writes OUT_DIR/scales.csv (a row for
# each launch) and launches.csv: launches until then, and how many of them failed. Continues where it
# was stopped. Needs the tools in PATH. May be set: SCALE, LEAST, UNTIL, WARM (1: all those rows; 0.5: each
# seed starts from a random half of them; 30: from 30 random ones of each smaller scale; 0: from nothing, with
# INIT rows launched first), SEEDS, BATCHES, METHODS, CONTEXTS, JOBS, PYTHON.
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
out=${1:?usage: scales.sh OUT_DIR SPACE TABLE}
space=${2:?usage: scales.sh OUT_DIR SPACE TABLE}
table=${3:?usage: scales.sh OUT_DIR SPACE TABLE}
scale=${SCALE:-gpus}
UNTIL=${UNTIL:-0.95}
seeds=${SEEDS:-5}
batches=${BATCHES:-5 1}
PYTHON=${PYTHON:-/usr/bin/python3}
export UNTIL PYTHON
if [ ! -f "$table" ]; then
	echo "NOTHING REPLAYED: there is no $table (a public table, see the README)"
	exit
fi
mkdir -p "$out/runs" "$out/tables"
# Runs that are done are kept: with another start they would be of two kinds.
WARM=${WARM:-1}
export INIT="${INIT:-10}"
cold=$(awk -v warm="$WARM" 'BEGIN { print warm == 0 }')
start=$WARM
[ "$cold" -eq 0 ] || start="$WARM INIT=$INIT"
if [ "$(cat "$out/warm" 2>/dev/null || echo "$start")" != "$start" ]; then
	echo "$out was begun with WARM=$(cat "$out/warm"), not $start: take another OUT_DIR" >&2
	exit 1
fi
echo "$start" >"$out/warm"
# shellcheck source=pipelines/experiments/replay/methods.sh
. "$here/methods.sh"
# shellcheck disable=SC2086
able ${METHODS:-random cubicml-speed cubicml-worst cubicml cubicml-speed-mean cubicml-worst-mean cubicml-mean \
	forest-ei-ok forest-mean-ok optuna-tpe-ok}

awk -F, -f "$here/jobs.awk" "$space" "$table" >"$out/jobs.csv"
awk -F, -v scale="$scale" -v least="${LEAST:-20}" -v cold="$cold" -v folder="$out/tables" \
	-f "$here/contexts.awk" "$space" "$out/jobs.csv" >"$out/contexts"
if [ ! -s "$out/contexts" ]; then
	echo "$table: no context has ${LEAST:-20} rows and a smaller $scale" >&2
	exit 1
fi
goal=min
! grep -q ',metric,max' "$space" || goal=max

# order SEED: the warm start, then the candidates, both shuffled
order() {
	sed "$((warm + 1))q" "$dir/jobs.csv" | awk -v seed="$1" -f "$here/shuffle.awk" |
		awk -F, -v part="$WARM" -v rows="$warm" -v scale="$scale" -f "$here/start.awk"
	awk -v warm="$warm" 'NR == 1 || NR > warm + 1' "$dir/jobs.csv" | awk -v seed="$1" -f "$here/shuffle.awk" | sed 1d
}
while read -r name; do
	dir=$out/tables/$name
	warm=$(cat "$dir/warm")
	cp "$space" "$dir/space.csv"
	cml-encode -q -s "$space" "$dir/jobs.csv" >"$dir/features.csv"
	awk -F, -v goal=$goal -v until="$UNTIL" -v warm="$warm" -f "$here/enough.awk" "$dir/jobs.csv" >"$dir/enough"
	for seed in $(seq "$seeds"); do
		order "$seed" >"$dir/shuffled-$seed.csv"
	done
	[ "$warm" -eq 0 ] || order 1 | awk -v rows="$(($(wc -l <"$dir/jobs.csv") - 1 - warm))" 'END { print NR - 1 - rows }' >"$dir/start"
done <"$out/contexts"

replay_all "${CONTEXTS:-$(cat "$out/contexts")}" "$out/scales.csv"
awk -F, -f "$here/launches.awk" "$out/scales.csv" >"$out/launches.csv"
awk -F, -f "$here/launches-report.awk" "$out/launches.csv"
