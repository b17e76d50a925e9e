
#include "dense_fixture.h"
#include "learn/gp/gp_fit.h"
#include "learn/gp/gp_model.h"
#include "test.h"
#include "trees_fixture.h"

enum { N = 41, R = 13, D = 3, N_FOLDS = 4 };

static uint32_t fold[N];

static struct cml_dataset draw(uint64_t seed)
{
	struct cml_dataset data = fixture_random_dataset(N, D, 0.1, seed);
	for (size_t i = 0; i < N; i++) {
		fold[i] = (uint32_t)(i * i % 7 % N_FOLDS);
		data.weight[i] = 0.5 + (double)(i % 3);
	}
	return data;
}

/* Of the first n rows. */
static struct cml_gp *learn(const struct cml_dataset *data, size_t n)
{
	const struct cml_gp_settings settings = {.max_steps = 5};
	AUTO(cml_buffer) summary = {0};
	struct cml_dataset first = *data;
	struct cml_gp *gp;
	first.n_rows = n;
	assert_ok(cml_gp_learn(&first, &settings, &gp, &summary, &err));
	return gp;
}

static double covariance(const struct cml_gp *gp, const double *a, const double *b)
{
	double squared = 0;
	for (size_t k = 0; k < gp->input.n; k++)
		squared += pow(a[k] - b[k], 2);
	double r = sqrt(5 * squared);
	return gp->amplitude * (1 + r + r * r / 3) * exp(-r);
}

/* What the rows learned tell of the covariance of rows i and j, of all pairs. */
static void tell(const struct cml_gp *gp, const struct cml_dataset *data, double told[N][N])
{
	static double learned[N][64], at[N][64], k[N][R];
	for (size_t i = 0; i < R; i++)
		for (size_t c = 0; c < gp->input.n; c++)
			learned[i][c] = gp->x[c * R + i];
	for (size_t i = 0; i < N; i++) {
		cml_gp_input_row(&gp->input, data->x + i * D, at[i]);
		for (size_t c = 0; c < gp->input.n; c++)
			at[i][c] /= gp->lengths[c];
		for (size_t j = 0; j < R; j++)
			k[i][j] = covariance(gp, at[i], learned[j]);
	}
	for (size_t i = 0; i < N; i++) {
		double square[N][N], solved[N];
		for (size_t a = 0; a < R; a++) {
			for (size_t b = 0; b < R; b++)
				square[a][b] = covariance(gp, learned[a], learned[b]) +
					       (a == b ? CML_GP_JITTER * gp->amplitude : 0);
			solved[a] = k[i][a];
		}
		fixture_solve(R, N, *square, solved);
		for (size_t j = 0; j < N; j++) {
			told[i][j] = 0;
			for (size_t a = 0; a < R; a++)
				told[i][j] += solved[a] * k[j][a];
		}
	}
}

/* Row `at` under the rows of other folds than left_out, by the formulas of a process whose
 * covariances are what is told, and whose rows have what is not told as noise. */
static void predict(const struct cml_gp *gp, const struct cml_dataset *data, double told[N][N],
		    size_t at, uint32_t left_out, double *mean, double *sd)
{
	size_t rows[N], n = 0;
	double weight = 0, explained = 0;
	for (size_t i = 0; i < N; i++) {
		weight += data->weight[i] / N;
		if (fold[i] != left_out)
			rows[n++] = i;
	}
	double all[N][N], work[N][N], alpha[N], solved[N];
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < n; j++)
			all[i][j] = work[i][j] = told[rows[i]][rows[j]];
		work[i][i] += gp->noise * weight / data->weight[rows[i]] +
			      fmax(0, gp->amplitude - told[rows[i]][rows[i]]);
		all[i][i] = work[i][i];
		alpha[i] = (data->y[rows[i]] - gp->y_mean) / gp->y_sd;
		solved[i] = told[rows[i]][at];
	}
	fixture_solve(n, N, *work, alpha);
	fixture_solve(n, N, *all, solved);
	*mean = gp->y_mean;
	for (size_t i = 0; i < n; i++) {
		*mean += gp->y_sd * told[rows[i]][at] * alpha[i];
		explained += told[rows[i]][at] * solved[i];
	}
	*sd = gp->y_sd * sqrt(gp->amplitude - explained + gp->noise);
}

Test(gp_project, is_the_process_whose_rows_are_told_by_some)
{
	static double told[N][N];
	AUTO(cml_dataset) data = draw(7);
	double left_mean[N], left_sd[N], mean[N], sd[N], expected_mean, expected_sd;
	struct cml_gp *gp = learn(&data, R);
	assert_ok(cml_gp_project(gp, &data, fold, N_FOLDS, left_mean, left_sd, &err));
	cml_gp_predict(gp, N, data.x, mean, sd);
	tell(gp, &data, told);
	for (size_t i = 0; i < N; i++) {
		predict(gp, &data, told, i, fold[i], &expected_mean, &expected_sd);
		cr_expect_float_eq(left_mean[i], expected_mean, 1e-6 * gp->y_sd, "row %zu", i);
		cr_expect_float_eq(left_sd[i], expected_sd, 1e-6 * gp->y_sd, "row %zu", i);
		predict(gp, &data, told, i, N_FOLDS, &expected_mean, &expected_sd);
		cr_expect_float_eq(mean[i], expected_mean, 1e-6 * gp->y_sd, "row %zu", i);
		cr_expect_float_eq(sd[i], expected_sd, 1e-6 * gp->y_sd, "row %zu", i);
	}
	cml_gp_free(gp);
}

Test(gp_project, equal_jobs_stay_what_they_are)
{
	AUTO(cml_dataset) data = draw(10);
	double mean[N], sd[N], y = data.y[R];
	for (size_t i = 0; i < R; i++)
		data.y[i] = 2.385;
	struct cml_gp *gp = learn(&data, R);
	assert_ok(cml_gp_project(gp, &data, fold, N_FOLDS, mean, sd, &err));
	cr_assert_neq(y, 2.385);
	for (size_t i = 0; i < N; i++) {
		cr_expect_float_eq(mean[i], 2.385, 1e-15);
		cr_expect(isnan(sd[i]));
	}
	cml_gp_free(gp);
}
