#!/bin/sh
# What each part brings: sh tests/ablation/run.sh OUT_DIR [PART...]
#
# A part is a patch in parts/ that takes a mechanism out; its first lines say what it is and, behind `measures:`, which of measure/
# could notice. Each part is built in a copy of the tree and measured; so is the tree itself, as `all`. What was measured before is
# kept: an interrupted run continues. Then the table of differences, without the part less with it, in pairs of equal cases and
# seeds. SEEDS (5), CLUSTERS (30), JOBS (parts at a time: 2).
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
ROOT=$(CDPATH= cd "$here/../.." && pwd)
out=${1:?usage: run.sh OUT_DIR [PART...]}
shift
mkdir -p "$out"
out=$(CDPATH= cd "$out" && pwd)
export ROOT
CML_PUBLIC_DATA=${CML_PUBLIC_DATA:-$ROOT/../shared/data}
export CML_PUBLIC_DATA
: "${SEEDS:=5}" "${CLUSTERS:=30}" "${JOBS:=2}"
export SEEDS CLUSTERS
export OPENBLAS_NUM_THREADS=1

if [ "${1:-}" = --one ]; then
	part=$2
	tree=$out/trees/$part
	if [ ! -x "$tree/build/release/bin/cml-eval" ]; then
		rm -rf "$tree"
		mkdir -p "$tree"
		(cd "$ROOT" && git ls-files -z -- Makefile .ci common tools pipelines schemas | tar -c --null -T - -f -) | tar -x -C "$tree" -f -
		[ "$part" = all ] || [ ! -d "$out/trees/all/build" ] || cp -a "$out/trees/all/build" "$tree/"
		[ "$part" = all ] || patch -s -p1 -d "$tree" <"$here/parts/$part.patch"
		make -s -C "$tree" WERROR= >"$out/$part.build" 2>&1 || {
			echo "$part: does not build, see $out/$part.build" >&2
			exit 1
		}
	fi
	measures="predict avoid search ranges arms infer"
	[ "$part" = all ] || measures=$(sed -n 's/^measures: //p' "$here/parts/$part.patch")
	for measure in $measures; do
		done=$out/$part-$measure.csv
		[ ! -f "$done" ] || continue
		n=$SEEDS
		[ $measure != avoid ] || n=$CLUSTERS
		PATH=$tree/build/release/bin:$PATH JOBS=1 sh "$here/measure/$measure.sh" "$n" >"$done.part"
		mv "$done.part" "$done"
	done
	exit
fi
[ $# -gt 0 ] || set -- $(cd "$here/parts" && ls *.patch | sed 's/\.patch$//')
sh "$here/run.sh" "$out" --one all
printf '%s\n' "$@" | xargs -P "$JOBS" -I{} sh "$here/run.sh" "$out" --one {}
for part; do
	for measure in $(sed -n 's/^measures: //p' "$here/parts/$part.patch"); do
		awk -F, -v part="$part" -v measure="$measure" -f "$here/differences.awk" "$out/all-$measure.csv" "$out/$part-$measure.csv"
	done
done
