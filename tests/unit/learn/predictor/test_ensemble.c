#include "learn/predictor/ensemble.h"

#include "test.h"

struct trained {
	size_t n_trained[6];
	bool had_pool;
	size_t n_reports;
	size_t last_done;
	size_t total;
};

static void note(void *context, size_t done, size_t total)
{
	struct trained *trained = context;
	trained->n_reports++;
	trained->last_done = done;
	trained->total = total;
}

static enum cml_result train(void *context, const struct cml_ensemble_member *member,
			     struct cml_error *error)
{
	(void)error;
	struct trained *trained = context;
	trained->n_trained[member->number]++;
	trained->had_pool |= member->pool != NULL;
	member->step_done(member->context);
	member->step_done(member->context);
	return CML_OK;
}

static enum cml_result fail_late(void *context, const struct cml_ensemble_member *member,
				 struct cml_error *error)
{
	train(context, member, error);
	if (member->number < 3)
		return CML_OK;
	return cml_fail(error, CML_BAD_DATA, "member %zu", member->number);
}

Test(ensemble, every_member_is_trained_once)
{
	struct trained trained = {0};
	struct cml_training training = {.progress = note, .progress_context = &trained};
	struct cml_ensemble ensemble = {6, 2, true, train, &trained};
	assert_ok(cml_ensemble_run(&ensemble, &training, &err));
	for (size_t m = 0; m < 6; m++)
		cr_expect_eq(trained.n_trained[m], 1);
	cr_expect_eq(trained.n_reports, 12);
	cr_expect_eq(trained.last_done, 12);
	cr_expect_eq(trained.total, 12);
}

Test(ensemble, the_first_error_by_number_wins)
{
	struct trained trained = {0};
	struct cml_training training = {0};
	struct cml_ensemble ensemble = {6, 2, false, fail_late, &trained};
	assert_ok(cml_pool_new(&training.pool, 3, &err));
	cr_expect_eq(cml_ensemble_run(&ensemble, &training, &err), CML_BAD_DATA);
	cr_expect_str_eq(err.message, "member 3");
	cml_pool_free(training.pool);
}

Test(ensemble, few_members_share_the_threads)
{
	struct cml_training training = {0};
	assert_ok(cml_pool_new(&training.pool, 3, &err));
	for (size_t n = 2; n <= 3; n++) {
		struct trained trained = {0};
		struct cml_ensemble ensemble = {n, 2, true, train, &trained};
		assert_ok(cml_ensemble_run(&ensemble, &training, &err));
		cr_expect_eq(trained.had_pool, n < 3);
	}
	cml_pool_free(training.pool);
}

Test(ensemble, running_mean_and_variance)
{
	static const double values[] = {1, 4, 2.5, 1e3};
	double mean = 0, squares = 0;
	cr_expect(isnan(cml_ensemble_variance(1, 0)));
	for (size_t n = 0; n < 4; n++)
		cml_ensemble_add(values[n], n, &mean, &squares);
	cr_expect_float_eq(mean, 251.875, 1e-9);
	/* Python: statistics.variance([1, 4, 2.5, 1000]) */
	cr_expect_float_eq(cml_ensemble_variance(4, squares), 248753.0625, 1e-6);
}
