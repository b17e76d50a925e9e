#!/bin/sh
# Searches replayed over measured tables, many seeds: replay.sh OUT_DIR
#
# Every table was measured exhaustively, so that the optimum is known: a search picks
# rows, is told what they measured, and is judged by how soon it finds the best.
# Tables come from $CML_PUBLIC_DATA; without them, a simulated one. Writes
# OUT_DIR/replay.csv (a row for each evaluation), summary.csv, and figures. A replay that
# was stopped goes on where it was. Needs the tools in PATH. May be set: TABLES, SEEDS,
# BATCHES, BUDGET, ROWS, INIT, METHODS, JOBS, PYTHON.
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
schemas=$here/../../../schemas
data=${CML_PUBLIC_DATA:-$here/../../../../shared/data}
out=${1:?usage: replay.sh OUT_DIR}
seeds=${SEEDS:-5}
batches=${BATCHES:-1 10}
BUDGET=${BUDGET:-200}
INIT=${INIT:-10}
rows=${ROWS:-5000}
methods=${METHODS:-random cubicml forest-ei extra-trees gp-ei optuna-tpe optuna-tpe-multi}
PYTHON=${PYTHON:-/usr/bin/python3}
export BUDGET INIT PYTHON
mkdir -p "$out/runs" "$out/tables"

# table NAME SPACE FILE: the folder that every method reads.
table() {
	dir=$out/tables/$1
	mkdir -p "$dir"
	cp "$schemas/$2.csv" "$dir/space.csv"
	awk -F, -f "$here/jobs.awk" "$dir/space.csv" "$3" >"$dir/all.csv"
	awk -v seed=0 -v rows="$rows" -f "$here/shuffle.awk" "$dir/all.csv" >"$dir/jobs.csv"
	cml-encode -q -s "$dir/space.csv" "$dir/jobs.csv" >"$dir/features.csv"
	for seed in $(seq "$seeds"); do
		awk -v seed="$seed" -f "$here/shuffle.awk" "$dir/jobs.csv" >"$dir/shuffled-$seed.csv"
	done
}

tables=
for file in "$data"/kernels/*.csv "$data"/systems/*.csv; do
	[ -f "$file" ] || continue
	name=$(basename "$file" .csv)
	case " ${TABLES:-$name} " in *" $name "*) ;; *) continue ;; esac
	case $file in
	*/kernels/*) space=kernel-${name%%_*} ;;
	*) space=system-$name ;;
	esac
	table "$name" "$space" "$file"
	tables="$tables $name"
done
if [ -z "$tables" ]; then
	echo "no measured tables in $data: a simulated one instead (set CML_PUBLIC_DATA)"
	cml-search -q -s "$schemas/ads-fsdp.csv" --method random -n 2000 | fsdp-sim --table >"$out/simulated.csv"
	table simulated ads-fsdp "$out/simulated.csv"
	tables=" simulated"
fi

# A method whose library is not there is left out, with a message.
# shellcheck source=pipelines/experiments/replay/methods.sh
. "$here/methods.sh"
# shellcheck disable=SC2086
able $methods

replay_all "$tables" "$out/replay.csv"
awk -F, -f "$here/summary.awk" "$out/replay.csv" >"$out/summary.csv"
awk -F, -f "$here/report.awk" "$out/summary.csv"
if ! command -v gnuplot >/dev/null; then
	echo "no figures: there is no gnuplot"
	exit
fi
panels=${tables# }
[ "$panels" = "${panels#* }" ] || panels="mean $panels"
for batch in $batches; do
	gnuplot -e "out='$out'; batch=$batch; tables='$panels'; methods='${able# }'; budget=$BUDGET" "$here/replay.gp"
	echo "figures: $out/replay-$batch.svg (and .png)"
done
