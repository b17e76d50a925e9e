/* What the words of a name say, as one table. */
#include "infer/names/names.h"

#include <string.h>

/* What several rows have. */
static const char time_words[] =
    "date time timestamp datetime started start created submitted submit finished end starttime "
    "endtime ts when epoch unixtime ended begin completed launched queued stopped startzeit "
    "endzeit zeitstempel beginn datum horodatage debut fecha inicio";
static const char verdict_words[] =
    "valid invalid feasible infeasible converged success successful succeeded passed ok correct "
    "verified completed finished usable";
static const char setting_words[] =
    "lr learning_rate decay wd momentum dropout eps epsilon beta beta1 beta2 fraction frac ratio "
    "alpha gamma lambda rho tau clip threshold";
static const char memory_used_words[] =
    "used usage peak rss maxrss averss footprint consumed consumption actual observed measured "
    "in_use high_water hwm max_reserved memory_reserved mem_reserved allocated";
static const char time_settings[] = "max min limit timeout wait warmup delay interval every clip "
				    "window ckpt checkpoint save requested";
/* How well training went: at the end of a name alone, as a loss scale is set. */
static const char quality_words[] =
    "loss energy score accuracy auc perplexity ppl bpb bleu rouge f1 wer retries ooms params_norm "
    "param_norm num_zeros total_flos total_flops";

/* Where the words are that a row looks for: some in the name, at its end, or all of it; a noun
 * alone or with an ending of ids (`run`, `JobNo`, `jobno`); bytes at the end or the start of a
 * name. */
enum how {
	HAS,
	ENDS_IN,
	IS,
	NUMBERED,
	STOPS_WITH,
	STARTS_WITH,
	PER = 8,   /* with `per` for a slash, and `usd` for $: `_tok_per_s_` of `tok/s` */
	ALSO = 16, /* must be so, whatever other rows say */
	BUT = 32,  /* must not */
	CLASS = 64,
};
#define OF(class) (CLASS * (1 + (class)))

