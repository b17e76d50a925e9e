/* Training steps of one rank among others.
 *
 * Of a unit (see shard_plan.h), by its strategy:
 *
 *     FULL_SHARD     parameters are gathered before forward, dropped, gathered again before
 *                    backward (the last unit is kept in between); gradients of every local batch
 *                    are reduce-scattered and added to the shard; AdamW works on the shard
 *     SHARD_GRAD_OP  parameters are whole; gradients and AdamW as above; then the updated
 *                    parameters are gathered
 *     NO_SHARD       gradients are added up over the local batches of a step and all-reduced
 *                    once; AdamW works on everything, on every rank
 *
 * With overlap the next fully sharded unit is gathered while one computes, gradients are reduced
 * while the units before compute, and updated parameters are gathered until the next step needs
 * them.
 * Source: Rajbhandari et al., "ZeRO: Memory optimizations toward training trillion parameter
 * models", SC 2020, section 5 (stages 2 and 3); Zhao et al., "PyTorch FSDP: experiences on scaling
 * fully sharded data parallel", VLDB 2023, sections 3.2 and 3.3 (prefetching, rate limiter,
 * accumulation with communication); Li et al., "PyTorch Distributed", VLDB 2020 (buckets,
 * accumulation without). */
#ifndef ZERO_TRAINER_H
#define ZERO_TRAINER_H

#include "adam.h"
#include "examples.h"
#include "exchange.h"
#include "rank_memory.h"
#include "zero_settings.h"

enum { ZERO_NO_UNIT = ZERO_MAX_LAYERS }; /* whose a free slot is */

struct zero_trainer {
	const struct zero_settings *settings;
	const struct zero_plan *plan;
	struct zero_exchange *exchange;
	struct zero_memory memory;
	struct zero_examples examples;
	struct zero_adam adam;
	size_t step; /* made so far */
	struct zero_unit_state {
		float *weights;   /* n_floats, gathered or being so; NULL: they are not */
		float *gradient;  /* n_floats while they are computed or reduced, else NULL */
		size_t n_reduced; /* local batches of this step in the shard's gradient */
	} units[ZERO_MAX_LAYERS];
	size_t weight_slot_unit[2]; /* ZERO_NO_UNIT: free */
	size_t gradient_slot_unit[2];
	size_t next_gradient_slot; /* in turns */
};

/* Allocates, and draws the parameters and examples. plan, settings and exchange are kept;
 * exchange has zero_unit_n_tickets (unit_exchange.h). CML_NO_MEMORY. */
enum cml_result zero_trainer_init(struct zero_trainer *trainer,
				  const struct zero_settings *settings,
				  const struct zero_plan *plan, struct zero_exchange *exchange,
				  struct cml_error *err);
/* Waits for what is under way. Safe on a zeroed struct. */
void zero_trainer_release(struct zero_trainer *trainer);

/* Examples of a step, over all ranks. */
size_t zero_trainer_global_batch(const struct zero_trainer *trainer);

/* One step: the mean loss of its examples over all ranks, before the update. All ranks call it
 * together. */
double zero_trainer_step(struct zero_trainer *trainer);

#endif
