#include "infer/names/names.h"

#include <string.h>

static const char setting_words[] =
    "lr learning_rate decay wd momentum dropout eps epsilon beta beta1 beta2 fraction frac ratio "
    "alpha gamma lambda rho tau clip threshold";
static const char learning_words[] =
    "lr lrs learning_rate weight_decay wd dropout beta beta1 beta2 betas momentum warmup "
    "adam_eps adam_epsilon label_smoothing grad_clip clip_grad max_grad_norm";
static const char memory_words[] =
    "mem memory vram hbm rss peak gb gib mib maxrss averss maxvmsize avevmsize "
    "max_allocated max_reserved";
/* Memory that is asked for or kept back; divided; peaks of other things. */
static const char memory_setting_words[] =
    "utilization util limit budget cap req request requested reserve offload requests concurrency "
    "concurrent users";
static const char memory_part_words[] = "bucket buffer cache swap per shuffle spill spilled read "
					"reads write writes written input output "
					"disk network dataset traffic transferred sent received";
static const char memory_used_words[] =
    "used usage peak rss maxrss averss footprint consumed consumption actual observed measured "
    "in_use high_water hwm max_reserved memory_reserved mem_reserved max_allocated "
    "memory_allocated mem_allocated vram_allocated hbm_allocated allocated_gb allocated_mb "
    "allocated_bytes";
static const char status_words[] =
    "status state jobstate phase outcome conclusion end_code end_reason end_result "
    "exit_reason";
/* Called so and nothing else: the stage of optimizer_state_sharding is a setting. */
static const char plain_status_names[] =
    "status state st stat statut estado stato job_status job_state jobstate run_status run_state "
    "outcome final_status "
    "final_state result conclusion exit_state end_state end_status job_end_state "
    "job_end_status end_result end_reason exit_reason";
static const char exit_names[] =
    "exit_code exitcode exit_status return_code returncode retcode rc exit end_code";
static const char time_words[] =
    "date time timestamp datetime started start created submitted submit finished end "
    "starttime endtime ts when epoch unixtime ended begin completed launched queued stopped";
/* What is numbered or named one by one: these alone, and with an ending: `run`, `JobNo`, `jobno`.
 */
static const char id_nouns[] = "job run trial exp experiment sweep project";
static const char id_endings[] = "id no nr number num index idx name";
static const char id_names[] =
    "id uuid guid commit sha hash digest name config_name cml_key index number seq artifact_uri "
    "sequence_id sequenceid row_id rowid sample_id sample_no sample_idx sample_index iteration_id "
    "iteration_no iteration_idx measurement_id";
/* Who ran a job and where, which line of which file has it, and what people and programs note. */
static const char beside_names[] =
    "line lineno line_number line_no source_line src_line log_line csv_line source section "
    "estimated user username account owner author "
    "submitter submitted_by nodelist node_list nodename node_name host hosts hostlist host_list "
    "hostname hostnames "
    "url link column_1 unnamed_0 estimate entity git_branch retries attempts restarts "
    "retry_count restart_count preemptions pid ip node_ip ip_address who run_by launched_by "
    "engineer "
    "notes note tags comment comments description source_type source_name remark remarks "
    "error_message error_msg error_type err_msg traceback message stderr "
    "fail_reason failure_reason failure_message warnings cmd cmdline command command_line "
    "output_dir out_dir outdir output_path log_dir logdir log_path log_file logfile save_dir "
    "save_path run_dir job_dir work_dir working_dir workdir checkpoint_dir ckpt_dir "
    "checkpoint_path ckpt_path script intermediate_count port master_port best_so_far best_trial "
    "is_best retry observation "
    /* Of Ray Tune, beside the settings. */
    "timesteps_total timesteps_since_restore timesteps_this_iter episodes_total episodes_this_iter "
    "checkpoint_dir_name should_checkpoint experiment_tag trainable_name time_this_iter_s "
    "time_total_s time_since_restore warmup_time "
    /* Of sacct: what a job asked of the queue, and the queue's own. */
    "admincomment associd dbindex eligible flags gid group jobidraw layout mcslabel "
    "priority qosraw reason reservation reservationid reserved planned submitline "
    "suspended timelimit timelimitraw uid wckey";
