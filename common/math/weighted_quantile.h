/* Quantiles of weighted values, by selection. */
#ifndef CML_MATH_WEIGHTED_QUANTILE_H
#define CML_MATH_WEIGHTED_QUANTILE_H

#include <stddef.h>

/* A value that counts as often as its weight. */
struct cml_weighted {
	double value;
	double weight;
};

/* The smallest value at which the running sum of weights reaches q of their
 * total, q in (0, 1]. items[n], n > 0, is reordered. O(n) on average. */
double cml_weighted_quantile(struct cml_weighted *items, size_t n, double q);

#endif
