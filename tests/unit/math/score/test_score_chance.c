/* Scores of launches, of which some failed. */
#include "base/random.h"
#include "math/score/score.h"

#include "test.h"
#include "trials.h"

static double score(const char *name, const struct cml_score_pairs *pairs)
{
	struct cml_score metric;
	double value = 99.0;
	assert_ok(cml_score_parse(cml_slice_of(name), &metric, &err));
	assert_ok(cml_score_evaluate(&metric, pairs, &value, &err));
	return value;
}

static void assert_near(double got, double expected)
{
	cr_assert(fabs(got - expected) <= 1e-13, "%.17g, not %.17g", got, expected);
}

static const double actual[] = {310.5, NAN, 120.0, 402.25, NAN, 555.75, NAN, 33.0};
static const double chance[] = {0.9, 0.2, 0.55, 0.97, 0.55, 0.3, 0.05, 1.0};
static const double worth[] = {5.5, 5.0, 4.25, 6.0, 7.5, 3.0, -INFINITY, 0.5};
static const struct cml_score_pairs launches = {
    .n = COUNT(actual), .actual = actual, .predicted = chance, .maximize = true, .worth = worth};

Test(score_chance, values)
{
	/* P, Q: chances of what ran, what failed.
	 * sum((p > q) + .5 * (p == q) for p in P for q in Q) / len(P) / len(Q) */
	assert_near(score("ok-auc", &launches), 0.9);
	/* sum((c - o) ** 2 for c, o in zip(chance, ran)) / 8 */
	assert_near(score("ok-brier", &launches), 0.13105);
	/* by hand: (|.9 + .97 + 1 - 3| + |.2| + |1.1 - 1| + |.3 - 1| + |.05|) / 8 */
	assert_near(score("ok-calibration", &launches), 1.18 / 8);
}

Test(score_chance, values_of_the_first_proposed)
{
	/* Worth orders the rows 4, 3, 0, 1, 2, 5, 7, 6. */
	static const double wasted[] = {1, 1, 1, 2, 2, 2, 2};
	static const double best[] = {0, 402.25, 402.25, 402.25, 402.25, 555.75, 555.75};
	for (size_t k = 1; k <= COUNT(wasted); k++) {
		struct cml_score_pairs least = launches;
		char name[2][16];
		snprintf(name[0], sizeof name[0], "wasted@%zu", k);
		snprintf(name[1], sizeof name[1], "best@%zu", k);
		assert_near(score(name[0], &launches), wasted[k - 1]);
		assert_near(score(name[1], &launches), best[k - 1] / 555.75);
		least.maximize = false;
		if (k == 2)
			assert_near(score(name[1], &least), 33.0 / 402.25);
	}
}

/* With as many launches as there are, every order is the same. */
Test(score_chance, undefined_values)
{
	struct cml_score_pairs some = launches;
	struct cml_score_pairs jobs = {.n = 2, .actual = actual + 2, .predicted = chance};
	cr_assert(isnan(score("wasted@8", &launches)));
	cr_assert(isnan(score("best@8", &launches)));
	some.n = 1;
	cr_assert(isnan(score("ok-auc", &some)));
	assert_near(score("ok-brier", &some), 0.01);
	some.n = 0;
	cr_assert(isnan(score("ok-auc", &some)));
	cr_assert(isnan(score("ok-brier", &some)));
	cr_assert(isnan(score("ok-calibration", &some)));
	/* Without a chance, what was proposed first can still be judged. */
	some = launches;
	some.predicted = NULL;
	cr_assert(isnan(score("ok-auc", &some)));
	assert_near(score("wasted@4", &some), 2);
	/* Jobs that ran say nothing of failures, nor launches of correlation. */
	cr_assert(isnan(score("ok-auc", &jobs)));
	cr_assert(isnan(score("wasted@1", &jobs)));
	cr_assert(isnan(score("kendall", &launches)));
}

enum { N = 60 };

struct table {
	double actual[N], chance[N], worth[N];
	struct cml_score_pairs pairs;
};

