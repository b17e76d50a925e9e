/* A process trained on some rows, the inducing rows, is conditioned on many: a prediction costs the
 * same. And predictions of folds left out.
 *
 * Length scales, noise and amplitude stay those of the inducing rows. The function becomes a
 * weighted sum of covariances with these, with weights from all rows. The part of the variance of a
 * row that the inducing rows do not explain counts as noise of that row. Far from all of them the
 * variance is that of the prior. Where all rows are inducing rows, it is the process that learned
 * them. Source: E. Snelson, Z. Ghahramani, "Sparse Gaussian processes
 * using pseudo-inputs", Advances in Neural Information Processing Systems 18, 2006; J.
 * Quinonero-Candela, C. Rasmussen, "A unifying view of sparse approximate Gaussian process
 * regression", Journal of Machine Learning Research 6, 2005, section 6. */
#ifndef CML_LEARN_GP_GP_PROJECT_H
#define CML_LEARN_GP_GP_PROJECT_H

#include "base/error.h"
#include "learn/data/dataset.h"
#include "learn/gp/gp_model.h"

/* gp, learned from other rows of the features of data or from some of it, has its alpha and factor
 * replaced. Row i of data is in fold[i] < n_folds. mean[n_rows] and sd[n_rows]: of a row as a new
 * job, under the rows of the other folds, in the unit of y. Where every
 * job learned was the same nothing changes and sd is NaN. CML_BAD_DATA where rounding leaves
 * nothing. O(n_rows gp->n^2). */
enum cml_result cml_gp_project(struct cml_gp *gp, const struct cml_dataset *data,
			       const uint32_t *fold, size_t n_folds, double *mean, double *sd,
			       struct cml_error *err);

#endif