/* A name is of a class if one of its rows without ALSO and BUT fits. */
static const struct row {
	enum cml_name_class class;
	unsigned how;
	const char *words;
} rows[] = {
    /* Times of jobs, ids, and who, where and why. */
    {CML_NAME_STATUS, HAS,
     "status state jobstate phase outcome conclusion end_code end_reason end_result exit_reason"},
    /* Called so and nothing else: the stage of optimizer_state_sharding is a setting. */
    {CML_NAME_PLAIN_STATUS, IS,
     "status state st stat statut estado stato job_status job_state jobstate run_status run_state "
     "outcome final_status final_state result conclusion exit_state end_state end_status "
     "job_end_state job_end_status end_result end_reason exit_reason resultat ergebnis resultado"},
    {CML_NAME_EXIT_CODE, IS,
     "exit_code exitcode exit_status return_code returncode retcode rc exit end_code"},
    {CML_NAME_EXIT_CODE, ENDS_IN, "exit_code"},
    {CML_NAME_TIME, HAS, time_words},
    {CML_NAME_END, HAS, "status state code reason result"},
    /* Not so in `status_time`. */
    {CML_NAME_END, BUT | ENDS_IN, time_words},
    {CML_NAME_ID, NUMBERED, "job run trial exp experiment sweep project lauf versuch essai"},
    {CML_NAME_ID, IS,
     "id guid hash digest name config_name cml_key index number seq artifact_uri "
     "sequence_id sequenceid row_id rowid sample_id sample_no sample_idx sample_index iteration_id "
     "iteration_no iteration_idx measurement_id"},
    {CML_NAME_ID, ENDS_IN,
     "uuid commit commit_hash git_hash sha job_id jobid run_id trial_id array_task_id"},
    {CML_NAME_NAME, ENDS_IN, "name jobname"},
    {CML_NAME_INDEX, ENDS_IN, "id idx index"},
    {CML_NAME_INDEX, STOPS_WITH, "idx"},
    {CML_NAME_MAYBE_SETTING, IS, "retry layout flags group"},
    {CML_NAME_MAYBE_SETTING, ENDS_IN, "commit"},
    {CML_NAME_PLACE, OF(CML_NAME_ID), NULL},
    {CML_NAME_PLACE, HAS, "partition queue qos pool cluster reservation zone region site"},
    /* Who ran a job and where, which line of which file has it, what people and programs note. */
    {CML_NAME_BESIDE, IS,
     "line lineno line_number line_no source_line src_line log_line csv_line source section "
     "estimated user username account owner author submitter submitted_by nodelist node_list "
     "nodename node_name host hosts hostlist host_list hostname hostnames url link column_1 "
     "unnamed_0 estimate entity git_branch retries attempts restarts retry_count restart_count "
     "preemptions pid ip node_ip ip_address who run_by launched_by engineer notes note tags "
     "comment comments description source_type source_name remark remarks error_message error_msg "
     "error_type err_msg traceback message stderr fail_reason failure_reason failure_message "
     "warnings cmd cmdline command command_line output_dir out_dir outdir output_path log_dir "
     "logdir log_path log_file logfile save_dir save_path run_dir job_dir work_dir working_dir "
     "workdir checkpoint_dir ckpt_dir checkpoint_path ckpt_path script intermediate_count port "
     "master_port best_so_far best_trial is_best retry observation n_restarts num_restarts "
     "retries_total runs num_runs n_trials num_trials organization organisation dir log"},
    /* Of Hydra, which starts jobs, and of Ray Tune, beside the settings. */
    {CML_NAME_BESIDE, HAS, "hydra"},
    {CML_NAME_BESIDE, IS,
     "timesteps_total timesteps_since_restore timesteps_this_iter episodes_total "
     "episodes_this_iter checkpoint_dir_name should_checkpoint experiment_tag trainable_name "
     "time_this_iter_s time_total_s time_since_restore warmup_time"},
    /* How often a trainer saves, evaluates and logs. */
    {CML_NAME_BESIDE, ENDS_IN,
     "save_interval save_steps save_every save_freq eval_interval eval_steps eval_iters eval_every "
     "eval_freq val_interval val_check_interval check_val_every_n_epoch limit_val_batches "
     "log_interval logging_steps log_every log_steps log_every_n_steps log_freq exit_interval "
     "max_restarts"},
    /* Of sacct: what a job asked of the queue, and the queue's own. */
    {CML_NAME_BESIDE, IS,
     "admincomment associd dbindex eligible flags gid group jobidraw layout mcslabel priority "
     "qosraw reason reservation reservationid reserved planned submitline suspended timelimit "
     "timelimitraw uid wckey"},
    /* Of repeats of one job: alone, and with an ending of ids. */
    {CML_NAME_BESIDE, NUMBERED,
     "seed rep reps replicate replication repetition repeticion wiederholung repeat rerun "
     "measurement fold cv cv_fold try"},
    {CML_NAME_BESIDE, ENDS_IN, "seed hashseed pythonhashseed random_state rng rng_state"},
    /* How a job went: what became of it, and of which its name says that it is seen or counted. */
    {CML_NAME_FAILURE, HAS,
     "failed crashed diverged early_stopped oomed killed aborted errored preempted evicted "
     "interrupted timed_out succeeded timedout hung exploded dropped_requests dropped_queries "
     "dropped_packets lost_packets rejected_requests successful_requests unfinished_requests "
     "skipped_steps skipped_iterations skipped_iters skipped_batches lost_requests "
     "missed_deadlines rejected throttled stragglers nan_grads inf_grads abgesturzt abgestuerzt "
     "absturz abbruch fehlgeschlagen echec fallo"},
    {CML_NAME_FAILURE, ENDS_IN,
     "ooms nans crashes fails failures errors timeouts exceptions preemptions evictions overflows "
     "divergences hangs"},
    {CML_NAME_FAILURE, IS,
     "oom nan crash hang error_code err_code rating grade verdict assessment judgement judgment "
     "mark"},
    {CML_NAME_FAILURE, OF(CML_NAME_SEEN_FAILURE), NULL},
    {CML_NAME_FAILURE, BUT | OF(CML_NAME_HANDLING), NULL},
    {CML_NAME_SEEN_FAILURE, HAS,
     "oom nan crash fail failure error timeout exception preemption eviction overflow divergence "
     "hang"},
    {CML_NAME_SEEN_FAILURE, ALSO | HAS,
     "is has had did was hit got n num number_of count counts flag rate total detected occurred "
     "steps iters iterations batches"},
    /* What is done about failures is set. */
    {CML_NAME_HANDLING, HAS,
     "on if when until before after max min allow allowed allowable ignore check retry retries "
     "skip detect tolerance tol tolerated limit threshold mode policy handling handler fast enable "
     "enabled use auto stop inject expected target budget log warn raise dump recover resume"},
    /* Whether the result counts. */
    {CML_NAME_VERDICT, HAS, verdict_words},
    {CML_NAME_VERDICT, BUT | OF(CML_NAME_HANDLING), NULL},
    {CML_NAME_SURE_VERDICT, ALSO | OF(CML_NAME_VERDICT), NULL},
    {CML_NAME_SURE_VERDICT, ENDS_IN, verdict_words},
    {CML_NAME_SURE_VERDICT, HAS, "sla slo run job result config"},
    /* Settings. */
    {CML_NAME_LEARNING, HAS,
     "lr lrs learning_rate weight_decay wd dropout beta beta1 beta2 betas momentum warmup adam_eps "
     "adam_epsilon label_smoothing grad_clip clip_grad max_grad_norm gradient_clipping "
     "gradient_clip_val gradient_clip clip_norm clip_grad_norm loss_scale init_method_std "
     "initializer_range snr_gamma noise_offset mixup cutmix drop_path"},
    /* How long it trains. */
    {CML_NAME_LEARNING, ENDS_IN,
     "epochs train_steps training_steps max_steps total_steps train_iters max_iters train_samples"},
    {CML_NAME_TUNED, HAS, setting_words},
    /* What else people tune for speed. */
    {CML_NAME_TUNED, HAS,
     "accum acc accumulation steps zero stage chunk chunks interleave virtual bucket buffer "
     "workers threads prefetch block tile unroll ranks parallel tp pp dp cp ep sp batch microbatch "
     "minibatch bs bsz mbs timeout limit"},
    /* What people tune of servers of models, of Spark, of data bases, though it may be fractional,
     * or is called like memory or a cost. */
    {CML_NAME_KNOWN_SETTING, HAS,
     "gpu_memory_utilization gpu_mem_utilization gpu_memory_util gpu_mem_util mem_fraction_static "
     "schedule_conservativeness swap_space cpu_offload_gb capacity_factor prefetch_factor "
     "executor_memory driver_memory memory_overhead heap_size jvm_heap java_heap "
     "memory_reservation shared_buffers work_mem effective_cache_size wal_buffers max_wal_size "
     "buffer_pool_size random_page_cost seq_page_cost tuple_cost operator_cost cost_limit "
     "cost_delay commit_delay completion_target compression_level zstd_level loss_scale "
     "power_limit power_cap top_p"},
    /* Of a reading of the same name. */
    {CML_NAME_KNOWN_SETTING, BUT | HAS,
     "avg average mean max peak min median p50 p90 p95 p99 used actual measured observed"},
    {CML_NAME_BATCH, HAS,
     "bs bsz batchsize batch_size minibatch accumulate accumulation samples_per_gpu images_per_gpu "
     "update_freq batchgrose batchgroesse"},
    {CML_NAME_BATCH, ENDS_IN, "batch"},
    {CML_NAME_VERSION, HAS, "version versions release"},
    {CML_NAME_VERSION, IS,
     "torch pytorch cuda cudnn nccl driver python rocm jax tensorflow container image tag"},
    {CML_NAME_CODE, ENDS_IN,
     "method algorithm algo mode kind type variant strategy policy scheduler backend optimizer"},
    {CML_NAME_DEVICE, HAS, "gpu gpus tpu device accelerator hardware"},
    {CML_NAME_REPLICAS, IS, "replicas num_replicas"},
    /* Memory. */
    {CML_NAME_MEMORY, HAS,
     "mem memory vram hbm gmem rss peak gb gib mib maxrss averss maxvmsize avevmsize max_allocated "
     "max_reserved allocated_bytes"},
    {CML_NAME_MEMORY, BUT | HAS, setting_words},
    /* Memory that is asked for or kept back; divided; peaks of other things. */
    {CML_NAME_MEMORY, BUT | HAS,
     "utilization util controller limit budget cap req request requested reserve offload requests "
     "concurrency concurrent users spread std stdev stddev flop flops tflop tflops power watt "
     "watts"},
    {CML_NAME_MEMORY, BUT | OF(CML_NAME_KNOWN_SETTING), NULL},
    {CML_NAME_MEMORY, BUT | OF(CML_NAME_MEMORY_PART), NULL},
    {CML_NAME_MEMORY_PART, HAS,
     "bucket buffer cache swap per shuffle spill spilled read reads write writes written input "
     "output disk network dataset traffic transferred sent received"},
    {CML_NAME_MEMORY_PART, BUT | HAS, memory_used_words},
    {CML_NAME_USED_MEMORY, HAS, memory_used_words},
    {CML_NAME_USED_MEMORY, ALSO | OF(CML_NAME_MEMORY), NULL},
    /* Rates, and times that people optimise. Rates, paces, durations, and other figures that no
     * job is started with. */
    {CML_NAME_READING, OF(CML_NAME_GIVEN_READING), NULL},
    {CML_NAME_READING, OF(CML_NAME_RATE), NULL},
    {CML_NAME_READING, OF(CML_NAME_PACE), NULL},
    {CML_NAME_READING, OF(CML_NAME_DURATION), NULL},
    {CML_NAME_GIVEN_READING, PER | HAS,
     "throughput tput thruput goodput qps wps tps fps per_s per_sec per_second latency lat elapsed "
     "elapsedraw runtime jobruntime walltime grad_norm mfu hfu flops_utilization flop_utilization "
     "tflops gflops ttft tpot itl "
     "n_repeats repeats readings n_runs n_failed n_retries attempt exit_code exitcode exitval "
     "returncode peak_memory maxrss averss cputime cputimeraw avecpu totalcpu systemcpu of_best "
     "of_peak vs_best vs_baseline speedup usercpu mincpu maxvmsize avevmsize maxpages avepages "
     "maxdiskread avediskread maxdiskwrite avediskwrite consumedenergy consumedenergyraw "
     "total_output_tokens total_generated_tokens max_total_num_tokens time_to_first_token "
     "time_to_second_token time_per_output_token train_acc val_acc valid_acc test_acc eval_acc "
     "accept_rate acceptance_rate accept_length acceptance_length reward tgs cost_usd cost_eur "
     "total_cost job_cost run_cost gpu_cost"},
    /* `sec/iter`, `ms_per_step`, `step_s`; not those that are set. */
    {CML_NAME_PACE, PER | HAS,
     "time_per s_per sec_per secs_per second_per seconds_per ms_per us_per min_per minutes_per "
     "step_s step_sec step_timing iter_s iter_sec run_s query_s task_s total_s wall_s cpu_s "
     "kernel_s exec_s train_s solve_s compile_s build_s iteration_s epoch_s"},
    {CML_NAME_PACE, BUT | OF(CML_NAME_RATE), NULL},
    {CML_NAME_PACE, BUT | OF(CML_NAME_SET_TIME), NULL},
    /* Bounds of a time are set. */
    {CML_NAME_SET_TIME, PER | HAS, time_settings},
    {CML_NAME_MEASURED, OF(CML_NAME_READING), NULL},
    {CML_NAME_MEASURED, OF(CML_NAME_MEASURED_TIME), NULL},
    {CML_NAME_MEASURED, PER | ENDS_IN, quality_words},
    /* How far a job came. */
    {CML_NAME_MEASURED, IS,
     "step last_step final_step iter iteration training_iteration epoch last_epoch "
     "final_epoch steps_completed iterations_since_restore flops bench_steps thinking_tokens "
     "reasoning_tokens visible_tokens"},
    {CML_NAME_MEASURED, ENDS_IN, "global_step wrong"},
    {CML_NAME_MEASURED, HAS,
     "average_power avg_power mean_power power_mean power_avg peak_power power_peak max_power "
     "power_usage power_consumption"},
    {CML_NAME_MEASURED, HAS,
     "gpu_util sm_util cpu_util ram_util celsius max_temp_c util_max util_mean util_avg"},
    {CML_NAME_MEASURED, PER | HAS,
     "seen completed processed consumed done executed total_input_tokens accept_rate "
     "acceptance_rate accept_length acceptance_length hit_rate success_rate error_rate "
     "straggler_ratio slowest fastest telemetry gpu_sampling mem_controller spread tpgps sps"},
    /* Times of a part of a step, and what a device was seen to do. */
    {CML_NAME_MEASURED_TIME, PER | HAS,
     "time_s time_ms time_us time_ns temp_c gpu_temp watts power_draw power_w joules"},
    {CML_NAME_MEASURED_TIME, PER | ENDS_IN, "time ms us"},
    {CML_NAME_MEASURED_TIME, BUT | OF(CML_NAME_SET_TIME), NULL},
    {CML_NAME_METRIC, OF(CML_NAME_READING), NULL},
    /* More of what people optimise, though settings may be called so, too. */
    {CML_NAME_METRIC, PER | HAS,
     "sps perf performance speed duration time_ms time_us time_ns time_s minutes seconds loss bpb "
     "sps cost slowdown target_epoch target_epochs to_target to_accuracy"},
    {CML_NAME_METRIC, IS, "result results"},
    {CML_NAME_METRIC, PER | ENDS_IN, "time ms us"},
    {CML_NAME_METRIC, OF(CML_NAME_OBJECTIVE), NULL},
    /* Of the metrics by name, counts are none. */
    {CML_NAME_METRIC, BUT | PER | HAS,
     "n repeats readings attempt exit_code exitcode returncode grad_norm retries ooms util percent "
     "pct"},
    {CML_NAME_METRIC, BUT | OF(CML_NAME_KNOWN_SETTING), NULL},
    /* What a study optimises, whatever else it notes. */
    {CML_NAME_OBJECTIVE, IS,
     "value objective objective_value searcher_metric_value final_objective_value metric_val "
     "metric_value"},
    {CML_NAME_SPEED, OF(CML_NAME_READING), NULL},
    {CML_NAME_SPEED, OF(CML_NAME_IN_SECONDS), NULL},
    {CML_NAME_SPEED, PER | ENDS_IN, "time ms us time_s time_ns time_min time_h"},
    {CML_NAME_SPEED, BUT | PER | HAS, "acc reward grad_norm"},
    {CML_NAME_SPEED, BUT | PER | ENDS_IN, quality_words},
    /* Steps in a time, however much one of them does. */
    {CML_NAME_STEP_RATE, PER | HAS,
     "steps_per steps_s steps_sec iters_per iters_s iters_sec its_per its_s it_per it_s "
     "iterations_per iterations_s"},
    {CML_NAME_OF_STEP, OF(CML_NAME_STEP_RATE), NULL},
    {CML_NAME_OF_STEP, PER | HAS, "batches_per batches_s batch_latency"},
    {CML_NAME_LATENCY, HAS,
     "latency lat ttft tpot itl e2el response_time time_to_first_token time_per_output_token "
     "inter_token_time"},
    /* A utilization, how well training went, or of what it does not say: not how fast. */
    {CML_NAME_WEAK_METRIC, PER | HAS, "mfu hfu flops_utilization flop_utilization loss bpb reward"},
    {CML_NAME_WEAK_METRIC, IS, "result results"},
    {CML_NAME_WEAK_METRIC, OF(CML_NAME_MEMORY), NULL},
    /* Of a whole job, its start and its end included. */
    {CML_NAME_WHOLE_JOB, PER | HAS, "runtime jobruntime walltime elapsed elapsedraw duration"},
    {CML_NAME_WHOLE_JOB, OF(CML_NAME_DURATION), NULL},
    /* Of another run than the training, or of a part of it, a statistic, or computed from a
     * reading. */
    {CML_NAME_LESSER, PER | HAS,
     "eval val valid validation test warmup min max median std stdev stddev stderr sd var variance "
     "ci95 p10 p25 p50 p75 p90 p95 p99 p999 scaling factor normalized normalised relative rel "
     "ratio speedup rank target expected predicted pred estimated theoretical ideal baseline "
     "reference ref best peak"},
    /* Units of rates that have no word for the time, as of networks, too. */
    {CML_NAME_RATE_UNIT, HAS,
     "kbps mbps gbps tbps kb_s mb_s gb_s tb_s kib_s mib_s gib_s tib_s iops kops mops gops rps krps "
     "kqps mqps mpps"},
    {CML_NAME_NEGATED, HAS, "neg negative negated minus"},
    {CML_NAME_INVERSE, HAS, "inverse inverted inv reciprocal recip one_over 1_over"},
    {CML_NAME_INVERSE, STARTS_WITH, "1/"},
    {CML_NAME_SCALED, HAS, "log ln log2 log10 delta diff difference change gain"},
    {CML_NAME_COMPUTED, HAS,
     "pct percent percentage percentile tier grade slo sla meets met passed above below acceptable "
     "verdict winner pareto quartile decile quintile bin improvement rating is_best"},
    {CML_NAME_COMPUTED, IS, "is_fast is_slow fast slow rank"},
    /* `Laufzeit (s)`, whatever the language. */
    {CML_NAME_IN_SECONDS, IS, "mean_s avg_s median_s mean_sec avg_sec median_sec"},
    {CML_NAME_IN_SECONDS, IS,
     "epoch_min epoch_mins min_epoch mins_epoch min_per_epoch mins_per_epoch step_min step_mins "
     "min_step min_per_step iter_min min_iter run_min run_mins job_min job_mins train_min "
     "train_mins"},
    {CML_NAME_IN_SECONDS, STOPS_WITH, "(s) [s] (sec) [sec] (h) [h] (min) [min]"},
};

