#include "learn/gp/gp_classes.h"

#include "base/random.h"
#include "math/normal.h"

#include <criterion/criterion.h>
#include <math.h>

enum { N = 29, D = 3, N_THETA = D + CML_GP_N_OTHER };

static double x[D * N], y[N], weight[N];

static struct cml_gp_rows random_rows(void)
{
	struct cml_random random;
	cml_random_init(&random, 5, 0);
	for (size_t i = 0; i < N; i++) {
		for (size_t k = 0; k < D; k++)
			x[k * N + i] = cml_random_normal(&random);
		y[i] = x[i] + 0.5 * cml_random_normal(&random) > -0.4;
		weight[i] = 0.5 + cml_random_uniform(&random);
	}
	return (struct cml_gp_rows){.n = N, .d = D, .x = x, .y = y};
}

/* Central differences of the value, away from the start. */
Test(gp_laplace, gradient_is_that_of_the_value)
{
	struct cml_error err = {0};
	struct cml_gp_laplace laplace;
	struct cml_gp_rows rows = random_rows();
	double theta[N_THETA], gradient[N_THETA], ignored[N_THETA];
	cr_assert_eq(cml_gp_laplace_init(&laplace, &rows, weight, &err), CML_OK);
	cml_gp_laplace_start(&laplace, theta);
	theta[0] = 0.3;
	theta[2] = -0.4;
	theta[D] = 2.5;
	cml_gp_laplace_value(&laplace, theta, gradient);
	for (size_t t = 0; t <= D; t++) {
		double middle = theta[t], h = 1e-4;
		theta[t] = middle + h;
		double above = cml_gp_laplace_value(&laplace, theta, ignored);
		theta[t] = middle - h;
		double below = cml_gp_laplace_value(&laplace, theta, ignored);
		theta[t] = middle;
		double slope = (above - below) / (2 * h);
		cr_assert(fabs(slope - gradient[t]) < 1e-5 * fmax(1, fabs(slope)),
			  "theta %zu: %.12g, by differences %.12g", t, gradient[t], slope);
	}
	cml_gp_laplace_release(&laplace);
}

/* At the mode, alpha is the derivative of the log likelihood, and f = K alpha. */
Test(gp_laplace, posterior_is_at_the_mode)
{
	struct cml_error err = {0};
	struct cml_gp_laplace laplace;
	struct cml_gp_rows rows = random_rows();
	double theta[N_THETA];
	cr_assert_eq(cml_gp_laplace_init(&laplace, &rows, weight, &err), CML_OK);
	cml_gp_laplace_start(&laplace, theta);
	cr_assert_eq(cml_gp_laplace_posterior(&laplace, theta, &err), CML_OK);
	for (size_t i = 0; i < N; i++) {
		double chance = cml_logistic(laplace.latent[i]), sum = 0;
		for (size_t j = 0; j < N; j++)
			sum += exp(theta[D]) * laplace.alpha[j] *
			       laplace.fit.correlation[i > j ? i * N + j : j * N + i];
		cr_expect_float_eq(laplace.alpha[i], weight[i] * (y[i] - chance), 1e-6);
		cr_expect_float_eq(laplace.latent[i], sum, 1e-9);
		cr_expect_float_eq(laplace.curvature[i], weight[i] * chance * (1 - chance), 1e-12);
	}
	cml_gp_laplace_release(&laplace);
}

Test(gp_laplace, value_is_infinite_where_numbers_make_no_sense)
{
	struct cml_error err = {0};
	struct cml_gp_laplace laplace;
	struct cml_gp_rows rows = random_rows();
	double theta[N_THETA], gradient[N_THETA];
	cr_assert_eq(cml_gp_laplace_init(&laplace, &rows, weight, &err), CML_OK);
	cml_gp_laplace_start(&laplace, theta);
	theta[1] = 700;
	cr_expect_eq(cml_gp_laplace_value(&laplace, theta, gradient), INFINITY);
	theta[1] = NAN;
	cr_expect_eq(cml_gp_laplace_value(&laplace, theta, gradient), INFINITY);
	cml_gp_laplace_release(&laplace);
}
