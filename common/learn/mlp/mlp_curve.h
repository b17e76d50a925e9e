/* Calibration curve: from scores of nets to the unit of the metric, by a monotone fit.
 * Source: pool adjacent violators, R. E. Barlow et al., "Statistical inference
 * under order restrictions", 1972; straight lines between the pools, so that
 * different scores stay different. */
#ifndef CML_LEARN_MLP_MLP_CURVE_H
#define CML_LEARN_MLP_MLP_CURVE_H

#include "base/error.h"
#include "base/memory.h"
#include "learn/predictor/model_bytes.h"

struct cml_mlp_curve {
	size_t n;      /* at least 1 */
	double *score; /* n, rising */
	double *value; /* n, rising */
	double slope;  /* at least 0, before the first and after the last */
};

/* value[n_rows] as a rising function of score[n_rows], weighted; n_rows > 0.
 * Outside the pools its slope is the spread of the values over that of the
 * scores. */
enum cml_result cml_mlp_curve_fit(struct cml_mlp_curve *curve, size_t n_rows, const double *score,
				  const double *value, const double *weight, struct cml_error *err);
void cml_mlp_curve_release(struct cml_mlp_curve *curve);

/* The value at a score, and the slope there. */
double cml_mlp_curve_at(const struct cml_mlp_curve *curve, double score, double *slope);

/* Slope, and scores and values, which rise. */
void cml_mlp_curve_fields(struct cml_fields *fields, void *state);

#endif
