#include "learn/gp/gp_fit.h"

#include "test.h"

enum { N = 23, D = 4, N_THETA = D + CML_GP_N_OTHER };

static double x[D * N], y[N], noise_fraction[N];

static struct cml_gp_rows random_rows(void)
{
	struct cml_random random = random_of(11, 0);
	for (size_t i = 0; i < N; i++) {
		for (size_t k = 0; k < D; k++)
			x[k * N + i] = cml_random_normal(&random);
		y[i] = sin(x[i]) + 0.1 * cml_random_normal(&random);
		noise_fraction[i] = 0.5 + cml_random_uniform(&random);
	}
	return (struct cml_gp_rows){N, D, x, y, noise_fraction};
}

/* Central differences of the value, away from the start. */
Test(gp_fit, gradient_is_that_of_the_value)
{
	AUTO(cml_gp_fit) fit;
	struct cml_gp_rows rows = random_rows();
	double theta[N_THETA], gradient[N_THETA], ignored[N_THETA];
	assert_ok(cml_gp_fit_init(&fit, &rows, &err));
	cml_gp_fit_start(&fit, theta);
	theta[0] = 0.3;
	theta[2] = -0.7;
	theta[D] = -2.5;
	theta[D + 1] = 0.4;
	cml_gp_fit_value(&fit, theta, gradient);
	for (size_t t = 0; t < N_THETA; t++) {
		double middle = theta[t], h = 1e-5;
		theta[t] = middle + h;
		double above = cml_gp_fit_value(&fit, theta, ignored);
		theta[t] = middle - h;
		double below = cml_gp_fit_value(&fit, theta, ignored);
		theta[t] = middle;
		double slope = (above - below) / (2 * h);
		cr_assert(fabs(slope - gradient[t]) < 1e-6 * fmax(1, fabs(slope)),
			  "theta %zu: %.12g, by differences %.12g", t, gradient[t], slope);
	}
}

Test(gp_fit, value_is_infinite_where_numbers_make_no_sense)
{
	AUTO(cml_gp_fit) fit;
	struct cml_gp_rows rows = random_rows();
	double theta[N_THETA], gradient[N_THETA];
	assert_ok(cml_gp_fit_init(&fit, &rows, &err));
	cml_gp_fit_start(&fit, theta);
	theta[D + 1] = 800;
	cr_assert_eq(cml_gp_fit_value(&fit, theta, gradient), INFINITY);
	theta[D + 1] = NAN;
	cr_assert_eq(cml_gp_fit_value(&fit, theta, gradient), INFINITY);
}
