#include "model/chance/chance.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chance_fixture.h"

#define N_NEW 500

static struct cml_error err;

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
	struct fixture_chance_jobs jobs;
	float x[N_NEW * FIXTURE_CHANCE_FEATURES];
	double log_chance[N_NEW], squares = 0, of_constant = 0, mean = 0;
	fixture_chance_jobs_init(&jobs, 2000, 3);
	struct cml_chance *chance = fixture_chance(&jobs, INFINITY, NULL);
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
	cml_chance_free(chance);
	fixture_chance_jobs_release(&jobs);
}

Test(chance, without_a_failure_is_that_of_succession)
{
	struct fixture_chance_jobs jobs;
	double log_chance;
	fixture_chance_jobs_init(&jobs, 60, 3);
	jobs.data.failed = NULL;
	jobs.data.n_limits = 0;
	double n = (double)jobs.data.n_rows;
	struct cml_chance *chance = fixture_chance(&jobs, INFINITY, NULL);
	cml_chance_predict(chance, 1, jobs.failed.x, &log_chance);
	cr_expect_float_eq(log_chance, log((n + 1) / (n + 2)), 1e-15);
	cml_chance_free(chance);
	jobs.failed.y[0] = CML_JOB_CANCELLED;
	jobs.failed.n_rows = 1;
	jobs.data.failed = &jobs.failed;
	chance = fixture_chance(&jobs, INFINITY, NULL);
	cml_chance_predict(chance, 1, jobs.failed.x, &log_chance);
	cr_expect_float_eq(log_chance, log((n + 1) / (n + 2)), 1e-15);
	cml_chance_free(chance);
	fixture_chance_jobs_release(&jobs);
}

Test(chance, needs_a_job_that_ran)
{
	struct fixture_chance_jobs jobs;
	struct cml_chance *chance;
	struct cml_buffer summary = {0};
	fixture_chance_jobs_init(&jobs, 60, 3);
	jobs.data.n_rows = 0;
	struct cml_chance_training training = {.data = &jobs.data};
	cr_expect_eq(cml_chance_train(&chance, &training, &summary, &err), CML_BAD_DATA);
	fixture_chance_jobs_release(&jobs);
}

static void save(const struct cml_chance *chance, struct cml_buffer *bytes)
{
	cr_assert_eq(cml_chance_save(chance, bytes, &err), CML_OK);
}

Test(chance, same_bytes_for_every_number_of_threads)
{
	struct fixture_chance_jobs jobs;
	struct cml_buffer alone = {0}, together = {0}, summary = {0};
	struct cml_chance *shared;
	struct cml_pool *pool;
	struct cml_limit limit = {"memory", -INFINITY, 10};
	fixture_chance_jobs_init(&jobs, 3000, 4);
	struct cml_chance *chance = fixture_chance(&jobs, 10, fixture_chance_monotone);
	cr_assert_eq(cml_pool_new(&pool, 3, &err), CML_OK);
	struct cml_chance_training training = {.data = &jobs.data,
					       .monotone = fixture_chance_monotone,
					       .limits = &limit,
					       .seed = 1,
					       .pool = pool};
	cr_assert_eq(cml_chance_train(&shared, &training, &summary, &err), CML_OK);
	save(chance, &alone);
	save(shared, &together);
	cr_expect(cml_slice_equal(cml_buffer_slice(&alone), cml_buffer_slice(&together)));
	cml_chance_free(chance);
	cml_chance_free(shared);
	cml_pool_free(pool);
	cml_buffer_release(&alone);
	cml_buffer_release(&together);
	cml_buffer_release(&summary);
	fixture_chance_jobs_release(&jobs);
}

Test(chance, loaded_predicts_and_saves_the_same)
{
	struct fixture_chance_jobs jobs;
	struct cml_buffer bytes = {0}, again = {0};
	struct cml_chance *loaded;
	float x[N_NEW * FIXTURE_CHANCE_FEATURES];
	double log_chance[N_NEW], after[N_NEW];
	enum cml_job_status cause[N_NEW], cause_after[N_NEW];
	fixture_chance_jobs_init(&jobs, 400, 5);
	struct cml_chance *chance = fixture_chance(&jobs, 10, NULL);
	fill_new(x);
	save(chance, &bytes);
	cr_assert_eq(
	    cml_chance_load(&loaded, cml_buffer_slice(&bytes), FIXTURE_CHANCE_FEATURES, &err),
	    CML_OK, "%s", err.message);
	cml_chance_predict(chance, N_NEW, x, log_chance);
	cml_chance_predict(loaded, N_NEW, x, after);
	cr_expect_arr_eq(log_chance, after, sizeof after);
	cr_assert(cml_chance_cause(chance, N_NEW, x, cause));
	cr_assert(cml_chance_cause(loaded, N_NEW, x, cause_after));
	cr_expect_arr_eq(cause, cause_after, sizeof cause);
	save(loaded, &again);
	cr_expect(cml_slice_equal(cml_buffer_slice(&bytes), cml_buffer_slice(&again)));
	cml_chance_free(chance);
	cml_chance_free(loaded);
	cml_buffer_release(&bytes);
	cml_buffer_release(&again);
	fixture_chance_jobs_release(&jobs);
}
