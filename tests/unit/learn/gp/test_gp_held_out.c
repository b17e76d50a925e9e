#include "learn/gp/gp_held_out.h"

#include "dense_fixture.h"
#include "learn/gp/gp_fit.h"
#include "learn/gp/gp_model.h"
#include "test.h"
#include "trees_fixture.h"

enum { N = 31, D = 3, N_FOLDS = 4 };

static struct cml_gp *learn(const struct cml_dataset *data)
{
	const struct cml_gp_settings settings = {.max_steps = 5};
	AUTO(cml_buffer) summary = {0};
	struct cml_gp *gp;
	assert_ok(cml_gp_learn(data, &settings, &gp, &summary, &err));
	return gp;
}

/* Correlation of rows i and j, Matern 5/2. */
static double correlate(const struct cml_gp *gp, size_t i, size_t j)
{
	double squared = 0;
	for (size_t k = 0; k < gp->input.n; k++)
		squared += pow(gp->x[k * gp->n + i] - gp->x[k * gp->n + j], 2);
	double r = sqrt(5 * squared);
	return (1 + r + r * r / 3) * exp(-r);
}

/* Row `at` under the rows of other folds, by the formulas of a prediction. */
static void predict(const struct cml_gp *gp, const struct cml_dataset *data, const uint32_t *fold,
		    size_t at, double *mean, double *sd)
{
	size_t rows[N], n = 0;
	double mean_weight = 0;
	for (size_t i = 0; i < N; i++) {
		mean_weight += data->weight[i] / N;
		if (fold[i] != fold[at])
			rows[n++] = i;
	}
	double covariance[N][N], work[N][N], alpha[N], solved[N];
	double explained = 0, own = gp->noise * mean_weight / data->weight[at] + CML_GP_JITTER;
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < n; j++)
			covariance[i][j] = gp->amplitude * correlate(gp, rows[i], rows[j]);
		covariance[i][i] += gp->noise * mean_weight / data->weight[rows[i]] + CML_GP_JITTER;
		alpha[i] = (data->y[rows[i]] - gp->y_mean) / gp->y_sd;
		solved[i] = gp->amplitude * correlate(gp, rows[i], at);
	}
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			work[i][j] = covariance[i][j];
	fixture_solve(n, N, *work, alpha);
	fixture_solve(n, N, *covariance, solved);
	*mean = gp->y_mean;
	for (size_t i = 0; i < n; i++) {
		double k = gp->amplitude * correlate(gp, rows[i], at);
		*mean += gp->y_sd * k * alpha[i];
		explained += k * solved[i];
	}
	*sd = gp->y_sd * sqrt(gp->amplitude + own - explained);
}

Test(gp_held_out, as_if_the_fold_had_not_been_learned)
{
	AUTO(cml_dataset) data = fixture_random_dataset(N, D, 0.1, 7);
	uint32_t fold[N];
	double mean[N], sd[N];
	for (size_t i = 0; i < N; i++) {
		fold[i] = (uint32_t)(i * i % 7 % N_FOLDS);
		data.weight[i] = 0.5 + (double)(i % 3);
	}
	struct cml_gp *gp = learn(&data);
	assert_ok(cml_gp_held_out(gp, data.y, fold, N_FOLDS, mean, sd, &err));
	for (size_t i = 0; i < N; i++) {
		double expected_mean, expected_sd;
		predict(gp, &data, fold, i, &expected_mean, &expected_sd);
		cr_expect_float_eq(mean[i], expected_mean, 1e-7 * gp->y_sd, "row %zu", i);
		cr_expect_float_eq(sd[i], expected_sd, 1e-7 * gp->y_sd, "row %zu", i);
	}
	cml_gp_free(gp);
}
