#include "math/lbfgs.h"

#include "test.h"

/* Rosenbrock's valley, the sum of 100 (y - x^2)^2 + (1 - x)^2 over pairs. */
static double rosenbrock(void *context, const double *x, double *gradient)
{
	size_t n = *(size_t *)context;
	double sum = 0;
	for (size_t i = 0; i < n; i += 2) {
		double a = 1 - x[i], b = x[i + 1] - x[i] * x[i];
		sum += a * a + 100 * b * b;
		gradient[i] = -2 * a - 400 * b * x[i];
		gradient[i + 1] = 200 * b;
	}
	return sum;
}

Test(lbfgs, finds_the_end_of_a_curved_valley)
{
	double x[20], value;
	size_t n = 20, n_steps;
	struct cml_lbfgs problem = {
	    .n = n, .value = rosenbrock, .context = &n, .max_steps = 500, .tolerance = 1e-9};
	for (size_t i = 0; i < n; i++)
		x[i] = i % 2 == 0 ? -1.2 : 1;
	assert_ok(cml_lbfgs_minimise(&problem, x, &value, &n_steps, &err));
	for (size_t i = 0; i < n; i++)
		cr_assert(fabs(x[i] - 1) < 1e-6, "x[%zu] = %.17g", i, x[i]);
	cr_assert_lt(value, 1e-12);
	cr_assert_lt(n_steps, 200);
}

/* x - log x: nothing at or below 0, least at 1. */
static double barrier(void *context, const double *x, double *gradient)
{
	(void)context;
	gradient[0] = 1 - 1 / x[0];
	return x[0] > 0 ? x[0] - log(x[0]) : NAN;
}

Test(lbfgs, stays_where_there_is_a_value)
{
	double value, starts[] = {1e-6, 0.5, 40};
	struct cml_lbfgs problem = {.n = 1, .value = barrier, .max_steps = 200, .tolerance = 1e-8};
	for (size_t i = 0; i < COUNT(starts); i++) {
		double x = starts[i];
		assert_ok(cml_lbfgs_minimise(&problem, &x, &value, NULL, &err));
		cr_assert(fabs(x - 1) < 1e-6, "from %g: %.17g", starts[i], x);
	}
	double outside = -1;
	cr_assert_eq(cml_lbfgs_minimise(&problem, &outside, &value, NULL, &err), CML_BAD_DATA);
}
