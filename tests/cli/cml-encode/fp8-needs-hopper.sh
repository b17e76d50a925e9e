# FP8 exists on H100 alone.
printf '%s\n' 'num_params,seq_len_t,n_gpus,gpu,micro_batch_size,grad_accum,global_batch_size,precision,mp_mode,sharding_strategy,activation_checkpointing,activation_cpuoffload,throughput_t_s,status' \
	'6658404352,2048,8,h100_80gb,16,4,512,amp_fp8,DEFAULT,FULL_SHARD,1,0,100,ok' \
	'6658404352,2048,8,a100_80gb,16,4,512,amp_fp8,DEFAULT,FULL_SHARD,1,0,100,ok' >jobs.csv
cml-encode -s "$SCHEMAS/llm_foundry.csv" jobs.csv >/dev/null
