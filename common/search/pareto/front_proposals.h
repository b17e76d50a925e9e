/* Proposals and the front. */
#ifndef CML_SEARCH_PARETO_FRONT_PROPOSALS_H
#define CML_SEARCH_PARETO_FRONT_PROPOSALS_H

#include "base/error.h"
#include "learn/predictor/worth.h"
#include "math/front.h"
#include "search/proposals.h"

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
