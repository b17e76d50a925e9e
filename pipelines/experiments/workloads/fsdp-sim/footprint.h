/* How much memory one device needs.
 *
 * Source: Rajbhandari et al., "ZeRO", SC 2020, section 3: of Adam in mixed
 * precision a parameter costs 2 bytes, its gradient 2, the optimizer's copies
 * 12. Which of them are cut into shards follows the strategy; what lives at
 * once follows the backward pass, as PyTorch FSDP runs it (Zhao et al., 2023):
 * at most two gathered units of FULL_SHARD, the one that computes and the one
 * that is prefetched. */
#ifndef SIM_FOOTPRINT_H
#define SIM_FOOTPRINT_H

#include "ads_model.h"
#include "hardware.h"

#define SIM_PARAM_BYTES 2.0
#define SIM_GRADIENT_BYTES 2.0
#define SIM_OPTIMIZER_BYTES 12.0

struct sim_footprint {
	double state_bytes;      /* there all the time: shards and whole copies */
	double runtime_bytes;    /* outside PyTorch's allocator */
	double input_bytes;      /* ids and looked-up embeddings */
	double peak_unit_bytes;  /* most of what comes and goes with the units */
	double activation_bytes; /* of that peak: kept for the backward pass */
	double total_bytes;
};

/* fragmentation: share of what comes and goes that is lost on top. */
struct sim_footprint sim_footprint_of(const struct sim_hardware *hardware,
				      const struct sim_model *model, const struct sim_unit *units,
				      size_t n_units, double local_batch, double fragmentation);

#endif
