/* Numbers that stand for none: 1e20, 999999, -1 as the metric of jobs that failed. */
#ifndef CML_MATH_PLACEHOLDER_H
#define CML_MATH_PLACEHOLDER_H

#include "base/error.h"

#include <stddef.h>

struct cml_placeholder {
	size_t n;      /* how many there are; 0: none */
	double lo, hi; /* what they are: one number, or all from lo on */
};

/* low: the one number of 0 or less that fewer than half have, or all such numbers if they are one
 * in ten at most: what is above 0 in all others has no such values. high: the largest number, ten
 * times all others or more, of fewer than half, if three have it or it is one that people and
 * programs write for none: nines (9999), a power of ten from 1e9 on, the largest of a type. NaN is
 * passed over. CML_NO_MEMORY only. O(n log n). */
enum cml_result cml_placeholders_find(size_t n, const double *y, struct cml_placeholder *low,
				      struct cml_placeholder *high, struct cml_error *err);

#endif
