#include "learn/predictor/worth.h"

#include "math/normal.h"

#include <float.h>
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

/* Predictions this many times below the lowest target, or of so small a part of the range
 * above the worst, are past the knee. */
#define KNEE_FACTOR 16.0
/* Improvements of less than this count less, by so much: of the metric where logarithms were
 * learned, else of the range of the targets. */
#define SMALL_IMPROVEMENT 1e-3
#define TAIL_FACTOR 64.0
/* Gains over the best job of less than this part of its metric fall off fast. */
#define SMALL_GAIN 0.05
/* What a log chance counts for more below the floor. */
#define FLOOR_WEIGHT 16.0

static double tail_of(const struct cml_acquisition *acquisition, double min_target,
		      double max_target)
{
	if (acquisition->by != CML_RANK_BY_EI)
		return -INFINITY;
	return log(SMALL_IMPROVEMENT) + (acquisition->is_log ? 0 : log(max_target - min_target));
}

struct cml_worth cml_worth_of(const struct cml_acquisition *acquisition, double min_target,
			      double max_target, double min_chance)
{
	struct cml_worth worth = {.acquisition = *acquisition,
				  .scale = CML_WORTH_AMOUNT,
				  .knee = min_target / KNEE_FACTOR,
				  .tail = tail_of(acquisition, min_target, max_target),
				  .min_chance = min_chance,
				  .floor = min_chance};
	if (acquisition->by == CML_RANK_BY_EI) {
		worth.scale = CML_WORTH_LOG;
	} else if (min_target > 0) {
		worth.scale = acquisition->maximize ? CML_WORTH_AMOUNT : CML_WORTH_TIME;
	} else {
		worth.origin = acquisition->maximize ? min_target : -max_target;
		worth.knee = (max_target - min_target) / KNEE_FACTOR;
	}
	if (!(worth.knee >= DBL_MIN))
		worth.knee = 1; /* all targets are the same, and not above 0 */
	return worth;
}

void cml_worth_over_best(struct cml_worth *worth, double best)
{
	worth->scale = CML_WORTH_AMOUNT;
	worth->origin = worth->acquisition.maximize ? best : -best;
	worth->knee = fmax(SMALL_GAIN * fabs(best), DBL_MIN);
}

static double log_amount(const struct cml_worth *worth, double reward)
{
	double knee = worth->knee, amount = reward - worth->origin, time = -reward;
	switch (worth->scale) {
	case CML_WORTH_AMOUNT:
		return amount >= knee ? log(amount) : log(knee) + (amount - knee) / knee;
	case CML_WORTH_TIME:
		return time >= knee ? -log(time) : log1p((knee - time) / knee) - log(knee);
	case CML_WORTH_LOG:
		return reward >= worth->tail ? reward
					     : worth->tail + (reward - worth->tail) / TAIL_FACTOR;
	case CML_WORTH_REWARD:
		break;
	}
	return reward;
}

double cml_worth(const struct cml_worth *worth, double reward, double log_chance)
{
	if (worth->scale == CML_WORTH_REWARD)
		return reward;
	double value = log_amount(worth, reward) + log_chance;
	if (exp(log_chance) < worth->floor)
		value += FLOOR_WEIGHT * fmin(0, log_chance - log(worth->floor));
	return isnan(value) ? -INFINITY : value;
}

double cml_worth_predicted(const struct cml_worth *worth, double mean, double sd, double log_chance)
{
	return cml_worth(worth, cml_acquisition_reward(&worth->acquisition, mean, sd), log_chance);
}

bool cml_worth_allows(const struct cml_worth *worth, double log_chance)
{
	return exp(log_chance) >= worth->min_chance;
}

double cml_worth_amount(const struct cml_worth *worth, double value)
{
	bool is_log = worth->scale == CML_WORTH_AMOUNT || worth->scale == CML_WORTH_TIME;
	return is_log ? exp(value) : value;
}
