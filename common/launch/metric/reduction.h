/* Many readings to one value: quantiles, means, first, last, least, most.
 *
 * Readings are kept only where the reduction needs them all (quantiles, trimmed
 * means), and then as distinct values with their counts: memory follows how many
 * different readings there are, not how many. */
#ifndef CML_LAUNCH_METRIC_REDUCTION_H
#define CML_LAUNCH_METRIC_REDUCTION_H

#include "base/error.h"
#include "base/text.h"

#include <stddef.h>

enum cml_reduction_kind {
	CML_REDUCE_LAST,
	CML_REDUCE_FIRST,
	CML_REDUCE_MIN,
	CML_REDUCE_MAX,
	CML_REDUCE_MEAN,
	CML_REDUCE_PERCENTILE,
	CML_REDUCE_TRIMMED,
};

struct cml_reduction {
	enum cml_reduction_kind kind;
	double amount; /* percentile, 0 to 100; trimmed: percent cut off at each end, < 50 */
};

/* Reads `last`, `first`, `min`, `max`, `mean`, `median`, `pQ` (percentile, 0 to 100, p90 or
 * p99.9) or `trimmedT` (mean without the lowest and the highest T %, 0 <= T < 50;
 * `trimmed` alone is 10). CML_BAD_USAGE lists them, with the nearest. */
enum cml_result cml_reduction_parse(struct cml_slice word, struct cml_reduction *reduction,
				    struct cml_error *err);

/* A value and how many readings have it. */
struct cml_counted {
	double value;
	size_t count;
};

/* Zeroed, with a reduction in it, is empty. */
struct cml_reducer {
	struct cml_reduction reduction;
	size_t n;
	double first, last, least, most;
	double sum, lost;                 /* compensated */
	double running_mean, sum_squares; /* for the spread */
	double *fresh;                    /* not counted yet */
	size_t n_fresh, fresh_capacity;
	struct cml_counted *counted; /* ascending, each value once */
	size_t n_counted;
};

void cml_reducer_release(struct cml_reducer *reducer); /* safe on a zeroed one */
void cml_reducer_reset(struct cml_reducer *reducer);   /* keeps the reduction */

/* reading: finite. */
enum cml_result cml_reducer_add(struct cml_reducer *reducer, double reading, struct cml_error *err);

/* The value of what was added so far; more may be added later. NaN for n == 0, infinite
 * where a mean is too large for a double. Quantiles lie linearly between order
 * statistics (type 7 of Hyndman and Fan, "Sample quantiles in statistical packages",
 * 1996; NumPy's and R's default). A trimmed mean leaves out floor(n * T / 100) readings
 * at each end (SciPy's trim_mean). */
enum cml_result cml_reducer_value(struct cml_reducer *reducer, double *value,
				  struct cml_error *err);

/* Sample standard deviation of all that was added; NaN for n < 2, and when it is too large
 * for a double.
 * Source: B. P. Welford, "Note on a method for calculating corrected sums of squares
 * and products", Technometrics 4, 1962. */
double cml_reducer_spread(const struct cml_reducer *reducer);

#endif
