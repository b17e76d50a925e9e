/* All numeric memory of a rank, one block cut into views: what a job needs is known before it
 * is allocated. With P parameters of a unit (padded) over N ranks, floats:
 *
 *     FULL_SHARD      4 P / N            parameters, gradient, two moments of its shard
 *     SHARD_GRAD_OP   P + 3 P / N        whole parameters; the others of its shard
 *     NO_SHARD        4 P
 *     slots           n_weight_slots * largest FULL_SHARD unit
 *                     + n_gradient_slots * largest unit that is not NO_SHARD
 *     examples        batch * (input width + sum of output widths + 2 * largest width)
 *                     + n_classes * input width, and a label of 4 bytes for each example
 *
 * and each view is rounded up to 64 bytes. What MPI and OpenBLAS take for themselves is not
 * counted. Source: ZeRO, section 3 and figure 1, here with all in single precision. */
#ifndef ZERO_RANK_MEMORY_H
#define ZERO_RANK_MEMORY_H

#include "shard_plan.h"

struct zero_unit_memory {
	float *params;         /* n_floats; of FULL_SHARD n_owned */
	float *gradient;       /* n_owned */
	float *first, *second; /* moments: n_owned each */
};

struct zero_memory {
	struct zero_unit_memory units[ZERO_MAX_LAYERS];
	float *weight_slots[2];
	float *gradient_slots[2];
	float *centres;                          /* n_classes x input width */
	float *activations[ZERO_MAX_LAYERS + 1]; /* batch x width of each layer; 0: the inputs */
	float *deltas[2];                        /* batch x largest width */
	int32_t *labels;                         /* batch */
	size_t n_bytes;
	void *block;
};

/* Bytes that a rank needs; SIZE_MAX when that is more than can be counted. */
size_t zero_memory_bytes(const struct zero_plan *plan, size_t batch);

/* Zeroed memory of that size. CML_NO_MEMORY when there is none. */
enum cml_result zero_memory_init(struct zero_memory *memory, const struct zero_plan *plan,
				 size_t batch, struct cml_error *err);
void zero_memory_release(struct zero_memory *memory); /* safe on a zeroed struct */

#endif
