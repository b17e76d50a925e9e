/* Laws of memory that are written for a log of training jobs. */
#include "infer_fixture.h"
#include "infer_law_fixture.h"
#include "test.h"

static void memory_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "%s,%s,%zu,%zu,%zu,%zu,%.2f,%.4f\n", models[s.model],
			  devices[s.device], s.gpus, s.tp, s.mbs, s.seq, 90 + 9 * noise(i),
			  100 * noise(i));
}

/* More than the devices have: it is no limit of theirs, and its name is taken. */
Test(law_memory, a_limit_has_a_name_of_its_own)
{
	AUTO(inferred) inferred =
	    infer("model,gpu,gpus,tp,mbs,seq_len,memory_gb,tok_s", N_JOBS, 0, memory_row);
	const struct cml_space_column *limit = column_of(&inferred, "memory_gb_law");
	cr_expect_eq(column_of(&inferred, "memory_gb")->role, CML_ROLE_IGNORE);
	cr_expect_eq(limit->role, CML_ROLE_LIMIT);
	cr_expect_eq(column_of(&inferred, "states")->law_of,
		     (size_t)(limit - inferred.space->columns));
}

static void unit_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "%s,%zu,%zu,%zu,%zu,%.2f,%s,%.4f\n", models[s.model], s.gpus, s.tp,
			  s.mbs, s.seq, 30 + 9 * noise(i), i % 9 == 4 ? "oom" : "ok",
			  100 * noise(i));
}

static double states_of(const char *memory)
{
	char header[128];
	snprintf(header, sizeof header, "model,gpus,tp,mbs,seq_len,%s,status,tok_s", memory);
	AUTO(inferred) inferred = infer(header, N_JOBS, 0, unit_row);
	cr_assert_eq(column_of(&inferred, memory)->role, CML_ROLE_LIMIT, "%s", memory);
	return value_of(&inferred, "model=llama-7b,tp=1", "states");
}

/* Terms are in the unit of the limit; without one in its name in GB. These jobs used less than
 * whole states and than parameters alone, so that 16 copies share all. */
Test(law_memory, memory_is_in_the_unit_of_its_limit)
{
	const double states = 7 * 16 / 16.0;
	expect(states_of("peak_gb"), states, "peak_gb");
	expect(states_of("peak_mib"), states * 1024, "peak_mib");
	expect(states_of("peak_memory"), states, "peak_memory");
}

static void seven_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "llama-7b,%zu,%zu,%zu,%.2f,%s,%.4f\n", s.gpus, s.mbs, s.seq,
			  50 + 9 * noise(i), i % 9 == 4 ? "oom" : "ok", 100 * noise(i));
}

/* 112 GB whole, 38.5 on eight devices that share the optimizer: jobs used 50 to 59. */
Test(law_memory, copies_share_the_optimizer_where_it_does_not_fit)
{
	AUTO(inferred) inferred =
	    infer("model,gpus,mbs,seq_len,peak_gb,status,tok_s", N_JOBS, 0, seven_row);
	static const char config[] = "gpus=8";
	IS("states", 7 * (4 + 12 / 8.0));
}

static void megatron_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "%s,%zu,%zu,%s,%s,%zu,%zu,%.2f,%s,%.4f\n", models[s.model], s.gpus,
			  s.tp, i % 2 && s.tp > 1 ? "true" : "false",
			  i % 3 ? "distributed_fused_adam" : "fused_adam", s.mbs, s.seq,
			  50 + 9 * noise(i), i % 9 == 4 ? "oom" : "ok", 100 * noise(i));
}

/* An optimizer that is distributed is shared by the copies; without sequence parallelism ranks of
 * tensors keep norms whole; tokens meet two experts of 14336. */
