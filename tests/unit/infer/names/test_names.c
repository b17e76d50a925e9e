#include "infer/names/names.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

Test(names, tells_kinds_by_whole_words)
{
	cr_assert(cml_name_is_measured("Throughput (tok/s)"));
	cr_assert(cml_name_is_measured("steps_per_s"));
	cr_assert_not(cml_name_is_measured("steps"));
	cr_assert(cml_name_is_measured("Duration") && cml_name_is_measured("train/loss"));
	cr_assert_not(cml_name_is_measured("loss_scale"));
	cr_assert_not(cml_name_is_measured("duration_of_warmup"));
	cr_assert(cml_name_is_measured("step_time_ms") && cml_name_is_measured("sec_per_it"));
	cr_assert(cml_name_is_measured("tokensSeen") && cml_name_is_measured("last_step"));
	cr_assert_not(cml_name_is_measured("max_steps") || cml_name_is_measured("warmup_steps"));
	cr_assert(cml_name_is_measured("data_time") && cml_name_is_measured("GPU util"));
	cr_assert_not(cml_name_is_measured("timeout_ms"));
	cr_assert_not(cml_name_is_measured("warmup_time") || cml_name_is_measured("max_time_s"));
	cr_assert_not(cml_name_is_measured("min_wait_ms") || cml_name_is_measured("times"));
	cr_assert(cml_name_is_metric("training_time"));
	cr_assert_not(cml_name_is_metric("time_limit_kind"));
	cr_assert_not(cml_name_is_metric("n_repeats"));
	cr_assert(cml_name_is_minimized("time_ms"));
	cr_assert(cml_name_is_minimized("time_per_sample"));
	cr_assert_not(cml_name_is_minimized("samples_per_sec"));
	cr_assert_not(cml_name_is_minimized("tok_s"));
	static const char *const contexts[] = {
	    "gpu",      "n_gpus",     "num_layers",          "host_cpu", "accelerators_per_node",
	    "gpu_type", "model_name", "max_sequence_length", "net",      "card",
	    "nlayers",  "ncpus"};
	static const char *const params[] = {
	    "micro_batch", "gpu_memory_utilization", "tp",
	    "cpu_offload", "model_parallel",         "batch_per_node"};
	for (size_t i = 0; i < sizeof contexts / sizeof *contexts; i++)
		cr_assert(cml_name_is_context(contexts[i]), "%s", contexts[i]);
	for (size_t i = 0; i < sizeof params / sizeof *params; i++)
		cr_assert_not(cml_name_is_context(params[i]), "%s", params[i]);
	static const char *const memory[] = {"mem_gb", "Peak GiB", "gpu/vram",
					     "max_memory_allocated", "host.rss"};
	static const char *const memory_set[] = {"gpu_memory_utilization",
						 "mem_per_node",
						 "mem_limit_gb",
						 "bucket_gb",
						 "gbs",
						 "gb_per_s",
						 "peak_lr",
						 "members"};
	for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
		cr_assert(cml_name_is_memory(memory[i]), "%s", memory[i]);
	for (size_t i = 0; i < sizeof memory_set / sizeof *memory_set; i++)
		cr_assert_not(cml_name_is_memory(memory_set[i]), "%s", memory_set[i]);
	cr_assert(cml_name_is_beside("Tags"));
	static const char *const ids[] = {"JobID",     "git_commit", "JobNo", "job_no",
					  "jobnumber", "jobnum",     "run",   "Run Number",
					  "trial_idx", "exp_name",   "RunID"};
	static const char *const no_ids[] = {"idle", "job_size", "run_time", "num_runs", "sweeps"};
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
		cr_assert(cml_name_is_id(ids[i]), "%s", ids[i]);
	for (size_t i = 0; i < sizeof no_ids / sizeof *no_ids; i++)
		cr_assert_not(cml_name_is_id(no_ids[i]), "%s", no_ids[i]);
	cr_assert(cml_name_is_status("slurm_state") && !cml_name_is_status("statement"));
	cr_assert(cml_name_is_time("Submit") && !cml_name_is_time("timeout"));
	static const char *const ends[] = {"EndState", "job_end_status", "EndCode", "end_reason",
					   "ExitReason"};
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		cr_assert(cml_name_is_end(ends[i]) && cml_name_is_status(ends[i]), "%s", ends[i]);
	cr_assert_not(cml_name_is_end("End") || cml_name_is_end("status_time"));
}

