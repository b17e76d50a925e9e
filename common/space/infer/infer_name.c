#include "space/infer/infer_name.h"

#include "space/infer/infer_words.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const char *const setting_words[] = {
    "_lr_",      "_learning_rate_", "_decay_",     "_momentum_", "_dropout_",  "_eps_",
    "_epsilon_", "_beta_",          "_beta1_",     "_beta2_",    "_fraction_", "_ratio_",
    "_alpha_",   "_lambda_",        "_threshold_", NULL};
static const char *const memory_words[] = {
    "_mem_",       "_memory_",    "_vram_",          "_hbm_",          "_rss_",
    "_peak_",      "_gb_",        "_gib_",           "_maxrss_",       "_averss_",
    "_maxvmsize_", "_avevmsize_", "_max_allocated_", "_max_reserved_", NULL};
/* Of the host, not of a device. */
static const char *const host_words[] = {"_host_",   "_cpu_",       "_rss_",       "_maxrss_",
					 "_averss_", "_maxvmsize_", "_avevmsize_", NULL};
static const char *const gb_words[] = {"_gb_", "_gib_", NULL};
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
    "_line_",         "_lineno_",        "_line_number_", "_source_",  "_section_",  "_estimated_",
    "_user_",         "_username_",      "_account_",     "_owner_",   "_author_",   "_submitter_",
    "_submitted_by_", "_nodelist_",      "_node_list_",   "_hosts_",   "_hostlist_", "_host_list_",
    "_hostname_",     "_hostnames_",     "_url_",         "_link_",    "_column_1_", "_unnamed_0_",
    "_estimate_",     "_entity_",        "_git_branch_",  "_retries_", "_attempts_", "_restarts_",
    "_retry_count_",  "_restart_count_", "_preemptions_", NULL};
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
/* What is left of the name of a context without the affixes below: where it runs, what, and how
 * much of it. */
static const char *const hardware_names[] = {"_gpu_",         "_gpus_",         "_node_",
					     "_nodes_",       "_device_",       "_devices_",
					     "_alloccpus_",   "_reqmem_",       "_qos_",
					     "_accelerator_", "_accelerators_", "_cpu_",
					     "_cpus_",        "_core_",         "_cores_",
					     "_host_",        "_machine_",      "_machines_",
					     "_hardware_",    "_instance_",     "_cluster_",
					     "_partition_",   "_world_size_",   "_system_",
					     "_image_",       "_container_",    "_docker_image_",
					     "_replicas_",    "_world_",        "_accel_",
					     "_hw_",          "_chip_",         "_chips_",
					     "_sku_",         "_npus_",         "_tpus_",
					     "_region_",      "_site_",         "_zone_",
					     "_datacenter_",  "_interconnect_", "_fabric_",
					     "_network_",     "_nic_",          "_gpus_node_",
					     "_queue_",       "_card_",         "_cards_",
					     "_dev_",         "_devs_",         "_gcds_",
					     "_reqtres_",     "_alloctres_",    "_tres_",
					     "_gres_",        "_reqgres_",      NULL};
static const char *const model_names[] = {"_model_",
					  "_params_",
					  "_parameters_",
					  "_layers_",
					  "_heads_",
					  "_hidden_",
					  "_hidden_size_",
					  "_hidden_dim_",
					  "_d_model_",
					  "_ffn_size_",
					  "_ffn_hidden_size_",
					  "_intermediate_size_",
					  "_vocab_size_",
					  "_arch_",
					  "_architecture_",
					  "_size_b_",
					  "_params_b_",
					  "_model_size_",
					  "_llm_",
					  "_backbone_",
					  "_base_model_",
					  "_base_llm_",
					  "_language_model_",
					  "_foundation_model_",
					  "_pretrained_model_",
					  "_target_model_",
					  "_model_family_",
					  "_n_layer_",
					  "_n_head_",
					  "_n_embd_",
					  "_embed_dim_",
					  "_embedding_dim_",
					  "_embedding_size_",
					  "_vocab_",
					  "_net_",
					  "_flavor_",
					  "_flavour_",
					  "_hidden_layers_",
					  "_attention_heads_",
					  "_kv_heads_",
					  "_key_value_heads_",
					  "_query_groups_",
					  NULL};