Test(law_memory, of_settings_of_megatron)
{
	AUTO(inferred) inferred =
	    infer("model,gpus,tp,sequence_parallel,optim.name,mbs,seq_len,peak_gb,status,tok_s",
		  N_JOBS, 0, megatron_row);
	static const char config[] = "model=Mixtral-8x7b,gpus=8,tp=4,sequence_parallel=false,"
				     "optim.name=distributed_fused_adam,mbs=1,seq_len=4096";
	IS("states", 46.7 / 4 * (4 + 12 / 2.0));
	rule(&inferred, "(1 - sequence_parallel) == 1 or tp > 1");
	IS("norms", 4096.0 * 4096 * 32 * 10 * 3 / 4 / 1e9);
	IS("routed", 4096 / 4 * (12.9e9 / 4096 - 4 * 32 * 4096) * 2 / 1e9);
}

static void torch_row(struct cml_buffer *table, size_t i)
{
	static const char *const modes[] = {"none", "selective", "full"};
	size_t draw = i * 7919 % 1009, shard = (size_t)4 << draw % 3,
	       tp = (size_t)1 << draw / 3 % 2;
	cml_buffer_printf(table, "%s,%zu,%zu,%zu,%zu,%s,%zu,%.1f,%s,%.4f\n",
			  i % 2 ? "my-7b" : "llama3_8b", shard, (size_t)1 << draw / 9 % 2, tp,
			  (size_t)1 << draw / 5 % 3, modes[draw / 7 % 3], (size_t)8192,
			  60 + 9 * noise(i), i % 9 == 4 ? "oom" : "ok", 100 * noise(i));
}

/* TorchTitan's names: groups of devices share what a copy keeps, and a mode says what is kept. */
Test(law_memory, fully_sharded_copies)
{
	AUTO(inferred) inferred = infer("model,dp_shard,dp_replicate,tp,local_batch_size,ac_mode,"
					"seq_len,peak_gb,status,tps",
					N_JOBS, 0, torch_row);
	static const char config[] = "model=llama3_8b,dp_shard=8,dp_replicate=2,tp=2,"
				     "local_batch_size=2,ac_mode=none";
	IS("devices", 32);
	IS("states", 8 * 16 / 2.0 / 8);
	IS("optimizer", 8e9 / 2 / 8 / (16 * 2 * 8192));
	IS("gathers", 8e9 / 2 * 7 / 8 / (16 * 2 * 8192));
	IS("activations", 2 * 8192 * 4096.0 / 2 * 32 * 34 / 1e9);
	IS("activations_kept", 2 * 8192 * 4096.0 / 2 * 32 * 17 / 1e9);
	cr_expect_eq(value_of(&inferred, "ac_mode=selective", "activations_kept"), 0);
	/* Of a model that is in no list layers follow from its size. */
	expect(value_of(&inferred, "model=my-7b", "layers"), cbrt(7e9 / 196608), "my-7b");
}

static void config_row(struct cml_buffer *table, size_t i)
{
	static const char *const stages[] = {"", "ds_z2_config.json", "zero3_bf16.json"};
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "%s,%zu,%zu,%zu,%s,%.2f,%s,%.4f\n", models[s.model], s.gpus, s.mbs,
			  s.seq, stages[i * 31 % 7 % 3], 30 + 9 * noise(i),
			  i % 9 == 4 ? "oom" : "ok", 100 * noise(i));
}

/* DeepSpeed's configurations name the stage; without one it is 0. */
Test(law_memory, stages_by_names_of_files)
{
	AUTO(inferred) inferred =
	    infer("model,gpus,mbs,seq_len,deepspeed,peak_gb,status,tok_s", N_JOBS, 0, config_row);
	static const char *config = "model=llama-7b,gpus=8,deepspeed=ds_z2_config.json";
	IS("states", 7 * (2 + 14 / 8.0));
	config = "model=llama-7b,gpus=8,deepspeed=zero3_bf16.json";
	IS("states", 7 * 16 / 8.0);
	const char *zero = column_of(&inferred, "zero")->cells[CML_FIELD_DOMAIN];
	cr_expect_not_null(strstr(zero, "2 * (deepspeed == 'ds_z2_config.json') + "), "%s", zero);
}

