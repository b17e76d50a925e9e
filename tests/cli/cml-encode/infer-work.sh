# Of a time, less work needs less: rows, iterations, and the batch of a step are given, with what leaves fewer copies of it, unless a column has the work.
# jobs HEAD ROW: awk expressions of a (1, 2, 4, 8), b (1, 2, 4), noise and i, the number of the job
jobs() {
	awk "BEGIN { print \"$1\"; for (i = 0; i < 72; i++) { a = 2 ^ (i % 4); b = 2 ^ (int(i / 4) % 3); noise = 1 + i * 31 % 97 / 970
		print $2 } }" | cml-encode --infer 2>&1 >space.csv | grep 'win'
	awk -F, 'NR > 1 && $2 != "term" { printf "%s %s %s; ", $1, $2, $3 } END { print "" }' space.csv
}
jobs batch_size,num_workers,step_time_ms '8 * a "," b "," a * 40 * noise'
jobs micro_batch,dp,compile,it/s 'a "," b "," (i % 5 > 2 ? "on" : "off") "," 90 / a / b / noise'
jobs gpus,mbs,tp,sec_per_iter '"16," a "," b "," a / b ^ 0.5 * noise'
jobs rows,k,threads,time_s '1000 * a "," 16 * b "," 1 + i % 5 "," a * b / (1 + i % 5) * noise'
jobs total_tokens,tp,cost_usd '1000000 * a "," b "," a * b * noise'
# Not of a rate of samples, nor a total of what is chosen; nor where a larger batch takes less time, nor where the work of a step is given.
jobs gpus,batch_per_gpu,total_batch_size,samples_per_s 'b "," 8 * a "," 8 * a * b "," a ^ 0.5 * b * 40 * noise'
jobs batch_size,num_workers,runtime_s '8 * a "," b "," 900 / a ^ 0.5 * noise'
jobs dp,micro_batch,grad_accum,global_batch,step_time_ms 'b "," a "," 64 / a / b ",64," 900 / b * noise'
jobs rows,threads,rows_per_s '1000 * a "," b "," b / a * noise'
# TorchTitan's tps is that of a device, unless it grows with them.
for power in 0 1; do
	awk -v power=$power 'BEGIN { print "model,world_size,tp,local_batch_size,tps"; for (i = 0; i < 72; i++) {
		gpus = 2 ^ (3 + i % 4); tp = 2 ^ (int(i / 4) % 3); b = 2 ^ (int(i / 12) % 3)
		print (i % 5 > 2 ? "llama3_8b" : "llama2_13b") "," gpus "," tp "," b "," 6000 / tp ^ 0.3 * b ^ 0.2 * (gpus / 8) ^ power * (1 + i * 31 % 97 / 970) } }' |
		cml-encode -q --infer | grep '^compute,'
done
