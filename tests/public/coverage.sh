#!/bin/sh
# Whether cml_sd is what it says: prediction +- 1.645 cml_sd of forests and of bagged
# gbt must hold 85 to 97 % of the jobs held out, with and without --log-target (mean
# of SPLITS (1) random splits). EVERY_KIND=1: bagged gbt without it, too.
set -eu
: "${SPLITS:=1}"
. "$ROOT/tests/public/lib/tables.sh"
. "$ROOT/pipelines/experiments/paper-llm/options.sh"

work=${WORK:?run this by build/release/reaper}/scores

# covers TABLE OPTION...
covers() {
	table=$1
	shift
	cml-eval -q -s "$ROOT/schemas/$table" --split random:0.745 --repeats $SPLITS --bootstrap 0 --ignore-failures --no-intervals \
		--metrics kendall --predictions "$work" "$@" "$data/$table" >/dev/null
	awk -F, -v name="$table $*" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["cml_actual"] != "" {
			n++
			off = $at["cml_actual"] - $at["cml_pred"]
			if (off < 0) off = -off
			held += off <= 1.645 * $at["cml_sd"]
		}
		END {
			share = held / n
			printf "%.3f of new jobs held: %s\n", share, name
			exit !(share >= 0.85 && share <= 0.97)
		}' "$work"
}
bagged=$(echo "$options" | sed 's/gbt:/gbt:ensemble=10,/')
bare=$(echo "$bagged" | sed 's/--log-target//')
for table in llm_foundry.csv ultrascale_h100.csv; do
	covers $table -p forest
	covers $table -p forest --log-target
	# shellcheck disable=SC2086
	covers $table $bagged
	[ "${EVERY_KIND:-0}" = 1 ] || continue
	# shellcheck disable=SC2086
	covers $table $bare
done
