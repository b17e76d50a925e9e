#include "simulate.h"

#include <math.h>
#include <stdbool.h>

#include "base/text.h"
#include "collective.h"

#define BF16_BYTES 2.0
/* Adam reads and writes three fp32 copies, reads a gradient, writes a weight. */
#define OPTIMIZER_TRAFFIC_BYTES (2 * SIM_OPTIMIZER_BYTES + SIM_GRADIENT_BYTES + SIM_PARAM_BYTES)
#define SECONDS_PER_DAY 86400.0

/* What the parts of a step are computed from, and the queues they go to. */
struct plan {
	const struct sim_hardware *hardware;
	const struct sim_model *model;
	const struct sim_conditions *conditions;
	double local_batch;
	struct sim_unit units[SIM_MAX_UNITS];
	size_t n_units;
	size_t gathers[SIM_MAX_UNITS]; /* communication items up to each unit's gather, backward */
	struct sim_queue compute;
	struct sim_queue communication;
};

struct sim_conditions sim_nominal(const struct sim_hardware *hardware)
{
	return (struct sim_conditions){1, 1, hardware->fragmentation};
}

double sim_qps(const struct sim_hardware *hardware, double local_batch, double step_s)
{
	return (double)sim_n_gpus(hardware) * local_batch / step_s;
}

double sim_cache_hits(const struct sim_hardware *hardware, const struct sim_model *model,
		      double reserve)
{
	double cache_bytes = (1 - reserve) * hardware->memory_bytes * (double)sim_n_gpus(hardware);
	double exponent = log(model->cached_hits) / log(model->cached_share);
	return pow(fmin(1, cache_bytes / model->table_bytes), exponent);
}

/* Seconds to compute: matrix products at their rate, and what they and the
 * element-wise kernels between them move through memory, one after the other. */
static double compute_s(const struct plan *plan, double flops, double bytes)
{
	const struct sim_hardware *hardware = plan->hardware;
	double seconds = flops / (hardware->peak_flops * hardware->gemm_efficiency) +
			 bytes / hardware->hbm_bytes_s;
	return seconds / plan->conditions->gpu_speed;
}

/* A multiplication and an addition for each weight and example; weights read
 * once; activations written and read. */
static double forward_s(const struct plan *plan, const struct sim_unit *unit)
{
	return compute_s(plan, 2 * unit->params * plan->local_batch,
			 SIM_PARAM_BYTES * unit->params +
			     2 * unit->activation_bytes * plan->local_batch);
}

/* Two products for each of the forward pass, for inputs and for weights. */
static double backward_s(const struct plan *plan, const struct sim_unit *unit)
{
	return compute_s(plan, 4 * unit->params * plan->local_batch,
			 (SIM_PARAM_BYTES + SIM_GRADIENT_BYTES) * unit->params +
			     4 * unit->activation_bytes * plan->local_batch);
}

static size_t send(struct plan *plan, enum sim_collective collective, double bytes, size_t after)
{
	double seconds =
	    sim_collective_s(plan->hardware, collective, bytes, plan->conditions->network);
	return sim_queue_add(&plan->communication, seconds, after);
}

static size_t gather(struct plan *plan, size_t unit, size_t after)
{
	return send(plan, SIM_ALL_GATHER, SIM_PARAM_BYTES * plan->units[unit].params, after);
}

static size_t exchange_embeddings(struct plan *plan, size_t after)
{
	const struct sim_model *model = plan->model;
	double bytes = plan->local_batch * model->n_embeddings * model->embedding_dim * BF16_BYTES;
	double seconds = sim_all_to_all_s(plan->hardware, bytes, plan->conditions->network);
	return sim_queue_add(&plan->communication, seconds, after);
}

/* Gathers go ahead of the computation, but no more than two units of
 * FULL_SHARD are whole at a time: the rate limiter of PyTorch FSDP. */
static void add_forward(struct plan *plan)
{
	size_t freed[2] = {0, 0}; /* compute items up to the last two such units */
	for (size_t i = 0; i < plan->n_units; i++) {
		const struct sim_unit *unit = &plan->units[i];
		bool full = unit->strategy == SIM_FULL_SHARD;
		size_t after = 0;
		if (unit->strategy != SIM_NO_SHARD)
			after = gather(plan, i, full ? freed[0] : 0);
		if (i == 0)
			after = exchange_embeddings(plan, plan->compute.n);
		size_t done = sim_queue_add(&plan->compute, forward_s(plan, unit), after);
		if (full) {
			freed[0] = freed[1];
			freed[1] = done;
		}
	}
}

/* Before a unit's backward pass the gather for the unit below it is sent
 * (BACKWARD_PRE), behind it its own gradients. All share one stream. */
static void add_backward(struct plan *plan)
{
	size_t last = plan->n_units - 1;
	size_t freed = 0; /* compute items up to the last unit of FULL_SHARD */
	if (plan->units[last].strategy == SIM_FULL_SHARD)
		plan->gathers[last] = gather(plan, last, plan->compute.n);
	for (size_t i = plan->n_units; i-- > 0;) {
		const struct sim_unit *unit = &plan->units[i];
		bool full = unit->strategy == SIM_FULL_SHARD;
		if (i > 0 && plan->units[i - 1].strategy == SIM_FULL_SHARD)
			plan->gathers[i - 1] = gather(plan, i - 1, freed);
		size_t done = sim_queue_add(&plan->compute, backward_s(plan, unit),
					    full ? plan->gathers[i] : 0);
		bool whole = unit->strategy == SIM_NO_SHARD;
		send(plan, whole ? SIM_ALL_REDUCE : SIM_REDUCE_SCATTER,
		     SIM_GRADIENT_BYTES * unit->params, done);
		if (full)
			freed = done;
	}
}

