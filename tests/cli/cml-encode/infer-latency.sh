# A latency beside a throughput: how to make a limit of it, with a bound in its unit; not where it is the metric.
jobs() {
	awk -v OFS=, -v header="$1" -v unit="$2" 'BEGIN {
		print "model,max_num_seqs,tensor_parallel_size," header
		for (i = 0; i < 60; i++) {
			seqs = 2 ^ (3 + i % 5); tp = 2 ^ (int(i / 5) % 3)
			print (i % 2 ? "Llama-3-8B" : "Qwen2.5-14B"), seqs, tp, 40 * seqs ^ 0.8 * tp ^ 0.6 + i * 37 % 11, unit * (20 + seqs / tp + i * 53 % 17)
		}
	}'
}
infer() {
	cml-encode --infer "$@" 2>&1 >space.csv | grep -E 'limit|metric'
}
jobs output_tok_s,itl_p99_ms 1 | infer
jobs requests_per_s,p95_latency_s 0.0025 | infer
jobs throughput_tok_s,e2el_ms 41.3 | infer
sed 's/^e2el_ms,ignore,,,/e2el_ms,limit,float,:1700,/' space.csv >with-limit.csv
jobs throughput_tok_s,e2el_ms 41.3 | cml-encode -s with-limit.csv | head -n 2 | cut -d, -f1-4
# the latency is the metric
jobs output_tok_s,ttft_ms 1 | infer --metric ttft_ms
