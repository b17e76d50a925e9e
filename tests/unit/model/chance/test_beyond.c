#include "model/chance/chance.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "model/chance/chance_model.h"
#include "model/chance/chance_process.h"

/* Simulated jobs: a model of size 1 to 6 on one of two devices, with a batch and a number of
 * pieces that it is cut into. What a device has to hold decides whether it runs. */
enum { SIZE, GPU_A, GPU_B, BATCH, PIECES, N_FEATURES };
static const char *const names[] = {"size", "gpu=a", "gpu=b", "batch", "pieces"};
static const struct cml_chance_context contexts[] = {{SIZE, 1}, {GPU_A, 2}};
static struct cml_error err;

struct job_log {
	struct cml_dataset ran, failed;
};

static void draw(struct cml_random *random, double size, double x[N_FEATURES])
{
	double on_a = (double)cml_random_below(random, 2);
	x[SIZE] = size;
	x[GPU_A] = on_a;
	x[GPU_B] = 1 - on_a;
	x[BATCH] = (double)cml_random_below(random, 6);
	x[PIECES] = (double)cml_random_below(random, 4);
}

static bool runs(struct cml_random *random, const double x[N_FEATURES])
{
	double needed = (x[SIZE] + 0.7 * x[BATCH]) / (1 + x[PIECES]);
	return needed * exp(0.1 * cml_random_normal(random)) < 2 - 0.5 * x[GPU_A];
}

/* Sizes are 1 to largest. */
static void init(struct job_log *jobs, size_t n, size_t largest, uint64_t seed)
{
	struct cml_random random;
	*jobs = (struct job_log){0};
	cml_random_init(&random, seed, 0);
	cr_assert_eq(cml_dataset_init(&jobs->ran, N_FEATURES, names, &err), CML_OK);
	cr_assert_eq(cml_dataset_init(&jobs->failed, N_FEATURES, names, &err), CML_OK);
	jobs->ran.failed = &jobs->failed;
	for (size_t i = 0; i < n; i++) {
		double x[N_FEATURES];
		draw(&random, 1 + (double)cml_random_below(&random, largest), x);
		bool ok = runs(&random, x);
		cr_assert_eq(cml_dataset_append(ok ? &jobs->ran : &jobs->failed, x,
						ok ? 1 + x[BATCH] : CML_JOB_OOM, 1, i, &err),
			     CML_OK);
	}
}

static void keep_one_failure_in(struct job_log *jobs, size_t n)
{
	struct cml_dataset kept = {0};
	size_t n_kept = 0;
	size_t *rows = calloc(jobs->failed.n_rows + 1, sizeof *rows);
	cr_assert_not_null(rows);
	for (size_t row = 0; row < jobs->failed.n_rows; row += n)
		rows[n_kept++] = row;
	cr_assert_eq(cml_dataset_select(&jobs->failed, rows, n_kept, &kept, &err), CML_OK);
	cml_dataset_release(&jobs->failed);
	jobs->failed = kept;
	free(rows);
}

static void release(struct job_log *jobs)
{
	jobs->ran.failed = NULL;
	cml_dataset_release(&jobs->ran);
	cml_dataset_release(&jobs->failed);
}

static struct cml_chance *learn(const struct job_log *jobs, size_t n_contexts,
				struct cml_pool *pool)
{
	struct cml_chance *chance;
	struct cml_buffer summary = {0};
	struct cml_chance_training training = {.data = &jobs->ran,
					       .contexts = contexts,
					       .n_contexts = n_contexts,
					       .seed = 1,
					       .pool = pool};
	cr_assert_eq(cml_chance_train(&chance, &training, &summary, &err), CML_OK);
	cml_buffer_release(&summary);
	return chance;
}

/* What trees say, without the process. */
static struct cml_chance *learn_trees(const struct job_log *jobs, size_t n_contexts)
{
	struct cml_chance *chance = learn(jobs, n_contexts, NULL);
	cml_gp_free(chance->process);
	chance->process = NULL;
	return chance;
}

/* Of 2,000 new jobs of a size: told and ran in the mean, and the mean log loss. */
struct judged {
	double told, ran, loss;
};

static struct judged judge(const struct cml_chance *chance, double size)
{
	struct judged judged = {0};
	struct cml_random random;
	cml_random_init(&random, 99, (uint64_t)size);
	for (size_t i = 0; i < 2000; i++) {
		double x[N_FEATURES], log_chance;
		float features[N_FEATURES];
		draw(&random, size, x);
		for (size_t f = 0; f < N_FEATURES; f++)
			features[f] = (float)x[f];
		bool ok = runs(&random, x);
		cml_chance_predict(chance, 1, features, &log_chance);
		judged.told += exp(log_chance) / 2000;
		judged.ran += ok ? 1.0 / 2000 : 0;
		judged.loss -= (ok ? log_chance : log1p(-exp(log_chance))) / 2000;
	}
	return judged;
}

#define N_LOGS 4

Test(beyond, a_larger_model_is_told_less_than_trees_say)
{
	double gap[2] = {0, 0};
	for (uint64_t seed = 1; seed <= N_LOGS; seed++) {
		struct job_log jobs;
		init(&jobs, 500, 4, seed);
		struct cml_chance *as_known = learn_trees(&jobs, 0), *own = learn_trees(&jobs, 2);
		struct judged before = judge(as_known, 6), after = judge(own, 6);
		cr_expect_gt(before.told, before.ran + 0.1, "%g, and %g ran", before.told,
			     before.ran);
		cr_expect_gt(after.told, after.ran - 0.05, "%g, and %g ran", after.told, after.ran);
		cr_expect_lt(after.loss, before.loss, "%g %g", after.loss, before.loss);
		gap[0] += (before.told - before.ran) / N_LOGS;
		gap[1] += (after.told - after.ran) / N_LOGS;
		cml_chance_free(as_known);
		cml_chance_free(own);
		release(&jobs);
	}
	cr_expect_lt(gap[1], 0.6 * gap[0], "%g, %g before", gap[1], gap[0]);
}

