/* Laws of time and memory that are written for a log of training jobs. */
#include "infer_fixture.h"
#include "infer_law_fixture.h"
#include "test.h"

static void training_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "%s,%s,%zu,%zu,%zu,%zu,%zu,%zu,%s,%.4f\n", models[s.model],
			  devices[s.device], s.gpus, s.tp, s.pp, s.mbs,
			  s.mbs * (1 + i % 4) * s.gpus / (s.tp * s.pp), s.seq,
			  i % 9 == 4 ? "oom" : "ok", 1000 * (double)s.gpus * noise(i));
}
#define TRAINING "model,gpu,gpus,tp,pp,mbs,gbs,seq_len,status,tok_s"

static size_t count_laws(const struct inferred *inferred)
{
	size_t n = 0;
	for (size_t i = 0; i < inferred->space->n_columns; i++)
		n += inferred->space->columns[i].role == CML_ROLE_TERM ||
		     inferred->space->columns[i].role == CML_ROLE_ROOF;
	return n;
}

/* Seconds for a token, with the layers and the width of a known model. */
Test(law_write, times_of_a_training_job)
{
	AUTO(inferred) inferred = infer(TRAINING, N_JOBS, 0, training_row);
	static const char config[] = "model=llama-7b,gpu=A100-SXM4-80GB,gpus=16,tp=2,pp=2,mbs=2,"
				     "gbs=32,seq_len=4096";
	const double layers = 32, width = 4096;
	const double flops = 6 * 7e9 + 6 * layers * width * 4096, dp = 4, step = 32 * 4096;
	const double once = dp * 2 * 4096;
	/* With a bubble of one micro-batch in four. */
	IS("compute", flops / (16 * 312e12) * (1 + (2 - 1) * once / step));
	cr_expect_not(has(&inferred, "idle"), "it is a factor of what is computed");
	IS("roof", 16 * 312e12 / flops);
	IS("tensor", layers * width * (2 - 1) / 16);
	IS("sends", width * (2 - 1) / 16);
	IS("gradients", 7e9 / 4 * (dp - 1) / dp / step); /* and more across nodes */
	IS("gradients_across", 7e9 / 4 * (dp - 1) / dp / step);
	IS("launches", layers / (2 * once));
	IS("latency", 4 * layers / 2 / step);
	IS("optimizer", 7e9 / 4 / dp / step);
	IS("start", 1 / step);
	IS("gathers", 7e9 / 4 * (dp - 1) / dp / once);
	cr_expect_not(has(&inferred, "experts") || has(&inferred, "context"));
	/* A mixture does the work of 12.9e9 of its 46.7e9 parameters. */
	double dense = value_of(&inferred, "model=Llama-2-13b-hf,seq_len=2048", "flops_per_token");
	double mixed = value_of(&inferred, "model=Mixtral-8x7b,seq_len=2048", "flops_per_token");
	cr_expect(mixed > 0.9 * dense && mixed < 1.1 * dense, "%g %g", dense, mixed);
	for (size_t i = 0; i < inferred.space->n_columns; i++) {
		const struct cml_space_column *column = &inferred.space->columns[i];
		bool is_of_memory = column->role == CML_ROLE_TERM && *column->cells[CML_FIELD_TYPE];
		if (column->role == CML_ROLE_TERM && !is_of_memory)
			cr_expect_eq(column->law_of, inferred.space->metric, "%s", column->name);
	}
}

