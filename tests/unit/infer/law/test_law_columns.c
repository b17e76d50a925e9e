/* What columns count in the laws of logs that others wrote: experts that are served, images, memory
 * and devices by a number, ranks that are off. */
#include "infer_fixture.h"
#include "infer_law_fixture.h"
#include "test.h"

/* Eight devices of a copy; of eight copies, which share experts; and of one by tensor parallel. */
static void experts_row(struct cml_buffer *table, size_t i)
{
	static const char *const ranks[] = {"1,1,8", "1,8,8", "8,1,1", "8,1,8"};
	static const char *const names[] = {"my-moe,671,37,fp8", "my-net,32,32,bf16",
					    "your-moe,235,22,bf16"};
	cml_buffer_printf(table, "%s,%s,%s,%zu,%.4f\n", names[i % 3], i % 2 ? "H100" : "B200",
			  ranks[i / 2 % 4], (size_t)8 << i % 5, 1000 * noise(i));
}

Test(law_columns, of_experts_that_are_served)
{
	AUTO(inferred) inferred = infer(
	    "model,total_params_billions,activated_params_billions,weight_precision,gpu,tp,dp,"
	    "ep,max_num_seqs,tok_s",
	    N_JOBS, 0, experts_row);
	static const char *const ranks[] = {"tp=1,dp=1,ep=8", "tp=8,dp=1,ep=1", "tp=1,dp=8,ep=8"};
	const double held[] = {671. / 8, 671. / 8, 37 + (671. - 37) / 8};
	for (size_t i = 0; i < COUNT(ranks); i++) {
		char config[160];
		snprintf(config, sizeof config,
			 "total_params_billions=671,activated_params_billions=37,gpu=H100,"
			 "weight_precision=fp8,%s",
			 ranks[i]);
		IS("parameters", held[i] / 80);
	}
}

static void images_row(struct cml_buffer *table, size_t i)
{
	static const char *const names[] = {"a_87m,86.6", "net,3.5", "b_304m,304.2"};
	cml_buffer_printf(table, "%s,%zu,%zu,%.4f\n", names[i % 3], (size_t)128 << i % 4 / 2,
			  (size_t)8 << i % 4, 100 * noise(i));
}

/* Names that have a size tell the unit; a network has no layers of a transformer. */
Test(law_columns, of_images)
{
	static const char *const metrics[] = {"train_img_s", "infer_img_s"};
	for (size_t i = 0; i < COUNT(metrics); i++) {
		char header[128];
		snprintf(header, sizeof header, "net_id,param_count,img_size,batch_size,%s",
			 metrics[i]);
		AUTO(inferred) inferred = infer(header, N_JOBS, 0, images_row);
		static const char config[] = "param_count=3.5,img_size=256,batch_size=8";
		IS("params", 3.5e6);
		IS("compute", (i == 0 ? 6 * 3.5e6 : 2e-9 * 3.5e6) * 256);
		cr_expect_not(has(&inferred, "layers") || has(&inferred, "latency"));
		cr_expect_eq(has(&inferred, "optimizer"), i == 0, "of training alone");
	}
}

static void cells_row(struct cml_buffer *table, size_t i)
{
	static const char *const devices[] = {"3090,24", "4090,24", "A40,48"};
	cml_buffer_printf(table, "%s,%zu,%s,llama-%s,%s", devices[i % 3], (size_t)1 << i / 3 % 3,
			  i % 2 ? "gen" : "prompt", i / 2 % 2 ? "7b" : "70b",
			  i % 5 ? "F16" : "Q4_K_M");
	if (i / 2 % 2 == 0 && i % 5)
		cml_buffer_printf(table, ",OOM\n");
	else
		cml_buffer_printf(table, ",%.4f\n", 100 * noise(i));
}

/* A cell of the metric says that memory ran out, which a column has of a device. */
Test(law_columns, of_memory_in_a_column)
{
	AUTO(inferred) inferred =
	    infer("gpu,vram_gb,gpus,test,model,quant,tok_s", N_JOBS, 0, cells_row);
	static const char config[] = "vram_gb=48,gpus=2,model=llama-70b,quant=Q4_K_M";
	IS("parameters", 70 * 2 * 0.3 / 2 / 48);
	cr_expect_not(has(&inferred, "compute"), "prompts, or what is made of them");
}

static void partly_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	size_t copies = s.gpus / s.tp, accumulation = 1 + i % 3;
	cml_buffer_printf(table, "%s,%s,%zu,%zu,%s,%s,%zu,%zu,", models[s.model], "DGX-H100",
			  s.gpus, s.tp, i % 2 ? "0" : "8", i % 4 ? "2" : "n/a", s.mbs,
			  s.mbs * copies * accumulation);
	if (i % 5 < 3)
		cml_buffer_printf(table, "%zu", accumulation);
	cml_buffer_printf(table, ",2048,%.4f\n", 1000 * (double)s.gpus * noise(i));
}

