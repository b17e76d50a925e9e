#include "learn/predictor/acquisition.h"

#include "math/normal.h"

#include <math.h>

/* Below this many deviations the two terms of the closed form cancel too far, and
 * its expansion for large arguments takes over. */
#define FAR_BELOW (-25.0)

enum cml_result cml_acquisition_check(const struct cml_acquisition *acquisition, bool has_sd,
				      struct cml_error *err)
{
	if (acquisition->by == CML_RANK_BY_MEAN)
		return CML_OK;
	if (!has_sd)
		return cml_fail(err, CML_BAD_USAGE,
				"the model has no uncertainty to rank by: train a gp or a forest, "
				"or -p gbt:ensemble=2 or more (a constant target gives none)");
	if (acquisition->by == CML_RANK_BY_EI && isnan(acquisition->best))
		return cml_fail(err, CML_BAD_USAGE,
				"expected improvement needs a best to improve on: --exclude a "
				"history with a finished job, or give --best");
	if (acquisition->by == CML_RANK_BY_EI && acquisition->is_log && acquisition->best <= 0)
		return cml_fail(err, CML_BAD_USAGE,
				"the model learned logarithms: the best to improve on must be "
				"above 0");
	return CML_OK;
}

double cml_log_expected_improvement(double gain, double sd)
{
	if (sd == 0)
		return gain > 0 ? log(gain) : -INFINITY;
	double z = gain / sd;
	if (z >= FAR_BELOW)
		return log(sd) + log(cml_normal_density(z) + z * cml_normal_probability(z));
	double u = 1 / (z * z);
	double rest = u * (-3 + u * (15 + u * (-105 + u * 945)));
	return log(sd) - 0.5 * z * z - 0.5 * log(2 * M_PI) + log(u) + log1p(rest);
}

double cml_acquisition_reward(const struct cml_acquisition *acquisition, double mean, double sd)
{
	double sign = acquisition->maximize ? 1 : -1, reward = sign * mean;
	if (acquisition->by == CML_RANK_BY_UCB)
		reward = sign * (mean + acquisition->kappa * sd);
	else if (acquisition->by == CML_RANK_BY_LCB)
		reward = sign * (mean - acquisition->kappa * sd);
	else if (acquisition->by == CML_RANK_BY_EI)
		reward = acquisition->is_log
			     ? cml_log_expected_improvement(sign * log(mean / acquisition->best),
							    sd / mean)
			     : cml_log_expected_improvement(sign * (mean - acquisition->best), sd);
	return isnan(reward) ? -INFINITY : reward;
}
