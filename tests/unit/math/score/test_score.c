#include "math/score/score.h"

#include "test.h"

/* a and b in the lines of Python below. */
static const double actual[] = {310.5, 402.25, 120.0, 0.0, 555.75, 402.25};
static const double predicted[] = {300.0, 410.5, 150.25, 3.5, 500.0, 399.0};

static double score(const char *name, size_t n, const double *a, const double *p, bool maximize)
{
	struct cml_score_pairs pairs = {.n = n, .actual = a, .predicted = p, .maximize = maximize};
	struct cml_score metric;
	double value = 99.0;
	assert_ok(cml_score_parse(cml_slice_of(name), &metric, &err));
	assert_ok(cml_score_evaluate(&metric, &pairs, &value, &err));
	return value;
}

static void assert_near(double got, double expected, double tolerance)
{
	cr_assert(fabs(got - expected) <= tolerance, "%.17g, not %.17g", got, expected);
}

Test(score, values_of_the_plain_metrics)
{
	static const struct {
		const char *name;
		double value;
	} expected[] = {
	    /* scipy.stats.kendalltau(a, b) */
	    {"kendall", 0.9660917830792959},
	    /* scipy.stats.pearsonr(a, b) */
	    {"pearson", 0.9938625264190372},
	    /* scipy.stats.spearmanr(a, b) */
	    {"spearman", 0.9856107606091624},
	    /* 1 - ((a-b)**2).sum() / ((a-a.mean())**2).sum() */
	    {"r2", 0.9797702911794433},
	    /* numpy.sqrt(((a-b)**2).mean()) */
	    {"rmse", 26.53378349701879},
	    /* m = a != 0; (abs(a-b)[m] / abs(a[m])).mean() */
	    {"mape", 0.08296076681447763},
	};

	for (size_t i = 0; i < COUNT(expected); i++) {
		double value = score(expected[i].name, COUNT(actual), actual, predicted, true);
		assert_near(value, expected[i].value, 1e-13 * expected[i].value);
		/* The direction is asked for by metrics at k only. */
		cr_assert_eq(value,
			     score(expected[i].name, COUNT(actual), actual, predicted, false));
	}
}

