/* The chance to run, and the outcomes that limits bound. Part of model.h. */
#include "model/model.h"

#include <math.h>
#include <string.h>

static struct cml_chance_outside outside_of(const struct cml_model *model)
{
	return (struct cml_chance_outside){&model->sizes,
					   model->log_target ? model->interval : NULL};
}

size_t cml_model_n_limits(const struct cml_model *model)
{
	return model->chance ? cml_chance_n_limits(model->chance) : 0;
}

double cml_model_outcome(const struct cml_model *model, size_t limit, const float *x, double *side)
{
	const struct cml_chance_outside outside = outside_of(model);
	return cml_chance_outcome(model->chance, &outside, limit, x, side);
}

bool cml_model_is_blind(const struct cml_model *model)
{
	if (!model->chance || !model->support || cml_chance_n_limits(model->chance) > 0)
		return false;
	struct cml_chance_jobs jobs = cml_chance_jobs(model->chance);
	return cml_chance_is_blind(&jobs);
}

void cml_model_chance(const struct cml_model *model, size_t n, const float *x, double *log_chance)
{
	const struct cml_chance_outside outside = outside_of(model);
	if (model->chance)
		cml_chance_predict(model->chance, &outside, n, x, log_chance);
	else
		memset(log_chance, 0, n * sizeof *log_chance);
	if (!cml_model_is_blind(model))
		return;
	for (size_t i = 0; i < n; i++) {
		const float *row = x + i * model->n_features;
		bool in_pair = false, is_new = cml_support_is_new_context(model->support, row);
		double n_left = 0;
		if (model->outside.param < 1 || model->outside.pair < 1)
			n_left = (double)cml_support_leaves(model->support, row, &in_pair);
		double most = n_left * log(model->outside.param);
		if (is_new)
			most = fmin(most, log(CML_CHANCE_NEW_CONTEXT));
		else if (in_pair)
			most = fmin(most, log(model->outside.pair));
		log_chance[i] = fmin(log_chance[i], most);
	}
}