static const char *const workload_names[] = {"_seq_",
					     "_seq_len_",
					     "_seq_len_t_",
					     "_seq_length_",
					     "_sequence_length_",
					     "_context_length_",
					     "_benchmark_",
					     "_dataset_",
					     "_task_",
					     "_workload_",
					     "_division_",
					     "_round_",
					     "_framework_",
					     "_scale_factor_",
					     "_application_",
					     "_app_",
					     "_seqlen_",
					     "_sequence_len_",
					     "_seqlength_",
					     "_context_len_",
					     "_context_size_",
					     "_context_window_",
					     "_context_",
					     "_ctx_",
					     "_ctx_len_",
					     "_ctx_length_",
					     "_data_set_",
					     "_corpus_",
					     "_resolution_",
					     "_image_size_",
					     "_img_size_",
					     "_input_size_",
					     "_global_bs_",
					     "_global_batchsize_",
					     "_total_batch_",
					     "_total_batch_size_",
					     "_gbs_",
					     "_global_batch_",
					     "_global_batch_size_",
					     "_global_batch_size_t_",
					     "_global_bsz_",
					     "_tokens_per_batch_",
					     "_input_len_",
					     "_output_len_",
					     "_input_length_",
					     "_output_length_",
					     "_prompt_len_",
					     "_prompt_length_",
					     "_request_rate_",
					     "_query_",
					     "_case_",
					     "_problem_size_",
					     "_mesh_size_",
					     "_mesh_cells_",
					     "_encoder_seq_length_",
					     "_decoder_seq_length_",
					     "_position_embeddings_",
					     NULL};
static const char *const model_words[] = {"_model_",   "_arch_", "_architecture_",
					  "_network_", "_net_",  NULL};
/* Likewise of a count of what runs a job. */
static const char *const device_counts[] = {
    "_gpu_",         "_gpus_",  "_card_",  "_cards_",      "_device_",   "_devices_",
    "_gcds_",        "_tpus_",  "_dev_",   "_devs_",       "_npus_",     "_accelerators_",
    "_accelerator_", "_chips_", "_ranks_", "_world_size_", "_replicas_", NULL};
static const char *const node_counts[] = {"_node_", "_nodes_", "_hosts_", "_machines_", NULL};
static const char *const context_prefixes[] = {"_n_",   "_num_", "_number_of_", "_host_",
					       "_max_", "_min_", "_total_",     NULL};
static const char *const context_suffixes[] = {"_type_",     "_name_",  "_model_", "_count_",
					       "_per_node_", "_image_", "_total_", NULL};

/* What is left of words without the first prefix of `number_of_gpus` and the like. */
static char *cut_prefix(char *words)
{
	for (const char *const *prefix = context_prefixes; *prefix; prefix++) {
		size_t n = strlen(*prefix);
		if (strncmp(words, *prefix, n) == 0 && words[n])
			return words + n - 1;
	}
	return words;
}

static void cut_suffix(char *words, const char *const *suffixes)
{
	for (const char *const *suffix = suffixes; *suffix; suffix++)
		if (cml_words_end_in(words, *suffix)) {
			words[strlen(words) - strlen(*suffix) + 1] = '\0';
			return;
		}
}

/* Whether words are one of names, or one with an n before it: `ngpus`. */
static bool are_one_of(char *words, const char *const *names)
{
	if (cml_words_are(words, names))
		return true;
	if (words[1] != 'n')
		return false;
	words[1] = '_';
	bool are = cml_words_are(words + 1, names);
	words[1] = 'n';
	return are;
}

static bool are_context_name(char *words)
{
	return are_one_of(words, hardware_names) || are_one_of(words, model_names) ||
	       are_one_of(words, workload_names);
}

static bool are_context(char *words)
{
	static const char of_model[] = "_model_"; /* `model_params_b` */
	bool is_of_model = strncmp(words, of_model, sizeof of_model - 1) == 0;
	if (are_context_name(words) ||
	    (is_of_model && are_context_name(words + sizeof of_model - 2)))
		return true;
	char *base = cut_prefix(words);
	if (are_context_name(base))
		return true;
	cut_suffix(base, context_suffixes);
	return are_context_name(base);
}

static bool is_context(const char *name)
{
	char words[CML_WORDS_SIZE], split[CML_WORDS_SIZE];
	cml_words_normalise(name, words);
	cml_words_split(name, split);
	return are_context(words) || are_context(split);
}

