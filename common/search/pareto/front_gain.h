/* What a job is expected to add to a front. */
#ifndef CML_SEARCH_PARETO_FRONT_GAIN_H
#define CML_SEARCH_PARETO_FRONT_GAIN_H

#include "math/front.h"

/* Logarithm of the area that a job adds on average, of which each metric is normal with this mean
 * and standard deviation (in the unit of the metric, as models predict them), independent of the
 * other. Exact; O(n). -INFINITY where there is nothing to gain, or a prediction is NaN.
 * Source: M. Emmerich, A. Deutz, J. W. Klinkenberg, "Hypervolume-based expected improvement:
 * monotonicity properties and exact computation", CEC 2011; strips of O(n): K. Yang et al.,
 * "Efficient computation of expected hypervolume improvement using box decomposition algorithms",
 * J. Global Optimization 75, 2019. */
double cml_front_log_improvement(const struct cml_front *front, const double mean[2],
				 const double sd[2]);

#endif
