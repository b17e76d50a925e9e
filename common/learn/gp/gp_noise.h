/* The noise of a Gaussian process where length scales and amplitude are not known either.
 *
 * The most likely noise together with the most likely length scales is too small: each length scale
 * that is fitted takes some of it for a trend. On draws of a process, of 74 rows and 47
 * coordinates, its standard deviation comes out at 0.81 of the truth. So the length scales and the
 * amplitude are integrated out, by Laplace's approximation on a grid of noises, and the noise is
 * the mean of the logarithm of what is left: 0.94 on the same draws. */
#ifndef CML_LEARN_GP_GP_NOISE_H
#define CML_LEARN_GP_GP_NOISE_H

#include "base/error.h"
#include "learn/gp/gp_fit.h"

#include <stddef.h>

/* Of more rows the difference is small, and the curvatures take long. */
#define CML_GP_MARGINAL_MAX_ROWS 400

/* theta: where cml_gp_fit_value is least; becomes the noise as above, with the length scales and
 * the amplitude that are most likely given that noise; *loss is the value there. max_steps and
 * tolerance: of each search. About ten searches and, at each of them, a gradient for each
 * coordinate. CML_BAD_DATA: no value at theta. Unchanged with more rows than
 * CML_GP_MARGINAL_MAX_ROWS.
 * Source: L. Tierney, J. Kadane, "Accurate approximations for posterior moments and marginal
 * densities", Journal of the American Statistical Association 81, 1986. */
enum cml_result cml_gp_noise_marginal(struct cml_gp_fit *fit, size_t max_steps, double tolerance,
				      double *theta, double *loss, struct cml_error *err);

#endif
