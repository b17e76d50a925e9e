#include "infer/names/names.h"

#include "test.h"

Test(quantity_name, of_the_names_of_several_frameworks)
{
	static const struct {
		const char *name;
		enum cml_quantity quantity;
	} names[] = {
	    {"scaling_config/num_workers", CML_QUANTITY_DEVICES},
	    {"nGPUs", CML_QUANTITY_DEVICES},
	    {"scale_factor", CML_QUANTITY_DEVICES},
	    {"gpus_per_node", CML_QUANTITY_PER_NODE},
	    {"nproc_per_node", CML_QUANTITY_PER_NODE},
	    {"tensor_model_parallel_size", CML_QUANTITY_TENSOR},
	    {"tensor-parallel-size", CML_QUANTITY_TENSOR},
	    {"cp", CML_QUANTITY_CONTEXT},
	    {"ep", CML_QUANTITY_EXPERT},
	    {"vpp", CML_QUANTITY_CHUNKS},
	    {"num_layers_per_virtual_pipeline_stage", CML_QUANTITY_CHUNK_LAYERS},
	    {"zero_stage", CML_QUANTITY_ZERO},
	    {"parallelism.data_parallel_shard_degree", CML_QUANTITY_FSDP},
	    {"activation_checkpoint.mode", CML_QUANTITY_RECOMPUTE},
	    {"zero_optimization.offload_optimizer.device", CML_QUANTITY_OFFLOAD},
	    {"actor_rollout_ref.rollout.tensor_model_parallel_size", CML_N_QUANTITIES},
	    {"sharding_strategy", CML_QUANTITY_SHARDING},
	    {"per_device_train_batch_size", CML_QUANTITY_MICRO_BATCH},
	    {"microBatchSize", CML_QUANTITY_MICRO_BATCH},
	    {"Batch / GPU", CML_QUANTITY_MICRO_BATCH},
	    {"gradient_accumulation_steps", CML_QUANTITY_ACCUMULATION},
	    {"SeqLen [tok]", CML_QUANTITY_SEQUENCE},
	    {"max_seq_length", CML_QUANTITY_SEQUENCE},
	    {"activation_checkpointing", CML_QUANTITY_RECOMPUTE},
	    {"num_layers", CML_QUANTITY_LAYERS},
	    {"hidden_size", CML_QUANTITY_WIDTH},
	    {"d_model", CML_QUANTITY_WIDTH},
	    {"num_attention_heads", CML_QUANTITY_HEADS},
	    {"vocab_size", CML_QUANTITY_VOCABULARY},
	    {"n_params", CML_QUANTITY_PARAMETERS},
	    {"total_params_billions", CML_QUANTITY_PARAMETERS},
	    {"Params (M)", CML_QUANTITY_PARAMETERS},
	    {"activated_params_billions", CML_QUANTITY_ACTIVE},
	    /* Whole names only. */
	    {"tp_comm", CML_N_QUANTITIES},
	    {"Workers / GPU", CML_N_QUANTITIES},
	    {"batch", CML_N_QUANTITIES},
	    {"learning_rate", CML_N_QUANTITIES},
	    {"model", CML_N_QUANTITIES},
	    {"", CML_N_QUANTITIES},
	};
	for (size_t i = 0; i < COUNT(names); i++)
		cr_expect_eq(cml_name_quantity(names[i].name), names[i].quantity, "%s: %d",
			     names[i].name, (int)cml_name_quantity(names[i].name));
}

Test(quantity_name, of_metrics)
{
	static const struct {
		const char *name;
		enum cml_work work;
	} names[] = {
	    {"tok_s", CML_WORK_TOKENS},
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
