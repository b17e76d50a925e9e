/* Which rows and features a tree sees. */
#ifndef CML_MODEL_GBT_SAMPLE_H
#define CML_MODEL_GBT_SAMPLE_H

#include "base/random.h"

#include <stddef.h>
#include <stdint.h>

/* Draws n_drawn of items[n] without replacement into drawn, the others into
 * left; both in the order of items. O(n). Source: D. E. Knuth, TAOCP 2, 3.4.2,
 * algorithm S. drawn may be items itself. */
void cml_gbt_draw(struct cml_random *random, const uint32_t *items, size_t n, size_t n_drawn,
		  uint32_t *drawn, uint32_t *left);

/* How many of n a share stands for: rounded down, at least 1 (n > 0). */
size_t cml_gbt_share(double share, size_t n);

#endif