/* Of repeats of one job: alone, and with an ending of ids. */
static const char repeat_nouns[] =
    "seed rep replicate replication repetition repeat fold cv_fold try";
/* How a job went: what became of it, and of which its name says that it is seen or counted. */
static const char ended_words[] =
    "failed crashed diverged early_stopped oomed killed aborted errored preempted evicted "
    "interrupted timed_out succeeded "
    "timedout hung exploded dropped_requests dropped_queries dropped_packets lost_packets "
    "rejected_requests successful_requests unfinished_requests skipped_steps skipped_iterations";
static const char failure_words[] = "oom nan crash fail failure error timeout exception "
				    "preemption eviction overflow divergence hang";
static const char failure_counts[] = "ooms nans crashes fails failures errors timeouts exceptions "
				     "preemptions evictions overflows divergences hangs";
static const char seen_words[] = "is has had did was hit got n num number_of count counts flag "
				 "rate total detected occurred";
/* What is done about failures is set. */
static const char handling_words[] =
    "on if when until before after max min allow allowed allowable ignore check retry retries skip "
    "detect tolerance tol tolerated limit threshold mode policy handling handler fast enable "
    "enabled use auto stop inject expected target budget log warn raise dump recover resume";
/* Whether the result counts. */
static const char verdict_words[] =
    "valid invalid feasible infeasible converged success successful succeeded passed ok correct "
    "verified completed finished usable";
static const char code_endings[] =
    "method algorithm algo mode kind type variant strategy policy scheduler backend "
    "optimizer";
/* What else people tune for speed. */
static const char tuned_words[] =
    "accum acc accumulation steps zero stage chunk chunks interleave virtual bucket buffer "
    "workers threads prefetch block tile unroll ranks parallel tp pp dp cp ep sp batch bs "
    "bsz mbs timeout limit";
/* What people tune of servers of models, of Spark, of data bases, though it may be fractional, or
 * is called like memory or a cost. */
static const char known_settings[] =
    "gpu_memory_utilization gpu_mem_utilization gpu_memory_util gpu_mem_util mem_fraction_static "
    "schedule_conservativeness swap_space cpu_offload_gb capacity_factor prefetch_factor "
    "executor_memory driver_memory memory_overhead heap_size jvm_heap java_heap memory_reservation "
    "shared_buffers work_mem effective_cache_size wal_buffers max_wal_size buffer_pool_size "
    "random_page_cost seq_page_cost tuple_cost operator_cost cost_limit cost_delay commit_delay "
    "completion_target compression_level zstd_level loss_scale power_limit power_cap top_p";
/* Of a reading of the same name. */
static const char statistic_words[] = "avg average mean max peak min median p50 p90 p95 p99 used "
				      "actual measured observed";

bool cml_name_is_known_setting(const char *name)
{
	return cml_name_has(name, known_settings) && !cml_name_has(name, statistic_words);
}

bool cml_name_is_learning(const char *name)
{
	return cml_name_has(name, learning_words);
}

bool cml_name_is_memory(const char *name)
{
	return cml_name_has(name, memory_words) && !cml_name_has(name, setting_words) &&
	       !cml_name_has(name, memory_setting_words) && !cml_name_is_known_setting(name) &&
	       (!cml_name_has(name, memory_part_words) || cml_name_has(name, memory_used_words));
}

bool cml_name_is_used_memory(const char *name)
{
	return cml_name_is_memory(name) && cml_name_has(name, memory_used_words);
}

double cml_name_units_per_gb(const char *name)
{
	return cml_name_has(name, "gb gib")       ? 1
	       : cml_name_has(name, "mb mib")     ? 0x1p10
	       : cml_name_has(name, "kb kib")     ? 0x1p20
	       : cml_name_has(name, "bytes byte") ? 0x1p30
						  : 0;
}