/* GB of a device, of which no job reports anything: a fraction of what it has. */
Test(law_write, memory_that_no_job_reports)
{
	AUTO(inferred) inferred = infer(TRAINING, N_JOBS, 0, training_row);
	static const char config[] = "model=llama-7b,gpu=A100-SXM4-80GB,gpus=16,tp=2,pp=2,mbs=2,"
				     "gbs=32,seq_len=4096";
	const double layers = 32, width = 4096;
	const struct cml_space_column *limit = column_of(&inferred, "memory_gb");
	cr_assert_eq(limit->role, CML_ROLE_LIMIT);
	cr_expect_str_eq(limit->cells[CML_FIELD_DOMAIN], ":memory(gpu)");
	IS("states", 7e9 / 4 * 16 / 4. / 1e9 / 80); /* whole ones do not fit: copies share all */
	IS("activations", 2 * 4096 * width / 2 * layers * 34 / 1e9 / 80);
	IS("logits", 2 * 4096 * 32000. / 2 * 6 / 1e9 / 80);
	IS("buffers", 2. / 80);
	cr_expect_str_eq(column_of(&inferred, "states")->cells[CML_FIELD_TYPE], "memory_gb");
}

/* What a time per step is made of grows with the step, a rate of samples with their tokens. */
static double compute_of(const char *metric)
{
	char header[128];
	snprintf(header, sizeof header, "model,gpu,gpus,tp,pp,mbs,gbs,seq_len,status,%s", metric);
	AUTO(inferred) inferred = infer(header, N_JOBS, 0, training_row);
	double found = value_of(&inferred,
				"model=llama-7b,gpu=A100-SXM4-80GB,gpus=16,tp=2,pp=2,mbs=2,gbs=32,"
				"seq_len=4096",
				"compute");
	return found;
}

Test(law_write, terms_are_of_what_the_metric_counts)
{
	const double each = compute_of("tok_s"), flops = 6 * 7e9 + 6 * 32 * 4096.0 * 4096;
	expect(compute_of("tok_s_gpu"), 16 * each, "tok_s_gpu");
	expect(compute_of("samples_per_sec"), 4096 * each, "samples_per_sec");
	expect(compute_of("samples_per_sec_per_gpu"), 16 * 4096 * each, "samples_per_sec_per_gpu");
	expect(compute_of("step_time_s"), 32 * 4096 * each, "step_time_s");
	expect(compute_of("tflops_per_gpu"), 16 * each / flops, "tflops_per_gpu");
	expect(compute_of("mfu"), 16 * 312 * each / flops, "mfu");
}

static bool is_of_all;
static void flops_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	/* A larger model does more; on more devices a job does more in all, each of them less. */
	double found =
	    300 * noise(i) * (double)(1 + s.model) * pow((double)s.gpus, is_of_all ? 0.8 : -0.2);
	cml_buffer_printf(table, "%s,%zu,%zu,%zu,%.4f\n", models[s.model], s.gpus, s.tp, s.seq,
			  found);
}

/* What a name leaves open the numbers tell, of jobs that differ in nothing else. */
Test(law_write, work_is_of_a_device_or_of_all)
{
	static const char config[] = "model=llama-7b,gpus=16,tp=2,seq_len=4096";
	for (int all = 0; all < 2; all++) {
		is_of_all = all;
		AUTO(inferred) by_flops =
		    infer("model,gpus,tp,seq_len,tflops", N_JOBS, 0, flops_row);
		AUTO(inferred) by_tokens =
		    infer("model,gpus,tp,seq_len,tok_s", N_JOBS, 0, flops_row);
		double flops = value_of(&by_flops, config, "flops_per_token");
		double share = all ? 1. / 16 : 1;
		expect(value_of(&by_flops, config, "compute"), share, "tflops");
		expect(value_of(&by_tokens, config, "compute"), share * flops, "tok_s");
	}
}

static void served_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "%s,%s,%zu,%zu,%zu,%zu,%.4f\n", models[s.model], devices[s.device],
			  s.gpus, s.tp, s.seq, (size_t)1 << i % 5,
			  1000 * (double)s.gpus * noise(i));
}

/* Milliseconds of a step that decodes, by token; a copy of 7 billion parameters on two of sixteen
 * devices, four sequences of 2048 tokens. */
