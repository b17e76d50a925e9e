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
	CML_REDUCE_TRIMMED,
};

struct cml_reduction {
	enum cml_reduction_kind kind;
	/* Percentile, 0 (the minimum) to 100; trimmed: percent cut off at each end, < 50. */
	double amount;
};

/* Reads `last`, `first`, `min`, `max`, `mean`, `median`, `pQ` (percentile, 0 to 100, p90 or
 * p99.9) or `trimmedT` (mean without the lowest and the highest T %, 0 <= T < 50;
 * `trimmed` alone is 10). CML_BAD_USAGE lists them, with the nearest. */
enum cml_result cml_reduction_parse(struct cml_slice word, struct cml_reduction *reduction,
				    struct cml_error *err);

/* The value of x[n], finite readings in their order; x may be sorted by this. NaN for n == 0,
 * infinite where a mean is too large for a double. Quantiles lie linearly between order
 * statistics (type 7 of Hyndman and Fan, "Sample quantiles in statistical packages", 1996;
 * NumPy's and R's default). A trimmed mean leaves out floor(n * T / 100) readings at each end
 * (SciPy's trim_mean). O(n), or O(n log n) where x is sorted. */
double cml_reduce(const struct cml_reduction *reduction, size_t n, double *x);

#endif
