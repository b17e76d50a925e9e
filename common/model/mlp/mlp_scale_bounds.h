/* From what scores of nets can be to what rewards can be: the mean of the scores
 * becomes one of the metric along the lines of a scale, and their deviation by the
 * slope of the line at hand, which is steep in some places and flat in others. */
#ifndef CML_MODEL_MLP_MLP_SCALE_BOUNDS_H
#define CML_MODEL_MLP_MLP_SCALE_BOUNDS_H

#include "model/mlp/mlp_scale.h"
#include "model/predictor/bounds.h"

/* A number that no reward exceeds when good of the scores is sign (1 or -1) * their
 * mean. O(lines that the scores are on). */
double cml_mlp_scale_upper(const struct cml_mlp_scale *scale, double sign,
			   const struct cml_prediction_range *scores,
			   const struct cml_bound_problem *problem);

#endif
