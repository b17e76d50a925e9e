#include "math/best_of.h"

#include "math/summary.h"
#include "test.h"

#define MAX_JOBS 8
#define MAX_SUBSETS 70 /* C(8, 4) */

static void assert_near(double got, double expected, const char *what)
{
	cr_assert(fabs(got - expected) <= 1e-12 * fmax(1, fabs(expected)), "%s: %.17g, not %.17g",
		  what, got, expected);
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The least value of sorted x at which its distribution function reaches level. */
static double reached_at(size_t n, const double *x, double level)
{
	size_t i = 0;
	while ((double)(i + 1) / (double)n < level - 1e-12)
		i++;
	return x[i];
}

/* By going through all subsets of k jobs, of which those from n_values on failed. */
static struct cml_best_of_point naive(const struct cml_best_of *jobs, size_t k)
{
	double bests[MAX_SUBSETS];
	size_t n_subsets = 0, n_any = 0;
	for (unsigned set = 0; set < 1U << jobs->n_jobs; set++) {
		if ((size_t)__builtin_popcount(set) != k)
			continue;
		n_subsets++;
		size_t first = (size_t)__builtin_ctz(set);
		if (first < jobs->n_values)
			bests[n_any++] = jobs->values[first];
	}
	qsort(bests, n_any, sizeof *bests, ascending);
	double mean = cml_mean(n_any, bests), below = bests[0], above = bests[n_any - 1];
	for (size_t i = 0; i < n_any; i++)
		below = bests[i] <= mean ? bests[i] : below;
	for (size_t i = n_any; i-- > 0;)
		above = bests[i] >= mean ? bests[i] : above;
	return (struct cml_best_of_point){.mean = mean,
					  .lo = fmin(reached_at(n_any, bests, 0.05), below),
					  .hi = fmax(reached_at(n_any, bests, 0.95), above),
					  .any = (double)n_any / (double)n_subsets};
}

static void compare_with_naive(const double *values, size_t n_values, size_t n_jobs, bool maximize)
{
	struct cml_best_of jobs = {
	    .n_jobs = n_jobs, .n_values = n_values, .values = values, .maximize = maximize};
	for (size_t k = 1; k <= n_jobs; k++) {
		struct cml_best_of_point got = cml_best_of_next(&jobs), want = naive(&jobs, k);
		assert_near(got.mean, want.mean, "mean");
		assert_near(got.lo, want.lo, "lo");
		assert_near(got.hi, want.hi, "hi");
		assert_near(got.any, want.any, "any");
	}
}

Test(best_of, every_subset_of_few_jobs)
{
	static const double descending[] = {11.5, 7.25, 7.25, 3.5, 0, -2.385, -2.385, -40};
	static const double rising[] = {-2.385, 0, 0, 0.5, 3.25, 3.25, 9, 1e6};
	for (size_t n_jobs = 1; n_jobs <= MAX_JOBS; n_jobs++)
		for (size_t n_values = 1; n_values <= n_jobs; n_values++) {
			compare_with_naive(descending, n_values, n_jobs, true);
			compare_with_naive(rising, n_values, n_jobs, false);
		}
}

Test(best_of, one_of_twenty_is_five_percent)
{
	double values[20];
	for (size_t i = 0; i < 20; i++)
		values[i] = (double)(20 - i);
	struct cml_best_of jobs = {
	    .n_jobs = 20, .n_values = 20, .values = values, .maximize = true};
	struct cml_best_of_point point = cml_best_of_next(&jobs);
	cr_assert_eq(point.lo, 1);
	cr_assert_eq(point.hi, 19);
}

Test(best_of, equal_values_stay_what_they_are)
{
	static const double values[] = {2.385, 2.385, 2.385};
	struct cml_best_of jobs = {.n_jobs = 7, .n_values = 3, .values = values};
	for (size_t k = 1; k <= 7; k++) {
		struct cml_best_of_point point = cml_best_of_next(&jobs);
		cr_assert_eq(point.mean, 2.385);
		cr_assert_eq(point.lo, 2.385);
		cr_assert_eq(point.hi, 2.385);
	}
}

Test(best_of, values_far_apart_do_not_overflow)
{
	static const double values[] = {1.7e308, -1.7e308};
	struct cml_best_of jobs = {.n_jobs = 2, .n_values = 2, .values = values, .maximize = true};
	cr_assert_eq(cml_best_of_next(&jobs).mean, 0);
	cr_assert_eq(cml_best_of_next(&jobs).mean, 1.7e308);
}