static const char *sharing; /* a cell, or one of two in turns; NULL: 4, 8 or 16 */
static void sharing_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "llama-7b,16,%zu,%zu,", s.mbs, s.seq);
	const char *other = sharing ? strchr(sharing, ' ') : NULL;
	if (other && i * 31 % 7 % 2)
		cml_buffer_printf(table, "%s", other + 1);
	else if (sharing)
		cml_buffer_printf(table, "%.*s", (int)strcspn(sharing, " "), sharing);
	else
		cml_buffer_printf(table, "%zu", (size_t)4 << i % 3);
	cml_buffer_printf(table, ",%.2f,%s,%.4f\n", 150 + 9 * noise(i), i % 9 == 4 ? "oom" : "ok",
			  100 * noise(i));
}

/* 150 GB hold whole states, so that the column alone decides. */
Test(law_memory, switches_codes_and_axes_of_sharing)
{
	static const struct {
		const char *column, *cell, *config;
		double states;
	} cases[] = {{"use_distributed_optimizer", "True", "gpus=16", 7 * (4 + 12 / 16.0)},
		     {"use_distributed_optimizer", "False", "gpus=16", 7 * 16},
		     {"use_fsdp", "True", "gpus=16", 7 * 16 / 16.0},
		     {"use_fsdp", "True False", "use_fsdp=True", 7 * 16 / 16.0},
		     {"use_fsdp", "True False", "use_fsdp=False", 7 * 16},
		     {"deepspeed", "zero1 none", "deepspeed=zero1", 7 * (4 + 12 / 16.0)},
		     {"fsdp", NULL, "fsdp=8", 7 * 16 / 8.0},
		     {"trainer.strategy", "deepspeed_stage_2", "gpus=16", 7 * (2 + 14 / 16.0)},
		     {"strategy", "greedy", "gpus=16", 7 * 16},
		     {"fsdp_sharding_strategy", NULL, "fsdp_sharding_strategy=8", 7 * 16}};
	for (size_t i = 0; i < COUNT(cases); i++) {
		char header[128];
		sharing = cases[i].cell;
		snprintf(header, sizeof header, "model,gpus,mbs,seq_len,%s,peak_gb,status,tok_s",
			 cases[i].column);
		AUTO(inferred) inferred = infer(header, N_JOBS, 0, sharing_row);
		expect(value_of(&inferred, cases[i].config, "states"), cases[i].states,
		       cases[i].column);
	}
}

static const char *adapter_cells; /* of full fine-tuning, LoRA and QLoRA */
static void adapter_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	struct cml_slice rest = cml_slice_of(adapter_cells), cell;
	for (size_t k = 0; k <= i * 31 % 7 % 3; k++)
		cml_slice_split(&rest, '|', &cell);
	cml_buffer_printf(table, "%s,%s,%zu,%zu,%zu,%.*s,%s,%.4f\n", models[s.model],
			  devices[s.device], (size_t)1 << i % 4, s.mbs, s.seq, (int)cell.size,
			  cell.data, i % 9 == 4 ? "oom" : "ok", 1000 * noise(i));
}

/* An adapter alone has no gradients and optimizer of the rest, whose parameters may be packed. */
Test(law_memory, adapters_are_told_by_words_ranks_and_switches)
{
	static const struct {
		const char *column, *cells, *adapter;
		double bytes;
	} cases[] = {{"tuning", "full|lora|qlora", "tuning=lora", 2},
		     {"tuning", "full|lora|qlora", "tuning=qlora", 0.6},
		     {"lora_r", "0|8|64", "lora_r=8", 2},
		     {"use_lora", "false|true|true", "use_lora=1", 2},
		     {"tuning", "full|some|none", "tuning=some", 16}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char header[128], config[128];
		adapter_cells = cases[i].cells;
		snprintf(header, sizeof header, "model,gpu,gpus,mbs,seq_len,%s,status,tok_s",
			 cases[i].column);
		AUTO(inferred) inferred = infer(header, N_JOBS, 0, adapter_row);
		snprintf(config, sizeof config, "model=Llama-2-13b-hf,gpus=1,%s", cases[i].adapter);
		expect(value_of(&inferred, config, "states"), 13 * cases[i].bytes / 80,
		       cases[i].adapter);
		/* A search takes the fastest of them: that is said of words and switches. */
		cr_assert_eq(strstr(inferred.notes.data, "it chooses what is trained") != NULL,
			     i != 2 && i != 4, "%s", cases[i].cells);
	}
}

