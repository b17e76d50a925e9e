/* Intervals of predictions in the unit of the metric. */
#ifndef CML_MODEL_MODEL_INTERVAL_H
#define CML_MODEL_MODEL_INTERVAL_H

#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether cml_model_interval knows anything. */
bool cml_model_has_interval(const struct cml_model *model);

/* The interval that holds CML_INTERVAL_COVERAGE of new jobs such as these: x, n rows of n_features;
 * mean[n] and sd[n] as cml_model_predict gave them. lo[n] and hi[n] in the unit of the metric,
 * above 0 where every metric learned from was, both finite; NaN where nothing is known, as with a
 * model without one. Allocates nothing. */
void cml_model_interval(const struct cml_model *model, size_t n, const float *x, const double *mean,
			const double *sd, double *lo, double *hi);

#endif
