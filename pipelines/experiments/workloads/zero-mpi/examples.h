/* Made-up examples to classify: a centre for each class, noise around it. Example number i is a
 * function of the seed and i alone, so a global batch is the same for every number of ranks,
 * local batch and accumulation. */
#ifndef ZERO_EXAMPLES_H
#define ZERO_EXAMPLES_H

#include <stddef.h>
#include <stdint.h>

struct zero_examples {
	size_t width; /* of an input */
	size_t n_classes;
	uint64_t seed;
	const float *centres; /* n_classes x width; zero_examples_init fills them */
};

/* Draws the centres, uniform in +-1, into memory of the caller. */
void zero_examples_init(struct zero_examples *examples, float *centres);

/* Examples first .. first + n: inputs n x width, labels n, both written. */
void zero_examples_fill(const struct zero_examples *examples, uint64_t first, size_t n,
			float *inputs, int32_t *labels);

#endif