static void tuning_row(struct cml_buffer *table, size_t i)
{
	static const char *const methods[] = {"full", "lora", "freeze"};
	static const char *const stages[] = {"", "ds_z2_config.json", "ds_z3_offload_config.json"};
	struct settings s = settings_of(i);
	size_t draw = i * 6007 % 997, method = draw % 3;
	cml_buffer_printf(table, "%s,%zu,%zu,%zu,%s,%s,%s,%s,%s,%s,%.0f,%s,%.4f\n", models[s.model],
			  s.gpus, s.mbs, s.seq, methods[method],
			  method == 1 && draw / 3 % 2 ? "4" : "", stages[draw / 6 % 3],
			  draw / 6 % 3 == 0 && i % 2 ? "full_shard auto_wrap" : "[]",
			  draw / 6 % 3 < 2 && i % 5 == 0 ? "adamw_bnb_8bit" : "adamw_torch",
			  draw / 18 % 2 ? "True" : "False", (30 + 9 * noise(i)) * 1073741824.0,
			  i % 9 == 4 ? "oom" : "ok", 100 * noise(i));
}

/* Fine-tuning as LLaMA-Factory writes it: a base of four bits, an optimizer on the host, and
 * checkpoints that are switched off. */
Test(law_memory, bits_offload_and_a_switch_that_is_turned)
{
	AUTO(inferred) inferred = infer("model,gpus,per_device_train_batch_size,cutoff_len,"
					"finetuning_type,quantization_bit,deepspeed,fsdp,optim,"
					"disable_gradient_checkpointing,memoryAllocatedBytes,"
					"status,train_tokens_per_second",
					3 * N_JOBS, 0, tuning_row);
	static const char *config = "model=llama-7b,gpus=8,finetuning_type=full,deepspeed=";
	IS("states", 7e9 * 16);
	config = "model=llama-7b,gpus=8,finetuning_type=full,deepspeed=,fsdp=full_shard auto_wrap";
	IS("states", 7e9 * 16 / 8);
	column_of(&inferred, "one_sharding"); /* which are there */
	column_of(&inferred, "optimizer_by_bits");
	config = "model=llama-7b,gpus=8,finetuning_type=full,deepspeed=ds_z3_offload_config.json";
	IS("states", 7e9 * 2 / 8);
	IS("host", 7e9 / 8 / (8 * 2048));
	config = "model=llama-7b,gpus=8,finetuning_type=lora,quantization_bit=4,deepspeed=";
	IS("states", 7e9 * 2 * 0.3);
	config = "model=llama-7b,gpus=8,cutoff_len=2048,per_device_train_batch_size=1,"
		 "disable_gradient_checkpointing=True";
	IS("activations", 2048 * 4096.0 * 32 * 34);
	config = "model=llama-7b,gpus=8,cutoff_len=2048,per_device_train_batch_size=1,"
		 "disable_gradient_checkpointing=False";
	IS("activations", 2048 * 4096.0 * (32 * 2 + 34));
}

static void unet_row(struct cml_buffer *table, size_t i)
{
	cml_buffer_printf(table, "unet-2.6b,H100,%zu,%zu,%s,%.2f,%.4f\n", (size_t)1 << i % 5,
			  (size_t)512 << i % 2, i % 3 ? "True" : "False", 40 + noise(i), noise(i));
}

/* Of a network of images memory needs layers, as time does not: as recomputation takes less. */
Test(law_memory, recomputation_of_a_network_of_images)
{
	AUTO(inferred) inferred = infer("model,gpu,mbs,resolution,gradient_checkpointing,"
					"max_memory_gb,images_per_sec",
					N_JOBS, 0, unet_row);
	double layers = cbrt(2.6e9 / 196608), part = 4 * 1024.0 * 128 * layers / 1e9;
	const char *config = "mbs=4,resolution=512,gradient_checkpointing=False";
	IS("activations", part * layers * 34 / 80);
	config = "mbs=4,resolution=512,gradient_checkpointing=True";
	IS("activations", part * (layers * 2 + 34) / 80);
}

