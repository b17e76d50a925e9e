#include "model/chance/trend.h"

#include <criterion/criterion.h>
#include <math.h>

#include "base/random.h"

/* A batch that jobs fail by, a free setting that goes along with it, and one that means nothing. */
enum { BATCH, ALONG, NOTHING, N_FEATURES, N_JOBS = 200, N_FOLDS = 5 };
static const char *const names[] = {"batch", "along", "nothing"};
static struct cml_error err;

struct trial {
	struct cml_dataset rows;
	uint32_t fold[N_JOBS];
	double offset[N_JOBS], unseen[N_JOBS];
};

/* by: the feature that what runs falls with. */
static void init(struct trial *trial, size_t by)
{
	struct cml_random random;
	cml_random_init(&random, 1, 0);
	*trial = (struct trial){0};
	cr_assert_eq(cml_dataset_init(&trial->rows, N_FEATURES, names, &err), CML_OK);
	for (size_t i = 0; i < N_JOBS; i++) {
		double batch = cml_random_normal(&random);
		double x[] = {batch, 0.7 * batch + 0.7 * cml_random_normal(&random),
			      cml_random_normal(&random)};
		bool ran = 3 * x[by] < 2 + cml_random_normal(&random);
		cr_assert_eq(cml_dataset_append(&trial->rows, x, ran, 1, i, &err), CML_OK);
		trial->fold[i] = (uint32_t)(i % N_FOLDS);
	}
}

static struct cml_linear *train(struct trial *trial, const enum cml_monotone *monotone)
{
	struct cml_linear *trend;
	struct cml_trend_task task = {.rows = &trial->rows,
				      .unit = 1,
				      .monotone = monotone,
				      .fold = trial->fold,
				      .n_folds = N_FOLDS};
	cr_assert_eq(cml_trend_train(&trend, &task, trial->offset, trial->unseen, &err), CML_OK);
	return trend;
}

/* What a feature adds from -1 to 1. */
static double slope(const struct cml_linear *trend, size_t feature)
{
	float low[N_FEATURES] = {0}, high[N_FEATURES] = {0};
	low[feature] = -1;
	high[feature] = 1;
	return cml_linear_mean(trend, high) - cml_linear_mean(trend, low);
}

Test(trend, is_of_what_has_a_direction_alone)
{
	static const enum cml_monotone monotone[] = {CML_MONOTONE_FALLS, CML_MONOTONE_FREE,
						     CML_MONOTONE_FREE};
	struct trial trial;
	init(&trial, BATCH);
	struct cml_linear *trend = train(&trial, monotone);
	cr_assert_not_null(trend);
	cr_expect_lt(slope(trend, BATCH), -2, "%g", slope(trend, BATCH));
	cr_expect_eq(slope(trend, ALONG), 0);
	cr_expect_eq(slope(trend, NOTHING), 0);
	double apart = 0;
	for (size_t i = 0; i < N_JOBS; i++) {
		double own = cml_linear_mean(trend, trial.rows.x + i * N_FEATURES);
		cr_expect_float_eq(trial.offset[i], own, 1e-9);
		apart = fmax(apart, fabs(trial.unseen[i] - own));
	}
	cr_expect(apart > 1e-3 && apart < 2, "%g", apart);
	cml_linear_free(trend);
	cml_dataset_release(&trial.rows);
}

/* The chance falls with what goes along, not with the batch. */
Test(trend, does_not_stand_for_a_free_feature)
{
	static const enum cml_monotone monotone[] = {CML_MONOTONE_FALLS, CML_MONOTONE_FREE,
						     CML_MONOTONE_FREE};
	struct trial trial;
	init(&trial, ALONG);
	struct cml_linear *trend = train(&trial, monotone);
	cr_expect(!trend || slope(trend, BATCH) > -1);
	cml_linear_free(trend);
	cml_dataset_release(&trial.rows);
}

Test(trend, against_a_direction_is_none)
{
	static const enum cml_monotone monotone[] = {CML_MONOTONE_RISES, CML_MONOTONE_FREE,
						     CML_MONOTONE_FREE};
	struct trial trial;
	init(&trial, BATCH);
	cr_expect_null(train(&trial, monotone));
	for (size_t i = 0; i < N_JOBS; i++)
		cr_expect(trial.offset[i] == 0 && trial.unseen[i] == 0);
	cml_dataset_release(&trial.rows);
}
