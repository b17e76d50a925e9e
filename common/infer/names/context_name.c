#include "infer/names/context_name.h"

#include "infer/names/column_name.h"
#include "infer/names/name_words.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* What is left of the name of a context without the affixes below: where it runs, what, and how
 * much of it. */
static const char *const hardware_names[] = {"_gpu_",
					     "_gpus_",
					     "_node_",
					     "_nodes_",
					     "_device_",
					     "_devices_",
					     "_alloccpus_",
					     "_reqmem_",
					     "_qos_",
					     "_accelerator_",
					     "_accelerators_",
					     "_cpu_",
					     "_cpus_",
					     "_core_",
					     "_cores_",
					     "_host_",
					     "_machine_",
					     "_machines_",
					     "_hardware_",
					     "_instance_",
					     "_cluster_",
					     "_partition_",
					     "_world_size_",
					     "_system_",
					     "_image_",
					     "_container_",
					     "_docker_image_",
					     "_replicas_",
					     "_world_",
					     "_accel_",
					     "_hw_",
					     "_chip_",
					     "_chips_",
					     "_sku_",
					     "_npus_",
					     "_tpus_",
					     "_region_",
					     "_site_",
					     "_zone_",
					     "_datacenter_",
					     "_interconnect_",
					     "_fabric_",
					     "_network_",
					     "_nic_",
					     "_gpus_node_",
					     "_queue_",
					     "_card_",
					     "_cards_",
					     "_dev_",
					     "_devs_",
					     "_gcds_",
					     "_reqtres_",
					     "_alloctres_",
					     "_nodes_gpus_",
					     "_software_",
					     "_slots_",
					     "_resource_pool_",
					     "_node_pool_",
					     "_tres_",
					     "_gres_",
					     "_reqgres_",
					     NULL};
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
    {"parameters/", CML_ORIGIN_SETTING},  {"HyperParameters.", CML_ORIGIN_SETTING},
    {"Args/", CML_ORIGIN_SETTING},        {"metrics/", CML_ORIGIN_RESULT},
    {"monitoring/", CML_ORIGIN_RESULT},   {"sys/", CML_ORIGIN_UNKNOWN},
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
