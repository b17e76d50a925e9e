#include "model/model_interval.h"

#include "base/number.h"

#include <float.h>
#include <math.h>

bool cml_model_has_interval(const struct cml_model *model)
{
	return model->interval;
}

void cml_model_interval(const struct cml_model *model, size_t n, const float *x, const double *mean,
			const double *sd, double *lo, double *hi)
{
	for (size_t i = 0; i < n; i++) {
		lo[i] = hi[i] = NAN;
		if (!cml_model_has_interval(model) || isnan(mean[i]))
			continue;
		const float *row = x + i * model->n_features;
		double own = model->log_target ? sd[i] / mean[i] : sd[i];
		double half = cml_interval_half(model->interval, row, own);
		if (model->log_target) {
			lo[i] = cml_within(mean[i] * exp(-half), DBL_TRUE_MIN, DBL_MAX);
			hi[i] = cml_within(mean[i] * exp(half), 0, DBL_MAX);
		} else {
			lo[i] = cml_within(mean[i] - half, model->least, DBL_MAX);
			hi[i] = cml_within(mean[i] + half, -DBL_MAX, DBL_MAX);
		}
	}
}