/* Ranks that are off are one. What some jobs have of accumulation follows; systems are devices. */
Test(law_columns, of_ranks_that_are_off)
{
	AUTO(inferred) inferred =
	    infer("model,system,gpus,tp,fsdp,ep,mbs,gbs,ga,seq_len,tok_s", N_JOBS, 0, partly_row);
	static const char config[] = "model=llama-7b,gpus=16,tp=1,mbs=1,gbs=32,fsdp=0";
	cr_expect_eq(column_of(&inferred, "ga")->role, CML_ROLE_IGNORE);
	rule(&inferred, "gbs % (dp * mbs) == 0");
	cr_expect_eq(value_of(&inferred, config, "gathers"), 0);
	IS("roof", 989e12 * 16 / value_of(&inferred, config, "flops_per_token"));
	IS("states", 7 * (4 + 12 / 16.) / 80);
}

/* What batches are multiples of, and whether ranks and accumulation are numbers. */
static size_t batch_of;
static bool has_words;
static const char *const *mark; /* of no recomputation, and of it */
static void short_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	const char *mp = has_words ? (i % 3 ? "bf16" : "fp16") : s.tp == 1 ? "1" : "2";
	cml_buffer_printf(table, "%s,%zu,%s,%zu,%.*f,%zu,%s,%.4f\n", models[s.model], s.gpus, mp,
			  s.mbs * batch_of, has_words ? 2 : 0,
			  has_words ? 0.9 + (double)(i % 7) / 100
				    : (double)((1 + i % 2) * (batch_of > 1 ? 512 : 1)),
			  s.seq, mark[i / 2 % 2], 1000 * noise(i));
}

/* Short names are quantities where the log says so. */
Test(law_columns, of_short_names)
{
	static const char header[] = "model,nproc,mp,bs,acc,block_size,ckpt,tok_s";
	static const char config[] = "model=llama-7b,nproc=16,mp=2,bs=4,acc=2,block_size=2048";
	static const char *const marks[][2] = {{"none", "full"}, {"", "x"},  {"N", "Y"},
					       {"✗", "✓"},       {"x", "✓"}, {"-", "every_layer"},
					       {"Off", "On"}};
	batch_of = 1, has_words = false;
	for (size_t i = 0; i < COUNT(marks); i++) {
		mark = marks[i];
		char wanted[64];
		AUTO(inferred) inferred = infer(header, N_JOBS, 0, short_row);
		snprintf(wanted, sizeof wanted, "(ckpt == '%s')", mark[1]);
		const char *compute = column_of(&inferred, "compute")->cells[CML_FIELD_DOMAIN];
		cr_expect_not_null(strstr(compute, wanted), "%s: %s", wanted, compute);
	}
	AUTO(inferred) inferred = infer(header, N_JOBS, 0, short_row);
	IS("tokens_per_step", 16 / 2 * 4 * 2 * 2048);
	/* Of diffusers: a batch that is no multiple of the copies is one of a device. */
	AUTO(inferred) prefixed = infer("model,nproc,mp,params.train_batch_size,acc,seq,ckpt,tok_s",
					N_JOBS, 0, short_row);
	cr_expect(has(&prefixed, "tokens_at_once") && !has(&prefixed, "micro_batch"));
	have_roles(&inferred, "nproc=context bs=param block_size=context");
	batch_of = 32;
	AUTO(inferred) global = infer(header, N_JOBS, 0, short_row);
	cr_expect_not(has(&global, "tokens_per_step"), "a batch of each device, or of all");
	AUTO(inferred) both = infer("model,nproc,mp,bs,gbs,seq,ckpt,tok_s", N_JOBS, 0, short_row);
	cr_expect(has(&both, "tokens_at_once"), "bs is below gbs");
	has_words = true;
	AUTO(inferred) other = infer(header, N_JOBS, 0, short_row);
	have_roles(&other, "mp=param block_size=param nproc=context");
}

/* Mixtures beside dense models, which have no experts; ffn_hidden_size is that of one. */
static void beside_row(struct cml_buffer *table, size_t i)
{
	static const char *const nets[] = {"a-8x7b,32,4096,14336,8,2", "dense-7b,32,4096,11008,,",
					   "b-64x1b,24,2048,1408,64,6",
					   "dense-1.3b,24,2048,5504,,"};
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "%s,%zu,%zu,%zu,%zu,%.4f\n", nets[i % 4], s.gpus,
			  (size_t)1 << i / 4 % 3, s.mbs, s.seq, 1000 * noise(i));
}

