/* Adam with decoupled weight decay, over any part of the parameters: the same for a whole layer
 * and for the shard of one.
 * Source: Loshchilov and Hutter, "Decoupled weight decay regularization", ICLR 2019, algorithm 2;
 * Kingma and Ba, "Adam", ICLR 2015. */
#ifndef ZERO_ADAM_H
#define ZERO_ADAM_H

#include <stddef.h>

struct zero_adam {
	float learning_rate;
	float weight_decay;
	float beta1, beta2; /* decay of the two moments */
	float epsilon;
};

/* Step number `step` (from 1) of n parameters. gradient: n, read; params and the moments first
 * and second: n, updated. None overlap. */
struct zero_adam_state {
	float *params, *first, *second;
	const float *gradient;
};
void zero_adam_step(const struct zero_adam *adam, size_t step, size_t n,
		    const struct zero_adam_state *state);

#endif
