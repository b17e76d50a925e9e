# Statistics of readings and rates beside the metric are outcomes; bounds and rates that are set, and names of kernels, are none.
# jobs HEAD ROW: awk expressions of t (1, 2, 4, 8), b (1, 2, 4), i, and s, a time of two digits behind the point; q is another noise
jobs() {
	awk "BEGIN { print \"$1\"; for (i = 0; i < 72; i++) { t = 2 ^ (i % 4); b = 2 ^ (int(i / 4) % 3)
		q = 1 + i * 37 % 101 / 120; s = int(1e4 * b / t ^ .6 * (1 + i * 31 % 97 / 900)) / 100
		print $2 } }" | cml-encode -q --infer | grep -v -e '^name' -e ,term, | cut -d, -f1-3 | paste -sd' '
}
jobs tp,batch,stage_times.fwd.p50,stage_times.fwd.p99,stage_times.fwd.mean,stage_times.fwd.stddev 't "," b "," s "," s * q "," s * 1.01 "," s * (q - 1)'
jobs threads,avg_query_s,max_query_s,stddev_query_s,note 't "," s "," s * q ^ 3 "," s * (q - 1) ",x"'
jobs threads,read_latency_avg,read_latency_max,write_MBps,scan_rate_GBps 't "," s "," s * q ^ 3 "," 900 * q "," q'
jobs op,threads,tokens_per_s 'substr("AddMulRelu", 1 + 3 * (i % 3), 3) "," t "," (i % 3 * 1000 + 100) + s'
jobs collective,ranks,runtime_s '(i % 2 ? "all_reduce" : "broadcast") "," t "," i % 2 * 9000 + s'
# These are set, or known before.
jobs min_wait_ms,max_wait_ms,network_gbps,req_per_s 'b "," 5 + t "," 100 * 2 ^ (i % 5) "," s'
jobs init_mean,init_std,tokens_per_s 'b / 10 "," t / 100 "," s'
jobs input_len_mean,input_len_std,tp,req_per_s '128 * b "," 16 * t "," 2 ^ (i % 5) "," s'
