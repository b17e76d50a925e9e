/* Ridge regression with the penalty that predicts rows left out best.
 *
 * Minimised is sum_i w_i (y_i - a - z_i b)^2 / W + penalty |b|^2 over standardised coordinates z.
 * Generalised cross-validation stands for leaving out each row in turn: it is the mean squared
 * residual over (1 - degrees of freedom / n)^2, and costs one eigendecomposition for all
 * penalties.
 * Source: A. Hoerl, R. Kennard, "Ridge regression: biased estimation for nonorthogonal problems",
 * Technometrics 12, 1970; G. Golub, M. Heath, G. Wahba, "Generalized cross-validation as a
 * method for choosing a good ridge parameter", Technometrics 21, 1979. */
#ifndef CML_LEARN_LINEAR_RIDGE_H
#define CML_LEARN_LINEAR_RIDGE_H

#include "base/error.h"
#include "learn/data/dataset.h"
#include "learn/linear/linear_model.h"

struct cml_ridge {
	double penalty;     /* in units of the variance of a coordinate */
	double freedom;     /* degrees of freedom of the line, 1 for the mean included */
	double mean_square; /* of the residuals */
	double gcv;         /* what was minimised, the square of an error on rows left out */
};

/* Learns the numbers of *linear, whose input was fitted to data, and fills in *ridge. There may be
 * fewer rows than coordinates. O(n_rows n^2 + n^3) for n coordinates. */
enum cml_result cml_ridge_fit(struct cml_ridge *ridge, const struct cml_dataset *data,
			      struct cml_linear *linear, struct cml_error *err);

#endif
