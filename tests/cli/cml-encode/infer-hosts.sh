# Devices of a host are not those of the job, nor their memory a size of a model; W&B's memory is in percent, and that of the host is
# no limit. Megatron's recompute-activations is selective.
awk 'BEGIN { print "metadata.gpu,metadata.gpu_count,config.world_size,config.model,config.recompute_activations,config.recompute_granularity," \
		"config.per_device_train_batch_size,config.seq_length,system.gpu.0.memoryAllocated,system.memory,tokens_per_sec"
	for (i = 0; i < 120; i++) { gpus = 4 * 2 ^ (i % 4); full = int(i / 4) % 3 < 1; batch = 2 ^ (i * 7 % 11 % 4)
		print "NVIDIA " (i % 5 > 2 ? "A100-SXM4-40GB" : "H100 80GB HBM3") "," (gpus < 8 ? gpus : 8) "," gpus ",llama-" (i % 7 > 3 ? 7 : 13) "b," \
			(int(i / 4) % 3 == 1 ? "yes" : "no") "," (full ? "full" : "none") "," batch ",4096," 30 + batch * 7 + i % 3 "." i % 10 "," \
			40 + i * 13 % 17 "," gpus * 1000 * (full ? .75 : 1) * batch ^ .1 + i * 31 % 97 } }' |
	cml-encode -q --infer | grep -e _size, -e ^system -e ^compute -e ^activations -e ^roof | cut -c1-190
# A degree of -1 is what the others leave, no divisor; and minutes of an epoch are few where jobs are good.
awk 'BEGIN { print "accelerator,gpus,model,batch_per_gpu,seq_len,data_parallel_shard_degree,data_parallel_replicate_degree,memory_gb,tps,epoch_min"
	for (i = 0; i < 120; i++) { gpus = 8 * 2 ^ (i % 3); groups = 2 ^ (int(i / 3) % 3); batch = 2 ^ (i * 7 % 11 % 3); tps = gpus * batch ^ .2 * 500 + i * 31 % 97
		print "MI300X," gpus ",llama-8b," batch ",4096,-1," groups "," 20 + batch * 9 + 40 * groups / gpus + i % 7 / 10 "," tps "," 9e6 / tps } }' >jobs.csv
cml-encode -q --infer --metric tps jobs.csv | grep -e ^shards -e ^states -e ^copies
cml-encode -q --infer --metric epoch_min jobs.csv | grep -e ^epoch -e ^compute
