/* From a configuration to what becomes of its job: memory, step time, and the
 * readings a trainer would print. Pure: no input, no output, no globals.
 *
 * A step is a forward and a backward pass on two streams (timeline.h), then
 * the optimizer. Embeddings are looked up and exchanged before, their
 * gradients exchanged and applied after. README.md has the formulas. */
#ifndef SIM_SIMULATE_H
#define SIM_SIMULATE_H

#include "ads_model.h"
#include "base/random.h"
#include "footprint.h"
#include "hardware.h"
#include "timeline.h"

#include <stddef.h>
#include <stdint.h>

struct sim_config {
	enum sim_strategy strategies[SIM_N_LAYERS];
	double local_batch; /* examples on each device */
	double reserve;     /* share of a device's memory kept from embeddings, in (0, 1) */
};

/* Where a job happens to land; 1, 1 and the mean share are nominal. */
struct sim_conditions {
	double gpu_speed;     /* of the slowest device, relative */
	double network;       /* bandwidth between nodes, relative */
	double fragmentation; /* share of memory that comes and goes */
};
struct sim_conditions sim_nominal(const struct sim_hardware *hardware);

struct sim_step {
	struct sim_timeline timeline;
	double lookup_s;    /* embedding rows, forward; part of the timeline */
	double host_rows_s; /* of that: rows not in the cache */
	double hits;        /* share of lookups the cache serves */
	double optimizer_s; /* after the timeline */
	double total_s;
};

/* One step without noise. Cost: O(units). */
struct sim_step sim_step_of(const struct sim_hardware *hardware, const struct sim_model *model,
			    const struct sim_config *config,
			    const struct sim_conditions *conditions);

/* Share of lookups that find their row in the devices' memory, when the share
 * `reserve` of it is kept from them. */
double sim_cache_hits(const struct sim_hardware *hardware, const struct sim_model *model,
		      double reserve);

/* Examples per second over all devices when a step takes step_s. */
double sim_qps(const struct sim_hardware *hardware, double local_batch, double step_s);

enum sim_status { SIM_OK, SIM_OOM, SIM_INFRA };

/* A job that is under way. */
struct sim_job {
	const struct sim_hardware *hardware;
	struct sim_config config;
	struct sim_conditions conditions;
	struct sim_footprint footprint;
	double limit_bytes; /* what the reserve gives to all but embeddings */
	struct sim_step step;
	double steps_to_failure; /* whole steps before the infrastructure fails */
	struct cml_random random;
};

/* Draws the conditions and works out the step. The noise depends on the seed
 * and the configuration alone, so the order in which jobs run does not matter. */
void sim_job_start(struct sim_job *job, const struct sim_hardware *hardware,
		   const struct sim_model *model, const struct sim_config *config, uint64_t seed);

/* The same under nominal conditions: nothing is drawn and nothing fails but for lack of
 * memory. Such a job has no readings; its throughput is that of job->step. */
void sim_job_start_nominal(struct sim_job *job, const struct sim_hardware *hardware,
			   const struct sim_model *model, const struct sim_config *config);

/* What becomes of n_steps steps: SIM_OOM at once, SIM_INFRA on the way. */
enum sim_status sim_job_status(const struct sim_job *job, size_t n_steps);

/* The next step's reading: examples per second over all devices. */
double sim_job_reading(struct sim_job *job);

#endif
