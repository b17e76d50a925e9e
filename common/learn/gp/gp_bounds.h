/* Bounds of Gaussian processes.
 *
 * The squared distance of a configuration from each job is a sum over params. The last params,
 * those that matter least, are completed in every way that there is, and the mean of each
 * completion is worked out: n correlations each, against n^2 / 2 multiplications of a prediction
 * with its deviation. Whatever weights u are chosen, k' K^-1 k >= 2 u' k - u' K u for the
 * covariances k with the jobs: one u for all completions, K^-1 times their mean, bounds the
 * variance of each by one more sum over the jobs.
 * Source: C. Rasmussen, C. Williams, "Gaussian Processes for Machine Learning", MIT Press 2006,
 * algorithm 2.1.
 */
#ifndef CML_LEARN_GP_GP_BOUNDS_H
#define CML_LEARN_GP_GP_BOUNDS_H

#include "learn/predictor/bounds.h"

/* Of struct cml_gp. None of a process whose jobs were all the same. */
extern const struct cml_bounds_kind cml_gp_bounds;
/* The fraction of the variance that the rows learned tell of a row, all blocks fixed, as in
 * cml_gp_told (gp_model.h); off by slack at most. gp->n^2 / 2 multiplications. walk: of
 * cml_gp_bounds. */
double cml_gp_bounds_told(void *walk, double *slack);

/* Of a process of classes: no chance (cml_gp_classes_chance) of any completion is above. The
 * acquisition is not looked at. Completions of the last params have their deviation worked out:
 * r^2 / 2 multiplications each. */
extern const struct cml_bounds_kind cml_gp_class_bounds;

#endif
