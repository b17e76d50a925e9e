/* Nystroem approximation of a process of classes from r inducing rows: a prediction costs r^2 / 2
 * multiplications for the n^2 / 2 of all.
 *
 * The r rows are those that a pivoted Cholesky factorisation of the covariance takes first: each
 * has the largest variance given those before. K = G G' nearly, G with one column for each. Mean
 * and variance follow from these as if they were all; far from all rows the variance is that of the
 * prior. Source: S. Fine, K. Scheinberg, "Efficient SVM training using low-rank kernel
 * representations", Journal of Machine Learning Research 2, 2001 (the rows); C. Rasmussen, C.
 * Williams, "Gaussian Processes for Machine Learning", MIT Press 2006, section 8.3.4 (projected
 * processes). */
#ifndef CML_LEARN_GP_GP_PIVOTS_H
#define CML_LEARN_GP_GP_PIVOTS_H

#include "base/error.h"
#include "learn/gp/gp_laplace.h"
#include "learn/gp/gp_model.h"

#include <stddef.h>

/* laplace: of gp's rows, its posterior found (gp_laplace.h). *projected has the input, lengths and
 * amplitude of gp and max rows of it at most: fewer where the variance of all others given these is
 * at most CML_GP_PIVOT_REST of the amplitude. CML_BAD_DATA where rounding leaves nothing. O(n^2
 * max). */
#define CML_GP_PIVOT_REST 1e-4
enum cml_result cml_gp_pivots(const struct cml_gp *gp, const struct cml_gp_laplace *laplace,
			      size_t max, struct cml_gp **projected, struct cml_error *err);

#endif
