#!/bin/sh
# What a log of elsewhere is worth: of another device, cluster or application, put into one log with it as a context: elsewhere.sh SEEDS
# Prints `case,seed,figure,value`, the case being the table, the value of the context that is new, how many of its jobs are known (0 to 30, drawn
# at random), and whether they are learned from alone or with the jobs of all other values: Kendall's tau and the mean absolute logarithmic
# error of its other jobs.
set -eu
. "$ROOT/tests/public/lib/tables.sh"
work=${WORK:?run this by build/release/reaper}
cd "$work"

# split NAME VALUE METRIC: rows.csv into elsewhere.csv, and into new.csv the jobs of VALUE that ran, in an order that SEED gives
split() {
	awk -F, -v name="$1" -v value="$2" -v metric="$3" -v seed="$seed" '
		BEGIN { srand(seed) }
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print >"elsewhere.csv"; next }
		$at[metric] == "" || ("status" in at && $at["status"] != "ok") { next }
		$at[name] != value { print >"elsewhere.csv"; next }
		{ print rand() "\t" $0 }' rows.csv | sort -n | cut -f2- >new.csv
}

# score METRIC: predicted.csv against what was measured
score() {
	awk -F, -v metric="$1" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["cml_pred"] > 0 && $at[metric] > 0 { p[++n] = log($at["cml_pred"]); y[n] = log($at[metric]); error += p[n] > y[n] ? p[n] - y[n] : y[n] - p[n] }
		END {
			for (i = 1; i <= n; i++)
				for (j = 1; j < i; j++) {
					same = (p[i] - p[j]) * (y[i] - y[j])
					sum += (same > 0) - (same < 0)
					pairs += p[i] != p[j] && y[i] != y[j]
				}
			if (pairs)
				printf "kendall %.4f\nerror %.4f\n", sum / pairs, error / n
		}' predicted.csv
}

# elsewhere LABEL SPACE METRIC NAME VALUE: on rows.csv
elsewhere() {
	for seed in $seeds; do
		split "$4" "$5" "$3"
		for n in 0 3 10 30; do
			for log in alone all; do
				head -n 1 rows.csv >log.csv
				[ $log = alone ] || sed 1d elsewhere.csv >>log.csv
				head -n $n new.csv >>log.csv
				[ "$(wc -l <log.csv)" -gt 1 ] || continue
				(head -n 1 rows.csv && sed "1,${n}d" new.csv | head -n 300) >rest.csv
				cml-encode -q --bad-rows skip -s "$2" log.csv |
					cml-train -q --no-intervals --ignore-failures -s "$2" -o model
				cml-rank -q -m model --no-sort --digits full rest.csv >predicted.csv
				score "$3" | sed "s/^/$1 ${5% GPU} $n $log,$seed,/; s/ \([^ ]*\)$/,\1/"
			done
		done
	done
}

# take TABLE [EVERY]: rows.csv
take() {
	awk -v every="${2:-1}" 'NR == 1 || NR % every == 0' "$data/$1" >rows.csv
}
seeds=$(seq "${1:-3}")
take llm_foundry.csv
elsewhere llm_foundry "$ROOT/schemas/llm_foundry.csv" throughput_t_s gpu h100_80gb
take gavel.csv
elsewhere gavel "$ROOT/schemas/gavel.csv" steps_per_s gpu v100
elsewhere gavel "$ROOT/schemas/gavel.csv" steps_per_s gpu p100
take pollux_adaptdl.csv 5
elsewhere pollux "$ROOT/tests/public/lib/pollux.csv" throughput_samples_s application bert
elsewhere pollux "$ROOT/tests/public/lib/pollux.csv" throughput_samples_s application yolov3
take llm_inference_bench.csv 4
elsewhere llm_inference_bench "$ROOT/tests/ablation/spaces/llm_inference_bench.csv" throughput hardware 'AMD MI300X GPU'
# Of two makers: what is fast on one is not on the other.
for card in a100 w6600; do
	take kernels/convolution_$card.csv 8
	awk -F, -v OFS=, -v card=$card 'NR == 1 { print $0, "card"; next } { print $0, card }' rows.csv >$card.csv
done
(cat a100.csv && sed 1d w6600.csv) >rows.csv
(cat "$ROOT/schemas/kernel-convolution.csv" && echo 'card,context,categorical,a100|w6600,,,,,') >card-space.csv
elsewhere convolution card-space.csv time_ms card a100
elsewhere convolution card-space.csv time_ms card w6600
