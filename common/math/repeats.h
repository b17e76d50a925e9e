/* Configurations that ran more than once: whether their settings determine the metric. */
#ifndef CML_MATH_REPEATS_H
#define CML_MATH_REPEATS_H

#include "base/error.h"

#include <stdint.h>

/* On seven public logs repeats were 1.01 to 1.08 times apart in the median, and one in ten 1.24 at
 * most; on two that lack a setting (the device; what a sweep varies) 2.9 and 3.4. */
#define CML_REPEATS_APART 1.5

struct cml_repeats {
	size_t n;         /* configurations that ran more than once, all metrics above 0 */
	size_t n_apart;   /* of these, whose metrics are CML_REPEATS_APART times apart or more */
	size_t low, high; /* rows of the configuration that is farthest apart; n_rows: none */
};

/* Rows of the same key are one configuration. y: n_rows metrics; NaN is passed over.
 * CML_NO_MEMORY only. O(n_rows). */
enum cml_result cml_repeats_find(size_t n_rows, const uint64_t *keys, const double *y,
				 struct cml_repeats *found, struct cml_error *err);

#endif
