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

/* Samples of items, such as rows and features. */

/* Draws n_drawn of items[n] without replacement into drawn, the others into
 * left; both in the order of items. O(n). Source: D. E. Knuth, TAOCP 2, 3.4.2,
 * algorithm S. drawn may be items itself. */
void cml_draw_without_replacement(struct cml_random *random, const uint32_t *items, size_t n,
				  size_t n_drawn, uint32_t *drawn, uint32_t *left);

/* fraction * n, rounded down, at least 1 (n > 0) and at most n. */
size_t cml_count_of_fraction(double fraction, size_t n);

#endif
