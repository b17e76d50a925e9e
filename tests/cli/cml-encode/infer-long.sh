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
log Messgröße,Wert "tok/s loss" | cml-encode --infer
log key,reading 'qps p99_latency_ms' | cml-encode --infer
log metric,value throughput | cml-encode -q --infer | cut -d, -f1,2
log metric,tok/s 'throughput latency' | cml-encode -q --infer | cut -d, -f1,2
log key,value 'int8 fp16' | cml-encode -q --infer | cut -d, -f1,2
# So is one that names the setting of a row: a sweep of each in turn; not the objective of a study beside the name of its sweep.
sweeps() {
	awk -v names="$1" -v settings="$2" 'BEGIN {
		print names ",engine,ms_per_step"
		n = split(settings, setting, " ")
		for (k = 1; k <= n; k++)
			for (i = 0; i < 20; i++)
				print setting[k] "," k * 2 ^ (i % 5) "," (i % 2 ? "a" : "b") "," k * 10 + i * 37 % 101 / 10
	}'
}
sweeps sweep,value 'n_layer batch_size lr' | cml-encode --infer
sweeps swept_param,setting 'alpha2 depth' | cml-encode --infer
sweeps variable,val 'tp micro_batch seq_len' | cml-encode --infer --metric ms_per_step
sweeps sweep,value 'vivid-7 calm-2' | cml-encode -q --infer | cut -d, -f1,2
