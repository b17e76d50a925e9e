# What another program predicts of each job, by its name and what it counts: a derived column and a term of the metric. Another unit
# of work, a simulation that is measured, and a log that has nothing else: as they were.
infer() { # METRIC PREDICTION
	awk -v metric="$1" -v prediction="$2" 'BEGIN {
		print "gpus,tp,micro_batch," prediction (metric == "" ? "" : "," metric)
		for (i = 0; i < 48; i++) {
			speed = 1000 * 2 ^ (i % 4) * (1 + i % 3) + i * 7919 % 97
			printf "%d,%d,%d,%d%s\n", 8 * 2 ^ (i % 4), 2 ^ (i % 3), 2 ^ (int(i / 3) % 4), 1.3 * speed + i * 104729 % 89,
				metric == "" ? "" : "," speed
		}
	}' | cml-encode -q --infer - | grep -v -e ,context, -e ,param, -e ^name, | grep -e "$2" -e ,metric, | cut -d, -f1-4
}
infer tok_s sim_tok_s
infer step_time_s predicted_step_time_ms
infer tokens_per_sec_per_gpu tokens_per_sec_per_gpu_estimate
infer latency_ms estLatencyMs
infer throughput "forecast throughput"
infer samples_per_s simulated_samples_per_s
echo 'as they were:'
infer tok_s predicted_tflops
infer walltime_s sim_years_per_day
infer '' predicted_tok_s
infer tok_s model_tok_s
