/* Length scales, noise and amplitude of a Gaussian process: the most likely ones given
 * the rows and what such numbers usually are.
 *
 * y ~ N(0, amplitude K + noise W^-1), K the correlations of rows under a length scale for
 * each coordinate. Minimised is minus the log of likelihood times prior; a length scale is
 * log-normal about 2 sqrt(d) (more coordinates, each to matter less), with a spread that
 * lets the data decide which coordinates do not matter.
 * Source: likelihood and gradient: C. Rasmussen, C. Williams, "Gaussian Processes for
 * Machine Learning", MIT Press 2006, equations 5.8 and 5.9; the prior: C. Hvarfner, E.
 * Hellsten, L. Nardi, "Vanilla Bayesian optimization performs great in high
 * dimensions", ICML 2024, for inputs in [0, 1], here of standard deviation 1. */
#ifndef CML_LEARN_GP_GP_FIT_H
#define CML_LEARN_GP_GP_FIT_H

#include "base/error.h"
#include "learn/gp/gp_kernel.h"

/* Added to the diagonal: two equal rows of large weight stay apart in working precision. */
#define CML_GP_JITTER 1e-6
/* The noise is never less, in units of the variance of y: no jobs repeat better than that
 * in earnest, and a process that believes it is sure of too much. */
#define CML_GP_MIN_NOISE 1e-3

/* CML_BAD_DATA, where the covariance of rows has no factor. */
enum cml_result cml_gp_fail_definite(struct cml_error *err);

struct cml_gp_rows {
	size_t n, d;
	const double *x;              /* coordinate k of all rows at x + k * n, standardised */
	const double *y;              /* n, standardised */
	const double *noise_fraction; /* n: a row's variance in units of the noise */
};

/* How rows are looked at: numbers that are positive, as their logarithms. */
struct cml_gp_fit {
	struct cml_gp_rows rows;
	double *scaled;      /* d x n: coordinates over their length scales */
	double *at;          /* d: of one row */
	double *correlation; /* n x n, lower triangle */
	double *slope;       /* n x n */
	double *factor;      /* n x n: of the covariance; then its inverse */
	double *alpha;       /* n: covariance^-1 y */
	double *weights;     /* n */
};

/* rows are kept, not copied. */
enum cml_result cml_gp_fit_init(struct cml_gp_fit *fit, const struct cml_gp_rows *rows,
				struct cml_error *err);
void cml_gp_fit_release(struct cml_gp_fit *fit);

/* theta: d log length scales, log of the noise above its minimum, log amplitude. */
#define CML_GP_N_OTHER 2
/* Where a search starts: the middle of the prior. */
void cml_gp_fit_start(const struct cml_gp_fit *fit, double *theta);
/* For cml_lbfgs, context the fit: loss to minimise, and its gradient by theta; infinite
 * where the covariance is not positive definite. */
double cml_gp_fit_value(void *fit, const double *theta, double *gradient);

#endif
