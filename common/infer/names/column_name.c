#include "infer/names/column_name.h"

#include "infer/names/name_words.h"

#include <stddef.h>
#include <string.h>

static const char *const setting_words[] = {
    "_lr_",      "_learning_rate_", "_decay_",     "_momentum_", "_dropout_",  "_eps_",
    "_epsilon_", "_beta_",          "_beta1_",     "_beta2_",    "_fraction_", "_ratio_",
    "_alpha_",   "_lambda_",        "_threshold_", NULL};
static const char *const memory_words[] = {
    "_mem_",       "_memory_",        "_vram_",         "_hbm_",    "_rss_",    "_peak_",
    "_gb_",        "_gib_",           "_mib_",          "_maxrss_", "_averss_", "_maxvmsize_",
    "_avevmsize_", "_max_allocated_", "_max_reserved_", NULL};
/* Of the host, not of a device. */
static const char *const host_words[] = {"_host_",   "_cpu_",       "_rss_",       "_maxrss_",
					 "_averss_", "_maxvmsize_", "_avevmsize_", NULL};
static const char *const gb_words[] = {"_gb_", "_gib_", NULL};
static const char *const mb_words[] = {"_mb_", "_mib_", NULL};
static const char *const kb_words[] = {"_kb_", "_kib_", NULL};
static const char *const byte_words[] = {"_bytes_", "_byte_", NULL};
/* Memory that is asked for, divided or kept back. */
static const char *const memory_setting_words[] = {
    "_utilization_", "_util_",      "_limit_",   "_budget_", "_cap_",    "_req_",
    "_request_",     "_requested_", "_reserve_", "_bucket_", "_buffer_", "_cache_",
    "_swap_",        "_offload_",   "_per_",     NULL};
static const char *const device_words[] = {"_gpu_",         "_gpus_",     "_device_",
					   "_accelerator_", "_hardware_", NULL};
static const char *const status_words[] = {
    "_status_",   "_state_",      "_jobstate_",   "_phase_",       "_outcome_", "_conclusion_",
    "_end_code_", "_end_reason_", "_end_result_", "_exit_reason_", NULL};
/* Called so and nothing else: the stage of optimizer_state_sharding is a setting. */
static const char *const plain_status_names[] = {
    "_status_",        "_state_",          "_job_status_",
    "_job_state_",     "_jobstate_",       "_run_status_",
    "_run_state_",     "_outcome_",        "_final_status_",
    "_final_state_",   "_result_",         "_conclusion_",
    "_exit_state_",    "_end_state_",      "_end_status_",
    "_job_end_state_", "_job_end_status_", "_end_result_",
    "_end_reason_",    "_exit_reason_",    NULL};
/* Beside a word of times they tell how a job ended; not so in `status_time`. */
static const char *const end_words[] = {"_status_", "_state_",  "_code_",
					"_reason_", "_result_", NULL};
static const char *const exit_names[] = {
    "_exit_code_", "_exitcode_", "_exit_status_", "_return_code_", "_returncode_",
    "_retcode_",   "_rc_",       "_exit_",        "_end_code_",    NULL};
static const char *const time_words[] = {
    "_date_",    "_time_",      "_timestamp_", "_datetime_", "_started_",  "_start_",
    "_created_", "_submitted_", "_submit_",    "_finished_", "_end_",      "_starttime_",
    "_endtime_", "_ts_",        "_when_",      "_epoch_",    "_unixtime_", "_ended_",
    "_begin_",   "_completed_", "_launched_",  "_queued_",   "_stopped_",  NULL};
/* What is numbered or named one by one: these alone, and with an ending: `run`, `JobNo`, `jobno`.
 */
static const char *const id_nouns[] = {"_job_",        "_run_",   "_trial_", "_exp_",
				       "_experiment_", "_sweep_", NULL};
static const char *const id_endings[] = {"_id_",    "_no_",  "_nr_",   "_number_", "_num_",
					 "_index_", "_idx_", "_name_", NULL};
static const char *const id_names[] = {
    "_id_",   "_uuid_",    "_guid_",  "_commit_", "_sha_", "_hash_",         "_digest_",
    "_name_", "_cml_key_", "_index_", "_number_", "_seq_", "_artifact_uri_", NULL};
/* Of W&B, Slurm and NeMo: what people and programs note beside a job. */
static const char *const remark_names[] = {
    "_notes_",    "_note_",        "_tags_",          "_comment_",
    "_comments_", "_description_", "_source_type_",   "_source_name_",
    "_remark_",   "_remarks_",     "_error_message_", "_message_",
    NULL};
/* Who ran a job and where, and which line of which file tells of it. */
static const char *const beside_names[] = {
    "_line_",         "_lineno_",    "_line_number_", "_source_",
    "_section_",      "_estimated_", "_user_",        "_username_",
    "_account_",      "_owner_",     "_author_",      "_submitter_",
    "_submitted_by_", "_nodelist_",  "_node_list_",   "_hosts_",
    "_hostlist_",     "_host_list_", "_hostname_",    "_hostnames_",
    "_url_",          "_link_",      "_column_1_",    "_unnamed_0_",
    "_estimate_",     "_entity_",    "_git_branch_",  "_retries_",
    "_attempts_",     "_restarts_",  "_retry_count_", "_restart_count_",
    "_preemptions_",  "_pid_",       "_ip_",          "_node_ip_",
    "_ip_address_",   "_who_",       "_run_by_",      "_launched_by_",
    "_engineer_",     NULL};
