/* Leave-one-out predictions of a Gaussian process, or of folds left out: in closed form, under
 * the length scales, noise and amplitude of all rows.
 *
 * With K the covariance of the rows, noise included, and F those held out together, they are off
 * by e = ([K^-1]_FF)^-1 [K^-1 y]_F, with the covariance ([K^-1]_FF)^-1.
 * Source: O. Dubrule, "Cross validation of kriging in a unique neighborhood", Mathematical Geology
 * 15, 1983; for one row: C. Rasmussen, C. Williams, "Gaussian Processes for Machine Learning",
 * MIT Press 2006, equations 5.10 to 5.12. */
#ifndef CML_LEARN_GP_GP_HELD_OUT_H
#define CML_LEARN_GP_GP_HELD_OUT_H

#include "base/error.h"
#include "learn/data/dataset.h"
#include "learn/gp/gp_model.h"

/* y[gp->n]: the targets that were learned, in their order; row i is in fold[i] < n_folds.
 * mean[gp->n] and sd[gp->n]: of a row as a new job, under the rows of the other folds, in the unit
 * of y; NaN in sd where every job was the same. CML_BAD_DATA where a block is not positive
 * definite. O(gp->n^3). */
enum cml_result cml_gp_held_out(const struct cml_gp *gp, const double *y, const uint32_t *fold,
				size_t n_folds, double *mean, double *sd, struct cml_error *err);

/* A process trained on some rows, the inducing rows, is conditioned on many: a prediction costs the
 * same.
 *
 * Length scales, noise and amplitude stay those of the inducing rows. The function becomes a
 * weighted sum of covariances with these, with weights from all rows. The part of the variance of a
 * row that the inducing rows do not explain counts as noise of that row. Far from all of them the
 * variance is that of the prior. Source: E. Snelson, Z. Ghahramani, "Sparse Gaussian processes
 * using pseudo-inputs", Advances in Neural Information Processing Systems 18, 2006; J.
 * Quinonero-Candela, C. Rasmussen, "A unifying view of sparse approximate Gaussian process
 * regression", Journal of Machine Learning Research 6, 2005, section 6. */

/* gp, learned from other rows of the features of data or from some of it, has its alpha and factor
 * replaced. fold[n_rows], mean[n_rows] and sd[n_rows] are of data, as above. Where every
 * job learned was the same nothing changes and sd is NaN. CML_BAD_DATA where rounding leaves
 * nothing. O(n_rows gp->n^2). */
enum cml_result cml_gp_project(struct cml_gp *gp, const struct cml_dataset *data,
			       const uint32_t *fold, size_t n_folds, double *mean, double *sd,
			       struct cml_error *err);

#endif
