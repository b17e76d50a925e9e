#include "infer/names/names.h"

#include <stdio.h>
#include <string.h>

/* What columns of training jobs are called, of each quantity in the order of the enum, without the
 * words of affixes. Several mean the same in one framework or another; the first column that has
 * such a name is taken. */
static const char *const quantity_names[CML_N_QUANTITIES] = {
    [CML_QUANTITY_DEVICES] = "", /* cml_name_counts_devices, nodes likewise */
    [CML_QUANTITY_NODES] = "num_slices n_slices slices slice_count",
    [CML_QUANTITY_PER_NODE] =
	"gpus_per_node devices_per_node accelerators_per_node ngpus_per_node n_gpus_per_node "
	"nproc_per_node gpu_per_node num_gpus_per_node chips_per_host nvlink_domain "
	"nvlink_domain_size nvl_domain scale_up_domain scaleup_domain domain_size",
    [CML_QUANTITY_TENSOR] =
	"tp tensor_parallel tensor_parallelism tensor_model_parallel tensor_mp "
	"intra_layer_parallel mp_size mp_degree model_parallel_size model_parallel_degree",
    [CML_QUANTITY_PIPELINE] =
	"pp pipeline_parallel pipeline_parallelism pipeline_model_parallel pipe_parallel "
	"pipeline_stages pp_stages",
    [CML_QUANTITY_CONTEXT] =
	"cp context_parallel context_parallelism ulysses_size ulysses_degree ulysses_parallel "
	"ulysses_sequence_parallel ring_degree ring_attention_degree sp_size sp_degree "
	"sequence_parallel_size sequence_parallel_degree",
    [CML_QUANTITY_EXPERT] =
	"ep expert_parallel expert_model_parallel expert_parallelism moe_ep moe_expert_parallel",
    [CML_QUANTITY_DATA] =
	"dp data_parallel data_parallelism dp_replicas data_parallel_replicas ddp_size",
    [CML_QUANTITY_FSDP] =
	"dp_shard data_parallel_shard fsdp_size fsdp_degree fsdp_world_size fsdp_parallelism "
	"fsdp_parallel fsdp_shard hsdp_shard hybrid_shard_size shard_degree sharding_degree "
	"sharding_group",
    [CML_QUANTITY_REPLICAS] = "dp_replicate data_parallel_replicate replicate_degree hsdp_replicas",
    [CML_QUANTITY_CHUNKS] =
	"interleave interleaved_stages vpp vp virtual_pp virtual_pipeline "
	"virtual_pipeline_parallel virtual_pipeline_model_parallel virtual_stages "
	"virtual_pipeline_chunks model_chunks pipeline_parallel_virtual_stages",
    [CML_QUANTITY_CHUNK_LAYERS] = "layers_per_virtual_pipeline_stage layers_per_virtual_stage",
    [CML_QUANTITY_ZERO] =
	"zero zero_stage zero_optimization_stage deepspeed_stage ds_stage ds_zero_stage "
	"deepspeed_zero_stage zero_level ds_zero zero_opt sharding_stage deepspeed "
	"deepspeed_config ds_config distributed_optimizer use_distributed_optimizer "
	"dist_optimizer dist_optim dist_opt use_dist_optim use_dist_opt distributed_optim "
	"sharded_optimizer shard_optimizer zero1 use_zero1 zero_1",
    [CML_QUANTITY_SHARDING] =
	"sharding sharding_strategy fsdp fsdp_strategy fsdp_sharding fsdp_sharding_strategy "
	"fsdp_mode use_fsdp data_sharding strategy distributed_strategy training_strategy",
    [CML_QUANTITY_MICRO_BATCH] = /* is_batch, the next likewise */
    "mb mbs mbsz micro_bs micro_bsz lbs per_device_parallelism",
    [CML_QUANTITY_GLOBAL_BATCH] =
	"gbs gbsz train_batch_size ims_per_batch prompts_per_step samples_per_step "
	"sequences_per_step",
    [CML_QUANTITY_MINI_BATCH] = "ppo_mini_batch_size mini_batch_size mini_bsz mini_bs mini_batch",
    [CML_QUANTITY_PART] =
	"rollout_gpus num_rollout_gpus n_rollout_gpus rollout_num_gpus vllm_gpus inference_gpus "
	"generation_gpus actor_gpus trainer_gpus",
    [CML_QUANTITY_ACCUMULATION] =
	"accum accumulation grad_acc grad_accum grad_accumulation accumulation_steps accum_steps "
	"gradient_accumulation gradient_accumulation_steps grad_accum_steps grad_acc_steps "
	"grad_accumulation_steps num_microbatches n_microbatches num_micro_batches ga_steps ga "
	"gacc acc_steps n_accum num_accum accumulate_grad_batches gradient_accum "
	"gradient_accum_steps gas gradient_accumulation_iters gradient_accumulate_every "
	"batch_accumulation_per_replica update_freq",
    [CML_QUANTITY_SEQUENCE] =
	"seq seqlen seq_len seq_len_t seq_length seqlength sequence_len sequence_length "
	"context_length context_len context_window max_target_length model_max_length max_length "
	"max_len sl cutoff_len max_response_length max_completion_length ctx ctx_len ctx_size "
	"n_ctx tokens_per_sample tokens_per_seq packed_sequence_size packing_length",
    [CML_QUANTITY_RECOMPUTE] =
	"recompute recomputation remat recomp ac activation_checkpointing activation_checkpoint "
	"act_ckpt act_checkpointing activation_ckpt gradient_checkpointing gradient_checkpoint "
	"gradient_ckpt grad_checkpointing grad_checkpoint grad_ckpt checkpoint_activations "
	"activation_recompute activation_recomputation recompute_activations "
	"recompute_granularity activations_checkpoint_granularity disable_gradient_checkpointing "
	"no_gradient_checkpointing disable_activation_checkpointing no_activation_checkpointing",
    [CML_QUANTITY_SEQUENCE_PARALLEL] =
	"sequence_parallel sequence_parallelism seq_parallel megatron_sp",
    [CML_QUANTITY_OVERLAP] = "tp_comm_overlap ub_tp_comm_overlap",
    [CML_QUANTITY_OFFLOAD] =
	"offload cpu_offload offload_optimizer optimizer_offload offload_optim optim_offload "
	"offload_optimizer_device optimizer_cpu_offload zero_offload adam_offload",
    [CML_QUANTITY_PARAM_OFFLOAD] =
	"offload_param offload_params offload_parameters param_offload params_offload "
	"parameter_offload offload_param_device",
    [CML_QUANTITY_FRAMES] =
	"frames num_frames n_frames video_frames clip_frames clip_length clip_len",
    [CML_QUANTITY_RESOLUTION] =
	"resolution image_size img_size image_resolution img_res crop_size train_img_size "
	"infer_img_size",
    [CML_QUANTITY_OPTIMIZER] = "optim optimizer opt use_8bit_adam use_8bit_optimizer adam_8bit",
    [CML_QUANTITY_FUSED] =
	"liger liger_kernel liger_fused_linear_cross_entropy fused_linear_cross_entropy",
    [CML_QUANTITY_BITS] = "quantization_bit quantization_bits quant_bits load_in_4bit load_in_8bit",
    [CML_QUANTITY_ADAPTER] = "lora lora_r lora_rank lora_dim peft adapter adapter_rank adapter_dim",
    [CML_QUANTITY_LAYERS] =
	"layers n_layer nlayers hidden_layers decoder_layers base_num_decoder_layers",
    [CML_QUANTITY_WIDTH] =
	"hidden hidden_size hidden_dim n_hidden d_model n_embd embed_dim model_dim embedding_dim "
	"emb_dim base_emb_dim",
    [CML_QUANTITY_HEADS] = "heads n_head nheads attention_heads query_heads base_num_query_heads",
    [CML_QUANTITY_VOCABULARY] = "vocab vocabulary padded_vocab n_vocab",
    [CML_QUANTITY_EXPERTS] =
	"experts moe_experts moe_num_experts local_experts routed_experts expert_count",
    [CML_QUANTITY_EXPERT_WIDTH] =
	"moe_ffn_hidden_size moe_intermediate_size expert_ffn_hidden_size moe_ffn_dim "
	"expert_hidden_size expert_intermediate_size",
    [CML_QUANTITY_ROUTED] =
	"moe_router_topk moe_router_top_k router_topk moe_topk moe_top_k experts_per_tok "
	"experts_per_token activated_experts",
    /* With a unit behind it, too: is_with_unit. */
    [CML_QUANTITY_PARAMETERS] =
	"params n_params num_params parameters n_parameters num_parameters model_params "
	"param_count parameter_count total_params total_parameters size_b model_size_b billions "
	"millions nparams model_size_billion model_size_billions",
    [CML_QUANTITY_ACTIVE] =
	"active_params active_parameters activated_params activated_parameters n_active_params "
	"active_b",
};

