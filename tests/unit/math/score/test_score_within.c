#include "math/score/score_within.h"

#include "math/score/bootstrap.h"
#include "test.h"

static struct cml_score parsed(const char *name)
{
	struct cml_score score;
	assert_ok(cml_score_parse(cml_slice_of(name), &score, &err));
	return score;
}

static double score(const char *name, const struct cml_score_pairs *pairs)
{
	struct cml_score metric = parsed(name);
	double value = 99.0;
	assert_ok(cml_score_evaluate(&metric, pairs, &value, &err));
	return value;
}

/* Context 0: 1 2 3 4 predicted 10 30 20 40; context 1: 110 120 130 predicted 330 320 310;
 * context 2: one job; context 3: measured the same; context 4 is empty. */
static const double actual[] = {1, 110, 2, 500, 120, 3, 77, 4, 130, 77, 1e6};
static const double predicted[] = {10, 330, 30, 450, 320, 20, 70, 40, 310, 80, 0.5};
static const size_t context[] = {0, 1, 0, 2, 1, 0, 3, 0, 1, 3, CML_NO_CONTEXT};
static const struct cml_score_pairs pairs = {.n = 11,
					     .actual = actual,
					     .predicted = predicted,
					     .maximize = true,
					     .context = context,
					     .n_contexts = 5};

static void assert_near(double got, double expected)
{
	cr_assert(fabs(got - expected) < 1e-12, "%.17g, not %.17g", got, expected);
}

/* Weights 3 and 2: jobs - 1. */
Test(score_within, mean_over_contexts_by_jobs)
{
	/* scipy.stats.kendalltau([1, 2, 3, 4], [10, 30, 20, 40]): 2/3; the other is reversed */
	assert_near(score("kendall-within", &pairs), (3 * (2.0 / 3) + 2 * -1.0) / 5);
	/* scipy.stats.spearmanr: 0.8 */
	assert_near(score("spearman-within", &pairs), (3 * 0.8 + 2 * -1.0) / 5);
	assert_near(score("pearson-within", &pairs), (3 * 0.8 + 2 * -1.0) / 5);
	/* Context 3, of two jobs, has a regret: 0. */
	assert_near(score("regret-within@1", &pairs), (3 * 0 + 2 * (20.0 / 130) + 0) / 6);
	/* Overall all of it is order of contexts. */
	cr_assert_gt(score("kendall", &pairs), 0.3);
}

/* 40 contexts of 5 jobs; a tenth of them predicted in reverse. */
enum { CONTEXTS = 40, JOBS = 5, MANY = CONTEXTS * JOBS };
struct many {
	double actual[MANY], predicted[MANY];
	size_t context[MANY];
	struct cml_score_pairs pairs;
};

static void make_many(struct many *many, size_t n_contexts)
{
	for (size_t i = 0; i < MANY; i++) {
		size_t c = i % n_contexts;
		many->context[i] = c;
		many->actual[i] = (double)(i + 1000 * c);
		many->predicted[i] = c % 10 == 9 ? -many->actual[i] : many->actual[i];
	}
	many->pairs = (struct cml_score_pairs){.n = MANY,
					       .actual = many->actual,
					       .predicted = many->predicted,
					       .maximize = true,
					       .context = many->context,
					       .n_contexts = n_contexts};
}

static void interval(const struct many *many, const char *name, unsigned n_threads, double ends[2])
{
	struct cml_bootstrap bootstrap = {2000, 0.95, 5};
	struct cml_score metric = parsed(name);
	AUTOPTR(cml_pool) pool = NULL;
	if (n_threads > 0)
		assert_ok(cml_pool_new(&pool, n_threads, &err));
	assert_ok(cml_bootstrap_interval(&bootstrap, &metric, &many->pairs, pool, ends, &err));
}

/* The number of reversed contexts in 40 is binomial(40, 0.1), and the mean 1 - 2 of it / 40: its
 * quantiles are scipy.stats.binom.ppf([0.025, 0.975], 40, 0.1) = 1 and 8. */
Test(score_within, many_contexts_are_resampled_whole)
{
	struct many many;
	double ends[2], threads[2];
	make_many(&many, CONTEXTS);
	cr_assert_eq(score("kendall-within", &many.pairs), 0.8);
	interval(&many, "kendall-within", 0, ends);
	assert_near(ends[0], 1 - 2 * 8 / 40.0);
	assert_near(ends[1], 1 - 2 * 1 / 40.0);
	interval(&many, "kendall-within", 3, threads);
	cr_assert(ends[0] == threads[0] && ends[1] == threads[1]);
}