/* The last part of a name that is a path, as nested configurations have: `hidden_size` of
 * `cfg/model.hidden_size`. Empty: it is none, or a ratio (`batch/gpu`), or in a group of settings
 * that are tuned, whatever they are called (`recompute.layers`). */
static const char *leaf_of(const char *name)
{
	static const char *const tuned_groups[] = {
	    "_recompute_", "_ckpt_",   "_checkpoint_", "_checkpointing_", "_checkpoints_",
	    "_offload_",   "_freeze_", "_frozen_",     "_per_",           NULL};
	static const char *const units[] = {
	    "_gpu_",     "_node_", "_device_", "_accelerator_", "_cpu_",      "_core_",  "_host_",
	    "_machine_", "_card_", "_chip_",   "_dev_",         "_instance_", "_image_", "_query_",
	    "_round_",   "_task_", "_case_",   "_seq_",         "_world_",    NULL};
	char group[CML_WORDS_SIZE], words[CML_WORDS_SIZE];
	const char *last = name;
	for (const char *at = name; *at; at++)
		if (*at == '.' || *at == '/')
			last = at;
	if (last == name || (size_t)(last - name) >= sizeof group)
		return "";
	snprintf(group, sizeof group, "%.*s", (int)(last - name), name);
	cml_words_normalise(last, words);
	bool is_ratio = *last == '/' && cml_words_are(words, units);
	bool is_tuned = cml_name_is_tuned(group) && !cml_name_counts_devices(last + 1) &&
			!cml_name_counts_nodes(last + 1);
	return is_ratio || is_tuned || cml_name_has(group, tuned_groups) ? "" : last + 1;
}

bool cml_name_is_context(const char *name)
{
	return is_context(name) || is_context(leaf_of(name));
}

static bool are_count(char *words, const char *const *names)
{
	static const char *const suffixes[] = {"_count_", "_total_", NULL};
	char *base = cut_prefix(words);
	cut_suffix(base, suffixes);
	return are_one_of(base, names);
}

static bool counts(const char *name, const char *const *names)
{
	char words[CML_WORDS_SIZE], split[CML_WORDS_SIZE];
	cml_words_normalise(name, words);
	cml_words_split(name, split);
	return are_count(words, names) || are_count(split, names);
}

bool cml_name_is_model(const char *name)
{
	return cml_name_has(name, model_words);
}

bool cml_name_counts_devices(const char *name)
{
	return counts(name, device_counts) || counts(leaf_of(name), device_counts);
}

bool cml_name_counts_nodes(const char *name)
{
	return counts(name, node_counts) || counts(leaf_of(name), node_counts);
}

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

bool cml_name_is_in_gb(const char *name)
{
	return cml_name_has(name, gb_words);
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

/* Columns of W&B itself, which begin with an underscore; `_timestamp` is a time. */
static const char *const tracker_names[] = {"_step_", "_runtime_", "_wandb_", NULL};

/* What experiment trackers put before the names of the columns they export. */
static const struct {
	const char *prefix;
	enum cml_origin origin;
} prefixes[] = {
    {"Comment.", CML_ORIGIN_SETTING},     {"params.", CML_ORIGIN_SETTING},
    {"params_", CML_ORIGIN_SETTING},      {"config.", CML_ORIGIN_SETTING},
    {"config/", CML_ORIGIN_SETTING},      {"hparams.", CML_ORIGIN_SETTING},
    {"hparams/", CML_ORIGIN_SETTING},     {"metrics.", CML_ORIGIN_RESULT},
    {"summary.", CML_ORIGIN_RESULT},      {"values_", CML_ORIGIN_RESULT},
    {"tags.mlflow.", CML_ORIGIN_TRACKER}, {"system_attrs_", CML_ORIGIN_TRACKER},
    {"tags.", CML_ORIGIN_UNKNOWN},        {"user_attrs_", CML_ORIGIN_UNKNOWN},
};

enum cml_origin cml_name_origin(const char *name, const char **plain)
{
	*plain = name;
	if (cml_name_is(name, tracker_names) && *name == '_')
		return CML_ORIGIN_TRACKER;
	if (is_context(name))
		return CML_ORIGIN_UNKNOWN;
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		size_t n = strlen(prefixes[i].prefix);
		if (strncmp(name, prefixes[i].prefix, n) != 0 || !name[n])
			continue;
		*plain = name + n;
		return prefixes[i].origin;
	}
	return CML_ORIGIN_UNKNOWN;
}
