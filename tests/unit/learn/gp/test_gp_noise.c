#include "learn/gp/gp_noise.h"

#include "base/random.h"
#include "math/cholesky.h"
#include "math/lbfgs.h"

#include <criterion/criterion.h>
#include <math.h>

enum { N = 60, D = 12, N_THETA = D + CML_GP_N_OTHER };

#define NOISE 0.02
static double x[D * N], y[N], noise_fraction[N];
static struct cml_error err;

/* Draws of a process that depends on the first four coordinates, and noise of this variance. */
static struct cml_gp_rows draw_rows(uint64_t seed, double noise)
{
	static double covariance[N * N], correlation[N], at[4], white[N];
	struct cml_random random;
	cml_random_init(&random, seed, 0);
	for (size_t i = 0; i < D * N; i++)
		x[i] = cml_random_normal(&random);
	for (size_t i = 0; i < N; i++) {
		for (size_t k = 0; k < 4; k++)
			at[k] = x[k * N + i];
		cml_gp_distances(N, 4, x, at, i + 1, correlation);
		for (size_t j = 0; j <= i; j++)
			correlation[j] /= 36; /* a length scale of 6 */
		cml_gp_correlate(CML_GP_MATERN52, i + 1, correlation, NULL);
		for (size_t j = 0; j <= i; j++)
			covariance[i * N + j] = correlation[j] + (i == j ? noise : 0);
		white[i] = cml_random_normal(&random);
		noise_fraction[i] = 1;
	}
	cr_assert(cml_cholesky(N, covariance));
	for (size_t i = 0; i < N; i++) {
		y[i] = 0;
		for (size_t j = 0; j <= i; j++)
			y[i] += covariance[i * N + j] * white[j];
	}
	return (struct cml_gp_rows){CML_GP_MATERN52, N, D, x, y, noise_fraction, 1, 0};
}

/* The logarithms of the variance of the noise: the most likely one, and with the others integrated
 * out. */
static void fit_noises(const struct cml_gp_rows *rows, double *joint, double *marginal)
{
	struct cml_gp_fit fit;
	double theta[N_THETA], gradient[N_THETA], loss = NAN;
	cr_assert_eq(cml_gp_fit_init(&fit, rows, &err), CML_OK);
	struct cml_lbfgs problem = {.n = rows->d + CML_GP_N_OTHER,
				    .value = cml_gp_fit_value,
				    .context = &fit,
				    .max_steps = 100,
				    .tolerance = 1e-4};
	size_t n_steps;
	cml_gp_fit_start(&fit, theta);
	cr_assert_eq(cml_lbfgs_minimise(&problem, theta, &loss, &n_steps, &err), CML_OK);
	*joint = log(CML_GP_MIN_NOISE + exp(theta[rows->d]));
	cr_assert_eq(cml_gp_noise_marginal(&fit, 100, 1e-4, theta, &loss, &err), CML_OK);
	*marginal = log(CML_GP_MIN_NOISE + exp(theta[rows->d]));
	/* The others are at their best for it: only by the noise the value still changes. */
	cr_expect_float_eq(cml_gp_fit_value(&fit, theta, gradient), loss, 1e-9 * fabs(loss));
	for (size_t k = 0; k < rows->d + CML_GP_N_OTHER; k++)
		cr_expect(k == rows->d || fabs(gradient[k]) < 1e-2, "theta %zu: slope %g", k,
			  gradient[k]);
	cml_gp_fit_release(&fit);
}

/* Length scales that are fitted take noise for a trend; integrated out they do not. */
Test(gp_noise, is_not_too_small_for_length_scales_that_are_fitted)
{
	enum { DRAWS = 12 };
	double joint = 0, marginal = 0;
	for (uint64_t seed = 1; seed <= DRAWS; seed++) {
		struct cml_gp_rows rows = draw_rows(seed, NOISE);
		double a, b;
		fit_noises(&rows, &a, &b);
		joint += a / DRAWS;
		marginal += b / DRAWS;
	}
	double truth = log(NOISE);
	cr_expect(joint < truth - 0.4, "%g of %g", exp(joint), exp(truth));
	cr_expect(fabs(marginal - truth) < 0.25, "%g of %g", exp(marginal), exp(truth));
}

/* Two equal coordinates make a saddle of what is most likely: curvatures that are no curvatures. */
Test(gp_noise, equal_coordinates_do_no_harm)
{
	struct cml_gp_rows rows = draw_rows(3, NOISE);
	double joint, marginal;
	rows.d = 5;
	for (size_t i = 0; i < N; i++)
		x[4 * N + i] = x[i];
	fit_noises(&rows, &joint, &marginal);
	cr_expect(fabs(marginal - joint) < 1.5, "%g and %g", exp(joint), exp(marginal));
}

Test(gp_noise, many_rows_keep_the_most_likely_one)
{
	struct cml_gp_fit fit = {.rows = {.n = CML_GP_MARGINAL_MAX_ROWS + 1, .d = 1}};
	double theta[] = {0.5, -3, 0.25}, loss = 7;
	cr_assert_eq(cml_gp_noise_marginal(&fit, 100, 1e-4, theta, &loss, &err), CML_OK);
	cr_expect_eq(theta[1], -3);
	cr_expect_eq(loss, 7);
}
