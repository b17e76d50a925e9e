/* Random numbers: explicit state, one stream per net, tree, row or trial, the
 * same on every machine and for every thread count.
 * Source: D. Blackman, S. Vigna, "Scrambled linear pseudorandom number
 * generators", ACM TOMS 2021 (xoshiro256++); seeding by splitmix64. */
#ifndef CML_BASE_RANDOM_H
#define CML_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct cml_random {
	uint64_t state[4];
};

/* Stream number `stream` of `seed`; different pairs give unrelated streams. */
void cml_random_init(struct cml_random *random, uint64_t seed, uint64_t stream);

uint64_t cml_random_next(struct cml_random *random);

/* Uniform in [0, 1), 53 bits. */
double cml_random_uniform(struct cml_random *random);

/* Uniform whole number in [0, n), without bias; n > 0.
 * Source: D. Lemire, "Fast random integer generation in an interval", 2019. */
uint64_t cml_random_below(struct cml_random *random, uint64_t n);

/* Standard normal; consumes a fixed two draws (Box-Muller, one value kept). */
double cml_random_normal(struct cml_random *random);

/* Shuffles items[0..n) in place (Fisher-Yates). */
void cml_random_shuffle(struct cml_random *random, size_t *items, size_t n);

#endif
