/* What the mean and the deviation of an ensemble can be over a part of a space, from
 * what its members can be.
 *
 * Member m is within radius[m] of center[m], and both are sums: of a constant and of
 * a term for each open block that its state decides. With y the centers less their
 * mean, the deviation is at most that of the centers and that of the radii together
 * (triangle inequality). Of the centers: |y| <= (|y|^2 / t + t) / 2 for every t > 0,
 * and |y|^2 is a sum of terms of single blocks and of pairs. Each block takes the best
 * partner from every other, half of each pair counts for either, and what is left
 * falls apart into blocks, as does the mean, so that both are bounded together. From
 * below the deviation is that along any direction, which is linear.
 * Source of halving pairs: the bounds of belief propagation by reparametrisation, M.
 * Wainwright, T. Jaakkola, A. Willsky, "MAP estimation via agreement on trees", IEEE
 * Transactions on Information Theory 2005.
 */
#ifndef CML_LEARN_PREDICTOR_MEMBER_BOUNDS_H
#define CML_LEARN_PREDICTOR_MEMBER_BOUNDS_H

#include "base/error.h"
#include "learn/predictor/bounds.h"

#include <stddef.h>

/* The deviation as predicted: factor * sqrt(noise + sample variance of the members). */
struct cml_member_deviation {
	double factor, noise; /* at least 0 */
};

struct cml_member_bounds {
	size_t n_members; /* at least 2 */
	size_t n_blocks;
	struct cml_member_deviation deviation;
	/* Rows of n_members: the constant, then one for each state of each block in
	 * order, those of block b from row first[b] on. */
	size_t *first; /* n_blocks + 1 */
	double *center;
	double *radius;
	size_t level; /* blocks before are fixed, and in the constant */

	/* Worked out from them. */
	double *middle;       /* n_members: of the centers, less their mean */
	double *away;         /* as center: of a state from the middle of its block, less the
			       * mean */
	double *square;       /* by row: what a state adds to |y|^2 */
	double *mean;         /* by row: of center */
	double *scratch;      /* 2 x n_members */
	double middle_square; /* rounding of |y|^2 included */
	double radius_norm;
};

/* For the blocks of a problem, whose states are not looked at. Zeroed is empty. */
enum cml_result cml_member_bounds_init(struct cml_member_bounds *bounds, size_t n_members,
				       const struct cml_bound_problem *problem,
				       const struct cml_member_deviation *deviation,
				       struct cml_error *err);
void cml_member_bounds_release(struct cml_member_bounds *bounds);

/* After the constant and the rows of the blocks from level on were filled in. O((number
 * of rows)^2 * n_members). */
void cml_member_bounds_settle(struct cml_member_bounds *bounds, size_t level);

/* A number that mean_weight * mean + sd_weight * sd does not exceed. Radii cover
 * the rounding of sums of centers, in double. O(number of rows * n_members). */
double cml_member_bounds_upper(struct cml_member_bounds *bounds, double mean_weight,
			       double sd_weight);

/* What is known of good, the mean of the members, and the deviation; the sum with
 * that weight. */
void cml_member_bounds_range(struct cml_member_bounds *bounds, double sd_weight,
			     struct cml_prediction_range *range);

#endif
