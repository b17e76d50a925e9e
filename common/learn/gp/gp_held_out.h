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
#include "learn/gp/gp_model.h"

#include <stddef.h>
#include <stdint.h>

/* y[gp->n]: the targets that were learned, in their order; row i is in fold[i] < n_folds.
 * mean[gp->n] and sd[gp->n]: of a row as a new job, under the rows of the other folds, in the unit
 * of y; NaN in sd where every job was the same. CML_BAD_DATA where a block is not positive
 * definite. O(gp->n^3). */
enum cml_result cml_gp_held_out(const struct cml_gp *gp, const double *y, const uint32_t *fold,
				size_t n_folds, double *mean, double *sd, struct cml_error *err);

#endif
