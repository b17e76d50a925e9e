#!/bin/sh
# Predictions, intervals and chances on public tables: predict.sh SEEDS
# Prints `case,seed,figure,value`. Cases are a table and a split (scale by a product of two numbers: `product`); of large tables about 1,500 rows are taken. Splits by time or
# scale are the same for each seed, which is then that of the predictor.
set -eu
. "$ROOT/tests/public/lib/tables.sh"
spaces=$ROOT/tests/ablation/spaces
work=${WORK:?run this by build/release/reaper}
cd "$work"

# cases TABLE SPACE SPLIT...
cases() {
	table=$data/$1.csv
	space=$ROOT/schemas/$2.csv
	[ -f "$space" ] || space=$spaces/$2.csv
	name=$(basename "$1")
	shift 2
	awk -v every="$(($(wc -l <"$table") / 1500))" 'NR == 1 || every < 2 || NR % every == 0' "$table" >rows.csv
	for split in random:0.745 "$@"; do
		for seed in $SEEDS; do
			cml-eval -q -s "$space" --seed "$seed" --split "$split" --bootstrap 0 --bad-rows skip --digits full \
				--metrics kendall,mape,interval-coverage,interval-width,ok-auc,ok-brier,ok-calibration \
				--predictions points.csv rows.csv >scores.csv
			kind=${split%%:*}
			case $split in scale:*[*/]*) kind="$split product" ;; esac
			awk -F, -v label="$name $kind" -v seed="$seed" '
				FILENAME == ARGV[1] { if ($2 == "mean" && $6 != "") print label "," seed "," $5 "," $6; next }
				FNR > 1 && $11 != "" { expected += 1 - $11; failed += $12 != "ok"; n++ }
				END { if (n && failed >= 5) print label "," seed ",failed-expected," log(expected / failed) }' scores.csv points.csv
		done
	done
}
SEEDS=$(seq "${1:-3}")
cases llm_foundry llm_foundry time:date 'scale:n_gpus<=64'
cases ultrascale_h100 ultrascale_h100 'scale:gpus<=64' 'scale:dp*mbs<=32' 'scale:gpus*mbs<=256'
cases mlperf_configs mlperf time:round 'scale:accelerators<=64'
cases gavel gavel 'scale:scale_factor<=2'
cases bloom_prequel_a100 bloom_prequel time:date 'scale:gpus<=352'
cases gpt_h200 gpt_h200 'scale:d_model<=1024' 'scale:micro_batch*loss_chunks<=32'
cases llm_pilot llm_pilot 'scale:gpu_n_gpus<=2' 'scale:num_users*llm_n_parameters<=500'
cases llm_inference_bench llm_inference_bench 'scale:n_devices<=2' 'scale:model_size<=2e10' 'scale:batch_size*io_length<=16384' \
	'scale:n_devices*batch_size<=64'
cases sailor_profiles sailor 'scale:tp<=2' 'scale:mbs*tp<=32'
cases pollux_adaptdl pollux 'scale:num_replicas<=4' 'scale:num_replicas*local_bsz<=256' 'scale:num_replicas/num_nodes<=2'
cases kernels/gemm_rtx_2080_ti kernel-gemm 'scale:mwg*nwg<=4096' 'scale:mdimc*ndimc<=128' 'scale:mwg/ndimc<=4' 'scale:vwm*vwn<=8'
cases kernels/convolution_a100 kernel-convolution 'scale:block_size_x*block_size_y<=256' 'scale:tile_size_x*tile_size_y<=8'
cases kernels/dedispersion_a100 kernel-dedispersion 'scale:block_size_x*block_size_y<=512' 'scale:tile_size_x*tile_size_y<=16'
cases kernels/pnpoly_rtx_3090 kernel-pnpoly 'scale:tile_size<=8'
cases systems/7z system-7z 'scale:block_size<=64' 'scale:block_size*files<=1000'
cases systems/hsmgp system-hsmgp 'scale:num_core<=256' 'scale:pre*num_core<=512'
cases systems/redis system-redis 'scale:hz<=300'
cases systems/storm system-storm
cases systems/xgboost system-xgboost
