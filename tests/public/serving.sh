#!/bin/sh
# Laws of serving: small logs of two engines, asked about a device that they lack, longer texts and larger models. Each is predicted with
# the space that --infer writes and without its terms. Gates: over all with them the error is at most .8 of that without, Kendall's tau no worse.
set -eu
. "$ROOT/tests/public/lib/tables.sh"

. "$ROOT/tests/begin.sh"

# judge KNOWN: an expression of awk of the jobs that may be in the log, by device, length and model, and one of the space
judge() {
	for draw in 1 2 3; do
		awk -F, -v draw="$draw" 'NR == 1 || ($3 ~ /vLLM|TensorRT/ && (NR * 7919 + draw * 271) % 1009 < ('"$1"' ? 120 : 200))' \
			"$data/llm_inference_bench.csv" >jobs.csv
		cml-encode -q --infer jobs.csv >with.csv
		grep -v ',term,' with.csv >without.csv
		for space in with without; do
			cml-eval -q -s $space.csv --ignore-failures --no-intervals --bootstrap 0 --metrics kendall,mape --split "scale:$2" jobs.csv |
				awk -F, -v space=$space -v asked="$2" '$2 == "mean" && $5 ~ /^(kendall|mape)$/ { print space "|" $5 "|" $6 "|" asked }' >>judged
		done
	done
}

judge '$1 !~ /GH200/' "hardware != 'Nvidia GH200 GPU'"
judge '$1 !~ /H100/' "hardware != 'Nvidia H100 GPU'"
judge '$5 <= 512' 'io_length <= 512'
judge '$4 !~ /7[02][bB]|8x7B/' 'size(model) <= 3e10'

awk -F'|' '{ sum[$1, $2] += $3; n[$1, $2]++; of[$1 "|" $2 "|" $4] += $3 / 3 }
	END {
		for (question in of)
			print question, of[question]
		for (key in sum)
			sum[key] /= n[key]
		printf "serving: kendall %.3f (without terms %.3f), error %.2f (%.2f)\n", \
			sum["with", "kendall"], sum["without", "kendall"], sum["with", "mape"], sum["without", "mape"]
		exit !(sum["with", "kendall"] >= sum["without", "kendall"] && sum["with", "mape"] <= .8 * sum["without", "mape"])
	}' judged