/* Of sacct: what a job asked of the queue, and the queue's own. */
static const char *const sacct_names[] = {"_admincomment_",  "_associd_",
					  "_dbindex_",       "_eligible_",
					  "_flags_",         "_gid_",
					  "_group_",         "_jobidraw_",
					  "_layout_",        "_mcslabel_",
					  "_priority_",      "_qosraw_",
					  "_reason_",        "_reservation_",
					  "_reservationid_", "_reserved_",
					  "_planned_",       "_restarts_",
					  "_submitline_",    "_suspended_",
					  "_timelimit_",     "_timelimitraw_",
					  "_uid_",           "_wckey_",
					  "_workdir_",       NULL};
static const char *const version_words[] = {"_version_", "_versions_", "_release_", NULL};
static const char *const version_names[] = {"_torch_", "_pytorch_",    "_cuda_",   "_cudnn_",
					    "_nccl_",  "_driver_",     "_python_", "_rocm_",
					    "_jax_",   "_tensorflow_", NULL};
static const char *const code_endings[] = {
    "_method_",   "_algorithm_", "_algo_",      "_mode_",    "_kind_",      "_type_", "_variant_",
    "_strategy_", "_policy_",    "_scheduler_", "_backend_", "_optimizer_", NULL};
/* What else people tune for speed. */
static const char *const tuned_words[] = {
    "_accum_",   "_acc_",      "_accumulation_", "_steps_",   "_zero_",   "_stage_",
    "_chunk_",   "_chunks_",   "_interleave_",   "_virtual_", "_bucket_", "_buffer_",
    "_workers_", "_threads_",  "_prefetch_",     "_block_",   "_tile_",   "_unroll_",
    "_ranks_",   "_parallel_", "_tp_",           "_pp_",      "_dp_",     "_cp_",
    "_ep_",      "_sp_",       "_batch_",        "_bs_",      "_bsz_",    "_mbs_",
    NULL};
bool cml_name_is_setting(const char *name)
{
	return cml_name_has(name, setting_words);
}

bool cml_name_is_memory(const char *name)
{
	return cml_name_has(name, memory_words) && !cml_name_has(name, setting_words) &&
	       !cml_name_has(name, memory_setting_words);
}

bool cml_name_is_host(const char *name)
{
	return cml_name_has(name, host_words);
}

double cml_name_units_per_gb(const char *name)
{
	return cml_name_has(name, gb_words)     ? 1
	       : cml_name_has(name, mb_words)   ? 0x1p10
	       : cml_name_has(name, kb_words)   ? 0x1p20
	       : cml_name_has(name, byte_words) ? 0x1p30
						: 0;
}

bool cml_name_is_device(const char *name)
{
	return cml_name_has(name, device_words);
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
	return cml_name_is(name, exit_names) || cml_name_ends_in(name, "_exit_code_");
}

bool cml_name_is_time(const char *name)
{
	return cml_name_has(name, time_words);
}

bool cml_name_is_end(const char *name)
{
	return cml_name_has(name, end_words) && !cml_name_ends_in_any(name, time_words);
}

/* As `job_id` of `job`; `jobid` is one word. */
static bool are_numbered(const char *words)
{
	for (const char *const *noun = id_nouns; *noun; noun++) {
		size_t stem = strlen(*noun) - 1;
		if (strncmp(words, *noun, stem) != 0)
			continue;
		const char *rest = words + stem;
		if (strcmp(rest, "_") == 0)
			return true;
		for (const char *const *ending = id_endings; *ending; ending++)
			if (strcmp(rest, *ending) == 0 || strcmp(rest, *ending + 1) == 0)
				return true;
	}
	return false;
}

bool cml_name_is_id(const char *name)
{
	char words[CML_WORDS_SIZE], split[CML_WORDS_SIZE];
	cml_words_normalise(name, words);
	cml_words_split(name, split);
	return are_numbered(words) || are_numbered(split) || cml_name_is(name, id_names) ||
	       cml_name_ends_in(name, "_uuid_") || cml_name_ends_in(name, "_commit_") ||
	       cml_name_ends_in(name, "_sha_");
}

bool cml_name_is_remark(const char *name)
{
	return cml_name_is(name, remark_names);
}

bool cml_name_is_beside(const char *name)
{
	return cml_name_is(name, beside_names) || cml_name_is(name, sacct_names) ||
	       cml_name_ends_in(name, "_seed_");
}

bool cml_name_is_version(const char *name)
{
	return cml_name_has(name, version_words) || cml_name_is(name, version_names);
}

bool cml_name_is_code(const char *name)
{
	return cml_name_ends_in_any(name, code_endings);
}