Test(names, tells_how_long_jobs_took_from_settings)
{
	static const char *const measured[] = {
	    "duration_s",  "wall_clock_s",        "Wall clock [h]", "elapsed_min",
	    "run_time_h",  "job_runtime_s",       "wall_s",         "total_time_min",
	    "walltime_ms", "train_duration_hours"};
	static const char *const set[] = {"timeout_s",
					  "warmup_seconds",
					  "save_interval_min",
					  "ckpt_minutes",
					  "time_limit_min",
					  "max_wall_clock_h",
					  "clip_duration_s",
					  "warmup_duration_s",
					  "train_min",
					  "requested_gpu_hours",
					  "gpus",
					  "job_s",
					  "train_steps",
					  "gpu_clock",
					  "clock_s",
					  "minutes_per_checkpoint",
					  "max_step_s",
					  "warmup_iter_s",
					  "max_time_per_step"};
	for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
		cr_assert(cml_name_is_measured(measured[i]), "%s", measured[i]);
		cr_assert(cml_name_is_metric(measured[i]), "%s", measured[i]);
		cr_assert(cml_name_is_minimized(measured[i]), "%s", measured[i]);
	}
	for (size_t i = 0; i < sizeof set / sizeof *set; i++)
		cr_assert_not(cml_name_is_measured(set[i]), "%s", set[i]);
}

static void is_origin(const char *name, enum cml_origin origin, const char *rest)
{
	const char *plain;
	cr_assert_eq(cml_name_origin(name, &plain), origin, "%s", name);
	cr_assert_str_eq(plain, rest);
}

Test(names, tells_what_trackers_put_before_names)
{
	is_origin("params.batch_size", CML_ORIGIN_SETTING, "batch_size");
	is_origin("params_batch_size", CML_ORIGIN_SETTING, "batch_size");
	is_origin("config.mesh.tp", CML_ORIGIN_SETTING, "mesh.tp");
	is_origin("config/lr", CML_ORIGIN_SETTING, "lr");
	is_origin("metrics.tok_s", CML_ORIGIN_RESULT, "tok_s");
	is_origin("summary._runtime", CML_ORIGIN_RESULT, "_runtime");
	is_origin("parameters/seq", CML_ORIGIN_SETTING, "seq");
	is_origin("monitoring/gpu_0_memory", CML_ORIGIN_RESULT, "gpu_0_memory");
	is_origin("sys/owner", CML_ORIGIN_UNKNOWN, "owner");
	is_origin("_step", CML_ORIGIN_TRACKER, "_step");
	is_origin("step", CML_ORIGIN_UNKNOWN, "step");
	is_origin("metrics.num_nodes", CML_ORIGIN_RESULT, "num_nodes");
	is_origin("values_1", CML_ORIGIN_RESULT, "1");
	is_origin("tags.mlflow.source.name", CML_ORIGIN_TRACKER, "source.name");
	is_origin("system_attrs_grid_id", CML_ORIGIN_TRACKER, "grid_id");
	is_origin("tags.gpu", CML_ORIGIN_UNKNOWN, "gpu");
	is_origin("user_attrs_gpu", CML_ORIGIN_UNKNOWN, "gpu");
	/* Sizes of models, and what is no prefix. */
	is_origin("params_b", CML_ORIGIN_UNKNOWN, "params_b");
	is_origin("params_count", CML_ORIGIN_UNKNOWN, "params_count");
	is_origin("params.", CML_ORIGIN_UNKNOWN, "params.");
	is_origin("configuration", CML_ORIGIN_UNKNOWN, "configuration");
	is_origin("tok_s", CML_ORIGIN_UNKNOWN, "tok_s");
}