bool cml_name_is_device(const char *name)
{
	return cml_name_has(name, "gpu gpus device accelerator hardware");
}

bool cml_name_is_tuned(const char *name)
{
	return cml_name_has(name, setting_words) || cml_name_has(name, tuned_words);
}

bool cml_name_is_status(const char *name)
{
	return cml_name_has(name, status_words);
}

bool cml_name_is_plain_status(const char *name)
{
	return cml_name_is(name, plain_status_names);
}

bool cml_name_is_exit_code(const char *name)
{
	return cml_name_is(name, exit_names) || cml_name_ends_in(name, "exit_code");
}

bool cml_name_is_time(const char *name)
{
	return cml_name_has(name, time_words);
}

bool cml_name_is_end(const char *name)
{
	/* Not so in `status_time`. */
	return cml_name_has(name, "status state code reason result") &&
	       !cml_name_ends_in(name, time_words);
}

/* As `job_id` of `job`; `jobid` is one word. */
static bool are_numbered(const char *words, const char *nouns)
{
	for (const char *noun = nouns; *noun; noun += strspn(noun, " ")) {
		size_t size = strcspn(noun, " ");
		char rest[CML_WORDS_SIZE] = "_";
		if (strncmp(words + 1, noun, size) == 0) {
			const char *tail = words + 1 + size;
			if (strcmp(tail, "_") == 0)
				return true;
			strcpy(rest + 1, tail + (*tail == '_'));
			if (cml_words_are(rest, id_endings))
				return true;
		}
		noun += size;
	}
	return false;
}

static bool is_numbered(const char *name, const char *nouns)
{
	struct cml_spelling spelling = cml_spell(name);
	return are_numbered(spelling.words[0], nouns) || are_numbered(spelling.words[1], nouns);
}

bool cml_name_is_id(const char *name)
{
	return is_numbered(name, id_nouns) || cml_name_is(name, id_names) ||
	       cml_name_ends_in(name, "uuid commit sha job_id jobid run_id trial_id "
				      "array_task_id");
}

bool cml_name_is_index(const char *name)
{
	size_t n = strlen(name);
	return cml_name_ends_in(name, "id idx index") ||
	       (n > 4 && strcmp(name + n - 3, "idx") == 0);
}

bool cml_name_may_be_setting(const char *name)
{
	return cml_name_is(name, "retry layout flags group") || cml_name_ends_in(name, "commit");
}

bool cml_name_is_place(const char *name)
{
	return cml_name_is_id(name) ||
	       cml_name_has(name, "partition queue qos pool cluster reservation zone region site");
}

bool cml_name_is_beside(const char *name)
{
	return cml_name_is(name, beside_names) || is_numbered(name, repeat_nouns) ||
	       cml_name_ends_in(name, "seed random_state rng_state");
}

bool cml_name_is_failure(const char *name)
{
	return !cml_name_has(name, handling_words) &&
	       (cml_name_has(name, ended_words) || cml_name_ends_in(name, failure_counts) ||
		(cml_name_has(name, failure_words) && cml_name_has(name, seen_words)));
}

bool cml_name_is_verdict(const char *name)
{
	return cml_name_has(name, verdict_words) && !cml_name_has(name, handling_words);
}

bool cml_name_is_sure_verdict(const char *name)
{
	return cml_name_is_verdict(name) && (cml_name_ends_in(name, verdict_words) ||
					     cml_name_has(name, "sla slo run job result config"));
}

bool cml_name_is_version(const char *name)
{
	return cml_name_has(name, "version versions release") ||
	       cml_name_is(name, "torch pytorch cuda cudnn nccl driver python rocm jax tensorflow "
				 "container image tag");
}

bool cml_name_is_code(const char *name)
{
	return cml_name_ends_in(name, code_endings);
}