/* Few values: ties everywhere. */
static void draw(struct table *table, uint64_t seed)
{
	struct cml_random random = random_of(seed, 0);
	for (size_t i = 0; i < N; i++) {
		table->chance[i] = (double)cml_random_below(&random, 12) / 11;
		table->worth[i] = (double)cml_random_below(&random, 7);
		table->actual[i] = cml_random_below(&random, 3) == 0
				       ? NAN
				       : 1.5 + (double)cml_random_below(&random, 40);
	}
	table->pairs = (struct cml_score_pairs){.n = N,
						.actual = table->actual,
						.predicted = table->chance,
						.maximize = seed % 2 == 0,
						.worth = table->worth};
}

static double auc_of_all_pairs(const struct table *table)
{
	double sum = 0, n = 0;
	for (size_t i = 0; i < N; i++)
		for (size_t j = 0; j < N; j++) {
			if (isnan(table->actual[i]) || !isnan(table->actual[j]))
				continue;
			n++;
			sum += table->chance[i] > table->chance[j]    ? 1
			       : table->chance[i] == table->chance[j] ? 0.5
								      : 0;
		}
	return sum / n;
}

static double calibration_by_bin(const struct table *table)
{
	double sum = 0;
	for (int bin = 0; bin < 10; bin++) {
		double told = 0, seen = 0, n = 0;
		for (size_t i = 0; i < N; i++) {
			double c = table->chance[i];
			if (c < bin / 10.0 || (c >= (bin + 1) / 10.0 && bin < 9))
				continue;
			told += c;
			seen += !isnan(table->actual[i]);
			n++;
		}
		if (n > 0)
			sum += n / N * fabs(told / n - seen / n);
	}
	return sum;
}

Test(score_chance, equals_brute_force)
{
	for (uint64_t seed = 0; seed < 50; seed++) {
		struct table table;
		draw(&table, seed);
		assert_near(score("ok-auc", &table.pairs), auc_of_all_pairs(&table));
		assert_near(score("ok-calibration", &table.pairs), calibration_by_bin(&table));
	}
}

/* What the first K of a random order of equal launches give, on average. */
static void shuffle_and_choose(const struct table *table, size_t k, double *wasted, double *best)
{
	enum { N_SHUFFLES = 20000 };
	size_t order[N];
	double most = NAN;

	struct cml_random random = random_of(5, k);
	*wasted = *best = 0;
	for (size_t i = 0; i < N; i++) {
		order[i] = i;
		most = table->pairs.maximize ? fmax(most, table->actual[i])
					     : fmin(most, table->actual[i]);
	}
	for (size_t s = 0; s < N_SHUFFLES; s++) {
		double found = 0;
		size_t n_chosen = 0;
		cml_random_shuffle(&random, order, N);
		for (int w = 6; w >= 0; w--)
			for (size_t i = 0; i < N; i++) {
				double a = table->actual[order[i]];
				if (table->worth[order[i]] != w || n_chosen == k)
					continue;
				n_chosen++;
				*wasted += isnan(a) ? 1.0 / N_SHUFFLES : 0;
				found = isnan(a) ? found
						 : fmax(found, table->pairs.maximize ? a / most
										     : most / a);
			}
		*best += found / N_SHUFFLES;
	}
}

Test(score_chance, ties_give_the_expected_value)
{
	for (uint64_t seed = 0; seed < TRIALS(6); seed++) {
		struct table table;
		double wasted, best;
		draw(&table, seed);
		shuffle_and_choose(&table, 5, &wasted, &best);
		cr_assert_float_eq(score("wasted@5", &table.pairs), wasted, 0.05);
		cr_assert_float_eq(score("best@5", &table.pairs), best, 0.01);
		shuffle_and_choose(&table, 23, &wasted, &best);
		cr_assert_float_eq(score("wasted@23", &table.pairs), wasted, 0.05);
		cr_assert_float_eq(score("best@23", &table.pairs), best, 0.01);
	}
}
