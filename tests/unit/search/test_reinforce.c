#include "searcher_fixture.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define OPTIONS(...) ((const char *const[]){__VA_ARGS__, NULL})

TestSuite(reinforce);

/* 4^6 configurations; the best has the third value everywhere. */
static const char separable[] = "name,role,type,domain\na,param,int,1:4\nb,param,int,1:4\n"
				"c,param,int,1:4\nd,param,int,1:4\ne,param,int,1:4\n"
				"f,param,int,1:4\n";

static double sum_of_thirds(const double *values)
{
	double sum = 0;
	for (size_t i = 0; i < 6; i++)
		sum += (double)(i + 1) * (values[i] == 3) - 0.1 * values[i];
	return sum;
}

static double last_mean(struct fixture_run run, size_t *n_steps)
{
	struct cml_search_log log = {0};
	run.log = &log;
	fixture_search(&run);
	double mean = log.steps[log.n - 1].mean;
	*n_steps = log.n;
	cml_search_log_release(&log);
	return mean;
}

Test(reinforce, learns_the_optimum_of_a_separable_reward)
{
	const double optimum = 21 - 1.8;
	size_t n_steps;
	for (uint64_t seed = 1; seed <= 5; seed++) {
		struct fixture_run run = {.method = "reinforce",
					  .space = separable,
					  .options = OPTIONS("learning-rate", "0.1", "trials", "1"),
					  .reward = sum_of_thirds,
					  .n_samples = 3000,
					  .seed = seed};
		double mean = last_mean(run, &n_steps);
		cr_assert_eq(n_steps, 100);
		cr_assert_gt(mean, 0.95 * optimum, "what is drawn in the end is the optimum");
		fixture_search(&run);
		cr_assert_float_eq(run.best_reward, optimum, 1e-12);
	}
}

static double thousandth(const double *values)
{
	return 1e-3 * sum_of_thirds(values) - 7;
}

/* The same draws whatever the unit and the zero of the metric, but for rounding. */
Test(reinforce, does_not_mind_the_unit_of_the_metric)
{
	size_t n_steps;
	struct fixture_run run = {.method = "reinforce",
				  .space = separable,
				  .options = OPTIONS("learning-rate", "0.1", "trials", "1"),
				  .reward = sum_of_thirds,
				  .n_samples = 600,
				  .seed = 4};
	double mean = last_mean(run, &n_steps);
	run.reward = thousandth;
	cr_assert_float_eq(last_mean(run, &n_steps), 1e-3 * mean - 7, 1e-9);
}

static double constant(const double *values)
{
	(void)values;
	return 2.385;
}

Test(reinforce, stays_uniform_when_all_rewards_are_equal)
{
	struct cml_search_log log = {0};
	struct fixture_run run = {.method = "reinforce",
				  .space = separable,
				  .options = OPTIONS("learning-rate", "1", "trials", "2"),
				  .reward = constant,
				  .n_samples = 300,
				  .seed = 1,
				  .log = &log};
	fixture_search(&run);
	cr_assert_eq(log.n, 20);
	for (size_t i = 0; i < log.n; i++)
		cr_assert_float_eq(log.steps[i].entropy, 12 * M_LN2, 1e-9);
	cml_search_log_release(&log);
}

static double rarely_finite(const double *values)
{
	return values[0] == 1 ? NAN : values[1] == 1 ? -INFINITY : sum_of_thirds(values);
}

Test(reinforce, passes_over_rewards_that_are_not_finite)
{
	size_t n_steps;
	struct fixture_run run = {.method = "reinforce",
				  .space = separable,
				  .options = OPTIONS("learning-rate", "0.1", "trials", "1"),
				  .reward = rarely_finite,
				  .n_samples = 3000,
				  .seed = 2};
	cr_assert_gt(last_mean(run, &n_steps), 0.9 * (21 - 1.8));
}

/* The entropy's own gradient makes a policy uniform again that rewards pull away. */
Test(reinforce, entropy_holds_the_policy_back)
{
	double entropies[2];
	for (size_t i = 0; i < 2; i++) {
		struct cml_search_log log = {0};
		struct fixture_run run = {.method = "reinforce",
					  .space = separable,
					  .options = OPTIONS("learning-rate", "0.1", "trials", "1",
							     "entropy", i ? "0.5" : "0"),
					  .reward = sum_of_thirds,
					  .n_samples = 3000,
					  .seed = 3,
					  .log = &log};
		fixture_search(&run);
		entropies[i] = log.steps[log.n - 1].entropy;
		cml_search_log_release(&log);
	}
	cr_assert_lt(entropies[0], 0.5);
	cr_assert_gt(entropies[1], 2);
}

Test(reinforce, first_trial_of_three_is_the_single_one)
{
	struct cml_search_log one = {0}, three = {0};
	struct fixture_run run = {.method = "reinforce",
				  .space = separable,
				  .options = OPTIONS("trials", "1"),
				  .reward = sum_of_thirds,
				  .n_samples = 100,
				  .seed = 9,
				  .log = &one};
	fixture_search(&run);
	cr_assert_eq(run.n, 100);
	run.options = OPTIONS("trials", "3");
	run.log = &three;
	fixture_search(&run);
	cr_assert_eq(run.n, 300);
	cr_assert_eq(three.n, 3 * one.n);
	for (size_t i = 0; i < one.n; i++) {
		cr_assert_eq(three.steps[3 * i].trial, 1);
		cr_assert_eq(three.steps[3 * i].mean, one.steps[i].mean);
		cr_assert_neq(three.steps[3 * i + 1].mean, one.steps[i].mean);
	}
	cml_search_log_release(&one);
	cml_search_log_release(&three);
}

/* However the loop cuts its asks, and however many threads there are. */
Test(reinforce, depends_on_the_seed_alone)
{
	uint64_t digest = 0;
	for (size_t i = 0; i < 4; i++) {
		struct cml_pool *pool = NULL;
		struct cml_error err;
		cr_assert_eq(cml_pool_new(&pool, (unsigned)(i % 3 + 1), &err), CML_OK);
		struct fixture_run run = {.method = "reinforce",
					  .space = separable,
					  .options =
					      OPTIONS("learning-rate", "0.05", "batch", "17"),
					  .reward = sum_of_thirds,
					  .n_samples = 200,
					  .seed = 6,
					  .n_at_a_time = (size_t[]){512, 7, 51, 1}[i],
					  .pool = pool};
		fixture_search(&run);
		cr_assert_eq(run.n, 600);
		cr_assert(i == 0 || run.digest == digest);
		digest = run.digest;
		cml_pool_free(pool);
	}
}

/* The range of x is learnt, and the rule over it is left to refusal. */
static double near_seven(const double *values)
{
	return -fabs(values[0] - 7.3);
}

Test(reinforce, learns_continuous_params_under_rules_no_diagram_holds)
{
	struct fixture_run run = {
	    .method = "reinforce",
	    .space = "name,role,type,domain\nx,param,float,0:10\ny,param,float,0:10\n"
		     "r,rule,,x + y < 12\n",
	    .options = OPTIONS("learning-rate", "0.1", "trials", "1", "bins", "10"),
	    .reward = near_seven,
	    .n_samples = 3000,
	    .seed = 6};
	size_t n_steps;
	/* Uniform within the bin 7..8: a mean distance of 0.29. */
	cr_assert_gt(last_mean(run, &n_steps), -0.45);
}
