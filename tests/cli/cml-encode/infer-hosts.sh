# Devices of a host are not those of the job, nor their memory a size of a model; W&B's memory is in percent, and that of the host is
# no limit. Megatron's recompute-activations is selective.
awk 'BEGIN { print "metadata.gpu,metadata.gpu_count,config.world_size,config.model,config.recompute_activations,config.recompute_granularity," \
		"config.per_device_train_batch_size,config.seq_length,system.gpu.0.memoryAllocated,system.memory,tokens_per_sec"
	for (i = 0; i < 120; i++) { gpus = 4 * 2 ^ (i % 4); full = int(i / 4) % 3 < 1; batch = 2 ^ (i * 7 % 11 % 4)
		print "NVIDIA " (i % 5 > 2 ? "A100-SXM4-40GB" : "H100 80GB HBM3") "," (gpus < 8 ? gpus : 8) "," gpus ",llama-" (i % 7 > 3 ? 7 : 13) "b," \
			(int(i / 4) % 3 == 1 ? "yes" : "no") "," (full ? "full" : "none") "," batch ",4096," 30 + batch * 7 + i % 3 "." i % 10 "," \
			40 + i * 13 % 17 "," gpus * 1000 * (full ? .75 : 1) * batch ^ .1 + i * 31 % 97 } }' |
	cml-encode -q --infer | grep -e _size, -e ^system -e ^compute -e ^activations -e ^roof | cut -c1-190
