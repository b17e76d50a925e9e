#include "search/front_worth.h"

#include <math.h>

/* Part of the hypervolume below which a gain is small. */
#define SMALL_GAIN 1e-3

enum cml_result cml_front_init(struct cml_front *front, const struct cml_model *model,
			       struct cml_error *err)
{
	*front = (struct cml_front){0};
	if (!model->second)
		return cml_fail(err, CML_BAD_USAGE,
				"--by front needs a model of two metrics: a second row of role "
				"metric in the space that it is trained with");
	const struct cml_space *space = model->space;
	for (size_t k = 0; k < 2; k++) {
		const struct cml_model *own = k == 0 ? model : model->second;
		const char *metric = space->columns[k == 0 ? space->metric : space->second].name;
		if (!own->kind->has_sd(own->state))
			return cml_fail(
			    err, CML_BAD_USAGE,
			    "--by front, the default for two metrics, needs the uncertainty of "
			    "'%s', which this model does not have: train it on jobs that differ "
			    "in it, with -p gbt:ensemble=2 or more or another -p; or rank with "
			    "--by mean",
			    metric);
		front->axes[k] =
		    (struct cml_front_axis){.maximize = own->maximize, .is_log = own->log_target};
	}
	return CML_OK;
}

enum cml_result cml_front_worth(const struct cml_front *front, const struct cml_model *model,
				const struct cml_failures *failures, bool per_cost,
				struct cml_worth *worth, struct cml_error *err)
{
	struct cml_acquisition acquisition = {.by = CML_RANK_BY_MEAN,
					      .maximize = model->maximize,
					      .is_log = model->log_target,
					      .per_cost = per_cost};
	if (cml_model_worth(model, &acquisition, failures, worth, err) != CML_OK)
		return err->status;
	if (worth->scale == CML_WORTH_REWARD)
		return CML_OK;
	worth->scale = CML_WORTH_LOG;
	worth->tail = log(SMALL_GAIN * cml_front_volume(front));
	return CML_OK;
}

/* log(exp(a) - exp(b)) for b <= a. */
static double log_difference(double a, double b)
{
	if (!(b < a))
		return -INFINITY;
	return isinf(b) ? a : a + log(-expm1(b - a));
}

/* Logarithm of the area that is expected of a strip: how far into it the job is expected to be on
 * the first axis, times how far above its floor on the second. */
static double log_gain(const struct cml_front_strip *strip, const double mean[2],
		       const double sd[2])
{
	double from_left = cml_log_expected_improvement(mean[0] - strip->left, sd[0]);
	double from_right = isinf(strip->right)
				? -INFINITY
				: cml_log_expected_improvement(mean[0] - strip->right, sd[0]);
	return log_difference(from_left, from_right) +
	       cml_log_expected_improvement(mean[1] - strip->floor, sd[1]);
}

double cml_front_log_improvement(const struct cml_front *front, const double mean[2],
				 const double sd[2])
{
	double at[2], spread[2], largest = -INFINITY, sum = 0;
	for (size_t k = 0; k < 2; k++) {
		at[k] = cml_front_place(&front->axes[k], mean[k]);
		spread[k] = front->axes[k].is_log ? sd[k] / mean[k] : sd[k];
		if (!isfinite(at[k]) || !(spread[k] >= 0))
			return -INFINITY;
	}
	for (size_t i = 0; i <= front->n; i++) {
		struct cml_front_strip strip = cml_front_strip(front, i);
		double gain = log_gain(&strip, at, spread);
		if (gain > largest) {
			sum = sum * exp(largest - gain) + 1;
			largest = gain;
		} else if (!isinf(gain)) {
			sum += exp(gain - largest);
		}
	}
	return isinf(largest) ? -INFINITY : largest + log(sum);
}

double cml_proposal_worth(const struct cml_proposal *proposal, const struct cml_worth *worth,
			  const struct cml_front *front, double variance)
{
	double mean[2] = {proposal->pred, proposal->second};
	double sd[2] = {proposal->sd * sqrt(variance), proposal->second_sd * sqrt(variance)};
	double reward = front ? cml_front_log_improvement(front, mean, sd)
			      : cml_acquisition_reward(&worth->acquisition, mean[0], sd[0]);
	return cml_worth(worth, reward, proposal->log_chance) - cml_proposal_price(proposal);
}

enum cml_result cml_front_mark(struct cml_front *front, struct cml_proposals *proposals,
			       struct cml_error *err)
{
	proposals->has_front = true;
	for (size_t i = 0; i < proposals->n; i++) {
		struct cml_proposal *item = &proposals->items[i];
		item->on_front = exp(item->log_chance) >= CML_WORTH_FLOOR;
		if (item->on_front &&
		    cml_front_add(front, (double[]){item->pred, item->second}, err) != CML_OK)
			return err->status;
	}
	for (size_t i = 0; i < proposals->n; i++) {
		struct cml_proposal *item = &proposals->items[i];
		item->on_front =
		    item->on_front && cml_front_holds(front, (double[]){item->pred, item->second});
	}
	return CML_OK;
}
