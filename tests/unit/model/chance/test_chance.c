#include "model/chance/chance.h"

#include "chance_fixture.h"
#include "model/chance/chance_model.h"
#include "test.h"

#define N_NEW 500

static void fill_new(float *x)
{
	for (size_t i = 0; i < N_NEW; i++)
		fixture_chance_row(77, i, x + i * FIXTURE_CHANCE_FEATURES);
}

/* The chance that the fixture gives a job, but for its limit. */
static double truth(const float *x)
{
	double size = 0.4 * (double)x[0] + 0.5 * (double)x[1];
	return 0.5 * erfc((size - 2.6) / 0.4 / sqrt(2));
}

Test(chance, is_near_the_truth_for_unseen_configurations)
{
	AUTO(fixture_chance_jobs) jobs;
	float x[N_NEW * FIXTURE_CHANCE_FEATURES];
	double log_chance[N_NEW], squares = 0, of_constant = 0, mean = 0;
	fixture_chance_jobs_init(&jobs, 2000, 3);
	AUTOPTR(cml_chance) chance = fixture_chance(&jobs, NULL);
	fill_new(x);
	cml_chance_predict(chance, N_NEW, x, log_chance);
	for (size_t i = 0; i < N_NEW; i++)
		mean += truth(x + i * FIXTURE_CHANCE_FEATURES) / N_NEW;
	for (size_t i = 0; i < N_NEW; i++) {
		double wanted = truth(x + i * FIXTURE_CHANCE_FEATURES);
		cr_expect(isfinite(log_chance[i]) && log_chance[i] < 0);
		squares += pow(wanted - exp(log_chance[i]), 2) / N_NEW;
		of_constant += pow(wanted - mean, 2) / N_NEW;
	}
	cr_expect_lt(squares, 0.03 * of_constant, "%g of %g", squares, of_constant);
}

Test(chance, needs_a_job_that_ran)
{
	AUTO(fixture_chance_jobs) jobs;
	struct cml_chance *chance;
	struct cml_buffer summary = {0};
	fixture_chance_jobs_init(&jobs, 60, 3);
	jobs.data.n_rows = 0;
	struct cml_chance_training training = {.data = &jobs.data};
	cr_expect_eq(cml_chance_train(&chance, &training, &summary, &err), CML_BAD_DATA);
}

static void save(const struct cml_chance *chance, struct cml_buffer *bytes)
{
	assert_ok(cml_fields_save(cml_chance_fields, &chance, bytes, &err));
}

Test(chance, same_bytes_for_every_number_of_threads)
{
	AUTO(fixture_chance_jobs) jobs;
	AUTO(cml_buffer) alone = {0}, together = {0}, summary = {0};
	AUTOPTR(cml_chance) shared = NULL;
	AUTOPTR(cml_pool) pool = NULL;
	fixture_chance_jobs_init(&jobs, 300, 4);
	AUTOPTR(cml_chance) chance = fixture_chance(&jobs, fixture_chance_monotone);
	assert_ok(cml_pool_new(&pool, 3, &err));
	struct cml_chance_training training = {
	    .data = &jobs.data, .monotone = fixture_chance_monotone, .seed = 1, .pool = pool};
	assert_ok(cml_chance_train(&shared, &training, &summary, &err));
	save(chance, &alone);
	save(shared, &together);
	cr_expect(cml_slice_equal(cml_buffer_slice(&alone), cml_buffer_slice(&together)));
}

Test(chance, loaded_predicts_and_saves_the_same)
{
	AUTO(fixture_chance_jobs) jobs;
	AUTO(cml_buffer) bytes = {0}, again = {0};
	AUTOPTR(cml_chance) loaded = NULL;
	float x[N_NEW * FIXTURE_CHANCE_FEATURES];
	double log_chance[N_NEW], after[N_NEW];
	fixture_chance_jobs_init(&jobs, 200, 5);
	AUTOPTR(cml_chance) chance = fixture_chance(&jobs, NULL);
	fill_new(x);
	save(chance, &bytes);
	assert_ok(cml_fields_load(cml_chance_fields, "chance to run", &loaded,
				  cml_buffer_slice(&bytes), FIXTURE_CHANCE_FEATURES, &err));
	cml_chance_predict(chance, N_NEW, x, log_chance);
	cml_chance_predict(loaded, N_NEW, x, after);
	cr_expect_arr_eq(log_chance, after, sizeof after);
	save(loaded, &again);
	cr_expect(cml_slice_equal(cml_buffer_slice(&bytes), cml_buffer_slice(&again)));
}

/* Fifteen steps of a feature over unseen configurations, by the trees alone. */
static size_t count_rises(const struct cml_chance *chance, size_t feature, float step)
{
	size_t n_rises = 0;
	for (size_t i = 0; i < N_NEW; i++) {
		float x[FIXTURE_CHANCE_FEATURES];
		double before = INFINITY;
		fixture_chance_row(78, i, x);
		for (int k = 0; k < 16; k++) {
			double log_odds, sd;
			x[feature] = (float)k * step;
			cml_tree_ensemble_predict(chance->trees, 1, x, &log_odds, &sd);
			n_rises += log_odds > before;
			before = log_odds;
		}
	}
	return n_rises;
}

/* The third feature means nothing, and free trees make some waves of it. */
Test(chance, of_trees_never_rises_with_what_is_marked)
{
	static const int8_t marks[FIXTURE_CHANCE_FEATURES] = {-1, -1, -1, 0};
	AUTO(fixture_chance_jobs) jobs;
	fixture_chance_jobs_init(&jobs, 300, 8);
	AUTOPTR(cml_chance) free_one = fixture_chance(&jobs, NULL);
	AUTOPTR(cml_chance) marked = fixture_chance(&jobs, marks);
	cr_expect_gt(count_rises(free_one, 2, 0.0625f), 0);
	cr_expect_eq(count_rises(marked, 2, 0.0625f), 0);
	cr_expect_eq(count_rises(marked, 1, 1), 0);
	cr_expect_eq(count_rises(marked, 0, 1), 0);
}

Test(chance, is_a_guess_within_two_standard_errors)
{
	/* Of one failed job, 0.29. */
	cr_assert(cml_chance_are_few(&(struct cml_chance_jobs){200, 1, NAN}));
	cr_assert_not(cml_chance_are_few(&(struct cml_chance_jobs){200, 2, NAN}));
	/* The standard error of 570 and 30 jobs is 0.0542. */
	cr_assert(cml_chance_is_guess(&(struct cml_chance_jobs){570, 30, 0.4}));
	cr_assert(cml_chance_is_guess(&(struct cml_chance_jobs){570, 30, 0.608}));
	cr_assert_not(cml_chance_is_guess(&(struct cml_chance_jobs){570, 30, 0.609}));
	cr_assert_not(cml_chance_is_guess(&(struct cml_chance_jobs){570, 30, NAN}));
	cr_assert_not(cml_chance_is_guess(&(struct cml_chance_jobs){20, 0, NAN}));
}
