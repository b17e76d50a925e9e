/* Gaussian process classification: how likely y is 1 where it is 1 or 0, and less sure of it the
 * farther away the rows are that were learned.
 *
 * The process is one of log-odds, 0 before anything is learned: far from all rows
 * the chance is a half. In the approximation its rows are like ones whose log-odds were measured
 * with noise of variance 1 / W, so that it is a struct cml_gp, of which mean, deviation and
 * bytes are those of gp_model.h; its noise is 0: a deviation is that of the log-odds. 64 rows at
 * most predict (cml_gp_pivots). The kernel is the Matern of 5/2. Of the variance that length scales
 * have (gp_fit.h) they share three quarters: one coordinate soon separates a few rows of one
 * class, and scales that each go their own way forget the others.
 * Source: C. Rasmussen, C. Williams, "Gaussian Processes for Machine Learning", MIT Press 2006,
 * section 3.4; rows held out: A. Vehtari et al., "Bayesian leave-one-out cross-validation
 * approximations for Gaussian latent variable models", Journal of Machine Learning Research 17,
 * 2016, section 3.2. */
#ifndef CML_LEARN_GP_GP_CLASSES_H
#define CML_LEARN_GP_GP_CLASSES_H

#include "base/error.h"
#include "learn/data/dataset.h"
#include "learn/gp/gp_fit.h"
#include "learn/gp/gp_model.h"

/* A latent function of the rows of two classes: the log-odds that y is 1, a draw of a Gaussian
 * process, which Laplace's approximation takes for normal about its mode.
 *
 * The mode f of the posterior is found by Newton's method; f = K alpha, alpha the derivative of the
 * log likelihood by f, W minus the second one. The length scales and the amplitude are the most
 * likely ones given the classes and what such numbers usually are (gp_fit.h); the amplitude is
 * log-normal about that of a latent deviation of 2.7, chances from 0.005 to 0.995: whether a job
 * runs is mostly certain once enough is known. Source: C. Rasmussen, C. Williams, "Gaussian
 * Processes for Machine Learning", MIT Press 2006, algorithms 3.1 and 5.1. */

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

/* What is learned, and what is held out. */
struct cml_gp_classes {
	const struct cml_dataset *data; /* CML_GP_MAX_ROWS at most, y being 1 or 0 */
	double unit;                    /* a row of this weight counts once */
	const uint32_t *fold;           /* n_rows: of each row, below n_folds */
	size_t n_folds;
};

/* chance[n_rows] becomes that of a row under the rows of the other folds. CML_BAD_DATA where the
 * covariance of the rows is not positive definite. O(n_rows^3). */
enum cml_result cml_gp_classes_learn(const struct cml_gp_classes *classes, struct cml_gp **gp,
				     double *chance, struct cml_error *err);

/* The chance that y is 1, of what the process predicts (cml_gp_predict); between 0 and 1 for any
 * numbers, and a half where they are none. It rises with mean. */
double cml_gp_classes_chance(double mean, double sd);

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

/* laplace: of gp's rows, its posterior found. *projected has the input, lengths and
 * amplitude of gp and max rows of it at most: fewer where the variance of all others given these is
 * at most CML_GP_PIVOT_REST of the amplitude. CML_BAD_DATA where rounding leaves nothing. O(n^2
 * max). */
#define CML_GP_PIVOT_REST 1e-4
enum cml_result cml_gp_pivots(const struct cml_gp *gp, const struct cml_gp_laplace *laplace,
			      size_t max, struct cml_gp **projected, struct cml_error *err);

#endif
