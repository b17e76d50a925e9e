/* What launches are worth to a front: the expected hypervolume times the chance to run. */
#ifndef CML_SEARCH_FRONT_WORTH_H
#define CML_SEARCH_FRONT_WORTH_H

#include "base/error.h"
#include "learn/predictor/worth.h"
#include "math/front.h"
#include "model/model.h"
#include "search/proposals.h"

/* Axes as the two metrics of a model are learned. CML_BAD_USAGE: it has one, or one without an
 * uncertainty: of one job, of jobs that are all equal, or of a kind that has none. The model has
 * its space, as one of two metrics does. */
enum cml_result cml_front_init(struct cml_front *front, const struct cml_model *model,
			       struct cml_error *err);

/* The worth of cml_model_worth, of rewards that are logarithms of the hypervolume gained; where it
 * is less than a thousandth of that of the front (with its reference), how much less hardly counts.
 * Errors as there. */
enum cml_result cml_front_worth(const struct cml_front *front, const struct cml_model *model,
				const struct cml_failures *failures, bool per_cost,
				struct cml_worth *worth, struct cml_error *err);

/* Logarithm of the area that a job adds on average, of which each metric is normal with this mean
 * and standard deviation (in the unit of the metric, as models predict them), independent of the
 * other. Exact; O(n). -INFINITY where there is nothing to gain, or a prediction is NaN.
 * Source: M. Emmerich, A. Deutz, J. W. Klinkenberg, "Hypervolume-based expected improvement:
 * monotonicity properties and exact computation", CEC 2011; strips of O(n): K. Yang et al.,
 * "Efficient computation of expected hypervolume improvement using box decomposition algorithms",
 * J. Global Optimization 75, 2019. */
double cml_front_log_improvement(const struct cml_front *front, const double mean[2],
				 const double sd[2]);

/* What a proposal is worth by its predictions, per cost, if `variance` of their variances is left
 * (1: all): to the front, or where that is NULL by the first metric alone. */
double cml_proposal_worth(const struct cml_proposal *proposal, const struct cml_worth *worth,
			  const struct cml_front *front, double variance);

/* Marks those that are on the front of what is measured and all that is proposed: their
 * predictions join the front. */
enum cml_result cml_front_mark(struct cml_front *front, struct cml_proposals *proposals,
			       struct cml_error *err);

#endif
