#include "footprint.h"

#define BF16_BYTES 2.0
#define ID_BYTES 8.0

static double state_bytes(const struct sim_unit *unit, double n_gpus)
{
	/* Whole gradients of NO_SHARD grow with the backward pass; see below. */
	if (unit->strategy == SIM_NO_SHARD)
		return unit->params * (SIM_PARAM_BYTES + SIM_OPTIMIZER_BYTES);
	return unit->params * (SIM_PARAM_BYTES + SIM_GRADIENT_BYTES + SIM_OPTIMIZER_BYTES) / n_gpus;
}

/* Ids of the batches in the pipeline; pooled embeddings and their gradients. */
static double input_bytes(const struct sim_model *model, double local_batch)
{
	double ids = model->n_embeddings * model->pooling * ID_BYTES * model->id_copies;
	double pooled = 2 * model->n_embeddings * model->embedding_dim * BF16_BYTES;
	return local_batch * (ids + pooled);
}

/* Whole gradients of a sharded unit live until they are scattered, while the
 * unit before it computes. */
static double passing_gradient(const struct sim_unit *unit)
{
	return unit->strategy == SIM_NO_SHARD ? 0 : SIM_GRADIENT_BYTES * unit->params;
}

static double gathered(const struct sim_unit *unit)
{
	return unit->strategy == SIM_FULL_SHARD ? SIM_PARAM_BYTES * unit->params : 0;
}

struct sim_footprint sim_footprint_of(const struct sim_hardware *hardware,
				      const struct sim_model *model, const struct sim_unit *units,
				      size_t n_units, double local_batch, double fragmentation)
{
	struct sim_footprint footprint = {.runtime_bytes = hardware->runtime_bytes,
					  .input_bytes = input_bytes(model, local_batch)};
	double kept_params = 0, activations = 0, whole_gradients = 0;
	for (size_t i = 0; i < n_units; i++) {
		footprint.state_bytes += state_bytes(&units[i], (double)sim_n_gpus(hardware));
		activations += local_batch * units[i].activation_bytes;
		if (units[i].strategy == SIM_SHARD_GRAD_OP)
			kept_params += SIM_PARAM_BYTES * units[i].params;
	}
	/* The backward pass, last unit first. The forward pass never needs more:
	 * where it holds the next unit gathered, this holds that unit's gradients. */
	for (size_t i = n_units; i-- > 0;) {
		const struct sim_unit *unit = &units[i];
		if (unit->strategy == SIM_NO_SHARD)
			whole_gradients += SIM_GRADIENT_BYTES * unit->params;
		double live = kept_params + activations + whole_gradients + gathered(unit) +
			      passing_gradient(unit) + local_batch * unit->activation_bytes;
		if (i > 0)
			live += gathered(&units[i - 1]);
		if (i + 1 < n_units)
			live += passing_gradient(&units[i + 1]);
		if (live > footprint.peak_unit_bytes) {
			footprint.peak_unit_bytes = live;
			footprint.activation_bytes = activations;
		}
		activations -= local_batch * unit->activation_bytes;
		if (unit->strategy == SIM_SHARD_GRAD_OP)
			kept_params -= SIM_PARAM_BYTES * unit->params;
	}
	footprint.total_bytes =
	    footprint.state_bytes + footprint.runtime_bytes +
	    (footprint.input_bytes + footprint.peak_unit_bytes) * (1 + fragmentation);
	return footprint;
}
