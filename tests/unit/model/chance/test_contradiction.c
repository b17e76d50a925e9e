#include "model/chance/contradiction.h"

#include <criterion/criterion.h>
#include <math.h>

#include "base/random.h"

/* A context of two values, a setting, and one that the context alone sets. */
enum { PLACE, BATCH, OF_PLACE, N_FEATURES, N_JOBS = 200 };
static const char *const names[] = {"place", "batch", "of_place"};
static const struct cml_chance_context place = {PLACE, 1};
static struct cml_error err;

struct trial {
	struct cml_dataset rows;
	double told[N_JOBS];
};

/* Jobs of both places with a batch of 0 to 3, of which most run at the second; slope is by how much
 * more of them run for each step of batch. All are told what is true of the mean batch. */
static void init(struct trial *trial, double slope, uint64_t seed)
{
	struct cml_random random;
	cml_random_init(&random, seed, 0);
	*trial = (struct trial){0};
	cr_assert_eq(cml_dataset_init(&trial->rows, N_FEATURES, names, &err), CML_OK);
	for (size_t i = 0; i < N_JOBS; i++) {
		double where = (double)(i % 2), batch = (double)(i / 2 % 4);
		double told = 0.3 + 0.4 * where;
		bool ran = cml_random_uniform(&random) < told + slope * (batch - 1.5);
		double x[] = {where, batch, 3 * where};
		cr_assert_eq(cml_dataset_append(&trial->rows, x, ran, 1, i, &err), CML_OK);
		trial->told[i] = told;
	}
}

/* What jobs say against the direction of a feature. */
static double score(const struct trial *trial, size_t feature, enum cml_monotone direction,
		    size_t n_contexts)
{
	double scores[N_FEATURES];
	enum cml_monotone monotone[N_FEATURES] = {CML_MONOTONE_FREE};
	monotone[feature] = direction;
	cr_assert_eq(cml_contradiction(&(struct cml_chance_training){.monotone = monotone,
								     .contexts = &place,
								     .n_contexts = n_contexts},
				       &trial->rows, N_JOBS, trial->told, scores, &err),
		     CML_OK);
	for (size_t f = 0; f < N_FEATURES; f++)
		cr_assert(f == feature || isnan(scores[f]));
	return scores[feature];
}

Test(contradiction, a_trend_goes_against_one_direction)
{
	struct trial trial;
	init(&trial, 0.15, 1);
	double against = score(&trial, BATCH, CML_MONOTONE_FALLS, 1);
	cr_expect_gt(against, CML_CONTRADICTION, "%g", against);
	cr_expect_eq(score(&trial, BATCH, CML_MONOTONE_RISES, 1), -against);
	cml_dataset_release(&trial.rows);
}

/* Standard deviations they are: of 400 that say nothing, squares are 1 on average. */
Test(contradiction, without_a_trend_scores_are_standard_normal)
{
	double sum = 0, squares = 0;
	for (uint64_t seed = 0; seed < 400; seed++) {
		struct trial trial;
		init(&trial, 0, seed);
		double against = score(&trial, BATCH, CML_MONOTONE_FALLS, 1);
		sum += against;
		squares += against * against;
		cml_dataset_release(&trial.rows);
	}
	cr_expect_lt(fabs(sum / 400), 0.15, "%g", sum / 400);
	cr_expect_float_eq(squares / 400, 1, 0.2, "%g", squares / 400);
}

/* Errors that differ between contexts are none of what a setting does. */
Test(contradiction, jobs_of_one_context_are_compared)
{
	struct trial trial;
	init(&trial, 0, 2);
	for (size_t i = 0; i < N_JOBS; i++)
		trial.told[i] = 0.5;
	cr_expect(isnan(score(&trial, OF_PLACE, CML_MONOTONE_FALLS, 1)));
	cr_expect_gt(score(&trial, OF_PLACE, CML_MONOTONE_FALLS, 0), CML_CONTRADICTION);
	cml_dataset_release(&trial.rows);
}

Test(contradiction, jobs_that_all_models_saw_and_missing_values_say_nothing)
{
	struct trial trial;
	init(&trial, 0.15, 1);
	for (size_t i = 0; i < N_JOBS; i++)
		if (i / 2 % 4 > 0)
			trial.rows.x[i * N_FEATURES + BATCH] = NAN;
	cr_expect(isnan(score(&trial, BATCH, CML_MONOTONE_FALLS, 1)));
	cml_dataset_release(&trial.rows);
	init(&trial, 0.15, 1);
	for (size_t i = 0; i < N_JOBS; i++)
		trial.told[i] = NAN;
	cr_expect(isnan(score(&trial, BATCH, CML_MONOTONE_FALLS, 1)));
	cml_dataset_release(&trial.rows);
}
