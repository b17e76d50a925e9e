# Names of jobs and queues beside the columns that say what they do; alone, or where they say more, they are contexts.
infer() {
	cml-encode --infer jobs.csv 2>/dev/null | grep -E "^($1),"
}
make() {
	awk -v OFS=, -v header="$1" -v kind="$2" 'BEGIN {
		print header ",model,gpu_type,gpus,tp,micro_batch,tokens_per_s"
		for (i = 0; i < 288; i++) {
			model = i % 3 == 0 ? "llama-7b" : i % 3 == 1 ? "llama-13b" : "llama-34b"
			gpu = int(i / 3) % 2 ? "H100-80GB" : "A100-40GB"
			tp = 2 ^ (int(i / 6) % 3); mb = 2 ^ (int(i / 18) % 2); n = 8 * 2 ^ (int(i / 36) % 3)
			letter = substr("abc", 1 + i * 5 % 7 % 3, 1)
			if (kind == "slurm") name = "pretrain-" model "-" letter "," tolower(substr(gpu, 1, 4))
			if (kind == "settings") name = "sweep_tp" tp "_" letter "," (gpu ~ /^H/ ? "long" : "short")
			if (kind == "more") name = "bench-" letter "," tolower(substr(gpu, 1, 4)) (i % 2 ? "-ib" : "-eth")
			print name, model, gpu, n, tp, mb, n * 100 * tp / (1 + mb / 8) * (gpu ~ /^H/ ? 2 : 1) / (1 + i % 3) + i * 37 % 101
		}
	}' >jobs.csv
}
make JobName,Partition slurm
infer 'JobName|Partition|model|gpu_type'
make job_name,queue settings
infer 'job_name|queue|tp|gpu_type'
make project,QOS slurm
infer 'project|QOS'
# letters of a job, and a network that no other column has
make run_name,partition more
infer 'run_name|partition'
# the same queues, where nothing else tells devices
cut -d, -f1,2,3,5- jobs.csv >alone && mv alone jobs.csv
infer 'run_name|partition'
