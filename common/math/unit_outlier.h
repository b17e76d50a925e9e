/* Metrics in another unit: three rows in milliseconds in a log of seconds. */
#ifndef CML_MATH_UNIT_OUTLIER_H
#define CML_MATH_UNIT_OUTLIER_H

#include "base/error.h"

/* Fewer rows show none. */
#define CML_UNIT_MIN_ROWS 20

/* Rows with their metric. */
struct cml_unit_table {
	size_t n_rows, n_features;
	const float *x;  /* n_rows x stride, row after row; NaN: missing */
	size_t stride;   /* at least n_features: what follows these is not looked at */
	const double *y; /* n_rows; NaN, and what is not above 0: left out */
};

struct cml_unit_outliers {
	size_t n;      /* rows; 0: there are none */
	double factor; /* times what similar rows have: 60, or 1/60 */
};

/* Sets is_outlier[n_rows]. The logarithm of the metric is taken for a sum of effects of the
 * features, by median polish, which outliers do not bend. Rows are in another unit if they are
 *  - off in one direction by a factor of 3.5 and five robust standard deviations (1.4826 times the
 *    median deviation from the median) or more, and half as far again, as a ratio of logarithms, as
 *    all others; of several such groups the one with the widest gap;
 *  - one row of five at most;
 *  - no tail, as that of latencies in queues: as far apart from rows off in the other direction,
 * and no further from each other than the others, or twice the quarter below;
 *  - off in the median by a factor between units (10, 60, 100, 1000, 3600, 1e6, 1e9, or 1 over it)
 *    within a quarter, or of few rows, whose median is not exact, within a half.
 *
 * Source: J. W. Tukey, "Exploratory Data Analysis", 1977, chapter 11 (median polish); F. R. Hampel,
 * "The influence curve and its role in robust estimation", JASA 69, 1974 (median deviation).
 *
 * CML_NO_MEMORY only. O(n_rows n_features). */
enum cml_result cml_unit_outliers_find(const struct cml_unit_table *table,
				       struct cml_unit_outliers *found, bool *is_outlier,
				       struct cml_error *err);

#endif
