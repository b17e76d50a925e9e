# What is run is given: sizes of data, tests, files of models, devices, memory of the machines; lines and sentences say nothing.
# jobs HEAD ROW: awk expressions of i, t (1, 2, 4, 8), b (1, 2, 4) and s, a reading
jobs() {
	awk "BEGIN { print \"$1\"; for (i = 0; i < 120; i++) { t = 2 ^ (i % 4); b = 2 ^ (int(i / 4) % 3)
		s = int(1e5 * b / t ^ .6 * (1 + i * 31 % 97 / 300)) / 100
		print $2 } }" | cml-encode -q --infer | awk -F, 'NR > 1 && $2 != "rule" { printf "%s %s %s; ", $1, $2, $2 == "term" ? "" : $3 } END { print "" }'
}
jobs input_data_GB,threads,run_s '100 * b "," t "," s'
jobs file_size_mib,threads,MB_per_s '100 * b "," t "," s'
jobs size_gb,gguf,threads,test,tok_s 'b ".5,Q" 2 * b "," t "," (i % 5 > 2 ? "pp1024" : "tg256") "," s'
jobs section_kind,threads,tok_s '(i % 5 > 2 ? "prefill" : "decode") "," t "," s'
jobs mode,threads,tok_s '(i % 5 > 2 ? "train" : "inference") "," t "," s'
jobs 'threads,Mem (GB),cost,tok_s' 't "," (i % 3 ? 4 + b * i % 11 / 10 : "-") ",$" b ".2 - $" b ".9," s'
jobs src_line,why,threads,tok_s '100 + i * 37 % 101 ",run " t "," t "," s'
jobs remark_b,threads,tok_s '(i % 2 ? "The first run: how fast is it" : "does it scale past one node?") "," t "," s'
jobs vm_type,vm_count,mem_gb,workers,tool_runtime_s '(i % 2 ? "c5.xl" : "r5.xl") "," t "," t * (i % 2 ? 8 : 32) "," b "," s'
jobs num_hosts,host_type,ram_mem_mb,threads,total_time_s 't "," (i % 3 ? "m1" : "m2") "," t * (i % 3 ? 16000 : 61000) "," b "," s'
jobs model,nr_gpus,batch,tok_s '"llama-" 7 * b "b," t "," 2 ^ (i % 5) "," s'
jobs model,numGPUs,engine,tok_s '"llama-" 7 * b "b," t "," (i % 5 > 2 ? "vLLM" : "hf") "," s'
# These are settings, or measured.
jobs bucket_size_mb,strategy,tok_s '25 * b "," (i % 5 > 2 ? "fully sharded data parallel" : "data parallel") "," s'
jobs gpus,mem_gb,batch,tok_s 't "," 10 + i * 37 % 101 / 10 "," b "," s'
jobs gpus,executor_mem_gb,batch,run_s 't "," 4 * 2 ^ (i % 5) "," b "," s'
