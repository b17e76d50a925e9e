#include "base/text.h"
#include "infer/names/names.h"

#include "test.h"

Test(quantity_name, of_the_names_of_several_frameworks)
{
	static const struct {
		enum cml_quantity quantity;
		const char *names; /* with bars between them */
	} rows[] = {
	    {CML_QUANTITY_DEVICES, "scaling_config/num_workers|nGPUs|scale_factor|AllocTRES"},
	    {CML_QUANTITY_PER_NODE, "gpus_per_node|nproc_per_node"},
	    {CML_QUANTITY_TENSOR,
	     "tensor_model_parallel_size|tensor-parallel-size|tp_world_size|mp_size"},
	    {CML_QUANTITY_CONTEXT, "cp|sp_degree"},
	    {CML_QUANTITY_EXPERT, "ep"},
	    {CML_QUANTITY_CHUNKS, "vpp|num_virtual_stages"},
	    {CML_QUANTITY_CHUNK_LAYERS, "num_layers_per_virtual_pipeline_stage"},
	    {CML_QUANTITY_ZERO, "zero_stage|ds_zero"},
	    {CML_QUANTITY_FSDP, "parallelism.data_parallel_shard_degree"},
	    {CML_QUANTITY_RECOMPUTE, "activation_checkpoint.mode|use_gradient_checkpointing|"
				     "activation_checkpointing|fsdp_activation_checkpointing"},
	    {CML_QUANTITY_OFFLOAD, "zero_optimization.offload_optimizer.device|adam_offload"},
	    {CML_QUANTITY_SHARDING, "sharding_strategy"},
	    {CML_QUANTITY_MICRO_BATCH,
	     "per_device_train_batch_size|microBatchSize|Batch / "
	     "GPU|bs/GPU|LBS|samples_per_gpu|micro_train_batch_size|batch_size_per_rank"},
	    {CML_QUANTITY_GLOBAL_BATCH,
	     "global_batch_size|effective_batch_size|total_train_batch_size"},
	    {CML_QUANTITY_ACCUMULATION, "accumulate_grad_batches|gradient_accumulation_steps|gas"},
	    {CML_QUANTITY_SEQUENCE, "n_ctx|SeqLen [tok]|max_seq_length|model.encoder_seq_length"},
	    {CML_QUANTITY_LAYERS, "num_layers|num_decoder_layers"},
	    {CML_QUANTITY_WIDTH, "hidden_size|d_model"},
	    {CML_QUANTITY_HEADS, "num_attention_heads"},
	    {CML_QUANTITY_VOCABULARY, "vocab_size"},
	    {CML_QUANTITY_PARAMETERS, "n_params|total_params_billions|Params (M)"},
	    {CML_QUANTITY_ACTIVE, "activated_params_billions"},
	    /* Whole names only. */
	    {CML_N_QUANTITIES, "actor_rollout_ref.rollout.tensor_model_parallel_size|tp_comm|"
			       "Workers / "
			       "GPU|batch|learning_rate|model|model_mb|acc|num_stages|eval_batch_"
			       "size_per_gpu|total_samples"},
	};
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct cml_slice rest = cml_slice_of(rows[i].names), item;
		char name[CML_WORDS_SIZE];
		while (cml_slice_split(&rest, '|', &item)) {
			snprintf(name, sizeof name, "%.*s", (int)item.size, item.data);
			cr_expect_eq(cml_name_quantity(name), rows[i].quantity, "%s: %d", name,
				     (int)cml_name_quantity(name));
		}
	}
	cr_expect_eq(cml_name_quantity(""), CML_N_QUANTITIES);
}

Test(quantity_name, of_metrics)
{
	static const struct {
		const char *name;
		enum cml_work work;
	} names[] = {
	    {"pairs/min", CML_WORK_SAMPLES},
	    {"tokens_per_second", CML_WORK_TOKENS},
	    {"throughput", CML_WORK_TOKENS},
	    {"tok_s_gpu", CML_WORK_TOKENS_EACH},
	    {"tokens/s/device", CML_WORK_TOKENS_EACH},
	    {"samples_per_sec", CML_WORK_SAMPLES},
	    {"images_per_sec_per_gpu", CML_WORK_SAMPLES_EACH},
	    {"tflops", CML_WORK_FLOPS_EACH},
	    {"TFLOP/s/GPU", CML_WORK_FLOPS_EACH},
	    {"total_tflops", CML_WORK_FLOPS},
	    {"mfu", CML_WORK_UTILIZATION},
	    {"step_time_ms", CML_WORK_STEPS},
	    {"iters_per_sec", CML_WORK_STEPS},
	    {"runtime_s", CML_WORK_ALL},
	};
	for (size_t i = 0; i < COUNT(names); i++)
		cr_expect_eq(cml_name_work(names[i].name), names[i].work, "%s: %d", names[i].name,
			     (int)cml_name_work(names[i].name));
}