Test(law_write, of_serving_a_step_is_written)
{
	static const char *const headers[] = {"model,gpu,gpus,tp,isl,batch,tok_s",
					      "model,gpu,gpus,tp,prompt_len,concurrency,tok_s",
					      "model,gpu,gpus,tp,seq_len,num_users,decode_tok_s",
					      "model,gpu,gpus,tp,seq_len,bs,generate.tok_s"};
	for (size_t i = 0; i < COUNT(headers); i++) {
		AUTO(inferred) inferred = infer(headers[i], N_JOBS, 0, served_row);
		char config[128];
		struct cml_slice rest = cml_slice_of(headers[i]), names[7];
		for (size_t k = 0; k < COUNT(names); k++)
			cr_assert(cml_slice_split(&rest, ',', &names[k]));
		snprintf(config, sizeof config,
			 "model=llama-7b,gpu=A100-SXM4-80GB,gpus=16,tp=2,%.*s=2048,%.*s=4",
			 (int)names[4].size, names[4].data, (int)names[5].size, names[5].data);
		IS("batch_at_once", 4);
		IS("weights", 14 / 2.0 / 2 / 4 / 8);
		IS("cache", 1.5e-9 * 2048 * 32 * 4096 / 2.0 / 2 / 8);
		IS("compute", 14.0 / 312 / 2 / 8);
		IS("exchange", 4e-8 * 32 * 4096 / 2 / 8);
		IS("messages", 0.02 * 32 / 4 / 8);
		IS("parameters", 7.0 / 80);
		IS("cache_gb", 1.5e-9 * 2048 * 32 * 4096 / 2 / 80);
		cr_expect_not(has(&inferred, "gradients") || has(&inferred, "roof"));
	}
	AUTO(inferred) inferred =
	    infer("model,gpu,gpus,tp,seq_len,mbs,tok_s", N_JOBS, 0, served_row);
	cr_expect(has(&inferred, "gradients"), "the same table of training");
}

static void offered_row(struct cml_buffer *table, size_t i)
{
	static const char *const rates[] = {"inf", "8", "16"};
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "%s,%s,%zu,1024,128,%zu,%s,%.4f\n", models[s.model],
			  devices[s.device], s.tp, (size_t)8 << i % 5, rates[i / 5 % 3],
			  1000 * noise(i));
}

/* No more is served than is asked for. */
Test(law_write, of_serving_what_is_offered_is_the_roof)
{
	static const char *const metrics[] = {"output_throughput", "total_token_throughput"};
	for (size_t i = 0; i < COUNT(metrics); i++) {
		char header[128];
		snprintf(header, sizeof header, "model,gpu,tp,isl,osl,max_num_seqs,request_rate,%s",
			 metrics[i]);
		AUTO(inferred) inferred = infer(header, N_JOBS, 0, offered_row);
		const char *config = "request_rate=8";
		IS("offered", 8. * (i == 0 ? 128 : 128 + 1024));
		config = "request_rate=inf";
		cr_expect_gt(value_of(&inferred, config, "offered"), 1e10);
	}
}

static void engine_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "%s,%s,%zu,%zu,%zu,%zu,%s,%zu,%.4f,%.4f\n", models[s.model],
			  devices[s.device], s.tp, s.seq, s.seq / 4, (size_t)8 << i % 5,
			  i % 3 ? "fp8" : "none", (size_t)1024 << i % 3, 100 * noise(i),
			  30 * noise(i + 7));
}

/* By device; a batch of as many as the memory has room for; quantized. A latency has its terms for
 * the day when it is a limit. */
