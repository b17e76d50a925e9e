#!/bin/sh
# Models that the log never had, with the size in their name alone: the jobs of each model in turn are left out of learning, then
# predicted with the space that --infer writes, and without what it derives from sizes. Gates: with it the mean error is at most half of that
# without, Kendall's tau no worse, and intervals hold 85 % in the mean over models.
# FULL=1: all models, and a line for each, as a table of Markdown; otherwise three, and intervals with the size alone.
set -eu
. "$ROOT/tests/public/lib/tables.sh"

. "$ROOT/tests/begin.sh"

# keep TABLE NAME...: these columns of a table
keep() {
	table=$1
	shift
	awk -F, -v OFS=, -v names="$*" '
		BEGIN { n = split(names, name, " ") }
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		{ for (i = 1; i <= n; i++) printf "%s%s", $at[name[i]], i < n ? OFS : ORS }' "$data/$table" >"$table"
}

# judge TABLE METRIC [MODELS]: models of 20 jobs or more, whose names are like this
judge() {
	cml-encode -q --infer --metric "$2" "$1" >with.csv
	grep -q 'size(model)' with.csv || { echo "$1: no size(model)" && exit 1; }
	grep -v -e ',derived,' -e ',term,' -e ',roof,' -e ':memory(' with.csv >without.csv
	awk -F, -v like="${3:-.}" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { n[$at["model"]]++ }
		END { for (m in n) if (n[m] >= 20 && m ~ like) printf "--split\nscale:model != \047%s\047\n", m }' "$1" | tr '\n' '\0' >splits
	for space in with without; do
		metrics=kendall,mape,interval-coverage,interval-width
		[ "$space${FULL:-0}" != without0 ] || metrics='kendall,mape --no-intervals'
		# shellcheck disable=SC2086
		xargs -0 cml-eval -q -s $space.csv --ignore-failures --bootstrap 0 --metrics $metrics "$1" <splits |
			awk -F, -v table="${1%.csv}" -v space=$space '$2 == "mean" {
				sub(/.*!= \047/, "", $1)
				sub(/\047$/, "", $1)
				print table "|" $1 "|" space "|" $5 "|" $6 }' >>judged
	done
}

keep llm_foundry.csv model seq_len_t n_gpus gpu micro_batch_size grad_accum global_batch_size precision mp_mode sharding_strategy \
	activation_checkpointing activation_cpuoffload throughput_t_s_gpu status
[ "${FULL:-0}" = 1 ] && some=. || some='^(3|7|30)b$'
judge llm_foundry.csv throughput_t_s_gpu "$some"
keep llm_inference_bench.csv hardware n_devices framework model io_length batch_size throughput status
if [ "${FULL:-0}" = 1 ]; then
	judge llm_inference_bench.csv throughput
fi

awk -F'|' -v full="${FULL:-0}" '
	{ value[$1, $2, $3, $4] = $5; if (!(($1, $2) in seen)) order[++n] = $1 SUBSEP $2; seen[$1, $2]; sum[$3, $4] += $5; count[$3, $4]++ }
	function mean(space, score) { return count[space, score] ? sum[space, score] / count[space, score] : "nan" }
	END {
		if (full == 1) {
			print "| table | model left out | Kendall: with sizes, without | mean absolute percentage error | coverage at 90 % | width |"
			print "|---|---|---|---|---|---|"
			for (i = 1; i <= n; i++) {
				split(order[i], part, SUBSEP)
				printf "| %s | %s |", part[1], part[2]
				split("kendall,mape,interval-coverage,interval-width", score, ",")
				for (k = 1; k <= 4; k++)
					printf " %.2f, %.2f |", value[order[i], "with", score[k]], value[order[i], "without", score[k]]
				print ""
			}
		}
		printf "new models: kendall %.3f (without sizes %.3f), error %.2f (%.2f), coverage %.3f (%.3f), width %.1f (%.1f)\n", \
			mean("with", "kendall"), mean("without", "kendall"), mean("with", "mape"), mean("without", "mape"), \
			mean("with", "interval-coverage"), mean("without", "interval-coverage"), \
			mean("with", "interval-width"), mean("without", "interval-width")
		exit !(mean("with", "mape") <= mean("without", "mape") / 2 && mean("with", "kendall") >= mean("without", "kendall") &&
			mean("with", "interval-coverage") >= 0.85)
	}' judged
