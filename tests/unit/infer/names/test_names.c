#include "infer/names/names.h"

#include "test.h"

/* Names that are of a class, and some that are not, with bars between them. */
static const struct {
	enum cml_name_class class;
	const char *names, *others;
} classes[] = {
    {CML_NAME_BESIDE,
     "Tags|Line|NodeList|Host|Hostname|cfg/seed|random_seed|repId|train.random_state|source_line|"
     "répétition|PYTHONHASHSEED|rerun|cvIdx|runs|Organization",
     "pipeline|repeat_kv|replica|cache_line|n_rep"},
    {CML_NAME_CODE, "attention_method", "methods"},
    {CML_NAME_END, "EndState|job_end_status|EndCode|end_reason|ExitReason", "End|status_time"},
    {CML_NAME_FAILURE,
     "hasCrashed|loss_diverged|n_oom|errors|nan count|failed_requests|OOM?|nan_steps|abgestürzt",
     "fail_fast|max_failures|retry_on_oom|check_nan|skip_nan_steps|error_feedback|ignoreErrors|"
     "timeout"},
    {CML_NAME_ID,
     "JobID|git_commit|JobNo|job_no|jobnumber|jobnum|run|Run Number|trial_idx|exp_name|RunID|runId|"
     "commitHash",
     "idle|job_size|run_time|num_runs|sweeps"},
    {CML_NAME_INDEX, "solidx|algoId", "grid|idx_type"},
    {CML_NAME_INVERSE, "1/tok_s", "invocations"},
    {CML_NAME_LATENCY, "itl_p99_ms|P95 Latency [s]|p99lat", "step_time_ms|tok_s"},
    {CML_NAME_LEARNING,
     "lr|config/lr|Learning Rate|adam_beta2|weight_decay|attention_dropout|warmup_steps",
     "lora_rank|micro_batch|decay_chunks|prefetch"},
    {CML_NAME_MEASURED,
     "Throughput (tok/s)|steps_per_s|Duration|train/loss|step_time_ms|sec_per_it|tokensSeen|"
     "last_step|data_time|GPU util|duration_s|wall_clock_s|Wall clock [h]|elapsed_min|run_time_h|"
     "job_runtime_s|wall_s|total_time_min|walltime_ms|train_duration_hours|Iter/s|"
     "requests / sec (total)|MB/second/node|TokSec|tok_sec|tokens_sec|samples_sec|imgs_sec|TokS|"
     "tok_sec_per_gpu|step_sec|iter_sec|StepSec|sec_per_step|time_per_tok|step_s|iter_s|"
     "Iteration [s]|epoch_s|time_per_step|stepTime [s]|samplesPerSec|finalLoss|power [W]|"
     "elapsedSec|gradNorm|sec/iter|ms / step|kerneltime|runtime|top5Accuracy|accept_rate",
     "steps|loss_scale|duration_of_warmup|max_steps|warmup_steps|timeout_ms|warmup_time|max_time_s|"
     "min_wait_ms|times|timeout_s|warmup_seconds|save_interval_min|ckpt_minutes|time_limit_min|"
     "max_wall_clock_h|clip_duration_s|warmup_duration_s|train_min|requested_gpu_hours|gpus|job_s|"
     "train_steps|gpu_clock|clock_s|minutes_per_checkpoint|max_step_s|warmup_iter_s|"
     "max_time_per_step|lr/min|model/size|a/|/|s|it/step|lossScale|maxTime [s]|powerCap|"
     "warmupSteps|timeoutSec|threads/iter|steps/epoch"},
    {CML_NAME_MEMORY, "mem_gb|Peak GiB|gpu/vram|max_memory_allocated|host.rss|peakMemGB",
     "gpu_memory_utilization|mem_per_node|mem_limit_gb|bucket_gb|gbs|gb_per_s|peak_lr|members|"
     "memLimit"},
    {CML_NAME_METRIC,
     "training_time|duration_s|wall_clock_s|Wall clock [h]|elapsed_min|run_time_h|job_runtime_s|"
     "wall_s|total_time_min|walltime_ms|train_duration_hours|Iter/s|requests / sec (total)|"
     "MB/second/node|TokSec|tok_sec|tokens_sec|samples_sec|imgs_sec|TokS|tok_sec_per_gpu|step_sec|"
     "iter_sec|StepSec|sec_per_step|time_per_tok|step_s|iter_s|Iteration [s]|epoch_s|time_per_step|"
     "sec/iter|pairs/min|it / min",
     "time_limit_kind|n_repeats|length/min|lr/min"},
    {CML_NAME_NEGATED, "negQPS", ""},
    {CML_NAME_OF_STEP, "it/s|batches_per_s", ""},
    {CML_NAME_PLACE, "Partition|JobName|slurm_queue", "model_name|gpu_type"},
    {CML_NAME_RATE_UNIT, "best_rate_MBps|bw GB/s", "gbs|size_gb"},
    {CML_NAME_SCALED, "log_speed", ""},
    {CML_NAME_SPEED,
     "tok_s|ktok_s|samples_per_sec|step_time|latency_ms|throughput|epoch_time_s|epoch_min|Laufzeit "
     "(s)",
     "val_loss|accuracy|value|score|eval_acc|train_acc|perplexity|map"},
    {CML_NAME_STATUS, "slurm_state|EndState|job_end_status|EndCode|end_reason|ExitReason",
     "statement"},
    {CML_NAME_SURE_VERDICT, "isValid|valid_sla", "ok_at_p99"},
    {CML_NAME_TIME, "Submit|createdAt|starttime", "timeout"},
    {CML_NAME_USED_MEMORY, "memUsedGB|peak_per_gpu", "mem_gb|peak_lr"},
    {CML_NAME_VERDICT, "ok_at_p99", "skip_invalid|validate"},
    {CML_NAME_VERSION, "torch_version|NCCL", "nccl_buffer"},
};