Test(law_write, of_an_engine_a_batch_has_room)
{
	AUTO(inferred) inferred =
	    infer("model,gpu,tp,input_len,output_len,max_num_seqs,quantization,"
		  "max_num_batched_tokens,tok_s_gpu,p99_itl_ms",
		  N_JOBS, 0, engine_row);
	const char *config = "model=llama-7b,gpu=A100-SXM4-80GB,tp=1,input_len=4096,"
			     "output_len=1024,max_num_seqs=128,quantization=fp8,"
			     "max_num_batched_tokens=4096";
	const double kept = 1.5e-9 * 32 * 4096 * 5120, room = (80 - 7) / kept;
	IS("batch_at_once", room);
	IS("weights", 7 / 2.0 / room);
	IS("cache", kept / 2.0);
	IS("compute", 5 * 14.0 / 312);
	IS("start", 1 / room);
	IS("p99_itl_ms_cache", kept / 2.0 * room);
	size_t slot = cml_space_find(inferred.space, cml_slice_of("p99_itl_ms_launches"));
	cr_expect_str_eq(inferred.space->columns[slot].cells[CML_FIELD_DOMAIN], "0.02 * layers");
	AUTO(inferred) by_sequence = infer("model,gpu,tp,seq_len,new_tokens,batch,quantization,"
					   "chunk,tok_s_gpu,p99_itl_ms",
					   N_JOBS, 0, engine_row);
	expect(value_of(&by_sequence,
			"model=llama-7b,gpu=A100-SXM4-80GB,tp=1,seq_len=4096,new_tokens=1024",
			"compute"),
	       5 * 14.0 / 312, "of a sequence that is a prompt");
	config = "model=llama-7b,gpu=A100-SXM4-80GB,tp=4,input_len=4096,output_len=1024,"
		 "max_num_seqs=128,quantization=none,max_num_batched_tokens=1024";
	IS("batch_at_once", 128);
	config = "model=llama-7b,gpu=A100-SXM4-80GB,tp=4,input_len=4096,output_len=512,"
		 "max_num_seqs=128,quantization=none,max_num_batched_tokens=1024";
	IS("batch_at_once", 1024 / 9.0);
}

static void unknown_row(struct cml_buffer *table, size_t i)
{
	cml_buffer_printf(table, "%zu,%zu,%s,%.4f\n", 1 + i % 7, (size_t)64 << i % 5 % 3,
			  i % 3 ? "nccl" : "ucx", 100 * noise(i));
}

/* Neither devices nor the size of a model: nothing that grows is known. */
Test(law_write, without_devices_and_models_nothing_is_written)
{
	AUTO(inferred) inferred = infer("bucket,block,backend,tok_s", N_JOBS, 0, unknown_row);
	cr_expect_eq(count_laws(&inferred), 0, "%.*s", (int)inferred.text.size, inferred.text.data);
}

static void taken_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "%s,%s,%zu,%zu,%zu,%zu,%zu,%s,%zu,%.4f\n", models[s.model],
			  devices[s.device], s.gpus, s.tp, s.mbs, s.seq, i % 7, i % 2 ? "a" : "b",
			  i % 3, 100 * noise(i));
}

/* Rows have names that no column has, and terms the names of their rows. */
Test(law_write, names_that_columns_have_are_left_to_them)
{
	AUTO(inferred) inferred =
	    infer("model,gpu,gpus,tp,mbs,seq_len,compute,roof,start,tok_s", N_JOBS, 0, taken_row);
	cr_expect_neq(column_of(&inferred, "compute")->role, CML_ROLE_TERM);
	cr_expect_eq(column_of(&inferred, "compute_law")->role, CML_ROLE_TERM);
	cr_expect_eq(column_of(&inferred, "roof_law")->role, CML_ROLE_ROOF);
	cr_expect_eq(column_of(&inferred, "start_law")->role, CML_ROLE_TERM);
}

static void spelt_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "%s,%s,%zu,%zu,%zu,%zu,%.4f\n", models[s.model], devices[s.device],
			  s.gpus, s.tp, s.mbs, s.seq, 1000 * (double)s.gpus * noise(i));
}

Test(law_write, names_with_blanks_are_quoted)
{
	AUTO(inferred) inferred = infer("Model Name,GPU type,num-gpus,TP size,micro batch size,"
					"SeqLen [tok],tok/s",
					N_JOBS, 0, spelt_row);
	cr_expect_gt(count_laws(&inferred), 5, "%.*s", (int)inferred.text.size, inferred.text.data);
	const double layers = 32, width = 4096;
	static const char config[] = "Model Name=llama-7b,GPU type=H100-80GB,num-gpus=16,TP size=2,"
				     "SeqLen [tok]=2048";
	IS("compute", (6 * 7e9 + 6 * layers * width * 2048) / (16 * 989e12));
	IS("tensor", layers * width / 16);
}

