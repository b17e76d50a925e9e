/* A rising line from raw log-odds to calibrated ones (Platt scaling), beside which something else
 * may count.
 * Source: J. Platt, "Probabilistic outputs for support vector machines", 1999; H.-T.
 * Lin, C.-J. Lin, R. Weng, "A note on Platt's probabilistic outputs", Machine Learning
 * 68, 2007. */
#ifndef CML_MODEL_CHANCE_RISING_LINE_H
#define CML_MODEL_CHANCE_RISING_LINE_H

#include "base/error.h"

#include <stddef.h>

struct cml_rising_line {
	double slope; /* at least 0 */
	double intercept;
	double of_other; /* what one standard deviation of the other adds; 0: nothing */
};

/* The line that makes log_odds[n] the likeliest, where y[n] is 1 or 0 and weight[n]
 * counts. Targets are those of Platt, (n1 + 1) / (n1 + 2) and 1 / (n0 + 2), and slope
 * and intercept have normal priors of deviation 1 about 1 and 0: few rows move the line
 * little. So has what other[n], of mean 0 and deviation 1, adds; other NULL: there is none. */
enum cml_result cml_rising_line_fit(struct cml_rising_line *line, size_t n, const double *log_odds,
				    const double *other, const double *y, const double *weight,
				    struct cml_error *err);

#endif