static const char id_endings[] = "id no nr number num index idx name";

static const char duration_words[] =
    "duration dur elapsed runtime run_time walltime wallclock wall wall_clock job_time train_time "
    "training_time total_time exec_time execution_time compute_time gpu_time makespan jct";

/* Whether something is counted by seconds (`tok_sec`, `imgs_sec_gpu`, not `step_sec`), or comes in
 * a time (`GB/hour`, `audio_hours_per_s`). */
static bool are_rate(const char *words)
{
	char word[CML_WORDS_SIZE] = "_";
	bool is_after_count = false, is_after_per = false;
	for (const char *at = words + 1; *at; at += strcspn(at, "_") + 1) {
		size_t size = strcspn(at, "_");
		memcpy(word + 1, at, size + 1);
		word[size + 2] = '\0';
		if ((is_after_count && cml_words_are(word, "s sec second")) ||
		    (is_after_per &&
		     cml_words_are(word, "s sec secs second seconds min mins minute h hr hour "
					 "hours day days")))
			return true;
		is_after_count = cml_words_are(word, CML_COUNTED_WORDS);
		is_after_per = cml_words_are(word, "per");
	}
	return false;
}

/* How long a job took, also with a unit behind it: `duration_s`, `wall_clock_h`; not those that are
 * set. */