/* Which no expression can have. */
Test(law_write, names_with_backticks_count_nothing)
{
	AUTO(inferred) inferred =
	    infer("model,gpu,gpus,tp`,pp,mbs,gbs,seq_len,status,tok_s", N_JOBS, 0, training_row);
	cr_expect(has(&inferred, "compute") && !has(&inferred, "tensor"));
}

/* Of one unknown device in three its peak is taken as usual; of most, nothing is. */
static const char *const some[] = {"A100", "H100", "Z9"}, *const few[] = {"A100", "Z8", "Z9"};
static const char *const *named;
static void named_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "%s,%s,%zu,%zu,%zu,%.4f\n", models[s.model], named[i % 3], s.gpus,
			  s.tp, s.seq, 1000 * (double)s.gpus * noise(i));
}

Test(law_write, devices_that_are_not_known)
{
	named = some;
	AUTO(inferred) inferred = infer("model,gpu,gpus,tp,seq_len,tok_s", N_JOBS, 0, named_row);
	double known = value_of(&inferred, "gpu=A100", "compute");
	expect(value_of(&inferred, "gpu=H100", "compute"), known * 312 / 989, "H100");
	expect(value_of(&inferred, "gpu=Z9", "compute"), known * 312 / 100, "Z9");
	inferred_release(&inferred);
	named = few;
	inferred = infer("model,gpu,gpus,tp,seq_len,tok_s", N_JOBS, 0, named_row);
	expect(value_of(&inferred, "gpu=Z9", "compute"), value_of(&inferred, "gpu=A100", "compute"),
	       "unknown");
	cr_expect_not(has(&inferred, "roof"));
}

/* Chips of a slice by the name of the TPU; a batch of each chip, whatever the ranks; policies that
 * keep a part of a layer. */
static void mesh_row(struct cml_buffer *table, size_t i)
{
	static const char *const tpus[] = {"v5litepod-16", "v5p-64"};
	static const char *const policies[] = {"full", "minimal", "save_qkv_proj"};
	size_t slices = (size_t)1 << i % 2, tp = (size_t)1 << i % 3, cp = (size_t)1 << i / 3 % 2;
	cml_buffer_printf(table,
			  "gs://logs,llama-7b,%s,%zu,4096,%zu,%zu,%zu,%zu,%zu,%zu,%s,%s,%.4f\n",
			  tpus[i % 4 / 2], slices, (i % 4 < 2 ? 16 : 32) / (tp * cp), tp, cp,
			  i % 5 ? slices : 1, i % 5 ? 1 : slices, 1 + i % 5 % 3,
			  policies[i % 7 % 3], i % 9 == 4 ? "oom" : "ok", noise(i));
}

Test(law_write, mesh_of_slices)
{
	AUTO(inferred) inferred =
	    infer("base_output_directory,model_name,tpu_type,num_slices,max_target_length,"
		  "ici_fsdp_parallelism,ici_tensor_parallelism,ici_sequence_parallelism,"
		  "dcn_data_parallelism,dcn_fsdp_parallelism,per_device_batch_size,remat_policy,"
		  "status,step_time_seconds",
		  N_JOBS, 0, mesh_row);
	static const char config[] =
	    "tpu_type=v5p-64,num_slices=2,dcn_data_parallelism=2,ici_fsdp_parallelism=8,"
	    "ici_tensor_parallelism=2,ici_sequence_parallelism=2,per_device_batch_size=3,"
	    "remat_policy=save_qkv_proj";
	const double layers = 32, width = 4096, tokens = 3 * 4096, devices = 64;
	const double flops = 6 * 7e9 + 6 * layers * width * 4096;
	cr_expect_eq(column_of(&inferred, "num_slices")->role, CML_ROLE_CONTEXT);
	IS("devices", devices);
	IS("dp", devices / 4);
	IS("compute", flops * tokens * (1 + 0.7 / 3) / 459e12);
	IS("activations", tokens * width * (layers * (34 - 32 * 0.81) + 34 * 0.81) / 1e9 / 95);
	cr_expect_str_eq(column_of(&inferred, "slices_by_axes")->cells[CML_FIELD_DOMAIN],
			 "(dcn_data_parallelism * dcn_fsdp_parallelism) == num_slices");
	cr_expect_str_eq(column_of(&inferred, "slice_by_axes")->cells[CML_FIELD_DOMAIN],
			 "(ici_fsdp_parallelism * ici_tensor_parallelism * "
			 "ici_sequence_parallelism) == chips(tpu_type)");
}