/* Words that may stand before the names of a kind, and behind them: `num_`, `_world_size`. */
static const struct affixes {
	enum cml_quantity_kind kind;
	const char *before, *behind;
} affixes[] = {
    {CML_KIND_COUNTED, "num n", "size degree world"},
    {CML_KIND_SWITCH, "use enable fsdp", "mode policy type name"},
    {CML_KIND_LENGTH, "max train encoder decoder dataset model", ""},
    {CML_KIND_OTHER, "", ""},
};

/* False: the last word is none of some. */
static bool cut_last(char *words, const char *some)
{
	if (!cml_words_end_in(words, some))
		return false;
	words[strlen(words) - 1] = '\0';
	strrchr(words, '_')[1] = '\0';
	return true;
}

/* Whether words, without some before and behind them, are one of names. */
static bool fits(const char *words, const char *names, const struct affixes *may)
{
	char cut[CML_WORDS_SIZE], first[CML_WORDS_SIZE];
	do {
		snprintf(cut, sizeof cut, "%s", words);
		do
			if (cml_words_are(cut, names))
				return true;
		while (cut_last(cut, may->behind));
		size_t size = 1 + strcspn(words + 1, "_");
		snprintf(first, sizeof first, "%.*s", (int)size + 1, words);
		words += size;
	} while (cml_words_are(first, may->before));
	return false;
}

