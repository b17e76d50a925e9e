/* Between which numbers many lie, and whether they are one and the same. */
#ifndef CML_ADVISE_SPREAD_H
#define CML_ADVISE_SPREAD_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* Less than this, relative to their size, is rounding. */
#define CML_SPREAD_ROUNDING 1e-9

/* Zeroed is empty; lo and hi are then 0. */
struct cml_spread {
	size_t n;
	double lo, hi;
};

static inline void cml_spread_add(struct cml_spread *spread, double value)
{
	spread->lo = spread->n == 0 ? value : fmin(spread->lo, value);
	spread->hi = spread->n == 0 ? value : fmax(spread->hi, value);
	spread->n++;
}

/* Several, and all the same but for rounding. */
static inline bool cml_spread_is_tied(const struct cml_spread *spread)
{
	double size = fmax(fabs(spread->lo), fabs(spread->hi));
	return spread->n > 1 && spread->hi - spread->lo <= CML_SPREAD_ROUNDING * size;
}

#endif
