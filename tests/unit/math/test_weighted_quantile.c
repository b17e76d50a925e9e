#include "math/summary.h"

#include "test.h"

/* Ascending 1, 2.385, 3, 3 of the weights 2, 4, 1, 1: running sums 2, 6, 7, 8. */
Test(weighted_quantile, by_hand)
{
	static const struct {
		double q, wanted;
	} cases[] = {{0.01, 1}, {0.25, 1}, {0.26, 2.385}, {0.75, 2.385}, {0.76, 3}, {1, 3}};
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cml_weighted items[] = {{3, 1}, {1, 2}, {3, 1}, {2.385, 4}};
		cr_expect_eq(cml_weighted_quantile(items, 4, cases[i].q), cases[i].wanted, "%g",
			     cases[i].q);
		cr_expect_eq(cml_weighted_quantile(items, 1, cases[i].q), items[0].value);
	}
}