static void ways_row(struct cml_buffer *table, size_t i)
{
	static const char *const ways[] = {"ddp", "fsdp", "hsdp"};
	static const char *const batches[] = {"auto", "2", "4"};
	cml_buffer_printf(table, "llama-7b,H100,%zu,%s,2048,%s,%.2f,%.4f\n", (size_t)8 << i % 3,
			  batches[i / 9 % 3], ways[i / 3 % 3], 40 + noise(i), noise(i));
}

/* Whatever the column is called, its words say that copies share, all or those of a node; a batch
 * that the trainer finds fits. */
Test(law_memory, sharding_by_its_words)
{
	AUTO(inferred) inferred =
	    infer("model,gpu,gpus,mbs,seq_len,kind,max_memory_gb,tok_s", N_JOBS, 0, ways_row);
	const char *config = "gpus=8,kind=ddp";
	IS("states", 7e9 * 16 / 80e9);
	config = "gpus=8,kind=fsdp";
	IS("states", 7e9 * 16 / 8 / 80e9);
	config = "gpus=32,kind=hsdp";
	IS("states", 7e9 * 16 / 8 / 80e9);
	config = "gpus=32,kind=fsdp,mbs=auto";
	IS("states", 7e9 * 16 / 32 / 80e9);
	IS("micro", 1);
}

static size_t n_hosts; /* kinds of memory beside the device's */
static void hosted_row(struct cml_buffer *table, size_t i)
{
	static const char *const devices_of[] = {"none", "nvme", "cpu"};
	struct settings s = settings_of(i);
	size_t draw = i * 6007 % 997, stage = draw % 4;
	cml_buffer_printf(
	    table, "%s,%s,%zu,%zu,%zu,%zu,%s,%s,%s,%.4f\n", models[s.model], devices[s.device],
	    s.gpus, s.mbs, s.seq, stage, devices_of[stage == 3 ? draw / 4 % (1 + n_hosts) : 0],
	    stage > 0 && i % 2 ? "cpu" : "none", i % 9 == 4 ? "oom" : "ok", 100 * noise(i));
}

/* Parameters in the memory of the host, where copies share them. */
static void have_hosts(void)
{
	AUTO(inferred) inferred = infer("model,gpu,gpus,mbs,seq_len,zero_optimization.stage,"
					"zero_optimization.offload_param.device,offload_optimizer,"
					"status,tok_s",
					3 * N_JOBS, 0, hosted_row);
	const char *config = "model=llama-7b,gpu=H100-80GB,gpus=8,zero_optimization.stage=3,"
			     "zero_optimization.offload_param.device=nvme,offload_optimizer=none";
	IS("states", 7 * 14.0 / 8 / 80);
	config = "model=llama-7b,gpu=H100-80GB,gpus=8,zero_optimization.stage=3,"
		 "zero_optimization.offload_param.device=none,offload_optimizer=none";
	IS("states", 7 * 16.0 / 8 / 80);
	column_of(&inferred, "offload_by_stage"); /* which is there */
	column_of(&inferred, "optimizer_by_stage");
}

Test(law_memory, parameters_off_the_device)
{
	for (n_hosts = 1; n_hosts <= 2; n_hosts++)
		have_hosts();
}

static void mixture_row(struct cml_buffer *table, size_t i)
{
	static const char *const chunks[] = {"", "1", "2"};
	struct settings s = settings_of(i);
	size_t draw = i * 6007 % 997;
	cml_buffer_printf(
	    table, "%zu,2048,768,%zu,8,%s,%zux8,%c,%zu,%zu,%s,%zu,%zuk,%s,%d,%s,%.1f,%s,%.4f\n",
	    (size_t)32 << draw % 2, (size_t)64 << draw / 2 % 2, devices[s.device], s.gpus / 8,
	    "-24"[s.tp / 2], (size_t)2 << draw / 4 % 2, (size_t)1 << draw / 48 % 3,
	    chunks[draw / 8 % 3], s.mbs, s.seq / 1024, draw / 24 % 2 ? "True" : "False", 512,
	    "gs://runs/a", 60 + 20 * noise(i), i % 9 == 4 ? "oom" : "ok", 100 * noise(i));
}

