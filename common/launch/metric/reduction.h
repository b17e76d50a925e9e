/* Many readings to one value: quantiles, means, first, last, minimum, maximum. */
#ifndef CML_LAUNCH_METRIC_REDUCTION_H
#define CML_LAUNCH_METRIC_REDUCTION_H

#include "base/error.h"
#include "base/text.h"

#include <stddef.h>

enum cml_reduction_kind {
	CML_REDUCE_LAST,
	CML_REDUCE_FIRST,
	CML_REDUCE_MEAN,
	CML_REDUCE_PERCENTILE,
};

struct cml_reduction {
	enum cml_reduction_kind kind;
	double percent; /* of a percentile: 0, the minimum, to 100 */
};

/* Reads `last`, `first`, `min`, `max`, `mean`, `median` or `pQ` (percentile, 0 to 100, p90 or
 * p99.9). CML_BAD_USAGE lists them, with the nearest. */
enum cml_result cml_reduction_parse(struct cml_slice word, struct cml_reduction *reduction,
				    struct cml_error *err);

/* The value of x[n], finite readings in their order; x may be sorted by this. NaN for n == 0,
 * infinite where a mean is too large for a double. Quantiles lie linearly between order
 * statistics (type 7 of Hyndman and Fan, "Sample quantiles in statistical packages", 1996;
 * NumPy's and R's default). O(n), or O(n log n) where x is sorted. */
double cml_reduce(const struct cml_reduction *reduction, size_t n, double *x);

#endif