Test(names, counts_of_devices_and_nodes)
{
	static const char *const devices[] = {
	    "gpus",          "num_gpus",     "n_gpus",  "GPU count", "world_size", "ngpus",
	    "total_devices", "accelerators", "gpu",     "ncards",    "ndev",       "n_dev",
	    "num_devs",      "n_cards",      "NumNPUs", "ndevices"};
	static const char *const nodes[] = {"nodes", "number_of_nodes", "nnodes", "num_hosts"};
	static const char *const neither[] = {"gpus_per_node", "accelerators_per_node",
					      "gpu_type",      "cpus",
					      "batch_size",    "node_name"};
	for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
		cr_assert(cml_name_counts_devices(devices[i]) && !cml_name_counts_nodes(devices[i]),
			  "%s", devices[i]);
	for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
		cr_assert(cml_name_counts_nodes(nodes[i]) && !cml_name_counts_devices(nodes[i]),
			  "%s", nodes[i]);
	for (size_t i = 0; i < sizeof neither / sizeof *neither; i++)
		cr_assert(!cml_name_counts_nodes(neither[i]) &&
			      !cml_name_counts_devices(neither[i]),
			  "%s", neither[i]);
}

Test(names, metrics_by_rank_and_by_what_they_extend)
{
	static const char *const ascending[] = {"loss", "elapsed", "step_time", "tok_s"};
	for (size_t i = 1; i < 4; i++)
		cr_assert_lt(cml_name_metric_rank(ascending[i - 1]),
			     cml_name_metric_rank(ascending[i]), "%s", ascending[i]);
	cr_assert_lt(cml_name_metric_rank("throughput_median"), cml_name_metric_rank("minutes"));
	static const char *const whole[] = {"wall_s", "runtime", "train_time_h", "duration"};
	static const char *const steps[] = {"step_s",   "iter_s",        "time_per_step",
					    "Step [s]", "step_duration", "iteration_elapsed_ms"};
	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
			cr_assert_lt(cml_name_metric_rank(whole[i]), cml_name_metric_rank(steps[k]),
				     "%s %s", whole[i], steps[k]);
	cr_assert(cml_name_extends("tok_s_gpu", "tok/s"));
	cr_assert_not(cml_name_extends("tok_s", "tok_s"));
	cr_assert_not(cml_name_extends("tok_sum", "tok_s"));
	cr_assert(cml_name_tells_goal("latency") && cml_name_tells_goal("Tok/s"));
	cr_assert_not(cml_name_tells_goal("performance"));
	cr_assert_lt(cml_name_metric_rank("MaxRSS"), cml_name_metric_rank("elapsed"));
}