/* Bytes of embedding rows that one device reads in a step: its share of the
 * lookups of all is the lookups of its own batch. */
static double row_bytes(const struct plan *plan)
{
	const struct sim_model *model = plan->model;
	return plan->local_batch * model->n_embeddings * model->pooling * model->row_bytes;
}

/* Every device updates the part it holds: a shard, or all. */
static double optimizer_s(const struct plan *plan)
{
	double params = 0;
	for (size_t i = 0; i < plan->n_units; i++) {
		const struct sim_unit *unit = &plan->units[i];
		bool whole = unit->strategy == SIM_NO_SHARD;
		params += whole ? unit->params : unit->params / (double)sim_n_gpus(plan->hardware);
	}
	return compute_s(plan, 0, OPTIMIZER_TRAFFIC_BYTES * params);
}

struct sim_step sim_step_of(const struct sim_hardware *hardware, const struct sim_model *model,
			    const struct sim_config *config,
			    const struct sim_conditions *conditions)
{
	struct sim_step step = {.hits = sim_cache_hits(hardware, model, config->reserve)};
	struct plan plan;
	plan.hardware = hardware;
	plan.model = model;
	plan.conditions = conditions;
	plan.local_batch = config->local_batch;
	plan.n_units = sim_model_units(model, config->strategies, plan.units);
	plan.compute.n = plan.communication.n = 0;

	double rows = row_bytes(&plan);
	step.host_rows_s = (1 - step.hits) * rows / hardware->host_rows_bytes_s;
	step.lookup_s = compute_s(&plan, 0, rows) + step.host_rows_s;
	sim_queue_add(&plan.compute, step.lookup_s, 0);
	add_forward(&plan);
	add_backward(&plan);
	size_t exchanged = exchange_embeddings(&plan, plan.compute.n);
	/* The rows are in the cache by now; they are read and written. */
	sim_queue_add(&plan.compute, compute_s(&plan, 0, 2 * rows), exchanged);

	step.timeline =
	    sim_timeline_run(&plan.compute, &plan.communication, hardware->overlap_slowdown);
	step.optimizer_s = optimizer_s(&plan);
	step.total_s = step.timeline.total_s + step.optimizer_s;
	return step;
}

/* The same on every machine: a byte for each strategy, then the numbers. */
static uint64_t config_key(const struct sim_config *config)
{
	uint64_t numbers[2] = {(uint64_t)llround(config->local_batch),
			       (uint64_t)llround(config->reserve * 1e9)};
	unsigned char bytes[SIM_N_LAYERS + sizeof numbers];
	size_t n = 0;
	for (size_t i = 0; i < SIM_N_LAYERS; i++)
		bytes[n++] = (unsigned char)config->strategies[i];
	for (size_t i = 0; i < 2; i++)
		for (unsigned shift = 0; shift < 64; shift += 8)
			bytes[n++] = (unsigned char)(numbers[i] >> shift);
	return cml_hash(CML_HASH_SEED, bytes, n);
}

static double draw_exponential(struct cml_random *random)
{
	return -log1p(-cml_random_uniform(random));
}

/* Memory and step under conditions that are set. */
static void settle(struct sim_job *job, const struct sim_hardware *hardware,
		   const struct sim_model *model, const struct sim_config *config)
{
	struct sim_unit units[SIM_MAX_UNITS];
	size_t n_units = sim_model_units(model, config->strategies, units);
	job->hardware = hardware;
	job->config = *config;
	job->footprint = sim_footprint_of(hardware, model, units, n_units, config->local_batch,
					  job->conditions.fragmentation);
	job->limit_bytes = config->reserve * hardware->memory_bytes;
	job->step = sim_step_of(hardware, model, config, &job->conditions);
}

void sim_job_start(struct sim_job *job, const struct sim_hardware *hardware,
		   const struct sim_model *model, const struct sim_config *config, uint64_t seed)
{
	cml_random_init(&job->random, seed, config_key(config));
	job->conditions.gpu_speed = exp(hardware->slowest_gpu_sd * cml_random_normal(&job->random));
	job->conditions.network = exp(hardware->network_sd * cml_random_normal(&job->random));
	job->conditions.fragmentation =
	    fmax(0, hardware->fragmentation +
			hardware->fragmentation_sd * cml_random_normal(&job->random));
	settle(job, hardware, model, config);

	double rate_s =
	    hardware->failures_per_gpu_day * (double)sim_n_gpus(hardware) / SECONDS_PER_DAY;
	job->steps_to_failure =
	    rate_s > 0 ? draw_exponential(&job->random) / rate_s / job->step.total_s : INFINITY;
}

void sim_job_start_nominal(struct sim_job *job, const struct sim_hardware *hardware,
			   const struct sim_model *model, const struct sim_config *config)
{
	job->conditions = sim_nominal(hardware);
	settle(job, hardware, model, config);
	job->steps_to_failure = INFINITY;
}

enum sim_status sim_job_status(const struct sim_job *job, size_t n_steps)
{
	if (job->footprint.total_bytes > job->limit_bytes)
		return SIM_OOM;
	return job->steps_to_failure < (double)n_steps ? SIM_INFRA : SIM_OK;
}

double sim_job_reading(struct sim_job *job)
{
	const struct sim_hardware *hardware = job->hardware;
	double factor = exp(hardware->step_sd * cml_random_normal(&job->random));
	if (cml_random_uniform(&job->random) < hardware->straggler_share)
		factor += hardware->straggler_mean * draw_exponential(&job->random);
	return sim_qps(hardware, job->config.local_batch, job->step.total_s * factor);
}