Test(law_columns, of_mixtures_beside_dense_models)
{
	AUTO(inferred) inferred =
	    infer("model,num_layers,hidden_size,ffn_hidden_size,num_experts,moe_router_topk,gpus,"
		  "expert_model_parallel_size,mbs,seq_len,tok_s",
		  2 * N_JOBS, 0, beside_row);
	have_roles(&inferred, "model=context num_experts=context");
	cr_expect_str_eq(column_of(&inferred, "num_experts")->cells[CML_FIELD_WHEN],
			 "model not in ('dense-7b', 'dense-1.3b')");
	static const char config[] = "model=b-64x1b,num_layers=24,hidden_size=2048,"
				     "ffn_hidden_size=1408,num_experts=64,moe_router_topk=6";
	IS("params", 24 * 2048.0 * (4 * 2048 + 3 * 1408 * 64));
	IS("active", 24 * 2048.0 * (4 * 2048 + 3 * 1408 * 6));
}

/* A pod of Kubernetes that trains and generates; its reason says more than its phase, and its
 * device more than its node. */
static void pod_row(struct cml_buffer *table, size_t i)
{
	static const char *const nodes[] = {"g5.48xlarge,NVIDIA-A10G", "p4d.24xlarge,NVIDIA-A100"};
	static const char *const ends[] = {"Failed,Evicted", "Failed,Error"};
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "%s,%s,openai/whisper-%s,%zu,%zu,%zu,", nodes[s.device],
			  i % 9 < 2 ? ends[i % 9] : "Succeeded,Completed",
			  i % 2 ? "small" : "large", s.mbs, s.tp, (size_t)128 << s.pp);
	cml_buffer_printf(table, i % 9 < 2 ? "\n" : "%.4f\n", 1000 * noise(i));
}

Test(law_columns, of_a_pod)
{
	AUTO(inferred) inferred =
	    infer("node_type,gpu_product,status.phase,reason,args.model_name_or_path,"
		  "args.per_device_train_batch_size,args.gradient_accumulation_steps,"
		  "args.generation_max_length,results.train_samples_per_second",
		  N_JOBS, 0, pod_row);
	have_roles(&inferred, "reason=status status.phase=ignore gpu_product=context "
			      "node_type=ignore");
	const char *compute = column_of(&inferred, "compute")->cells[CML_FIELD_DOMAIN];
	cr_expect_not_null(strstr(compute, "peak(gpu_product)"), "%s", compute);
}

/* Batches of which too many failed: for each device, or for each part of them. */
static bool fails_by_part;
static void failing_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	size_t batch = (size_t)32 << i % 4, load = fails_by_part ? batch * 8 / s.gpus : batch;
	cml_buffer_printf(table, "%s,%zu,%zu,", models[s.model], s.gpus, batch);
	if (load >= 128)
		cml_buffer_printf(table, "failed,\n");
	else
		cml_buffer_printf(table, "finished,%.4f\n", 1000 * noise(i));
}

/* A multiple of all copies is a batch of a device, or of all, by the jobs that failed. */
Test(law_columns, of_a_batch_that_failed)
{
	for (int by_part = 0; by_part < 2; by_part++) {
		fails_by_part = by_part;
		AUTO(inferred) inferred = infer("model,world_size,batch_size,state,samples_s",
						2 * N_JOBS, 0, failing_row);
		cr_expect_eq(has(&inferred, "micro_batch"), fails_by_part);
		cr_expect(has(&inferred, "activations"), "memory has a law");
	}
	AUTO(inferred) steps =
	    infer("model,world_size,batch_size,state,steps_s", 2 * N_JOBS, 0, failing_row);
	cr_expect_not(has(&steps, "activations"), "a step would take its time by the batch");
}

static void one_model_row(struct cml_buffer *table, size_t i)
{
	struct settings s = settings_of(i);
	cml_buffer_printf(table, "meta-llama/Meta-Llama-3-8B,%zu,%zu,%zu,%zu,%zu,%.4f\n", s.gpus,
			  s.tp, (size_t)1 + i % 2, s.mbs, s.seq, 1000 * noise(i));
}

/* A model that is listed is one, whatever its column is called; devices that no column names have
 * room for the jobs that ran, and ranks of a sequence share states, too. */
Test(law_columns, of_one_model)
{
	AUTO(inferred) inferred =
	    infer("pretrain,gpus,zero,cp,mbs,seq_len,tok_s", N_JOBS, 0, one_model_row);
	static const char config[] = "gpus=8,zero=2,cp=2";
	IS("params_here", 8e9);
	IS("shared", 8);
	IS("device_gb", 96);
	cr_expect(notes_hold(&inferred, "no column has the memory of a device"));
}
