#include "eval/scoring.h"

#include "test.h"

/* Context 0 has 6 jobs in order, context 1 has 5 of which the last is out of order, context 2
 * has 2 in reverse, context 3 one. */
static const double actual[] = {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 1, 2, 9};
static const double predicted[] = {1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 1, 2, 1, 9};
static const size_t context[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 3};
static const struct cml_score_pairs pairs = {.n = 14,
					     .actual = actual,
					     .predicted = predicted,
					     .maximize = true,
					     .context = context,
					     .n_contexts = 5};

Test(context_scores, names_the_worst_of_those_with_enough_jobs)
{
	AUTO(cml_context_scores) scores;
	assert_ok(cml_context_scores_measure(&scores, &pairs, &err));
	struct cml_context_summary summary = cml_context_scores_summary(&scores);
	cr_assert_eq(summary.n_scored, 3);
	cr_assert_eq(summary.worst, 1); /* context 2 is worse, of two jobs */
	/* scipy.stats.kendalltau([1, 2, 3, 4, 5], [2, 3, 4, 5, 1]) */
	cr_assert_float_eq(summary.score, 0.2, 1e-15);
	cr_assert_eq(summary.n_jobs, 5);
}

/* Launches of three contexts: in the first the chance orders both outcomes, in the second it has
 * them the wrong way round, in the third all ran. */
Test(context_scores, of_launches_are_areas)
{
	static const double ran[] = {1, 2, 3, 4, NAN, NAN, 1, 2, 3, NAN, NAN, 5, 6};
	static const double chance[] = {.9, .8, .7, .6, .2, .1, .3, .2, .1, .8, .9, .5, .6};
	static const size_t of[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2};
	static const struct cml_score_pairs launches = {.n = 13,
							.actual = ran,
							.predicted = chance,
							.worth = chance,
							.context = of,
							.n_contexts = 3};
	AUTO(cml_context_scores) scores;
	assert_ok(cml_context_scores_measure(&scores, &launches, &err));
	struct cml_context_summary summary = cml_context_scores_summary(&scores);
	cr_assert_eq(summary.n_scored, 2);
	cr_assert_eq(summary.worst, 1);
	cr_assert_eq(summary.score, 0);
	cr_assert_eq(summary.n_jobs, 5);
}
