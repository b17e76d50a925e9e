#!/bin/sh
# What a person has to correct in an inferred space, and what is not pointed out: infer.sh SEEDS
# Prints `case,seed,figure,value`. Cases: the public tables, the exports of docs/importing.md, simulated logs in four forms (a cluster
# for each seed). Figures: `edits` of columns, `rules` to strike or to write; `unnamed`, of a log with one defect whether no note has
# its place or its word.
set -u
. "$ROOT/tests/public/lib/tables.sh"
. "$ROOT/tests/public/lib/edits.sh"
work=${WORK:?run this by build/release/reaper}
export LC_ALL=C

# measure CASE SEED TABLE WANTED [RULE...]
measure() {
	name=$1
	seed=$2
	table=$3
	wanted=$4
	shift 4
	space_edits "$table" "$wanted" "$work/space.csv" >"$work/lines" || {
		echo "$name,$seed,edits,99"
		return
	}
	echo "$name,$seed,edits,$(wc -l <"$work/lines")"
	[ "${VERBOSE:-}" ] && sed 's/^/   /' "$work/lines" >&2
	rule_edits "$work/space.csv" "$@" >"$work/lines"
	echo "$name,$seed,rules,$(wc -l <"$work/lines")"
	[ "${VERBOSE:-}" ] && sed 's/^/   /' "$work/lines" >&2
	cml-encode -q -s "$work/space.csv" "$table" >/dev/null || echo "$name,$seed,edits,99"
}
inferred() {
	table=$1
	wanted=$2
	shift 3
	measure "public $(basename "$table" .csv)" 1 "$data/$table" "$wanted" "$@"
}
. "$ROOT/tests/public/lib/inferred.sh"

logs=$ROOT/tests/data/importing
cml-encode -q --expand Comment -o "$work/sacct.csv" "$logs/sacct.psv"
cml-encode -q --expand config --expand summary -o "$work/runs.csv" "$logs/runs.csv"
{
	sed '1s/$/,status/; 1!s/$/,ok/' "$logs/final_summary_2nodes.csv"
	sed '1d; s/,[^,]*$/,,,,,,oom/' "$logs/failed_jobs_2nodes.csv"
} >"$work/nemo.csv"
for log in "$logs/pandas.csv" "$logs/wandb.csv" "$logs/mlflow_page.csv"; do
	measure "import $(basename "$log" .csv)" 1 "$log" "$spaces/importing.csv" 'tp * pp * dp == gpus'
done
measure "import mlflow" 1 "$logs/mlflow.csv" "$spaces/importing.csv" 'params.tp * params.pp * params.dp == params.gpus'
measure "import optuna" 1 "$logs/optuna.csv" "$spaces/importing.csv"
measure "import sacct" 1 "$work/sacct.csv" "$spaces/importing.csv"
measure "import nemo" 1 "$work/nemo.csv" "$spaces/importing.csv"
measure "import runs" 1 "$work/runs.csv" "$spaces/importing.csv" 'config.mesh.tp * config.mesh.pp * config.mesh.dp == config.gpus'

# unnamed DEFECT WORD: the table on standard input; WORD is an extended regular expression
unnamed() {
	cml-encode --infer -o "$work/space.csv" - 2>"$work/notes"
	grep -qE -e "$2" "$work/notes" && value=0 || value=1
	echo "defect $1,$seed,unnamed,$value"
}
for seed in $(seq "${1:-3}"); do
	awk -v cluster="$seed" -f "$ROOT/pipelines/workloads/llm-sim/model.awk" -f "$ROOT/tests/ablation/clusters.awk" >"$work/log.csv"
	measure "simulated log" "$seed" "$work/log.csv" "$spaces/exports.csv" 'gpus % (tp * pp) == 0'
	for style in ray sheet args; do
		awk -F, -v style=$style -v cluster="$seed" -f "$ROOT/tests/ablation/exports.awk" "$work/log.csv" >"$work/$style.csv"
		case $style in
		ray) set -- '`config/gpus` % (`config/tp` * `config/pp`) == 0' ;;
		sheet) set -- 'TP * PP * DP == GPUs' 'DP * MBS * GA == GBS' ;;
		args) set -- 'tensor_model_parallel_size * pipeline_model_parallel_size * data_parallel_size == world_size' ;;
		esac
		measure "simulated $style" "$seed" "$work/$style.csv" "$spaces/exports.csv" "$@"
	done
	n=$((2 + seed * 7 % 40))
	awk -F, -v OFS=, -v n=$n 'NR == n { $14 = "Full" } { print }' "$work/sheet.csv" | unnamed levels "'Full' are|'Full' and"
	awk -F, -v OFS=, -v n=$n 'NR == n { $5 = $5 * 2 } { print }' "$work/sheet.csv" | unnamed wrong-row ":$n([^0-9]|\$)"
	awk -F, -v n=$n 'NR == n { $11 = "n/a?" } { print }' OFS=, "$work/log.csv" | unnamed odd-metric 'n/a\?'
	awk -F, '$13 != "ok" { $11 = "OOM" } { print }' OFS=, "$work/log.csv" | sed 's/,[^,]*$//' | unnamed metric-word 'OOM'
	awk -F, 'NR > 1 && $11 != "" { $11 = $11 " tok/s" } { print }' OFS=, "$work/log.csv" | unnamed metric-unit ' tok/s'
	{ cat "$work/log.csv" && echo ",,,,,,,,,,4711.5,,"; } | unnamed mean ":$(($(wc -l <"$work/log.csv") + 1))([^0-9]|\$)"
	sed '1a [-],[-],[-],[-],[-],[-],[-],[-],[-],[-],[1/s],[GB],[-]' "$work/log.csv" | unnamed units 'line 2'
	awk -F, 'NR > 1 { $2 = substr($2, 3, 8); gsub("-", "/", $2) } { print }' OFS=, "$work/log.csv" | unnamed short-years submitted
	awk -F, 'NR > 1 { $2 = sprintf("%d. Maerz 2026", 1 + NR / 24) } { print }' OFS=, "$work/log.csv" | unnamed foreign-time submitted
	awk -F, 'NR > 1 { $7 = $7 " MB" } { print }' OFS=, "$work/log.csv" | unnamed setting-unit micro_batch
	awk -F, 'NR == 1 { print "config,tok_s,status"; next } { print "\"{\"\"tp\"\": " $5 ", \"\"pp\"\": " $6 "}\"", $11, $13 }' OFS=, \
		"$work/log.csv" | unnamed dicts expand
	awk -F, 'NR > 1 { $13 = $13 == "ok" ? 1 : 2 } { print }' OFS=, "$work/log.csv" | unnamed coded-status "'status'"
done
