#!/bin/sh
# Whether the intervals know that two contexts never came together: of each pair of their values, both of which other jobs
# have, all jobs are left out of learning, and counted inside their intervals. Every pair counts the same. Gates, over the
# tables looked at: 85 % of the jobs in the mean over pairs, and 75 % or more of them in seven of ten pairs.
# FULL=1: more tables and rows, with a line each, as a table of Markdown.
set -eu
. "$ROOT/tests/public/lib/tables.sh"

. "$ROOT/tests/begin.sh"

# judge TABLE SPACE A B [EVERY]: contexts A and B, of every so many rows
judge() {
	table=$1
	space=$2
	a=$3
	b=$4
	awk -v every="${5:-1}" 'NR == 1 || NR % every == 0' "$data/$table" >rows.csv
	awk -F, -v name_a="$a" -v name_b="$b" '
		function value(cell) { return cell ~ /^[0-9.]+$/ ? cell : "\047" cell "\047" }
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at[name_a] != "" && $at[name_b] != "" { n[$at[name_a], $at[name_b]]++; of_a[$at[name_a]]++; of_b[$at[name_b]]++ }
		END {
			for (key in n) {
				split(key, part, SUBSEP)
				if (n[key] >= 3 && of_a[part[1]] > n[key] && of_b[part[2]] > n[key])
					printf "--split\nscale:not (%s == %s and %s == %s)\n", name_a, value(part[1]), name_b, value(part[2])
			}
		}' rows.csv | tr '\n' '\0' |
		xargs -0 cml-eval -q -s "$space" --ignore-failures --bootstrap 0 --bad-rows skip \
			--metrics interval-coverage,interval-width rows.csv >scored
	awk -F, -v table="$(basename "$table" .csv)" -v pair="$a, $b" '
		$2 == "mean" { print table "|" pair "|" $5 "|" $6 }' scored >>judged
}
contexts() { # SPACE NAME...: the space with these columns as contexts
	space=$1
	shift
	awk -F, -v OFS=, -v names=" $* " 'index(names, " " $1 " ") { $2 = "context" } { print }' "$ROOT/schemas/$space"
}
judge gavel.csv "$ROOT/schemas/gavel.csv" model gpu "$([ "${FULL:-0}" = 1 ] && echo 1 || echo 2)"
contexts system-hsmgp.csv num_core pre post >hsmgp.csv
judge systems/hsmgp.csv hsmgp.csv num_core pre "$([ "${FULL:-0}" = 1 ] && echo 4 || echo 12)"
if [ "${FULL:-0}" = 1 ]; then
	judge systems/hsmgp.csv hsmgp.csv pre post 2
	judge gavel.csv "$ROOT/schemas/gavel.csv" model scale_factor
	judge gavel.csv "$ROOT/schemas/gavel.csv" gpu scale_factor
	judge pollux_adaptdl.csv "$ROOT/tests/public/lib/pollux.csv" application num_replicas 5
	judge pollux_adaptdl.csv "$ROOT/tests/public/lib/pollux.csv" application num_nodes 5
	judge ultrascale_h100.csv "$ROOT/schemas/ultrascale_h100.csv" num_layers gpus
	judge llm_foundry.csv "$ROOT/schemas/llm_foundry.csv" n_gpus gpu
	judge mlperf_configs.csv "$ROOT/schemas/mlperf.csv" benchmark accelerators
	judge bloom_prequel_a100.csv "$ROOT/schemas/bloom_prequel.csv" gpus gbs
fi

awk -F'|' -v full="${FULL:-0}" '
	{ key = $1 " | " $2 }
	!(key in n) { order[++n_keys] = key; n[key] = 0 }
	$3 == "interval-coverage" { n[key]++; sum[key] += $4; low[key] += $4 < 0.75; all++; total += $4; below += $4 < 0.75 }
	$3 == "interval-width" { width[key] += log($4) }
	END {
		if (full) print "| table | contexts | pairs | coverage | pairs below 75 % | width |\n|---|---|---|---|---|---|"
		for (i = 1; i <= n_keys; i++) {
			key = order[i]
			printf full ? "| %s | %d | %.3f | %d | %.3g |\n" : "%s: %d pairs, %.3f inside, %d below 75 %%, width %.3g\n", key, n[key],
				sum[key] / n[key], low[key], exp(width[key] / n[key])
		}
		printf "%d pairs: %.3f inside, %d below 75 %%\n", all, total / all, below
		exit !(all >= 30 && total / all >= 0.85 && below <= 0.3 * all)
	}' judged