static const struct {
	bool (*is)(const char *name);
	const char *names, *others;
} kinds[] = {
    {cml_name_costs_work,
     "time_s|sec_per_iter|iteration_time_s|runtime|train_hours|cost_usd|energy_kwh",
     "tok_s|ttft_ms|p99_latency|loss|usd_per_mtok|it/s"},
    {cml_name_counts_devices,
     "gpus|num_gpus|n_gpus|GPU count|world_size|ngpus|total_devices|accelerators|gpu|ncards|ndev|"
     "n_dev|num_devs|n_cards|NumNPUs|ndevices|World Size|dist.world_size|parallel/devices|nGPU|"
     "nrGPUs|nr_gpus|numgpus",
     "nodes|number_of_nodes|nnodes|num_hosts|gpus_per_node|accelerators_per_node|gpu_type|cpus|"
     "batch_size|node_name|batch/gpu"},
    {cml_name_counts_nodes, "nodes|number_of_nodes|nnodes|num_hosts|trainer.num_nodes|numNodes",
     "gpus|num_gpus|n_gpus|GPU count|world_size|ngpus|total_devices|accelerators|gpu|ncards|ndev|"
     "n_dev|num_devs|n_cards|NumNPUs|ndevices|gpus_per_node|accelerators_per_node|gpu_type|cpus|"
     "batch_size|node_name"},
    {cml_name_counts_work, "rows|n_rows|num_iterations|max_steps|total_tokens|cfg/train.epochs",
     "grad_accum_steps|row_group|tokens_per_step|max_num_batched_tokens|step_interval"},
    {cml_name_is_batch, "BatchSize|mbs|grad_accum", "batch_scheduler"},
    {cml_name_is_context,
     "gpu|n_gpus|num_layers|host_cpu|nproc_per_node|gpu_type|model_name|generate_max_len|Server|"
     "net|card|nlayers|ncpus|cfg/model.hidden_size|model/num_layers|data.seq_len|dist.world_size|"
     "trainer.num_nodes|train/global_bs|parallel/devices|slurm/partition|cfg.gpu|nGPU|numNodes|"
     "SeqLen [tok]|sequence_length (tokens)|Base Model|InstanceType|GPUs (total)|#GPUs|"
     "globalBatchSize|dModel|maxSeqLen|ctx_len|GPUType|NGPUs|data_size_MB|size_gib|model_file|num_"
     "processes|pooling_factor|"
     "in_len|tokens_out|mean_input_tokens|input_token_count|tgt_len|Longueur entrée|Eingabelänge|"
     "Anzahl_GPUs|allocGPUs|Number of atoms|num_embeddings_large (M "
     "rows)|scaling_config/num_workers|"
     "train_ds.manifest_filepath|model2|model_id|machine_id|accelerator_model_name|"
     "inference_steps|target_metric|host_processor_core_count",
     "micro_batch|beta1|zero1|gpu_memory_utilization|tp|cpu_offload|model_parallel|batch_per_node|"
     "batch/gpu|"
     "micro.batch.per.gpu|recompute.num_layers|latency/query|pipeline/chunks|offload/layers|"
     "tok/s/gpu|zero.hidden|cost_model|threading model|memoryModel|uBatch|ActCkpt|networkThreads|"
     "deviceMap|data_parallel|contextParallel|image_cache|layersPerStage|nodeAffinity|NetBuffer|"
     "block_size|mesh|bucket_size_mb|max_prefill_tokens|num_speculative_tokens|context_parallel|"
     "new_token_ratio|max_num_batched_tokens"},
    {cml_name_is_hardware, "vm_type|num_hosts|machine_type|instance_count", "seq_len|data_size_MB"},
    {cml_name_is_minimized,
     "time_ms|time_per_sample|duration_s|wall_clock_s|Wall clock [h]|elapsed_min|run_time_h|"
     "job_runtime_s|wall_s|total_time_min|walltime_ms|train_duration_hours|step_sec|iter_sec|"
     "StepSec|sec_per_step|time_per_tok|step_s|iter_s|Iteration [s]|epoch_s|time_per_step|"
     "usd_per_hour|cost_per_s|kwh_per_day|errors_per_s|failures/day|usd/sec|kj_per_hour|$/hour|"
     "node_failures_per_hour|sec_per_it|seconds_per_step|s/it|hours_per_epoch|latency/min|"
     "step_time/min|usd_per_1m_tokens|price_per_mtok|eur_per_epoch|J_per_token|kwh_per_epoch|"
     "kWh/epoch|$/1M tok|energy/token|total_cost_usd|perf/cost|perf/usd_per_mtok|makespan|slowdown|"
     "makespan_s|watts_per_gpu|stepTimeMs|soltimems|lat|avglat|p99latency|exectime|timeus|"
     "elapsedms|readlatms|query_s|step_times.mean|target_epoch|mem_gb",
     "samples_per_sec|tok_s|Iter/s|requests / sec (total)|MB/second/node|TokSec|tok_sec|tokens_sec|"
     "samples_sec|imgs_sec|TokS|tok_sec_per_gpu|hours_per_s|audio_hours_per_s|hours_per_sec|"
     "hoursPerSec|audio_seconds_per_second|hours_of_audio_per_second|minutes_per_min|gb_per_hour|"
     "tokens_per_day|hours/s|audio seconds / sec|minutes/hour|samples_per_minute|"
     "audio_hours_per_gpu_per_s|tok_per_sec_per_gpu|tokens_per_usd|tok/J|samples_per_kwh|tokens/$|"
     "tokens_per_s_per_usd|tok_s_per_watt|energy_efficiency|perf_per_cost|j|tokensPerSec|flat|"
     "dtime|realtime|plat|items|samples/min|tokens/minute|Inf time (fps)|latency [QPS]"},
    {cml_name_tells_goal,
     "Iter/s|requests / sec (total)|MB/second/node|TokSec|tok_sec|tokens_sec|samples_sec|imgs_sec|"
     "TokS|tok_sec_per_gpu|step_sec|iter_sec|StepSec|sec_per_step|time_per_tok|step_s|iter_s|"
     "Iteration [s]|epoch_s|time_per_step|hours_per_s|audio_hours_per_s|hours_per_sec|hoursPerSec|"
     "audio_seconds_per_second|hours_of_audio_per_second|minutes_per_min|gb_per_hour|"
     "tokens_per_day|hours/s|audio seconds / sec|minutes/hour|samples_per_minute|"
     "audio_hours_per_gpu_per_s|tok_per_sec_per_gpu|sec_per_it|seconds_per_step|s/it|"
     "hours_per_epoch|latency/min|step_time/min|time_per_sample|usd_per_1m_tokens|price_per_mtok|"
     "eur_per_epoch|J_per_token|kwh_per_epoch|kWh/epoch|$/1M tok|energy/token|total_cost_usd|"
     "perf/cost|perf/usd_per_mtok|makespan|slowdown|makespan_s|watts_per_gpu|tokens_per_usd|tok/J|"
     "samples_per_kwh|tokens/"
     "$|tokens_per_s_per_usd|tok_s_per_watt|energy_efficiency|perf_per_cost|latency|Tok/s",
     "usd_per_hour|cost_per_s|kwh_per_day|errors_per_s|failures/day|usd/sec|kj_per_hour|$/hour|"
     "node_failures_per_hour|performance"},
};

