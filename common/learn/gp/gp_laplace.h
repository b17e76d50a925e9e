/* A latent function of the rows of two classes: the log-odds that y is 1, a draw of a Gaussian
 * process, which Laplace's approximation takes for normal about its mode.
 *
 * The mode f of the posterior is found by Newton's method; f = K alpha, alpha the derivative of the
 * log likelihood by f, W minus the second one. The length scales and the amplitude are the most
 * likely ones given the classes and what such numbers usually are (gp_fit.h); the amplitude is
 * log-normal about that of a latent deviation of 2.7, chances from 0.005 to 0.995: whether a job
 * runs is mostly certain once enough is known. Source: C. Rasmussen, C. Williams, "Gaussian
 * Processes for Machine Learning", MIT Press 2006, algorithms 3.1 and 5.1. */
#ifndef CML_LEARN_GP_GP_LAPLACE_H
#define CML_LEARN_GP_GP_LAPLACE_H

#include "base/error.h"
#include "learn/gp/gp_fit.h"

/* How rows are looked at. */
struct cml_gp_laplace {
	struct cml_gp_fit
	    fit;              /* y[n]: 1 or 0; factor: of B = 1 + W^1/2 K W^1/2, then its inverse */
	const double *weight; /* n: a row counts so often in the likelihood */
	double *latent;       /* n: the mode, of the process alone */
	double *alpha;        /* n; the next search for a mode starts with it */
	double *curvature;    /* n: W, at least CML_GP_MIN_CURVATURE */
	double *scratch;      /* 4 x n */
};

/* What a row that is certain counts for. */
#define CML_GP_MIN_CURVATURE 1e-10

/* rows and weight are kept, not copied. */
enum cml_result cml_gp_laplace_init(struct cml_gp_laplace *laplace, const struct cml_gp_rows *rows,
				    const double *weight, struct cml_error *err);
void cml_gp_laplace_release(struct cml_gp_laplace *laplace);

/* theta: d log length scales, then log amplitude, as there is no noise here; and one slot more,
 * which cml_gp_fit_start writes. Where a search starts: the middle of the prior. */
void cml_gp_laplace_start(const struct cml_gp_laplace *laplace, double *theta);
/* For cml_lbfgs, laplace as its context: minus the log of marginal likelihood times prior, and its
 * gradient by theta; infinite where numbers make no sense. */
double cml_gp_laplace_value(void *laplace, const double *theta, double *gradient);

/* Leaves latent, alpha, curvature, fit.scaled and the factor of B under theta. CML_BAD_DATA where B
 * is not positive definite. */
enum cml_result cml_gp_laplace_posterior(struct cml_gp_laplace *laplace, const double *theta,
					 struct cml_error *err);

#endif
