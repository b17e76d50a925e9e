/* Samples of items, such as rows and features. */
#ifndef CML_MATH_SAMPLING_H
#define CML_MATH_SAMPLING_H

#include "base/random.h"

#include <stddef.h>
#include <stdint.h>

/* Draws n_drawn of items[n] without replacement into drawn, the others into
 * left; both in the order of items. O(n). Source: D. E. Knuth, TAOCP 2, 3.4.2,
 * algorithm S. drawn may be items itself. */
void cml_draw_without_replacement(struct cml_random *random, const uint32_t *items, size_t n,
				  size_t n_drawn, uint32_t *drawn, uint32_t *left);

/* fraction * n, rounded down, at least 1 (n > 0) and at most n. */
size_t cml_count_of_fraction(double fraction, size_t n);

#endif