/* The next of the names; false: there is none. */
static bool take(const char **names, char name[CML_WORDS_SIZE])
{
	size_t n = strcspn(*names, "|");
	snprintf(name, CML_WORDS_SIZE, "%.*s", (int)n, *names);
	*names += n + ((*names)[n] == '|');
	return n > 0;
}

Test(names, are_of_classes)
{
	char name[CML_WORDS_SIZE];
	for (size_t i = 0; i < COUNT(classes); i++) {
		const char *names = classes[i].names, *others = classes[i].others;
		while (take(&names, name))
			cr_expect(cml_name_is_a(name, classes[i].class), "%zu: %s", i, name);
		while (take(&others, name))
			cr_expect_not(cml_name_is_a(name, classes[i].class), "%zu: %s", i, name);
	}
}

Test(names, are_of_kinds)
{
	char name[CML_WORDS_SIZE];
	for (size_t i = 0; i < COUNT(kinds); i++) {
		const char *names = kinds[i].names, *others = kinds[i].others;
		while (take(&names, name))
			cr_expect(kinds[i].is(name), "%zu: %s", i, name);
		while (take(&others, name))
			cr_expect_not(kinds[i].is(name), "%zu: %s", i, name);
	}
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
	is_origin("param_count", CML_ORIGIN_UNKNOWN, "param_count");
	is_origin("params.", CML_ORIGIN_UNKNOWN, "params.");
	is_origin("configuration", CML_ORIGIN_UNKNOWN, "configuration");
	is_origin("tok_s", CML_ORIGIN_UNKNOWN, "tok_s");
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
	for (size_t i = 0; i < COUNT(whole); i++)
		for (size_t k = 0; k < COUNT(steps); k++)
			cr_assert_lt(cml_name_metric_rank(whole[i]), cml_name_metric_rank(steps[k]),
				     "%s %s", whole[i], steps[k]);
	cr_assert(cml_name_extends("tok_s_gpu", "tok/s"));
	cr_assert_not(cml_name_extends("tok_s", "tok_s"));
	cr_assert_not(cml_name_extends("tok_sum", "tok_s"));
	cr_assert_lt(cml_name_metric_rank("MaxRSS"), cml_name_metric_rank("elapsed"));
	cr_assert_lt(cml_name_metric_rank("reward"), cml_name_metric_rank("step (s)"));
}

Test(names, a_sign_at_the_end_is_the_goal)
{
	cr_assert(cml_name_is_minimized("position-") && cml_name_tells_goal("position-"));
	cr_assert(!cml_name_is_minimized("loss_margin+") && cml_name_tells_goal("recall+"));
	cr_assert_not(cml_name_tells_goal("recall"));
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
	for (size_t i = 0; i < COUNT(pairs); i++)
		cr_expect(cml_name_predicts(pairs[i][0], pairs[i][1]), "%s", pairs[i][0]);
	for (size_t i = 0; i < COUNT(others); i++)
		cr_expect_not(cml_name_predicts(others[i][0], others[i][1]), "%s", others[i][0]);
}
