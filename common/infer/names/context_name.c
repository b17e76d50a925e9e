#include "infer/names/names.h"

#include <stdio.h>
#include <string.h>

/* What is left of the name of a context without the affixes below: where it runs, what, and how
 * much of it. */
static const char hardware_names[] =
    "gpu gpus tpu node nodes device devices alloccpus reqmem qos accelerator accelerators cpu "
    "cpus core cores host machine machines hardware instance cluster partition world_size system "
    "image container docker_image replicas world accel hw chip chips sku npus tpus region site "
    "zone datacenter interconnect fabric network nic gpus_node queue card cards dev devs gcds "
    "reqtres alloctres nodes_gpus processes software slots resource_pool node_pool tres gres "
    "reqgres hosts instances scaling_config_num_workers server vm vms cluster_size pod_size "
    "fleet_size slice_size num_slices n_slices processor processors processor_core "
    "processor_cores capability compute_capability device_capability";
static const char work_names[] =
    "model params parameters param_count parameter_count layers heads hidden ffn_size "
    "ffn_hidden_size intermediate_size arch "
    "architecture size_b params_b params_m model_size llm backbone base_model base_llm "
    "language_model foundation_model pretrained_model target_model model_family embedding_size "
    "vocab net flavor flavour kv_heads key_value_heads query_groups model_name_or_path "
    "pretrained_model_name_or_path trainable_params trainable_parameters tokenizer seq benchmark "
    "dataset task workload division round framework scale_factor application app context_size "
    "context ctx data_set corpus manifest resolution input_size global_batch_size_t "
    "tokens_per_batch request_rate users clients input query case problem_size mesh_size "
    "mesh_cells position_embeddings isl osl prompt_size prompts num_requests arrival_rate "
    "concurrent_users concurrent_clients data_size dataset_size file_size matrix_size input_data "
    "msg_size_bytes message_size_bytes size_bytes size_kb size_mb size_gb size_tb size_kib "
    "size_mib size_gib prefill_len decode_len eingabelange eingabelaenge ausgabelange "
    "ausgabelaenge n_prompt n_gen npp ntg inference_steps denoising_steps sampling_steps "
    "diffusion_steps total_num_tokens environment env env_id env_name target_metric "
    "target_accuracy target_loss target_quality gmacs macts macs gmac atoms particles molecules "
    "train_files val_files train_file val_file frames resp response";
/* How long texts are that go in or come out: `mean_input_tokens`, `gen_len`, `OSL (tokens)`. */
static const char text_names[] =
    "in out input output io isl osl seq sequence src source tgt target prompt prompts completion "
    "response gen generate generation generated new ctx context encoder decoder eingabe ausgabe "
    "entree "
    "sortie entrada salida";
static const char length_names[] = "len length tokens token toks lange laenge longueur longitud";
static const char between_names[] = "n nr num number of count total mean avg average std max min "
				    "random req request requests seq seqs model sharegpt sonnet";
/* Likewise of a count of what runs a job. */
static const char device_counts[] =
    "gpu gpus card cards device devices gcds tpus dev devs npus accelerators accelerator chips "
    "ranks world_size replicas processes scaling_config_num_workers";

/* What is left of words without the prefixes of `number_of_gpus`, `num_total_gpus` and the like. */
static char *cut_prefix(char *words)
{
	const char *prefixes = "n nr nb num number_of anzahl nombre train infer tpu host alloc "
			       "allocated max min total avg mean random",
		   *prefix;
	for (size_t n; cml_words_next(&prefixes, &prefix, &n);)
		if (strncmp(words + 1, prefix, n) == 0 && words[n + 1] == '_' && words[n + 2])
			return cut_prefix(words + n + 1);
	return words;
}

/* False: it has none of them. */
static bool cut_suffix(char *words, const char *suffixes)
{
	const char *suffix;
	size_t size = strlen(words);
	for (size_t n; cml_words_next(&suffixes, &suffix, &n);) {
		size_t at = size > n + 2 ? size - n - 2 : 0;
		if (words[at] == '_' && strncmp(words + at + 1, suffix, n) == 0 && at > 0) {
			words[at + 1] = '\0';
			return true;
		}
	}
	return false;
}

/* Whether words are one of names, or one with a count before it: `ngpus`, `numgpus`. */
static bool are_one_of(char *words, const char *names)
{
	static const char *const counts[] = {"", "n", "nr", "num"};
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		size_t n = strlen(counts[i]);
		char last = words[n];
		if (strncmp(words + 1, counts[i], n) != 0)
			continue;
		words[n] = '_';
		bool are = cml_words_are(words + n, names);
		words[n] = last;
		if (are)
			return true;
	}
	return false;
}

/* Whether words say how long a text is, and nothing else. */
static bool are_text_length(const char *words)
{
	char word[CML_WORDS_SIZE] = "_";
	bool has_text = false, has_length = false;
	for (const char *at = words + 1; *at; at += strcspn(at, "_") + 1) {
		snprintf(word, sizeof word, "_%.*s", (int)strcspn(at, "_") + 1, at);
		bool is_text = cml_words_are(word, text_names);
		bool is_length = cml_words_are(word, length_names);
		if (!is_text && !is_length && !cml_words_are(word, between_names))
			return false;
		has_text |= is_text;
		has_length |= is_length;
	}
	return has_text && has_length;
}

static bool are_context_name(char *words, bool hardware_alone)
{
	return are_one_of(words, hardware_names) ||
	       (!hardware_alone && (are_one_of(words, work_names) || are_text_length(words)));
}