static void rest_row(struct cml_buffer *table, size_t i)
{
	size_t slices = (size_t)1 << i % 2, tp = (size_t)1 << i % 3;
	cml_buffer_printf(table, "llama-7b,v5p-64,%zu,4096,%d,%zu,%d,%zu,%s,%zu,%.4f\n", slices,
			  i % 4 ? -1 : (int)(32 / tp), tp, i % 5 ? (int)slices : -1, 1 + i % 5 % 3,
			  i % 9 == 4 ? "oom" : "ok", i % 7 ? 30 : 1000 * (i % 3), noise(i));
}

/* An axis of -1 is what the others leave. How long a run is says nothing of its speed. */
Test(law_write, mesh_with_a_rest)
{
	AUTO(inferred) inferred =
	    infer("model_name,tpu_type,num_slices,max_target_length,ici_fsdp_parallelism,"
		  "ici_tensor_parallelism,dcn_data_parallelism,per_device_batch_size,status,steps,"
		  "tokens_per_sec",
		  N_JOBS, 0, rest_row);
	for (int given = 0; given < 2; given++) {
		const char *config = given ? "num_slices=2,ici_fsdp_parallelism=16,"
					     "ici_tensor_parallelism=2,dcn_data_parallelism=2"
					   : "num_slices=2,ici_fsdp_parallelism=-1,"
					     "ici_tensor_parallelism=2,dcn_data_parallelism=-1";
		IS("fsdp", 16);
		IS("replicas", 2);
		IS("states", 7e9 / 2 * 16 / 16 / 1e9 / 95);
	}
	cr_expect_str_eq(column_of(&inferred, "slice_by_axes")->cells[CML_FIELD_DOMAIN],
			 "(ici_fsdp_parallelism * ici_tensor_parallelism) == chips(tpu_type) or "
			 "((ici_fsdp_parallelism * ici_tensor_parallelism) < 0 and chips(tpu_type) "
			 "% (ici_fsdp_parallelism * ici_tensor_parallelism) == 0)");
	cr_expect(has(&inferred, "slices_by_axes"));
	cr_expect_eq(column_of(&inferred, "steps")->role, CML_ROLE_IGNORE);
}

static void rollout_row(struct cml_buffer *table, size_t i)
{
	cml_buffer_printf(table, "llama-7b,H100,%zu,%zu,%zu,%zu,%s,%.4f\n", (size_t)8 << i % 3,
			  (size_t)1 << i % 2, (size_t)512 << i / 2 % 2, (size_t)1 << i % 5,
			  i % 3 ? "True" : "False", noise(i));
}

/* Training by reinforcement generates, too: it has no law of a server. */
Test(law_write, training_that_generates)
{
	AUTO(inferred) inferred =
	    infer("actor_rollout_ref.model.path,gpu,n_gpus,"
		  "actor_rollout_ref.rollout.tensor_model_parallel_size,data.max_prompt_length,"
		  "actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu,"
		  "actor_rollout_ref.model.enable_gradient_checkpointing,timing_s/step",
		  N_JOBS, 0, rollout_row);
	cr_expect(has(&inferred, "gradients") && !has(&inferred, "cache"));
	cr_expect(notes_hold(&inferred, "'data.max_prompt_length' is of generation and "
					"'actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu' of "
					"training: the laws are of training alone"));
}
