#include "learn/predictor/acquisition.h"

#include "math/normal.h"

#include <math.h>

/* Below this many deviations the two terms of the closed form cancel too far, and
 * its expansion for large arguments takes over. */
#define FAR_BELOW (-25.0)
/* Rounding between a range and the reward: of each of its ends, relative; of the
 * logarithm of an expected improvement (see there). */
#define ENDS_SLACK 1e-12
#define EI_SLACK 4e-9

enum cml_result cml_acquisition_check(const struct cml_acquisition *acquisition, bool has_sd,
				      bool is_score, struct cml_error *err)
{
	if (acquisition->by == CML_RANK_BY_MEAN)
		return CML_OK;
	if (!has_sd)
		return cml_fail(err, CML_BAD_USAGE,
				"the model has no uncertainty to rank by: train a gp or a forest, "
				"or -p gbt:ensemble=2 or more (a constant target gives none)");
	if (acquisition->by == CML_RANK_BY_EI && is_score)
		return cml_fail(err, CML_BAD_USAGE,
				"the model gives scores without a unit, which cannot improve on a "
				"measured best: rank by ucb or lcb");
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

double cml_acquisition_sd_weight(const struct cml_acquisition *acquisition)
{
	double sign = acquisition->maximize ? 1 : -1;
	if (acquisition->by == CML_RANK_BY_EI)
		return 1;
	if (acquisition->by == CML_RANK_BY_MEAN)
		return 0;
	return acquisition->by == CML_RANK_BY_UCB ? sign * acquisition->kappa
						  : -sign * acquisition->kappa;
}

/* The largest reward of one good over deviations from min to max: rewards rise or
 * fall with the deviation throughout. */
static double best_at(const struct cml_acquisition *acquisition, bool log_target, double good,
		      double min_sd, double max_sd)
{
	double mean = acquisition->maximize ? good : -good, scale = 1;
	if (log_target)
		mean = scale = exp(mean);
	double low = cml_acquisition_reward(acquisition, mean, scale * min_sd);
	double high = cml_acquisition_reward(acquisition, mean, scale * max_sd);
	return low > high ? low : high;
}

/* Along every edge of what the range leaves of the plane of good and sd, the reward
 * rises, falls, or is convex; inside, it rises or falls with sd. So the largest is at a
 * corner. */
double cml_acquisition_upper(const struct cml_acquisition *acquisition, bool log_target,
			     const struct cml_prediction_range *range)
{
	double slack = log_target ? ENDS_SLACK : 0; /* of the exponential */
	double min = range->min_good - ENDS_SLACK * fabs(range->min_good) - slack;
	double max = range->max_good + ENDS_SLACK * fabs(range->max_good) + slack;
	if (acquisition->by == CML_RANK_BY_MEAN) {
		double best = best_at(acquisition, log_target, max, 0, 0);
		return best + ENDS_SLACK * fabs(best);
	}
	bool is_ei = acquisition->by == CML_RANK_BY_EI;
	double weight = cml_acquisition_sd_weight(acquisition);
	double min_sd = range->min_sd * (1 - ENDS_SLACK);
	double max_sd = range->max_sd * (1 + ENDS_SLACK);
	double sum = range->max_sum +
		     ENDS_SLACK * (fabs(range->max_sum) + fabs(max) + fabs(weight) * max_sd);
	if (weight == 0 || !isfinite(sum))
		sum = INFINITY;
	if (isfinite(sum))
		max = fmax(min, fmin(max, sum - weight * (weight > 0 ? min_sd : max_sd)));
	double best = -INFINITY;
	for (size_t side = 0; side < 4; side++) {
		double good = side == 0 ? max : min, low = min_sd, high = max_sd;
		/* Where the edges of sd meet that of the sum. */
		if (side > 1)
			good = fmax(min, fmin(max, sum - weight * (side == 2 ? min_sd : max_sd)));
		double cut = (sum - good) / weight;
		if (isfinite(sum) && weight > 0)
			high = fmax(low, fmin(high, cut));
		else if (isfinite(sum))
			low = fmin(high, fmax(low, cut));
		best = fmax(best, best_at(acquisition, log_target, good, low, high));
	}
	double rounding = ENDS_SLACK * fabs(best) + (is_ei ? EI_SLACK : 0);
	return isfinite(best) ? best + rounding : best;
}
