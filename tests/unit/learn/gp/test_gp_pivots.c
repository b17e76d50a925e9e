#include "learn/gp/gp_classes.h"

#include "base/random.h"
#include "math/cholesky.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { N = 40, D = 2 };

static struct cml_error err;
static const char *const names[] = {"size", "batch"};
static double x[D * N], y[N], weight[N];

struct told {
	struct cml_gp *gp;
	struct cml_gp_laplace laplace;
};

/* A posterior of classes under a length scale of 1, and what its process is to know of it. */
static void find(struct told *told)
{
	struct cml_random random;
	struct cml_dataset data = {0};
	struct cml_gp_input input;
	double theta[D + CML_GP_N_OTHER] = {0, 0, log(9)};
	cml_random_init(&random, 8, 0);
	cr_assert_eq(cml_dataset_init(&data, D, names, &err), CML_OK);
	for (size_t i = 0; i < N; i++) {
		double row[D] = {cml_random_normal(&random), cml_random_normal(&random)};
		y[i] = row[0] + 0.3 * cml_random_normal(&random) > 0;
		weight[i] = 1;
		cr_assert_eq(cml_dataset_append(&data, row, y[i], 1, i, &err), CML_OK);
	}
	cr_assert_eq(cml_gp_input_fit(&input, &data, &err), CML_OK);
	cr_assert_eq(cml_gp_input_columns(&input, &data, x, &err), CML_OK);
	cr_assert_eq(cml_gp_new(&told->gp, &input, N, &err), CML_OK);
	struct cml_gp_rows rows = {.n = N, .d = D, .x = x, .y = y};
	cr_assert_eq(cml_gp_laplace_init(&told->laplace, &rows, weight, &err), CML_OK);
	cr_assert_eq(cml_gp_laplace_posterior(&told->laplace, theta, &err), CML_OK);
	told->gp->y_sd = 1;
	told->gp->amplitude = 9;
	told->gp->lengths[0] = told->gp->lengths[1] = 1;
	memcpy(told->gp->x, told->laplace.fit.scaled, sizeof x);
	cml_dataset_release(&data);
}

static void release(struct told *told)
{
	cml_gp_free(told->gp);
	cml_gp_laplace_release(&told->laplace);
}

/* Mean and variance at a point under all rows: k' alpha, and amplitude - k' (K + W^-1)^-1 k. */
static void predict_all(const struct told *told, const float *at, double *mean, double *variance)
{
	static double covariance[N * N];
	double k[N], solved[N], row[D];
	cml_gp_input_row(&told->gp->input, at, row);
	*mean = 0;
	*variance = told->gp->amplitude;
	for (size_t i = 0; i < N; i++) {
		double squared = pow(row[0] - x[i], 2) + pow(row[1] - x[N + i], 2);
		double r = sqrt(5 * squared);
		k[i] = solved[i] = told->gp->amplitude * (1 + r + r * r / 3) * exp(-r);
		*mean += k[i] * told->laplace.alpha[i];
		for (size_t j = 0; j <= i; j++)
			covariance[i * N + j] =
			    told->gp->amplitude * told->laplace.fit.correlation[i * N + j];
		covariance[i * N + i] += 1 / told->laplace.curvature[i];
	}
	cr_assert(cml_cholesky(N, covariance));
	cml_cholesky_solve(N, covariance, solved);
	for (size_t i = 0; i < N; i++)
		*variance -= k[i] * solved[i];
}

/* Largest differences from what all rows say, over a grid that leaves them. */
static void compare(const struct told *told, const struct cml_gp *few, double *mean,
		    double *variance)
{
	*mean = *variance = 0;
	for (int a = -6; a <= 6; a++)
		for (int b = -6; b <= 6; b++) {
			const float at[D] = {(float)a / 2, (float)b / 2};
			double all_mean, all_variance, few_mean, sd;
			predict_all(told, at, &all_mean, &all_variance);
			cml_gp_predict(few, 1, at, &few_mean, &sd);
			cr_expect(sd >= 0 && sd * sd <= told->gp->amplitude + 1e-9);
			*mean = fmax(*mean, fabs(few_mean - all_mean));
			*variance = fmax(*variance, fabs(sd * sd - all_variance));
		}
}

Test(gp_pivots, all_rows_say_what_they_say)
{
	struct told told;
	struct cml_gp *few;
	double mean, variance;
	find(&told);
	cr_assert_eq(cml_gp_pivots(told.gp, &told.laplace, 1000, &few, &err), CML_OK);
	cr_expect_leq(few->n, N);
	compare(&told, few, &mean, &variance);
	cr_expect_lt(mean, 0.01, "%g", mean);
	cr_expect_lt(variance, 0.02, "%g", variance);
	cml_gp_free(few);
	release(&told);
}

Test(gp_pivots, more_rows_say_more)
{
	struct told told;
	double before = INFINITY;
	find(&told);
	for (size_t max = 5; max <= 20; max += 5) {
		struct cml_gp *few;
		double mean, variance;
		cr_assert_eq(cml_gp_pivots(told.gp, &told.laplace, max, &few, &err), CML_OK);
		cr_expect_eq(few->n, max);
		compare(&told, few, &mean, &variance);
		cr_expect_lt(variance, before, "%zu: %g, %g before", max, variance, before);
		before = variance;
		cml_gp_free(few);
	}
	release(&told);
}