static bool are_duration(const char *words)
{
	static const char units[] =
	    "s ms sec secs second seconds min mins minute minutes h hr hrs hour hours days";
	char rest[CML_WORDS_SIZE];
	strcpy(rest, words);
	if (cml_words_end_in(rest, units)) {
		size_t n = strlen(rest) - 1;
		while (n > 0 && rest[n - 1] != '_')
			n--;
		rest[n] = '\0';
	}
	return cml_words_end_in(rest, duration_words) && !cml_words_have(rest, time_settings);
}

/* As `job_id` of `job`; `jobid` is one word. */
static bool are_numbered(const char *words, const char *nouns)
{
	const char *noun;
	for (size_t size; cml_words_next(&nouns, &noun, &size);) {
		char rest[CML_WORDS_SIZE] = "_";
		const char *tail = words + 1 + size;
		if (strncmp(words + 1, noun, size) != 0)
			continue;
		strcpy(rest + 1, tail + (*tail == '_'));
		if (strcmp(tail, "_") == 0 || cml_words_are(rest, id_endings))
			return true;
	}
	return false;
}

/* Whether a name begins, or ends, with one of some texts, and goes on. */
static bool has_affix(const char *name, const char *affixes, bool at_end)
{
	const char *affix;
	size_t size = strlen(name);
	for (size_t n; cml_words_next(&affixes, &affix, &n);)
		if (n < size && strncmp(at_end ? name + size - n : name, affix, n) == 0)
			return true;
	return false;
}