static bool are_context(char *words, bool hardware_alone)
{
	static const char suffixes[] =
	    "1 2 3 4 type name id model count num number used per_node per_job image total file "
	    "path filepath bytes kb mb gb tb kib mib gib tib";
	do
		if (are_context_name(words, hardware_alone) ||
		    are_context_name(cut_prefix(words), hardware_alone))
			return true;
	while (cut_suffix(words, suffixes));
	return false;
}

static bool is_context(const char *name)
{
	static const char of_tables[] = /* of a recommender, whatever stands behind: `(M rows)` */
	    "num_tables num_large_tables num_small_tables num_embeddings pooling_factor";
	struct cml_spelling spelling = cml_spell(name);
	return are_context(spelling.words[0], false) || are_context(spelling.words[1], false) ||
	       cml_spelling_has(&spelling, of_tables);
}

bool cml_name_is_hardware(const char *name)
{
	struct cml_spelling spelling = cml_spell(name);
	return are_context(spelling.words[0], true) || are_context(spelling.words[1], true);
}

/* The last part of a name that is a path, as nested configurations have: `hidden_size` of
 * `cfg/model.hidden_size`. Empty: it is none, or a ratio (`batch/gpu`), or in a group of settings
 * that are tuned, whatever they are called (`recompute.layers`). */
static const char *leaf_of(const char *name)
{
	static const char tuned_groups[] =
	    "recompute ckpt checkpoint checkpointing checkpoints offload freeze frozen per";
	static const char units[] = "gpu node device accelerator cpu core host machine card chip "
				    "dev instance image query round task case seq world";
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
	bool is_tuned = cml_name_is_a(group, CML_NAME_TUNED) &&
			!cml_name_counts_devices(last + 1) && !cml_name_counts_nodes(last + 1);
	return is_ratio || is_tuned || cml_name_has(group, tuned_groups) ? "" : last + 1;
}

bool cml_name_is_place_or_work(const char *name)
{
	return is_context(name) || is_context(leaf_of(name));
}

static bool are_count(char *words, const char *names)
{
	char *base = cut_prefix(words);
	cut_suffix(base, "count num number used total");
	return are_one_of(base, names);
}

static bool counts(const char *name, const char *names)
{
	struct cml_spelling whole = cml_spell(name), leaf = cml_spell(leaf_of(name));
	return are_count(whole.words[0], names) || are_count(whole.words[1], names) ||
	       are_count(leaf.words[0], names) || are_count(leaf.words[1], names);
}

bool cml_name_counts_devices(const char *name)
{
	return counts(name, device_counts);
}

bool cml_name_counts_nodes(const char *name)
{
	static const char names[] = "node nodes hosts machines";
	return counts(name, names);
}

bool cml_name_counts_work(const char *name)
{
	static const char names[] =
	    "rows iterations iters iter epochs steps tokens samples requests prompts queries "
	    "records images examples items repetitions trials messages frames train_tokens "
	    "train_steps train_iters train_samples train_epochs training_steps training_tokens "
	    "data_size file_size dataset_size matrix_size message_size sample_size rollouts";
	return counts(name, names) ||
	       cml_name_has(name, "rollout_n num_generations samples_per_prompt");
}

/* What experiment trackers put before the names of the columns they export, and what ends that; the
 * first counts. */
static const struct {
	const char *groups, *ends;
	enum cml_origin origin;
} prefixes[] = {
    {"params.yaml", ":", CML_ORIGIN_SETTING}, /* DVC */
    {"metrics.json", ":", CML_ORIGIN_RESULT},
    {"params param hparams hparam", "./_", CML_ORIGIN_SETTING},
    {"config args Args hyperparams hyperparameters Hyperparameters HyperParameters parameters "
     "Comment",
     "./", CML_ORIGIN_SETTING},
    {"cfg conf", "./-", CML_ORIGIN_SETTING},
    {"hp", "_-", CML_ORIGIN_SETTING},
    {"obj objective objectives", "./-", CML_ORIGIN_RESULT},
    {"metrics metric summary results last_metrics system monitoring", "./", CML_ORIGIN_RESULT},
    {"values intermediate_values", "_", CML_ORIGIN_RESULT},
    {"tags.mlflow _wandb", ".", CML_ORIGIN_TRACKER},
    {"system_attrs", "_", CML_ORIGIN_TRACKER},
    {"tags", ".", CML_ORIGIN_UNKNOWN},
    {"user_attrs", "_", CML_ORIGIN_UNKNOWN},
    {"sys AllocTRES.gres ReqTRES.gres", "/", CML_ORIGIN_UNKNOWN},
    {"AllocTRES ReqTRES", ".", CML_ORIGIN_UNKNOWN}, /* resources of Slurm, expanded */
};

/* How long the first of the groups is that a name begins with, and its end; 0: there is none. */
static size_t prefix_size(const char *name, const char *groups, const char *ends)
{
	const char *group;
	for (size_t n; cml_words_next(&groups, &group, &n);)
		if (strncmp(name, group, n) == 0 && name[n] && strchr(ends, name[n]) && name[n + 1])
			return n + 1;
	return 0;
}

enum cml_origin cml_name_origin(const char *name, const char **plain)
{
	*plain = name;
	/* Columns of W&B itself; `_timestamp` is a time. */
	if (cml_name_is(name, "step runtime wandb") && *name == '_')
		return CML_ORIGIN_TRACKER;
	if (is_context(name))
		return CML_ORIGIN_UNKNOWN;
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		size_t n = prefix_size(name, prefixes[i].groups, prefixes[i].ends);
		if (n == 0)
			continue;
		*plain = name + n;
		return prefixes[i].origin;
	}
	return CML_ORIGIN_UNKNOWN;
}