/* Users who ran one in ten of what fails, and no size above 4: trees are as sure of larger ones,
 * the process is not, nor is one of some of the jobs. */
static void check_doubts(size_t n_jobs, double fewer)
{
	double gap[2] = {0, 0};
	for (uint64_t seed = 1; seed <= N_LOGS; seed++) {
		struct job_log jobs;
		init(&jobs, n_jobs, 4, seed);
		keep_one_failure_in(&jobs, 10);
		struct cml_chance *chance = learn(&jobs, 2, NULL);
		cr_assert_not_null(chance->process);
		struct judged pooled = judge(chance, 6);
		chance->process_share = 0;
		struct judged trees = judge(chance, 6);
		cr_expect_lt(pooled.loss, trees.loss, "%g %g", pooled.loss, trees.loss);
		gap[0] += (trees.told - trees.ran) / N_LOGS;
		gap[1] += (pooled.told - pooled.ran) / N_LOGS;
		cml_chance_free(chance);
		release(&jobs);
	}
	cr_expect_gt(gap[0], 0.2, "%g", gap[0]);
	cr_expect_lt(gap[1], gap[0] - fewer, "%g, %g of trees", gap[1], gap[0]);
}

Test(beyond, the_process_doubts_what_nobody_ran)
{
	check_doubts(380, 0.02);
}

Test(beyond, a_process_of_some_of_the_jobs_doubts)
{
	check_doubts(2 * CML_CHANCE_PROCESS_MAX_JOBS, 0.01);
}

/* Within what jobs had, nothing changes. */
Test(beyond, known_contexts_keep_their_chance)
{
	struct job_log jobs;
	init(&jobs, 300, 4, 5);
	struct cml_chance *as_known = learn(&jobs, 0, NULL), *own = learn(&jobs, 2, NULL);
	for (double size = 1; size <= 4; size += 0.5) {
		struct judged before = judge(as_known, size), after = judge(own, size);
		cr_expect_eq(after.told, before.told);
	}
	cml_chance_free(as_known);
	cml_chance_free(own);
	release(&jobs);
}

static double log_chance_of(const struct cml_chance *chance, const float x[N_FEATURES])
{
	double log_chance;
	cml_chance_predict(chance, 1, x, &log_chance);
	return log_chance;
}

/* A level that no job had is beyond the log, as its own feature or as none of the levels; a
 * missing value is not. */
Test(beyond, levels_that_no_job_had)
{
	struct job_log jobs;
	init(&jobs, 300, 4, 5);
	struct cml_chance *as_known = learn(&jobs, 0, NULL), *own = learn(&jobs, 2, NULL);
	const float none[N_FEATURES] = {2, 0, 0, 0, 3}, both[N_FEATURES] = {2, 1, 1, 0, 3},
		    missing[N_FEATURES] = {NAN, 1, 0, 0, 3};
	cr_expect_gt(log_chance_of(as_known, none), log(0.95));
	cr_expect_lt(log_chance_of(own, none), log_chance_of(as_known, none));
	cr_expect_lt(log_chance_of(own, both), log_chance_of(as_known, both));
	cr_expect_eq(log_chance_of(own, missing), log_chance_of(as_known, missing));
	cml_chance_free(as_known);
	cml_chance_free(own);
	release(&jobs);
}

/* A log of one size and one device cannot ask; its chances are nearer to one half elsewhere. */
Test(beyond, without_a_fold_log_odds_shrink)
{
	struct job_log jobs;
	init(&jobs, 500, 1, 5);
	for (size_t i = 0; i < jobs.ran.n_rows; i++)
		memcpy(jobs.ran.x + i * N_FEATURES + GPU_A, (const float[]){0, 1},
		       2 * sizeof(float));
	for (size_t i = 0; i < jobs.failed.n_rows; i++)
		memcpy(jobs.failed.x + i * N_FEATURES + GPU_A, (const float[]){0, 1},
		       2 * sizeof(float));
	struct cml_chance *own = learn_trees(&jobs, 2);
	float x[N_FEATURES] = {1, 0, 1, 4, 1};
	double known = exp(log_chance_of(own, x));
	x[SIZE] = 5;
	double other = exp(log_chance_of(own, x));
	cr_expect_float_eq(log(other / (1 - other)), log(known / (1 - known)) / sqrt(1 + M_PI / 8),
			   1e-9, "%g %g", known, other);
	cml_chance_free(own);
	release(&jobs);
}

Test(beyond, the_same_for_every_number_of_threads)
{
	struct job_log jobs;
	struct cml_buffer bytes[2] = {{0}, {0}};
	struct cml_pool *pool;
	init(&jobs, 300, 4, 7);
	cr_assert_eq(cml_pool_new(&pool, 3, &err), CML_OK);
	for (size_t i = 0; i < 2; i++) {
		struct cml_chance *chance = learn(&jobs, 2, i == 0 ? NULL : pool);
		cr_assert_eq(cml_chance_save(chance, &bytes[i], &err), CML_OK);
		cml_chance_free(chance);
	}
	cr_assert_eq(bytes[0].size, bytes[1].size);
	cr_expect_eq(memcmp(bytes[0].data, bytes[1].data, bytes[0].size), 0);
	cml_buffer_release(&bytes[0]);
	cml_buffer_release(&bytes[1]);
	cml_pool_free(pool);
	release(&jobs);
}
