# The log of clusters.awk as people have it: awk -F, -v style=ray|sheet|args -v cluster=N -f exports.awk LOG
#
# ray: the table of Ray Tune's results; sheet: what a person keeps by hand; args: the arguments of a trainer in Megatron's words, and
# what its output says. Columns are what these really have beside settings: results, places, counters, copies, what follows from the
# model, settings that are set only beside others.
BEGIN {
	OFS = ","
	split("7b 13b 34b 70b", model, " ")
	split("6738415616 13015864320 33743970304 68976648192", n_params, " ")
	split("32 40 48 80", layers, " ")
	split("4096 5120 8192 8192", hidden, " ")
	split("32 40 64 64", heads, " ")
	for (i in model) at[model[i]] = i
	srand(cluster)
}
function clock(id) { return sprintf("2026-03-%02d_%02d-%02d-%02d", 1 + id / 24 % 28, id % 24, id * 7 % 60, id * 13 % 60) }
NR == 1 {
	if (style == "ray")
		print "tokens_per_s,peak_gb,timestamp,checkpoint_dir_name,done,training_iteration,trial_id,date,time_this_iter_s,time_total_s,pid," \
			"hostname,node_ip,time_since_restore,iterations_since_restore,config/model,config/gpus,config/tp,config/pp," \
			"config/micro_batch,config/interleave,config/recompute,config/zero,logdir"
	if (style == "sheet")
		print "Who,When,Model,Params [B],GPUs,Nodes,TP,PP,DP,MBS,GA,GBS,VP,Recompute,ZeRO,Peak mem,tok/s,tok/s/GPU,MFU,step [s],Steps,Result,Comment"
	if (style == "args")
		print "job_name,num_layers,hidden_size,num_attention_heads,seq_length,world_size,tensor_model_parallel_size," \
			"pipeline_model_parallel_size,data_parallel_size,num_layers_per_virtual_pipeline_stage,micro_batch_size,global_batch_size," \
			"recompute_granularity,recompute_num_layers,use_distributed_optimizer,lr,train_iters,seed,save,iteration," \
			"elapsed_time_per_iteration_ms,throughput_per_gpu_tflops,max_allocated_gb,exit_code,start_time"
	next
}
{
	id = $1; ok = $13 == "ok"; m = at[$3]; dp = $4 / ($5 * $6); accum = 1536 / (dp * $7); step = ok ? 1536 * 4096 / $11 : 0
	flops = 6 * n_params[m] * $11 / $4
	if (style == "ray")
		print $11, $12, ok ? 1774000000 + 613 * id : "", "", ok ? "True" : "False", ok ? 20 : "", sprintf("%05x_%05d", cluster * 7919 + 65536, id),
			ok ? clock(id) : "", ok ? step : "", ok ? sprintf("%.4f", 20 * step + 30 + rand()) : "", 1000 + int(60000 * rand()),
			"node" 1 + id % 9, "10.0.0." 1 + id % 9, ok ? sprintf("%.4f", 20 * step + 30 + rand()) : "", ok ? 20 : "",
			$3, $4, $5, $6, $7, $8, $9, $10, "/ray/tune/train_" id "_tp=" $5 "_pp=" $6
	if (style == "sheet")
		print id % 3 ? "mk" : "jo", $2, $3, sprintf("%.1f", n_params[m] / 1e9), $4, $4 / 8, $5, $6, dp, $7, accum, 1536, $8, $9, $10,
			ok ? $12 " GB" : "", $11, ok ? sprintf("%.1f", $11 / $4) : "", ok ? sprintf("%.1f%%", 100 * flops / 989e12) : "",
			ok ? sprintf("%.3f", step) : "", ok ? 50 : int(3 * rand()), ok ? "ok" : "OOM", id % 11 == 5 ? "again after the update" : ""
	if (style == "args")
		print "gpt-" $3 "-" id, layers[m], hidden[m], heads[m], 4096, $4, $5, $6, dp, ($8 > 1 ? layers[m] / ($6 * $8) : "None"), $7, 1536,
			$9 == "full" ? "full" : "None", $9 == "full" ? 1 : "None", $10 ? "True" : "False", 0.0003, 500, 1234, "/ckpt/gpt-" $3 "-" id,
			ok ? 50 : int(3 * rand()), ok ? sprintf("%.1f", 1000 * step) : "", ok ? sprintf("%.1f", flops / 1e12) : "", $12,
			ok ? 0 : 1, $2
}
