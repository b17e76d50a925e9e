#include "searcher_fixture.h"
#include "test.h"

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

Test(reinforce, learns_the_optimum_of_a_separable_reward)
{
	const double optimum = 21 - 1.8;
	for (uint64_t seed = 1; seed <= 5; seed++) {
		struct fixture_run run = {.method = "reinforce",
					  .space = separable,
					  .options = OPTIONS("learning-rate", "0.1", "trials", "1"),
					  .reward = sum_of_thirds,
					  .n_samples = 3000,
					  .seed = seed};
		fixture_search(&run);
		cr_assert_gt(fixture_last_mean(&run), 0.95 * optimum,
			     "what is drawn in the end is the optimum");
		cr_assert_float_eq(run.best_reward, optimum, 1e-12);
	}
}

static double constant(const double *values)
{
	(void)values;
	return 2.385;
}

Test(reinforce, stays_uniform_when_all_rewards_are_equal)
{
	struct fixture_run run = {.method = "reinforce",
				  .space = separable,
				  .options = OPTIONS("learning-rate", "1", "trials", "1"),
				  .reward = constant,
				  .n_samples = 3000,
				  .seed = 1};
	fixture_search(&run);
	/* Of 4,096 configurations, 30 drawn are nearly all different. */
	cr_assert_geq(fixture_last_distinct(&run), 28);
}

static double rarely_finite(const double *values)
{
	return values[0] == 1 ? NAN : values[1] == 1 ? -INFINITY : sum_of_thirds(values);
}

Test(reinforce, passes_over_rewards_that_are_not_finite)
{
	struct fixture_run run = {.method = "reinforce",
				  .space = separable,
				  .options = OPTIONS("learning-rate", "0.1", "trials", "1"),
				  .reward = rarely_finite,
				  .n_samples = 3000,
				  .seed = 2};
	fixture_search(&run);
	cr_assert_gt(fixture_last_mean(&run), 0.9 * (21 - 1.8));
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
	/* Uniform within the bin 7..8: a mean distance of 0.29. */
	fixture_search(&run);
	cr_assert_gt(fixture_last_mean(&run), -0.45);
}

static double seen[300];
static size_t n_seen;
static double recorded(const double *values)
{
	return seen[n_seen++] = sum_of_thirds(values);
}

/* Steps of 30 draws of each trial, trial after trial. */
Test(reinforce, first_trial_of_three_is_the_single_one)
{
	double single[100];
	struct fixture_run run = {.method = "reinforce",
				  .space = separable,
				  .options = OPTIONS("trials", "1"),
				  .reward = recorded,
				  .n_samples = 100,
				  .seed = 9};
	fixture_search(&run);
	cr_assert_eq(run.n, 100);
	memcpy(single, seen, sizeof single);
	n_seen = 0;
	run.options = OPTIONS("trials", "3");
	fixture_search(&run);
	cr_assert_eq(run.n, 300);
	for (size_t step = 0; step < 3; step++) {
		cr_assert_arr_eq(seen + step * 90, single + step * 30, 30 * sizeof *seen);
		cr_assert_arr_neq(seen + step * 90 + 30, single + step * 30, 30 * sizeof *seen);
	}
}
