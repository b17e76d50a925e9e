#include "model/law/law.h"

#include "test.h"

enum { N = 40, N_TERMS = 3 };

static double terms[N * N_TERMS], logs[N], weight[N], levels[N];
static size_t group[N];

/* Rows of terms between 0.1 and 10; what was measured is their sum with these weights. */
static struct cml_law_rows rows_of(const double *truth)
{
	struct cml_random random = random_of(4, 0);
	struct cml_law_rows rows = {.n = N,
				    .n_terms = N_TERMS,
				    .n_groups = 1,
				    .terms = terms,
				    .logs = logs,
				    .weight = weight,
				    .group = group};
	for (size_t i = 0; i < N; i++) {
		weight[i] = 1;
		group[i] = 0;
		for (size_t k = 0; k < N_TERMS; k++)
			terms[i * N_TERMS + k] = pow(10, 2 * cml_random_uniform(&random) - 1);
		logs[i] = cml_law_rows_log(&rows, i, truth);
	}
	return rows;
}

static void fit(const struct cml_law_rows *rows, double prior_sd, double *w)
{
	assert_ok(cml_law_fit(rows, prior_sd, w, levels, &err));
	for (size_t k = 0; k < rows->n_terms; k++)
		cr_assert(isfinite(w[k]) && w[k] >= 0, "%zu: %g", k, w[k]);
}

static void expect_weights(const double *w, const double *truth, double tolerance)
{
	for (size_t k = 0; k < N_TERMS; k++)
		cr_expect_float_eq(w[k], truth[k], tolerance * fmax(truth[k], 1), "%zu: %g", k,
				   w[k]);
}

Test(law_fit, finds_weights_again)
{
	static const double truth[N_TERMS] = {3, 0.5, 1}, of_few[N_TERMS] = {2, 0, 1};
	double w[N_TERMS] = {1, 1, 1};
	struct cml_law_rows rows = rows_of(truth);
	fit(&rows, 0, w);
	expect_weights(w, truth, 1e-3);
	cr_expect_eq(levels[0], 0, "one group has none");
	rows = rows_of(of_few);
	fit(&rows, 0, w);
	expect_weights(w, of_few, 1e-3);
}

/* Units of any size: a term in bytes, another in hours. */
Test(law_fit, is_the_same_in_every_unit)
{
	static const double truth[N_TERMS] = {3, 0.5, 1}, units[N_TERMS] = {1e12, 1, 1e-9};
	double w[N_TERMS] = {1, 1, 1};
	struct cml_law_rows rows = rows_of(truth);
	for (size_t i = 0; i < N; i++)
		for (size_t k = 0; k < N_TERMS; k++)
			terms[i * N_TERMS + k] *= units[k];
	fit(&rows, 0, w);
	for (size_t k = 0; k < N_TERMS; k++)
		w[k] *= units[k];
	expect_weights(w, truth, 1e-3);
}

static enum cml_law_end ends[N];

/* The bound is 20; the jobs above it by the true weights ran out of it. */
static struct cml_law_rows ends_of(const double *truth, double bound, enum cml_law_end above)
{
	struct cml_law_rows rows = rows_of(truth);
	for (size_t i = 0; i < N; i++) {
		ends[i] = logs[i] > log(bound) ? above : CML_LAW_RAN;
		logs[i] = log(bound);
	}
	return rows;
}

static size_t count_wrong(const struct cml_law_rows *rows, const double *w)
{
	size_t n = 0;
	for (size_t i = 0; i < rows->n; i++)
		n += (cml_law_rows_log(rows, i, w) > rows->logs[i]) != (ends[i] != CML_LAW_RAN);
	return n;
}

Test(law_ends, tell_weights_and_how_sure_they_are)
{
	static const double truth[N_TERMS] = {2, 0.5, 1}, ones[N_TERMS] = {1, 1, 1};
	double w[N_TERMS] = {1, 1, 1}, steepness, maybe[N_TERMS] = {1, 1, 1}, other;
	struct cml_law_rows rows = ends_of(truth, 8, CML_LAW_OOM);
	cr_assert_geq(count_wrong(&rows, ones), 4, "textbook weights are not enough");
	assert_ok(cml_law_fit_ends(&rows, ends, w, &steepness, &err));
	cr_expect_leq(count_wrong(&rows, w), 1);
	cr_expect(w[0] > 1.3 && w[0] < 2.2, "%g", w[0]);
	cr_expect_lt(w[1], 0.9, "%g", w[1]);
	cr_expect(w[2] > 0.6 && w[2] < 1.5, "%g", w[2]);
	cr_expect_gt(steepness, 8, "no job contradicts it");
	/* Of failures that may have other reasons less is learned. */
	rows = ends_of(truth, 8, CML_LAW_MAYBE_OOM);
	assert_ok(cml_law_fit_ends(&rows, ends, maybe, &other, &err));
	cr_expect(maybe[0] > 1.1 && maybe[0] < w[0], "%g", maybe[0]);
	cr_expect_lt(maybe[1], 1);
}
