/* The minimum of a smooth function of a few hundred numbers, by its gradient. */
#ifndef CML_MATH_LBFGS_H
#define CML_MATH_LBFGS_H

#include "base/error.h"

/* Steps remembered. */
#define CML_LBFGS_MEMORY 10

struct cml_lbfgs {
	size_t n; /* numbers to find */
	/* Value at x[n], gradient[n] filled in. Infinite or NaN where the function is not
	 * defined (the gradient is then not looked at): steps stay away from there. */
	double (*value)(void *context, const double *x, double *gradient);
	void *context;
	size_t max_steps;
	double tolerance; /* stops where no part of the gradient is larger, or where a step
			   * gains less than this times its square times |value| */
	void (*progress)(void *context, size_t done, size_t total); /* steps; NULL: none */
	void *progress_context;
};

/* x[n] is where to start, and becomes the best point found; *value is the value there.
 * A starting point without a value is CML_BAD_DATA. *n_steps (may be NULL) counts
 * steps taken. Deterministic.
 * Source: limited-memory BFGS by two loops: J. Nocedal, S. Wright, "Numerical
 * Optimization", 2nd edition, algorithms 7.4 and 7.5; steps are halved until they
 * decrease the value enough (Armijo, equation 3.6a), and pairs without curvature are
 * left out, which keeps the approximation positive definite. */
enum cml_result cml_lbfgs_minimise(const struct cml_lbfgs *problem, double *x, double *value,
				   size_t *n_steps, struct cml_error *err);

#endif