/* Whether words are of a batch, with one of these words: `micro_batch_size_per_gpu`. */
static bool is_batch(const char *words, const char *marks)
{
	static const char counted[] = "samples_per imgs_per ims_per images_per sequences_per "
				      "seqs_per batch batchsize microbatch bs bsz",
			  others[] =
			      "batch batchsize microbatch bs bsz size train training ppo per "
			      "dp samples imgs ims images sequences seqs";
	bool is_one = cml_words_have(words, counted) && cml_words_have(words, marks);
	for (const char *at = words; is_one && at[1]; at += 1 + strcspn(at + 1, "_")) {
		char word[CML_WORDS_SIZE];
		snprintf(word, sizeof word, "%.*s", (int)strcspn(at + 1, "_") + 2, at);
		is_one = cml_words_are(word, others) || cml_words_are(word, marks);
	}
	return is_one;
}

bool cml_quantity_is(enum cml_quantity quantity, enum cml_quantity_kind kind)
{
	static const unsigned short kinds[CML_N_QUANTITIES] = {
#define CML_QUANTITY_KIND(name, kind, key) [CML_QUANTITY_##name] = CML_KIND_##kind,
	    CML_QUANTITIES(CML_QUANTITY_KIND)};
	return quantity < CML_N_QUANTITIES && (kinds[quantity] & kind) == kind;
}

enum cml_quantity cml_name_axis(const char *name, bool *is_in_slice)
{
	static const struct {
		enum cml_quantity quantity;
		const char *names;
	} axes[] = {
	    {CML_QUANTITY_REPLICAS, "data diloco"},
	    {CML_QUANTITY_FSDP, "fsdp fsdp_transpose"},
	    {CML_QUANTITY_TENSOR, "tensor tensor_transpose tensor_sequence autoregressive"},
	    {CML_QUANTITY_CONTEXT, "context sequence context_usp_ulysses context_autoregressive"},
	    {CML_QUANTITY_EXPERT, "expert"},
	    {CML_QUANTITY_PIPELINE, "pipeline"},
	};
	static const char end[] = "_parallelism_";
	struct cml_spelling spelling = cml_spell(name);
	char *words = spelling.words[0], *last = strstr(words, end);
	*is_in_slice = strncmp(words, "_ici_", 5) == 0;
	if (!last || strlen(last) != strlen(end) ||
	    !(*is_in_slice || strncmp(words, "_dcn_", 5) == 0))
		return CML_N_QUANTITIES;
	last[1] = '\0';
	for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
		if (cml_words_are(words + strlen("_ici"), axes[i].names))
			return axes[i].quantity;
	return CML_N_QUANTITIES;
}

/* Whether a name is one of these, with a unit behind it or none: `total_params_billions`. */
static bool is_with_unit(const char *name, const char *names)
{
	struct cml_spelling spelling = cml_spell(name);
	for (size_t i = 0; i < 2; i++) {
		char *words = spelling.words[i], *last = words + strlen(words) - 1;
		while (cml_words_end_in(words, "b bn billion billions m million millions bytes in"))
			for (*last-- = '\0'; *last != '_';)
				*last-- = '\0';
		if (cml_words_are(words, names))
			return true;
	}
	return false;
}