Test(score, undefined_is_nan)
{
	static const double constant[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
	static const double zeros[] = {0.0, 0.0};
	static const double negative[] = {-1.5, 0.0, -2.0};
	static const char *const need_rows[] = {"kendall", "pearson", "spearman", "r2",
						"rmse",    "mape",    "regret@3", "top-recall@3"};
	for (size_t i = 0; i < COUNT(need_rows); i++)
		cr_assert(isnan(score(need_rows[i], 0, actual, predicted, true)), "%s",
			  need_rows[i]);
	cr_assert(isnan(score("r2", 1, actual, predicted, true)));
	cr_assert(isnan(score("r2", 6, constant, predicted, true)));
	cr_assert(isnan(score("kendall", 6, actual, constant, true)));
	cr_assert(isnan(score("mape", 2, zeros, predicted, true)));
	cr_assert(isnan(score("regret@1", 2, zeros, predicted, true)));
	cr_assert(isnan(score("regret@1", 3, negative, predicted, true)), "the best is 0");
	cr_assert_eq(score("rmse", 1, actual, predicted, true), 10.5);
}

Test(score, regret_by_hand)
{
	static const double a[] = {10.0, 40.0, 30.0, 20.0, 25.0};
	static const double p[] = {0.9, 0.1, 0.5, 0.5, 0.7};
	static const double negative[] = {-10.0, -40.0, -30.0};
	static const double p3[] = {0.1, 0.9, 0.5};
	/* Predicted best: rows 0, 4, then 2 before 3, then 1. */
	cr_assert_eq(score("regret@1", 5, a, p, true), 0.75);
	cr_assert_eq(score("regret@2", 5, a, p, true), 0.375);
	cr_assert_eq(score("regret@3", 5, a, p, true), 0.25);
	cr_assert_eq(score("regret@4", 5, a, p, true), 0.25);
	/* Among five of five every order is perfect: that measures nothing. */
	cr_assert(isnan(score("regret@5", 5, a, p, true)));
	cr_assert(isnan(score("regret@1000000", 5, a, p, true)));
	/* Small is good: row 1, then 2, which is three times the best, then 3. */
	cr_assert_eq(score("regret@1", 5, a, p, false), 3.0);
	cr_assert_eq(score("regret@2", 5, a, p, false), 2.0);
	cr_assert_eq(score("regret@3", 5, a, p, false), 1.0);
	/* Best is -10; the choice is -40. */
	cr_assert_eq(score("regret@1", 3, negative, p3, true), 3.0);
}

/* The next arrangement in dictionary order. */
static void next_order(size_t n, size_t *order)
{
	size_t i = n - 1;
	size_t j = n - 1;
	while (i > 0 && order[i - 1] > order[i])
		i--;
	if (i > 0) {
		size_t swapped = order[i - 1];
		while (order[j] < order[i - 1])
			j--;
		order[i - 1] = order[j];
		order[j] = swapped;
	}
	for (j = n - 1; i < j; i++, j--) {
		size_t swapped = order[i];
		order[i] = order[j];
		order[j] = swapped;
	}
}

/* How often row i is among the k best over all orders that ties can take:
 * chosen[i] times of 120. */
static void count_chosen(const double *x, size_t k, unsigned *chosen)
{
	size_t order[5] = {0, 1, 2, 3, 4};
	memset(chosen, 0, 5 * sizeof *chosen);
	for (unsigned round = 0; round < 120; round++) {
		for (size_t i = 0; i < 5; i++) {
			size_t n_before = 0;
			for (size_t j = 0; j < 5; j++)
				n_before += x[j] > x[i] || (x[j] == x[i] && order[j] < order[i]);
			chosen[i] += n_before < k;
		}
		next_order(5, order);
	}
}

Test(score, top_recall_with_ties_is_the_mean_over_all_orders)
{
	static const double columns[][5] = {
	    {1, 1, 1, 1, 1}, {2, 2, 1, 1, 1}, {3, 1, 2, 2, 2}, {1, 2, 3, 4, 5}, {1, 3, 3, 3, 2},
	};
	for (size_t a = 0; a < COUNT(columns); a++) {
		for (size_t p = 0; p < COUNT(columns); p++) {
			for (size_t k = 1; k <= 4; k++) {
				unsigned in_a[5];
				unsigned in_p[5];
				double expected = 0.0;
				char name[32];
				count_chosen(columns[a], k, in_a);
				count_chosen(columns[p], k, in_p);
				for (size_t i = 0; i < 5; i++)
					expected += in_a[i] / 120.0 * (in_p[i] / 120.0) / (double)k;
				snprintf(name, sizeof name, "top-recall@%zu", k);
				assert_near(score(name, 5, columns[a], columns[p], true), expected,
					    1e-14);
			}
		}
	}
}

/* Scores of the order alone do not change when predictions are stretched and moved. And those that
 * need an interval are those that change with it. */
static bool is_of_order(const char *name)
{
	static const char *const names[] = {"kendall", "pearson", "spearman", "top-recall",
					    "regret"};
	for (size_t i = 0; i < COUNT(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

Test(score, needs_are_the_truth)
{
	static const double half[] = {1.0, 20.5, 3.0, 4.0, 75.25, 6.0};
	double moved[COUNT(predicted)];
	double ends[3][2][COUNT(predicted)]; /* of plain, stretched, surer */
	struct cml_score_pairs plain = {.n = 6,
					.actual = actual,
					.predicted = predicted,
					.lo = ends[0][0],
					.hi = ends[0][1],
					.maximize = true};
	struct cml_score_pairs stretched = {.n = 6,
					    .actual = actual,
					    .predicted = moved,
					    .lo = ends[1][0],
					    .hi = ends[1][1],
					    .maximize = true};
	struct cml_score_pairs surer = {.n = 6,
					.actual = actual,
					.predicted = predicted,
					.lo = ends[2][0],
					.hi = ends[2][1],
					.maximize = true};
	for (size_t i = 0; i < COUNT(predicted); i++) {
		moved[i] = predicted[i] / 64 - 7;
		for (int end = 0; end < 2; end++) {
			int side = 2 * end - 1;
			ends[0][end][i] = predicted[i] + side * 10 * half[i];
			ends[1][end][i] = moved[i] + side * half[i] / 64;
			ends[2][end][i] = predicted[i] + side * half[i] / 64;
		}
	}
	for (size_t i = 0; i < cml_n_score_kinds; i++) {
		const struct cml_score_kind *kind = &cml_score_kinds[i];
		double values[3];
		if (kind->of_launches)
			continue;
		assert_ok(kind->evaluate(&plain, 2, &values[0], &err));
		assert_ok(kind->evaluate(&stretched, 2, &values[1], &err));
		assert_ok(kind->evaluate(&surer, 2, &values[2], &err));
		cr_assert_eq(fabs(values[0] - values[1]) <= 1e-12, is_of_order(kind->name), "%s",
			     kind->name);
		cr_assert_eq(fabs(values[0] - values[2]) > 1e-12, kind->need_interval, "%s",
			     kind->name);
	}
}

#define KNOWN_TOO                                                                                  \
	", interval-coverage, interval-width, "                                                    \
	"ok-auc, ok-brier, ok-calibration, wasted@K, best@K; NAME-within: inside contexts"

Test(score, bad_names_are_refused)
{
	static const struct {
		const char *text;
		const char *message;
	} bad[] = {
	    {"kendal",
	     "unknown metric: \"kendal\"; did you mean 'kendall'? (known: kendall, pearson, "
	     "spearman, r2, rmse, mape, top-recall@K, regret@K" KNOWN_TOO ")"},
	    {"", "unknown metric: \"\" (known: kendall, pearson, spearman, r2, rmse, mape, "
		 "top-recall@K, regret@K" KNOWN_TOO ")"},
	    {"regrets@5",
	     "unknown metric: \"regrets@5\"; did you mean 'regret'? (known: kendall, "
	     "pearson, spearman, r2, rmse, mape, top-recall@K, regret@K" KNOWN_TOO ")"},
	    {"kendall@5", "metric 'kendall' takes no @K: \"kendall@5\""},
	    {"kendall@", "metric 'kendall' takes no @K: \"kendall@\""},
	    {"regret", "metric 'regret' needs a number of rows, such as regret@10"},
	    {"regret@", "metric 'regret': not a number of rows above 0: \"\""},
	    {"regret@0", "metric 'regret': not a number of rows above 0: \"0\""},
	    {"regret@-1", "metric 'regret': not a number of rows above 0: \"-1\""},
	    {"regret@1.5", "metric 'regret': not a number of rows above 0: \"1.5\""},
	    {"regret@5@5", "metric 'regret': not a number of rows above 0: \"5@5\""},
	    {"top-recall@18446744073709551616",
	     "metric 'top-recall': not a number of rows above 0: \"18446744073709551616\""},
	};

	for (size_t i = 0; i < COUNT(bad); i++) {
		struct cml_score metric = {.k = 77};
		cr_assert_eq(cml_score_parse(cml_slice_of(bad[i].text), &metric, &err),
			     CML_BAD_USAGE, "%s", bad[i].text);
		cr_assert_eq(err.status, CML_BAD_USAGE);
		cr_assert_str_eq(err.message, bad[i].message);
		cr_assert_eq(metric.k, 77);
	}
}

Test(score, too_large_for_memory)
{
	static const char *const names[] = {"kendall", "spearman", "top-recall@9", "regret@9"};
	for (size_t i = 0; i < COUNT(names); i++) {
		struct cml_score_pairs pairs = {
		    .n = SIZE_MAX / 8, .actual = actual, .predicted = predicted, .maximize = true};
		struct cml_score metric;
		double value = 99.0;
		assert_ok(cml_score_parse(cml_slice_of(names[i]), &metric, &err));
		if (metric.k > 0)
			metric.k = SIZE_MAX / 8 - 1;
		cr_assert_eq(cml_score_evaluate(&metric, &pairs, &value, &err), CML_NO_MEMORY, "%s",
			     names[i]);
		cr_assert_eq(value, 99.0);
	}
}

/* Four of five are inside, ends included; the job of 0 has no relative width. */
Test(score, values_of_interval_metrics)
{
	static const double a[] = {10, -20, 0, 40, 50}, p[] = {9, 9, 9, 9, 9};
	static const double lo[] = {10, -25, -1, 10, 60}, hi[] = {12, -15, 1, 130, 70};
	struct cml_score_pairs pairs = {.n = 5, .actual = a, .predicted = p, .lo = lo, .hi = hi};
	static const struct {
		const char *name;
		double value;
	} expected[] = {
	    {"interval-coverage", 0.8},
	    /* statistics.median([2/10, 10/20, 120/40, 10/50]) */
	    {"interval-width", 0.35},
	};
	for (size_t i = 0; i < 2; i++) {
		struct cml_score metric;
		double value;
		assert_ok(cml_score_parse(cml_slice_of(expected[i].name), &metric, &err));
		assert_ok(cml_score_evaluate(&metric, &pairs, &value, &err));
		cr_assert_float_eq(value, expected[i].value, 1e-12, "%s: %g", metric.name, value);
		struct cml_score_pairs none = pairs;
		none.lo = none.hi = NULL;
		cr_assert(!cml_score_applies(&metric, &none));
		none = pairs;
		none.n = 0;
		assert_ok(cml_score_evaluate(&metric, &none, &value, &err));
		cr_assert(isnan(value));
	}
}
