#include "searcher_fixture.h"
#include "test.h"

#define OPTIONS(...) ((const char *const[]){__VA_ARGS__, NULL})

TestSuite(evolution);

/* Two params are tied, so that neither can change alone. */
static const char tied[] = "name,role,type,domain,when\ntp,param,int,1:64:*2,\n"
			   "pp,param,int,1:64:*2,\nbatch,param,int,1:16,\n"
			   "chunks,param,int,1:8,pp > 1\nzero,param,categorical,0|1|2|3,\n"
			   "whole,rule,,tp * pp == 64,\n";

/* Largest, 90, at tp 4, pp 16, batch 11, chunks 5, zero 2. */
static double tied_reward(const double *values)
{
	double chunks = isnan(values[3]) ? 0 : values[3];
	return 90 - 9 * fabs(log2(values[0]) - 2) - fabs(values[2] - 11) - 2 * fabs(chunks - 5) -
	       5 * fabs(values[4] - 2);
}

Test(evolution, finds_the_optimum_under_rules_that_tie_params)
{
	for (uint64_t seed = 1; seed <= 5; seed++) {
		struct fixture_run run = {.method = "evolution",
					  .space = tied,
					  .reward = tied_reward,
					  .n_samples = 1500,
					  .seed = seed};
		fixture_search(&run);
		cr_assert_eq(run.n, 1500);
		cr_assert_eq(run.best_reward, 90, "seed %d", (int)seed);
	}
}

Test(evolution, every_option_changes_what_is_proposed)
{
	static const char *const options[][2] = {{"population", "20"}, {"batch", "10"}};
	struct fixture_run run = {.method = "evolution",
				  .space = tied,
				  .reward = tied_reward,
				  .n_samples = 300,
				  .seed = 3};
	fixture_search(&run);
	uint64_t digest = run.digest;
	fixture_search(&run);
	cr_assert_eq(run.digest, digest);
	for (size_t i = 0; i < COUNT(options); i++) {
		run.options = OPTIONS(options[i][0], options[i][1]);
		fixture_search(&run);
		cr_assert_neq(run.digest, digest, "%s", options[i][0]);
	}
}

/* The old die: once the best are gone, the mean is still above that of the first draws. */
Test(evolution, populations_get_better)
{
	struct fixture_run run = {.method = "evolution",
				  .space = tied,
				  .options = OPTIONS("population", "30"),
				  .reward = tied_reward,
				  .n_samples = 30,
				  .seed = 3};
	fixture_search(&run);
	double first = fixture_last_mean(&run);
	run.n_samples = 300;
	fixture_search(&run);
	cr_assert_gt(fixture_last_mean(&run), first);
}