/* Of words of a name in one of its spellings. */
static bool is_of(const char *words, enum cml_quantity q)
{
	static const char of_device[] = "micro microbatch device gpu rank replica worker core chip "
					"accelerator local";
	const struct affixes *may = affixes;
	while (!cml_quantity_is(q, may->kind))
		may++;
	return fits(words, quantity_names[q], may) ||
	       (q == CML_QUANTITY_MICRO_BATCH && is_batch(words, of_device)) ||
	       (q == CML_QUANTITY_GLOBAL_BATCH && is_batch(words, "global total effective eff"));
}

static enum cml_quantity whole_name_quantity(const char *name)
{
	struct cml_spelling plain = cml_spell(name), per = cml_spell_with(name, " per ");
	bool is_other = strcmp(plain.words[0], plain.words[1]) != 0, has_per = strchr(name, '/');
	if (cml_name_counts_devices(name) || cml_name_is(name, "scale_factor alloctres reqtres"))
		return CML_QUANTITY_DEVICES;
	if (cml_name_counts_nodes(name))
		return CML_QUANTITY_NODES;
	for (enum cml_quantity q = 0; q < CML_N_QUANTITIES; q++)
		if (is_of(plain.words[0], q) || (is_other && is_of(plain.words[1], q)) ||
		    (has_per && is_of(per.words[1], q)) || /* `Batch / GPU` */
		    (cml_quantity_is(q, CML_KIND_WITH_UNIT) &&
		     is_with_unit(name, quantity_names[q])))
			return q;
	bool ignored;
	return cml_name_axis(name, &ignored);
}

enum cml_quantity cml_name_quantity(const char *name)
{
	enum cml_quantity found = whole_name_quantity(name);
	size_t n = strcspn(name, "./");
	char group[64];
	/* `cfg/dist.tp`, but not `recompute.layers`, which are others, nor `workers/gpu`. */
	if (found != CML_N_QUANTITIES || !name[n] || n >= sizeof group)
		return found;
	snprintf(group, sizeof group, "%.*s", (int)n, name);
	found = cml_name_quantity(name + n + 1);
	/* Ranks of `rollout.tp` serve, beside those that train, `actor_rollout_ref.actor.tp`. */
	bool is_other = whole_name_quantity(group) != CML_N_QUANTITIES ||
			(cml_name_has(group, "rollout generation vllm sglang") &&
			 !cml_name_has(group, "actor"));
	return is_other || found == CML_QUANTITY_DEVICES ? CML_N_QUANTITIES : found;
}

enum cml_work cml_name_work(const char *name)
{
	bool per_device = cml_name_has(name, "per_gpu per_device per_chip per_accelerator gpu "
					     "device chip");
	if (cml_name_has(name, "mfu hfu flops_utilization flop_utilization"))
		return CML_WORK_UTILIZATION;
	if (cml_name_has(name, "tflop tflops teraflops flops"))
		return cml_name_has(name, "total aggregate cluster") ? CML_WORK_FLOPS
								     : CML_WORK_FLOPS_EACH;
	if (cml_name_has(name, "sample samples pair pairs sequences seqs examples img imgs images"))
		return per_device ? CML_WORK_SAMPLES_EACH : CML_WORK_SAMPLES;
	if (cml_name_has(name, "step steps iter iteration it iters"))
		return CML_WORK_STEPS;
	if (cml_name_is_minimized(name))
		return CML_WORK_ALL;
	return per_device ? CML_WORK_TOKENS_EACH : CML_WORK_TOKENS;
}

bool cml_name_predicts(const char *name, const char *metric)
{
	static const char words[] =
	    "sim simulated simulation simulator predicted prediction pred estimated estimate "
	    "estimation est forecast projected projection modeled modelled analytical";
	return cml_name_has(name, words) && !cml_name_has(metric, words) &&
	       cml_name_is_a(name, CML_NAME_METRIC) && cml_name_is_a(metric, CML_NAME_METRIC) &&
	       cml_name_is_minimized(name) == cml_name_is_minimized(metric) &&
	       cml_name_work(name) == cml_name_work(metric);
}

bool cml_name_is_batch(const char *name)
{
	return cml_quantity_is(cml_name_quantity(name), CML_KIND_BATCH) ||
	       cml_name_is_a(name, CML_NAME_BATCH);
}

bool cml_name_is_context(const char *name)
{
	enum cml_quantity quantity = cml_name_quantity(name);
	return cml_name_is_place_or_work(name) || cml_quantity_is(quantity, CML_KIND_WORK) ||
	       quantity == CML_QUANTITY_PER_NODE ||
	       (quantity == CML_QUANTITY_GLOBAL_BATCH &&
		cml_name_has(name, "global total effective eff gbs gbsz"));
}
