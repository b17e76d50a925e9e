#include "math/score/score.h"

#include "base/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
enum { N = 7 };

static double ndcg(size_t k, size_t n, const double *a, const double *p, bool maximize)
{
	struct cml_score_pairs pairs = {.n = n, .actual = a, .predicted = p, .maximize = maximize};
	struct cml_score score;
	struct cml_error err = {0};
	double value = 99.0;
	char name[32];

	snprintf(name, sizeof name, k > 0 ? "ndcg@%zu" : "ndcg", k);
	cr_assert_eq(cml_score_parse(cml_slice_of(name), &score, &err), CML_OK, "%s", err.message);
	cr_assert_eq(cml_score_evaluate(&score, &pairs, &value, &err), CML_OK);
	return value;
}

static void assert_near(double got, double expected)
{
	cr_assert(fabs(got - expected) <= 1e-14, "%.17g, not %.17g", got, expected);
}

/* a in the line of Python below, with g = a - a.min(). */
static const double actual[] = {310.5, 402.25, 120.0, 0.0, 555.75, 402.25};

Test(ndcg, values_of_scikit_learn)
{
	static const double predicted[] = {300.0, 410.5, 150.25, 3.5, 500.0, 399.0};
	static const double tied[] = {1, 2, 2, 1, 2, 0};
	/* sklearn.metrics.ndcg_score([g], [p], k=k) for k in (None, 1, 2, 3, 4) */
	static const double reversed_value[] = {0.6363503994109774, 0.0, 0.09352401457893625,
						0.22852402047831602, 0.35320184838581137};
	static const double tied_value[] = {0.8699259095837364, 0.6465736992052781,
					    0.7239251225292163, 0.7576328061432682,
					    0.7275277560624467};
	double reversed[COUNT(actual)];

	for (size_t i = 0; i < COUNT(actual); i++)
		reversed[i] = -predicted[i];
	for (size_t k = 0; k <= 4; k++) {
		cr_assert_eq(ndcg(k, COUNT(actual), actual, predicted, true), 1.0);
		assert_near(ndcg(k, COUNT(actual), actual, reversed, true), reversed_value[k]);
		assert_near(ndcg(k, COUNT(actual), actual, tied, true), tied_value[k]);
	}
	/* ndcg_score([a.max() - a], [-p], k=k) */
	assert_near(ndcg(0, COUNT(actual), actual, tied, false), 0.7758471541123668);
	assert_near(ndcg(2, COUNT(actual), actual, tied, false), 0.488983146635915);
}

Test(ndcg, by_hand)
{
	static const double a[] = {10, 30, 20};
	static const double p[] = {3, 2, 1};
	/* Gains 0, 1, 1/2 in that order; the best order has 1, 1/2, 0. */
	double ideal = 1.0 + 0.5 / log2(3);

	assert_near(ndcg(0, 3, a, p, true), (1.0 / log2(3) + 0.5 / 2) / ideal);
	assert_near(ndcg(1, 3, a, p, true), 0.0);
	assert_near(ndcg(2, 3, a, p, true), 1.0 / log2(3) / ideal);
	/* As many places as jobs, or more: the whole order. */
	cr_assert_eq(ndcg(3, 3, a, p, true), ndcg(0, 3, a, p, true));
	cr_assert_eq(ndcg(1000000, 3, a, p, true), ndcg(0, 3, a, p, true));
	/* Small is good: gains 1, 0, 1/2, and the order is reversed. */
	assert_near(ndcg(0, 3, a, p, false), (0.5 + 1.0 / 2) / ideal);
}

/* The range of the two may be more than the largest number. */
Test(ndcg, huge_values)
{
	static const double a[] = {1.5e308, -1.5e308, 0};
	static const double p[] = {2, 1, 3};

	assert_near(ndcg(0, 3, a, p, true), (0.5 + 1.0 / log2(3)) / (1.0 + 0.5 / log2(3)));
}

/* Jobs predicted equal: the mean over all orders they may come in. */
static double mean_over_orders(size_t k, const double *a, const double *p)
{
	size_t order[N] = {0, 1, 2, 3, 4, 5, 6};
	double sum = 0.0;
	double n_orders = 0.0;

	for (size_t number = 0; number < 5040; number++) {
		double noisy[N];
		size_t rest = number;

		for (size_t i = 0; i < N; i++)
			order[i] = i;
		for (size_t i = N; i > 1; i--) {
			size_t j = rest % i;
			size_t kept = order[j];

			rest /= i;
			order[j] = order[i - 1];
			order[i - 1] = kept;
		}
		for (size_t i = 0; i < N; i++)
			noisy[i] = p[i] + 1e-6 * (double)order[i];
		sum += ndcg(k, N, a, noisy, true);
		n_orders++;
	}
	return sum / n_orders;
}

Test(ndcg, ties_are_the_mean_over_their_orders)
{
	struct cml_random random;

	cml_random_init(&random, 5, 0);
	for (size_t round = 0; round < 4; round++) {
		double a[N];
		double p[N];

		for (size_t i = 0; i < N; i++) {
			a[i] = (double)cml_random_below(&random, 4);
			p[i] = (double)cml_random_below(&random, 3);
		}
		a[0] = 17;
		for (size_t k = 0; k < 5; k += 2)
			cr_assert_float_eq(ndcg(k, N, a, p, true), mean_over_orders(k, a, p),
					   1e-12);
	}
}
