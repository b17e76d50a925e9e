# Tables of NNI, TensorBoard, W&B, ClearML and Hydra: their counters, paths, errors and last steps are no settings.
log() {
	head=$1
	row=$2
	awk -v head="$head" -v row="$row" 'BEGIN { print head
		for (i = 0; i < 60; i++) {
			line = row; tp = 2 ^ (i % 3); mb = 2 ^ (i * 7 % 4); gpus = 8 * 2 ^ (i * 5 % 3)
			gsub("@i", i + 100, line); gsub("@k", i * 11 % 2 + 3, line); gsub("@r", int(i / 7), line)
			gsub("@tp", tp, line); gsub("@mb", mb, line); gsub("@gpus", gpus, line)
			gsub("@speed", int(gpus * 1000 * mb ^ .15 / (1 + tp / 20) + i * 37 % 101), line); print line } }' |
		cml-encode -q --infer | cut -d, -f1,2 | grep -E ',(param|context|metric|status)$' | paste -sd' '
}
log trialJobId,intermediateCount,sequenceId,reward,tp,mb,gpus t@i,@k,@i,@speed,@tp,@mb,@gpus
log trial_id,show_metrics,hparam/mb,hparam/tp,hparam/gpus,metric/words_per_second,metric/val_loss,step r_@i,False,@mb,@tp,@gpus,@speed,1.@k@i,@k0
log 'Name,State,output_dir,error,_step,_wandb.runtime,tensor_parallel,mb,n_gpus,throughput/tokens_per_sec,system/gpu.0.memory' \
	'run-@i,finished,/scratch/run@r,,@k00,@i,@tp,@mb,@gpus,@speed,@k0.5'
log ID,STATUS,PROJECT,hyperparams.Args.tp,hyperparams.Args.mb,hyperparams.Args.gpus,last_metrics.speed.tok_s.value a@i,published,x,@tp,@mb,@gpus,@speed
log job.num,trainer.devices,model.tp,data.mb,throughput,final_step,ckpt_path @i,@gpus,@tp,@mb,@speed,@k00,/a/@r.ckpt
log run,gpus,tp,mb,error,speed 'r@i,@gpus,@tp,@mb,CUDA out of memory in layer @k,@speed'
log world_size,rank,tensor_parallel,micro_batch,save,port,iteration,elapsed_time_per_iteration_ms,throughput_tflops,lm_loss,grad_norm,num_zeros \
	@gpus,0,@tp,@mb,/ckpt/@i,@i,100,@k.5,@speed,@k.25,@k.@i,@i
log output_dir,batch,grad_ckpt,n_gpu,train_samples_per_second,train_loss,eval_loss,eval_samples_per_second out-@i,@mb,@k,@gpus,@speed,@k.@i,@k.5@i,@i.5
log exp_name,ds_config,micro_batch,num_gpus,flops,throughput,metric_val,best_so_far e@i,/tmp/@i.json,@mb,@gpus,@speed,@speed,@speed,False
log config_id,instance,budget,cost,time,cpu_time,status,mb,tp,gpus @i,,@k,@speed,@k.@i,@k.5@i,SUCCESS,@mb,@tp,@gpus
log Experiment,rev,metrics.json:throughput,params.yaml:mb,params.yaml:tp,params.yaml:gpus,data/raw e@i,r@i,@speed,@mb,@tp,@gpus,d@i
log trial_id,timestamp,time_this_iter_s,time_total_s,timesteps_total,checkpoint_dir_name,training_iteration,warmup_time,tokens_per_sec,config/mb \
	r@i,1764@i000,@k.5@i,1@k@i.5,@k00,c_@r,@k,@k.@i,@speed,@mb
log run,gpus,tp,mb,temp_c,perf/ram_util_percent,retry,result_tok_s r@i,@gpus,@tp,@mb,5@k,@k.@i,0,@speed
