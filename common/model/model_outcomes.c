/* The chance to run, and the outcomes that limits bound. Part of model.h. */
#include "model/model.h"

#include <string.h>

/* By which limits are less sure outside the log. */
static const struct cml_interval *interval_of(const struct cml_model *model)
{
	return model->log_target ? model->interval : NULL;
}

size_t cml_model_n_limits(const struct cml_model *model)
{
	return model->chance ? cml_chance_n_limits(model->chance) : 0;
}

double cml_model_outcome(const struct cml_model *model, size_t limit, const float *x, double *side)
{
	return cml_chance_outcome(model->chance, interval_of(model), limit, x, side);
}

void cml_model_chance(const struct cml_model *model, size_t n, const float *x, double *log_chance)
{
	if (model->chance)
		cml_chance_predict(model->chance, interval_of(model), n, x, log_chance);
	else
		memset(log_chance, 0, n * sizeof *log_chance);
}
