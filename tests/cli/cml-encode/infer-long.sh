# A table with a row for each measurement is refused; a setting called alike is none.
log() {
	awk -v names="$1" -v levels="$2" 'BEGIN {
		print "run,tp," names
		n = split(levels, level, " ")
		for (i = 0; i < 40; i++)
			for (k = 1; k <= n; k++)
				print "r" i "," 2 ^ (i % 4) "," level[k] "," 1000 * k + i
	}'
}
log metric,value 'tok/s loss peak_mem_gb' | cml-encode --infer
log metric_name,metric_value 'alpha beta' | cml-encode --infer --metric metric_value
log variable,value 'throughput step_time' | cml-encode --infer
log tag,value 'train/loss perf/tok_per_s' | cml-encode --infer
log key,reading 'qps p99_latency_ms' | cml-encode --infer
log metric,value throughput | cml-encode -q --infer | cut -d, -f1,2
log metric,tok/s 'throughput latency' | cml-encode -q --infer | cut -d, -f1,2
log key,value 'int8 fp16' | cml-encode -q --infer | cut -d, -f1,2
