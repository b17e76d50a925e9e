#!/bin/sh
# An inferred space accepts the table it was inferred from, every row of it.
set -u
. "$ROOT/tests/public/lib/tables.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
infer() {
	table=$data/$1
	if ! cml-encode -q --infer --metric "$2" -o "$work/space.csv" "$table" ||
		! cml-encode -q -s "$work/space.csv" -o "$work/features.csv" "$table"; then
		echo "FAILED $1"
		status=1
	elif [ "$(wc -l <"$work/features.csv")" != "$(wc -l <"$table")" ]; then
		echo "FAILED $1: not every row came through"
		status=1
	fi
	# Outcomes must not become features.
	shift 2
	for outcome in "$@"; do
		grep -q "^$outcome,ignore," "$work/space.csv" || {
			echo "FAILED $table: $outcome was not recognised as an outcome"
			grep "^$outcome," "$work/space.csv"
			status=1
		}
	done
}
infer llm_foundry.csv throughput_t_s throughput_s_s throughput_t_s_gpu mfu_6n_pct
infer ultrascale_h100.csv tok_s tok_s_gpu mfu_pct gpu_memory_gb
infer bloom_prequel_a100.csv tflops mem_gb sec_per_it
infer mlperf_configs.csv minutes_mlperf minutes_min minutes_median
infer gavel.csv steps_per_s steps_per_s_simfile
infer kernels/convolution_a100.csv time_ms gflop_per_s n_repeats
infer kernels/convolution_w6600.csv time_ms gflop_per_s
infer kernels/dedispersion_a100.csv time_ms gb_per_s
infer kernels/gemm_rtx_2080_ti.csv time_ms gflop_per_s
infer kernels/pnpoly_rtx_3090.csv time_ms n_repeats
for table in 7z hsmgp; do infer systems/$table.csv performance; done
infer systems/redis.csv perf
infer systems/storm.csv throughput
infer systems/xgboost.csv training_time
exit $status
