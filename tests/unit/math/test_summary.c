#include "math/summary.h"

#include "test.h"

/* x = [7.5,-2.385,0.0,3.25,3.25,11.0,-0.5] in the lines of Python below. */
static const double sample[] = {7.5, -2.385, 0.0, 3.25, 3.25, 11.0, -0.5};

static void assert_near(double got, double expected, double tolerance)
{
	cr_assert(fabs(got - expected) <= tolerance, "%.17g, not %.17g", got, expected);
}

/* NIST Statistical Reference Datasets, univariate: certified mean and sd of
 * NumAcc1 to NumAcc4. The tolerances of the last two are what rounding of the
 * data to doubles leaves. */
Test(summary, nist_reference_data)
{
	static const double accuracy_1[] = {10000001, 10000003, 10000002};
	static const struct {
		double first, low, high, mean, tolerance;
	} sets[] = {
	    {1.2, 1.1, 1.3, 1.2, 1e-14},
	    {1000000.2, 1000000.1, 1000000.3, 1000000.2, 1e-9},
	    {10000000.2, 10000000.1, 10000000.3, 10000000.2, 1e-8},
	};
	double x[1001];

	cr_assert_eq(cml_mean(3, accuracy_1), 10000002.0);
	cr_assert_eq(cml_sd(3, accuracy_1), 1.0);
	for (size_t s = 0; s < COUNT(sets); s++) {
		x[0] = sets[s].first;
		for (size_t i = 1; i < COUNT(x); i++)
			x[i] = i % 2 ? sets[s].low : sets[s].high;
		assert_near(cml_mean(COUNT(x), x), sets[s].mean, 1e-15 * sets[s].mean);
		assert_near(cml_sd(COUNT(x), x), 0.1, sets[s].tolerance);
	}
}

Test(summary, sums_lose_nothing)
{
	static const double cancelling[] = {1.0, 1e100, 1.0, -1e100};
	static const double huge[] = {1.5e308, 1.7e308, 1.6e308};
	static const double tiny[] = {0.0, 0x1p-1074};
	static const double apart[] = {2e-200, 4e-200};
	cr_assert_eq(cml_mean(4, cancelling), 0.5);
	assert_near(cml_mean(3, huge) / 1.6e308, 1.0, 1e-15);
	assert_near(cml_sd(3, huge) / 1e307, 1.0, 1e-14);
	cr_assert_gt(cml_sd(2, tiny), 0.0);
	assert_near(cml_sd(2, apart) / 1e-200, sqrt(2.0), 1e-14);
}

Test(summary, too_few)
{
	static const double one[] = {2.385};
	cr_assert(isnan(cml_mean(0, one)));
	cr_assert_eq(cml_mean(1, one), 2.385);
	cr_assert(isnan(cml_sd(0, one)));
	cr_assert(isnan(cml_sd(1, one)));
}

/* The mean, 1e16 + 4/3, is no double. */
Test(summary, sd_where_the_mean_is_rounded)
{
	static const double x[] = {1e16, 1e16 + 2, 1e16 + 2};
	assert_near(cml_sd(3, x), sqrt(4.0 / 3.0), 1e-15);
}

Test(summary, quantiles_of_a_few)
{
	/* numpy.quantile(x, q) */
	static const double expected[][2] = {
	    {0.0, -2.385}, {0.05, -1.8194999999999997}, {0.25, -0.25}, {1.0 / 3.0, 0.0},
	    {0.5, 3.25},   {0.9, 8.900000000000002},    {1.0, 11.0},   {0.975, 10.474999999999998},
	};
	double x[COUNT(sample)];
	for (size_t i = 0; i < COUNT(expected); i++) {
		memcpy(x, sample, sizeof x);
		assert_near(cml_quantile(COUNT(x), x, expected[i][0]), expected[i][1], 1e-14);
	}
	memcpy(x, sample, sizeof x);
	/* numpy.median(x) and numpy.median(x[:6]), all but the last */
	cr_assert_eq(cml_median(COUNT(x), x), 3.25);
	memcpy(x, sample, sizeof x);
	cr_assert_eq(cml_median(6, x), 3.25);
	cr_assert_eq(cml_median(1, x), x[0]);
}

Test(summary, even_numbers_and_factors)
{
	cr_expect(cml_is_even(0.002, 0.47, 0.9));
	cr_expect_not(cml_is_even(1, 16, 256));
	cr_expect_not(cml_is_even(18, 182, 206)); /* neither */
	cr_expect_not(cml_is_even(2, 5, 10));     /* both */
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Shapes that trouble selections: few levels, sorted, reversed, organ pipe. */
static double shaped(unsigned shape, size_t i, size_t n, struct cml_random *random)
{
	switch (shape) {
	case 0:
		return cml_random_normal(random);
	case 1:
		return (double)cml_random_below(random, 4);
	case 2:
		return (double)i;
	case 3:
		return (double)(n - i);
	case 4:
		return (double)(i < n / 2 ? i : n - i);
	default:
		return 2.385;
	}
}

Test(summary, selection_agrees_with_sorting)
{
	static const size_t sizes[] = {1, 2, 3, 4, 5, 10, 33, 500};
	static const double q[] = {0.0, 0.01, 0.25, 0.4999, 0.5, 0.77, 0.975, 1.0};
	double x[500];
	double sorted[500];
	for (unsigned shape = 0; shape < 6; shape++) {
		for (size_t s = 0; s < COUNT(sizes); s++) {
			size_t n = sizes[s];
			struct cml_random random = random_of(shape, n);
			for (size_t i = 0; i < n; i++)
				sorted[i] = x[i] = shaped(shape, i, n, &random);
			qsort(sorted, n, sizeof *sorted, compare_doubles);
			for (size_t i = 0; i < COUNT(q); i++)
				cr_assert_eq(cml_quantile(n, x, q[i]),
					     cml_quantile_sorted(n, sorted, q[i]),
					     "shape %u n %zu q %g", shape, n, q[i]);
			qsort(x, n, sizeof *x, compare_doubles);
			cr_assert_eq(memcmp(x, sorted, n * sizeof *x), 0, "values were lost");
		}
	}
}

Test(summary, quantiles_at_the_edge)
{
	static const double infinite[] = {-INFINITY, 1.5, INFINITY, INFINITY};
	static const double huge[] = {-1.5e308, 1.5e308};
	double none[1];
	cr_assert(isnan(cml_quantile(0, none, 0.5)));
	cr_assert(isnan(cml_quantile_sorted(0, none, 0.5)));
	cr_assert(isnan(cml_median(0, none)));
	cr_assert_eq(cml_quantile_sorted(4, infinite, 0.0), -INFINITY);
	cr_assert_eq(cml_quantile_sorted(4, infinite, 0.9), INFINITY);
	assert_near(cml_quantile_sorted(2, huge, 0.75) / 7.5e307, 1.0, 1e-15);
}
