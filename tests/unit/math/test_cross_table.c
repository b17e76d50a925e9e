#include "math/correlation.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "base/random.h"

#define N 3000

/* All pairs of rows, one by one. */
static struct cml_cross_counts count_pairs(size_t n, const double *x, const double *y)
{
	struct cml_cross_counts counts = {0};
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++) {
			bool same_x = x[i] == x[j], same_y = y[i] == y[j];
			counts.tied_in_x += same_x;
			counts.tied_in_y += same_y;
			counts.tied_in_both += same_x && same_y;
			counts.n_discordant += !same_x && !same_y && (x[i] < x[j]) != (y[i] < y[j]);
		}
	return counts;
}

Test(cross_table, agrees_with_all_pairs)
{
	static double x[N], y[N];
	static const size_t n_values[][2] = {{1, 1}, {1, 5}, {2, 3}, {7, 40}, {20, 15}};
	struct cml_random random;
	struct cml_cross_counts counts, expected;
	cml_random_init(&random, 1, 0);
	for (size_t c = 0; c < sizeof n_values / sizeof *n_values; c++) {
		for (size_t i = 0; i < N; i++) {
			/* Negative ones, fractions, and both zeroes, which are one value. */
			x[i] = 0.25 * floor((double)n_values[c][0] * cml_random_uniform(&random)) -
			       0.5;
			y[i] = x[i] + floor((double)n_values[c][1] * cml_random_uniform(&random));
			y[i] = y[i] == 0 && i % 2 ? -0.0 : y[i];
		}
		cr_assert(cml_cross_table_count(N, x, y, &counts));
		expected = count_pairs(N, x, y);
		cr_expect_eq(counts.tied_in_x, expected.tied_in_x);
		cr_expect_eq(counts.tied_in_y, expected.tied_in_y);
		cr_expect_eq(counts.tied_in_both, expected.tied_in_both);
		cr_expect_eq(counts.n_discordant, expected.n_discordant);
	}
}

Test(cross_table, leaves_many_values_alone)
{
	size_t n = CML_CROSS_TABLE_MAX * CML_CROSS_TABLE_MAX;
	double *x = malloc(n * sizeof *x);
	struct cml_cross_counts counts;
	cr_assert_not_null(x);
	for (size_t i = 0; i < n; i++)
		x[i] = (double)(i % CML_CROSS_TABLE_MAX);
	cr_expect(cml_cross_table_count(n, x, x, &counts), "as many values as fit");
	cr_expect_eq(counts.n_discordant, 0);
	x[n / 2] = -1;
	cr_expect_not(cml_cross_table_count(n, x, x, &counts), "one value too many");
	for (size_t i = 0; i < 100; i++)
		x[i] = (double)(i % 11);
	cr_expect_not(cml_cross_table_count(100, x, x, &counts), "121 cells of 100 rows");
	free(x);
}