/* A mixture by its numbers, some in texts, of memory in percent; a folder for outputs and a length
 * that never varies show no serving. */
Test(law_memory, mixtures_by_their_numbers)
{
	AUTO(inferred) inferred = infer(
	    "num-layers,hidden-size,moe-ffn-hidden-size,num-experts,moe-router-topk,gpu,"
	    "world_size,tensor-model-parallel-size,pipeline-model-parallel-size,"
	    "expert-model-parallel-size,num-layers-per-virtual-pipeline-stage,"
	    "micro-batch-size,seq-length,use_liger_kernel,max_output_length,base_output_directory,"
	    "memoryAllocated (%),status,tok_s",
	    3 * N_JOBS, 0, mixture_row);
	static const char config[] =
	    "num-layers=32,num-experts=128,gpu=H100-80GB,world_size=4x8,"
	    "tensor-model-parallel-size=-,pipeline-model-parallel-size=2,micro-batch-size=1,"
	    "seq-length=2k,num-layers-per-virtual-pipeline-stage=2,use_liger_kernel=True,"
	    "expert-model-parallel-size=4,moe-router-topk=8";
	IS("experts", 32 * 2048.0 * 8 * 3 / 4 / 32);
	IS("params", 32 * 2048.0 * (4 * 2048 + 3 * 768 * 128));
	IS("active", 32 * 2048.0 * (4 * 2048 + 3 * 768 * 8));
	IS("chunks", 32 / 2 / 2);
	IS("logits", 2048 * 32000.0 * 6 * 0.1 / 1e9 * 100 / 80);
	cr_expect_eq(value_of(&inferred, "num-layers-per-virtual-pipeline-stage=", "chunk_layers"),
		     0);
	const struct cml_space_column *used = column_of(&inferred, "memoryAllocated (%)");
	cr_expect_str_eq(used->cells[CML_FIELD_DOMAIN], ":100");
}

static void image_row(struct cml_buffer *table, size_t i)
{
	static const char *const nets[] = {"stable-diffusion-v1-5", "PixArt-XL-2", "vit-large"};
	static const char *const optimizers[] = {"adamw", "adamw_8bit", "adafactor"};
	struct settings s = settings_of(i);
	size_t draw = i * 6007 % 997;
	cml_buffer_printf(table, "%s,%zu,%zu,%zu,%s,%s,%s,%zu,%s,%.4f\n", nets[s.model],
			  (size_t)256 << draw % 2, s.gpus, s.mbs, draw / 2 % 2 ? "true" : "false",
			  draw / 4 % 2 ? "true" : "false", optimizers[draw / 8 % 3], draw / 24 % 4,
			  devices[s.device], 100 * noise(i));
}

/* Images are tokens by their patches, and have no logits; an optimizer may have few bytes. */
Test(law_memory, images_and_optimizers)
{
	AUTO(inferred) inferred =
	    infer("model,resolution,num_processes,per_device_train_batch_size,"
		  "gradient_checkpointing,enable_xformers_memory_efficient_attention,optimizer,"
		  "zero_stage,gpu_type,samples_per_second",
		  3 * N_JOBS, 0, image_row);
	static const char config[] =
	    "model=PixArt-XL-2,resolution=512,num_processes=8,per_device_train_batch_size=4,"
	    "gradient_checkpointing=false,enable_xformers_memory_efficient_attention=false,"
	    "optimizer=adafactor,zero_stage=0";
	IS("patches", 1024);
	IS("states", 0.6 * (4 + 12 * 0.4) / 80); /* of what the device has */
	cr_expect_eq(cml_space_find(inferred.space, cml_slice_of("logits")), CML_NO_COLUMN);
}
