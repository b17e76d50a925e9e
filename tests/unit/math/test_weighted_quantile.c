#include "math/summary.h"

#include "test.h"

static int compare_values(const void *a, const void *b)
{
	const struct cml_weighted *left = a;
	const struct cml_weighted *right = b;
	return (left->value > right->value) - (left->value < right->value);
}

static double sorted_quantile(struct cml_weighted *items, size_t n, double q)
{
	double total = 0;
	double running = 0;
	qsort(items, n, sizeof *items, compare_values);
	for (size_t i = 0; i < n; i++)
		total += items[i].weight;
	for (size_t i = 0; i < n; i++) {
		running += items[i].weight;
		if (running >= q * total)
			return items[i].value;
	}
	return items[n - 1].value;
}

Test(weighted_quantile, is_that_of_the_sorted_values)
{
	struct cml_random random = random_of(11, 0);
	/* Whole weights: sums are exact in any order, so ties are ties. */
	for (size_t n = 1; n < 60; n++)
		for (int q = 1; q <= 10; q++) {
			struct cml_weighted items[60];
			struct cml_weighted copy[60];
			for (size_t i = 0; i < n; i++) {
				items[i].value =
				    (double)cml_random_below(&random, n % 3 == 0 ? 5 : 1000) - 2.5;
				items[i].weight = (double)(1 + cml_random_below(&random, 4));
				copy[i] = items[i];
			}
			double wanted = sorted_quantile(copy, n, q / 10.0);
			cr_assert_eq(cml_weighted_quantile(items, n, q / 10.0), wanted,
				     "n %zu q %d", n, q);
		}
}