/* A name, its spelling, and that with a word for a slash. */
struct spelt {
	const char *name;
	struct cml_spelling plain, per;
};

static bool is_of(const struct spelt *spelt, enum cml_name_class class);

static bool words_fit(const char *words, const struct row *row)
{
	switch (row->how % PER) {
	case HAS:
		return cml_words_have(words, row->words);
	case ENDS_IN:
		return cml_words_end_in(words, row->words);
	case IS:
		return cml_words_are(words, row->words);
	default:
		return are_numbered(words, row->words);
	}
}

static bool fits(const struct spelt *spelt, const struct row *row)
{
	const struct cml_spelling *spelling = row->how & PER ? &spelt->per : &spelt->plain;
	if (row->how >= CLASS)
		return is_of(spelt, (enum cml_name_class)(row->how / CLASS - 1));
	if (row->how % PER >= STOPS_WITH)
		return has_affix(spelt->name, row->words, row->how % PER == STOPS_WITH);
	return words_fit(spelling->words[0], row) || words_fit(spelling->words[1], row);
}

static bool is_of(const struct spelt *spelt, enum cml_name_class class)
{
	const char *first = spelt->per.words[0], *second = spelt->per.words[1];
	bool is_one = false;
	if (class == CML_NAME_RATE)
		return are_rate(first) || are_rate(second);
	if (class == CML_NAME_DURATION)
		return are_duration(first) || are_duration(second);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (rows[i].class != class || (is_one && !(rows[i].how & (ALSO | BUT))))
			continue;
		bool is_fit = fits(spelt, &rows[i]);
		if (rows[i].how & BUT ? is_fit : rows[i].how & ALSO && !is_fit)
			return false;
		is_one |= is_fit && !(rows[i].how & (ALSO | BUT));
	}
	return is_one;
}

bool cml_name_is_a(const char *name, enum cml_name_class class)
{
	struct spelt spelt = {name, cml_spell(name), cml_spell_with(name, " per ")};
	return is_of(&spelt, class);
}