Test(names, what_is_for_a_second_is_a_rate)
{
	static const char *const rates[] = {"Iter/s", "requests / sec (total)", "MB/second/node"};
	static const char *const counted[] = {"TokSec",         "tok_sec",  "tokens_sec",
					      "samples_sec",    "imgs_sec", "TokS",
					      "tok_sec_per_gpu"};
	static const char *const paces[] = {
	    "step_sec", "iter_sec", "StepSec",       "sec_per_step", "time_per_tok",
	    "step_s",   "iter_s",   "Iteration [s]", "epoch_s",      "time_per_step"};
	static const char *const others[] = {"lr/min", "model/size", "a/", "/", "s", "it/step"};
	for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
		cr_assert(cml_name_is_metric(rates[i]) && cml_name_is_measured(rates[i]) &&
			      cml_name_tells_goal(rates[i]) && !cml_name_is_minimized(rates[i]),
			  "%s", rates[i]);
	for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
		cr_assert(cml_name_is_metric(counted[i]) && cml_name_is_measured(counted[i]) &&
			      cml_name_tells_goal(counted[i]) && !cml_name_is_minimized(counted[i]),
			  "%s", counted[i]);
	for (size_t i = 0; i < sizeof paces / sizeof *paces; i++)
		cr_assert(cml_name_is_metric(paces[i]) && cml_name_is_measured(paces[i]) &&
			      cml_name_tells_goal(paces[i]) && cml_name_is_minimized(paces[i]),
			  "%s", paces[i]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		cr_assert_not(cml_name_is_measured(others[i]), "%s", others[i]);
}

Test(names, what_comes_in_a_time_is_a_rate_whatever_its_unit)
{
	static const char *const rates[] = {"hours_per_s",
					    "audio_hours_per_s",
					    "hours_per_sec",
					    "hoursPerSec",
					    "audio_seconds_per_second",
					    "hours_of_audio_per_second",
					    "minutes_per_min",
					    "gb_per_hour",
					    "tokens_per_day",
					    "hours/s",
					    "audio seconds / sec",
					    "minutes/hour",
					    "samples_per_minute",
					    "audio_hours_per_gpu_per_s",
					    "tok_per_sec_per_gpu"};
	static const char *const costs[] = {
	    "usd_per_hour", "cost_per_s",  "kwh_per_day", "errors_per_s",          "failures/day",
	    "usd/sec",      "kj_per_hour", "$/hour",      "node_failures_per_hour"};
	static const char *const paces[] = {"sec_per_it",      "seconds_per_step", "s/it",
					    "hours_per_epoch", "latency/min",      "step_time/min",
					    "time_per_sample"};
	for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
		cr_assert(cml_name_tells_goal(rates[i]) && !cml_name_is_minimized(rates[i]), "%s",
			  rates[i]);
	for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
		cr_assert(!cml_name_tells_goal(costs[i]) && cml_name_is_minimized(costs[i]), "%s",
			  costs[i]);
	for (size_t i = 0; i < sizeof paces / sizeof *paces; i++)
		cr_assert(cml_name_tells_goal(paces[i]) && cml_name_is_minimized(paces[i]), "%s",
			  paces[i]);
	cr_assert_not(cml_name_is_measured("lr/min"));
}

Test(names, a_cost_for_something_is_minimized_and_something_for_a_cost_is_not)
{
	static const char *const costs[] = {
	    "usd_per_1m_tokens", "price_per_mtok", "eur_per_epoch",     "J_per_token",
	    "kwh_per_epoch",     "kWh/epoch",      "$/1M tok",          "energy/token",
	    "total_cost_usd",    "perf/cost",      "perf/usd_per_mtok", "makespan",
	    "slowdown",          "makespan_s",     "watts_per_gpu"};
	static const char *const yields[] = {
	    "tokens_per_usd",       "tok/J",          "samples_per_kwh",   "tokens/$",
	    "tokens_per_s_per_usd", "tok_s_per_watt", "energy_efficiency", "perf_per_cost"};
	for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
		cr_assert(cml_name_tells_goal(costs[i]) && cml_name_is_minimized(costs[i]), "%s",
			  costs[i]);
	for (size_t i = 0; i < sizeof yields / sizeof *yields; i++)
		cr_assert(cml_name_tells_goal(yields[i]) && !cml_name_is_minimized(yields[i]), "%s",
			  yields[i]);
	cr_assert_not(cml_name_is_minimized("j"));
}

Test(names, what_learning_takes_and_what_a_speed_is)
{
	static const char *const learning[] = {"lr",          "config/lr",    "Learning Rate",
					       "adam_beta2",  "weight_decay", "attention_dropout",
					       "warmup_steps"};
	static const char *const others[] = {"lora_rank", "micro_batch", "decay_chunks",
					     "prefetch"};
	static const char *const speeds[] = {"tok_s",      "samples_per_sec", "step_time",
					     "latency_ms", "throughput",      "runtime"};
	static const char *const qualities[] = {"val_loss", "accuracy",  "value",      "score",
						"eval_acc", "train_acc", "perplexity", "map"};
	for (size_t i = 0; i < sizeof learning / sizeof *learning; i++)
		cr_assert(cml_name_is_learning(learning[i]), "%s", learning[i]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		cr_assert_not(cml_name_is_learning(others[i]), "%s", others[i]);
	for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
		cr_assert(cml_name_is_speed(speeds[i]), "%s", speeds[i]);
	for (size_t i = 0; i < sizeof qualities / sizeof *qualities; i++)
		cr_assert_not(cml_name_is_speed(qualities[i]), "%s", qualities[i]);
}

Test(names, what_is_no_number_or_no_setting)
{
	cr_assert(cml_name_is_version("torch_version") && cml_name_is_version("NCCL"));
	cr_assert_not(cml_name_is_version("nccl_buffer"));
	cr_assert(cml_name_is_code("attention_method") && !cml_name_is_code("methods"));
	cr_assert(cml_name_is_beside("Line") && cml_name_is_beside("NodeList"));
	cr_assert(cml_name_is_beside("Host") && cml_name_is_beside("Hostname"));
	cr_assert_not(cml_name_is_beside("pipeline"));
	cr_assert(cml_name_counts_devices("n_gpus") && cml_name_counts_devices("World Size"));
	cr_assert_not(cml_name_counts_devices("gpus_per_node"));
}

Test(names, reads_paths)
{
	static const char *const contexts[] = {
	    "cfg/model.hidden_size", "model/num_layers",  "data.seq_len",
	    "dist.world_size",       "trainer.num_nodes", "train/global_bs",
	    "parallel/devices",      "slurm/partition",   "cfg.gpu"};
	static const char *const others[] = {
	    "batch/gpu",     "micro.batch.per.gpu", "recompute.num_layers",
	    "latency/query", "pipeline/chunks",     "offload/layers",
	    "tok/s/gpu",     "zero.hidden"};
	for (size_t i = 0; i < sizeof contexts / sizeof *contexts; i++)
		cr_assert(cml_name_is_context(contexts[i]), "%s", contexts[i]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		cr_assert_not(cml_name_is_context(others[i]), "%s", others[i]);
	cr_assert(cml_name_counts_devices("dist.world_size") &&
		  cml_name_counts_devices("parallel/devices") &&
		  cml_name_counts_nodes("trainer.num_nodes"));
	cr_assert_not(cml_name_counts_devices("batch/gpu"));
	cr_assert(cml_name_is_beside("cfg/seed") && cml_name_is_beside("random_seed"));
	cr_assert(cml_name_is_beside("repId") && cml_name_is_beside("train.random_state"));
	cr_assert_not(cml_name_is_beside("repeat_kv") || cml_name_is_beside("replica"));
}

Test(names, says_how_jobs_went)
{
	static const char *const failures[] = {"hasCrashed", "loss_diverged", "n_oom",
					       "errors",     "nan count",     "failed_requests"};
	static const char *const settings[] = {"fail_fast",    "max_failures", "retry_on_oom",
					       "check_nan",    "nan",          "error_feedback",
					       "ignoreErrors", "timeout"};
	for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
		cr_assert(cml_name_is_failure(failures[i]), "%s", failures[i]);
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
		cr_assert_not(cml_name_is_failure(settings[i]), "%s", settings[i]);
	cr_assert(cml_name_is_sure_verdict("isValid") && cml_name_is_sure_verdict("valid_sla"));
	cr_assert(cml_name_is_verdict("ok_at_p99") && !cml_name_is_sure_verdict("ok_at_p99"));
	cr_assert_not(cml_name_is_verdict("skip_invalid") || cml_name_is_verdict("validate"));
	cr_assert(cml_name_is_used_memory("memUsedGB") && cml_name_is_used_memory("peak_per_gpu"));
	cr_assert_not(cml_name_is_used_memory("mem_gb") || cml_name_is_used_memory("peak_lr"));
}

Test(names, reads_other_spellings)
{
	static const char *const contexts[] = {"nGPU",
					       "numNodes",
					       "SeqLen [tok]",
					       "sequence_length (tokens)",
					       "Base Model",
					       "InstanceType",
					       "GPUs (total)",
					       "#GPUs",
					       "globalBatchSize",
					       "dModel",
					       "maxSeqLen",
					       "ctx_len",
					       "GPUType",
					       "NGPUs"};
	static const char *const params[] = {
	    "cost_model",     "threading model", "memoryModel",   "uBatch",          "ActCkpt",
	    "networkThreads", "deviceMap",       "data_parallel", "contextParallel", "image_cache",
	    "layersPerStage", "nodeAffinity",    "NetBuffer",     "block_size",      "mesh"};
	static const char *const outcomes[] = {"stepTime [s]", "samplesPerSec", "finalLoss",
					       "power [W]",    "elapsedSec",    "gradNorm",
					       "sec/iter",     "ms / step"};
	static const char *const set[] = {"lossScale",  "maxTime [s]",  "powerCap",   "warmupSteps",
					  "timeoutSec", "threads/iter", "steps/epoch"};
	for (size_t i = 0; i < sizeof contexts / sizeof *contexts; i++)
		cr_assert(cml_name_is_context(contexts[i]), "%s", contexts[i]);
	for (size_t i = 0; i < sizeof params / sizeof *params; i++)
		cr_assert_not(cml_name_is_context(params[i]), "%s", params[i]);
	for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++)
		cr_assert(cml_name_is_measured(outcomes[i]), "%s", outcomes[i]);
	for (size_t i = 0; i < sizeof set / sizeof *set; i++)
		cr_assert_not(cml_name_is_measured(set[i]), "%s", set[i]);
	cr_assert(cml_name_counts_devices("nGPU") && cml_name_counts_nodes("numNodes"));
	cr_assert(cml_name_is_minimized("stepTimeMs") && cml_name_is_minimized("s/it"));
	cr_assert(cml_name_is_metric("sec/iter"));
	cr_assert_not(cml_name_is_minimized("tokensPerSec"));
	cr_assert(cml_name_is_memory("peakMemGB") && !cml_name_is_memory("memLimit"));
	cr_assert(cml_name_is_id("runId") && cml_name_is_time("createdAt"));
}

Test(names, what_a_time_is_of_and_what_is_work)
{
	static const char *const times[] = {"time_s",    "sec_per_iter", "iteration_time_s",
					    "runtime",   "train_hours",  "cost_usd",
					    "energy_kwh"};
	static const char *const others[] = {"tok_s", "ttft_ms",      "p99_latency",
					     "loss",  "usd_per_mtok", "it/s"};
	static const char *const work[] = {"rows",      "n_rows",       "num_iterations",
					   "max_steps", "total_tokens", "cfg/train.epochs"};
	static const char *const settings[] = {"grad_accum_steps", "row_group", "tokens_per_step",
					       "max_num_batched_tokens", "step_interval"};
	for (size_t i = 0; i < sizeof times / sizeof *times; i++)
		cr_assert(cml_name_costs_work(times[i]), "%s", times[i]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		cr_assert_not(cml_name_costs_work(others[i]), "%s", others[i]);
	for (size_t i = 0; i < sizeof work / sizeof *work; i++)
		cr_assert(cml_name_counts_work(work[i]), "%s", work[i]);
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
		cr_assert_not(cml_name_counts_work(settings[i]), "%s", settings[i]);
	cr_assert(cml_name_is_of_step("it/s") && cml_name_is_of_step("batches_per_s"));
	cr_assert(cml_name_is_batch("BatchSize") && cml_name_is_batch("mbs") &&
		  cml_name_is_batch("grad_accum") && !cml_name_is_batch("batch_scheduler"));
	cr_assert(cml_name_is_inverse("1/tok_s") && !cml_name_is_inverse("invocations"));
	cr_assert(cml_name_is_negated("negQPS") && cml_name_is_scaled("log_speed"));
}

Test(names, jobs_and_queues_have_names_and_latencies_bounds)
{
	cr_assert(cml_name_is_place("Partition") && cml_name_is_place("JobName") &&
		  cml_name_is_place("slurm_queue"));
	cr_assert_not(cml_name_is_place("model_name") || cml_name_is_place("gpu_type"));
	cr_assert(cml_name_is_latency("itl_p99_ms") && cml_name_is_latency("P95 Latency [s]"));
	cr_assert_not(cml_name_is_latency("step_time_ms") || cml_name_is_latency("tok_s"));
}

Test(names, statistics_of_one_reading_have_one_stem)
{
	char stem[CML_WORDS_SIZE], other[CML_WORDS_SIZE];
	cr_assert_eq(cml_name_statistic("time_stats.attn.std", stem), CML_STATISTIC_OTHER);
	cr_assert_str_eq(stem, "_time_stats_attn_");
	cr_assert_eq(cml_name_statistic("time_stats.attn.max", other), CML_STATISTIC_BOUND);
	cr_assert_str_eq(stem, other);
	cr_assert_eq(cml_name_statistic("p99LatencyMs", stem), CML_STATISTIC_OTHER);
	cr_assert_str_eq(stem, "_latency_ms_");
	cr_assert_eq(cml_name_statistic("min_max_s", stem), CML_STATISTIC_BOUND);
	cr_assert_str_eq(stem, "_max_s_");
	cr_assert_eq(cml_name_statistic("mean", stem), CML_STATISTIC_NONE);
	cr_assert_eq(cml_name_statistic("standard", stem), CML_STATISTIC_NONE);
	cr_assert(cml_name_has_rate_unit("best_rate_MBps") && cml_name_has_rate_unit("bw GB/s"));
	cr_assert_not(cml_name_has_rate_unit("gbs") || cml_name_has_rate_unit("size_gb"));
}

Test(names, a_time_begins_a_word)
{
	static const char *const times[] = {
	    "soltimems", "lat",       "avglat",    "p99latency", "exectime",
	    "timeus",    "elapsedms", "readlatms", "query_s",    "step_times.mean"};
	static const char *const none[] = {"flat", "dtime", "realtime", "plat", "items", "tok_s"};
	for (size_t i = 0; i < sizeof times / sizeof *times; i++)
		cr_assert(cml_name_is_minimized(times[i]), "%s", times[i]);
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		cr_assert_not(cml_name_is_minimized(none[i]), "%s", none[i]);
	cr_assert(cml_name_is_latency("p99lat") && cml_name_is_measured("kerneltime"));
	cr_assert(cml_name_is_measured("runtime") && cml_name_is_time("starttime"));
}

Test(names, hardware_and_what_is_one_of_many)
{
	cr_assert(cml_name_is_hardware("vm_type") && cml_name_is_hardware("num_hosts"));
	cr_assert(cml_name_is_hardware("machine_type") && cml_name_is_hardware("instance_count"));
	cr_assert_not(cml_name_is_hardware("seq_len") || cml_name_is_hardware("data_size_MB"));
	cr_assert(cml_name_counts_devices("nrGPUs") && cml_name_counts_devices("nr_gpus"));
	cr_assert(cml_name_counts_devices("nGPU") && cml_name_counts_devices("numgpus"));
	cr_assert(cml_name_is_context("data_size_MB") && cml_name_is_context("size_gib"));
	cr_assert(cml_name_is_context("model_file") && !cml_name_is_context("bucket_size_mb"));
	cr_assert(cml_name_is_index("solidx") && cml_name_is_index("algoId"));
	cr_assert_not(cml_name_is_index("grid") || cml_name_is_index("idx_type"));
	cr_assert(cml_name_is_beside("source_line") && !cml_name_is_beside("cache_line"));
}

Test(names, predictions_of_the_metric)
{
	static const char *const pairs[][2] = {{"sim_tok_s", "wps"},
					       {"predicted_step_time_ms", "step_time_s"},
					       {"est_latency_ms", "latency_ms"},
					       {"tflops_pred", "tflops"},
					       {"Simulated Samples/s", "samples_per_s"}};
	static const char *const others[][2] = {{"sim_tok_s", "step_time_s"},
						{"sim_tok_s", "predicted_tok_s"},
						{"best_tok_s", "tok_s"},
						{"predicted_tflops", "tok_s"},
						{"simd_width", "tok_s"}};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		cr_expect(cml_name_predicts(pairs[i][0], pairs[i][1]), "%s", pairs[i][0]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		cr_expect_not(cml_name_predicts(others[i][0], others[i][1]), "%s", others[i][0]);
}
