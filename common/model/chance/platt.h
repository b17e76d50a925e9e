/* Platt scaling: a line from raw log-odds to calibrated ones.
 * Source: J. Platt, "Probabilistic outputs for support vector machines", 1999; H.-T.
 * Lin, C.-J. Lin, R. Weng, "A note on Platt's probabilistic outputs", Machine Learning
 * 68, 2007. */
#ifndef CML_MODEL_CHANCE_PLATT_H
#define CML_MODEL_CHANCE_PLATT_H

#include "base/error.h"

#include <stddef.h>

struct cml_platt {
	double slope; /* at least 0 */
	double intercept;
};

/* The line that makes log_odds[n] the likeliest, where y[n] is 1 or 0 and weight[n]
 * counts. Targets are those of Platt, (n1 + 1) / (n1 + 2) and 1 / (n0 + 2), and slope
 * and intercept have normal priors of deviation 1 around 1 and 0: few rows move the line
 * little. */
enum cml_result cml_platt_fit(struct cml_platt *line, size_t n, const double *log_odds,
			      const double *y, const double *weight, struct cml_error *err);

#endif
