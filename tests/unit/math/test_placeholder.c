#include "math/unit_outlier.h"

#include <criterion/criterion.h>
#include <float.h>
#include <limits.h>
#include <math.h>

static struct cml_placeholder low, high;

static void find(const double *y, size_t n)
{
	struct cml_error err = {0};
	cr_assert_eq(cml_placeholders_find(n, y, &low, &high, &err), CML_OK);
}

Test(placeholder, zeros_among_speeds)
{
	find((const double[]){2385, -0.0, 3120, 0, 2400.5}, 5);
	cr_assert_eq(low.n, 2);
	cr_assert_eq(low.lo, 0);
	cr_assert(!signbit(low.lo));
	cr_assert_eq(high.n, 0);
	find((const double[]){0.25, 0.31, -1, -1, 0.5, -1, 0.6, NAN, 0.7, -1, 0.8}, 11);
	cr_assert_eq(low.n, 4);
	cr_assert_eq(low.hi, -1);
	double y[20] = {-1, -2};
	for (size_t i = 2; i < 20; i++)
		y[i] = (double)i;
	find(y, 20);
	cr_assert_eq(low.n, 2, "one in ten, whatever they are");
	cr_assert_eq(low.lo, -2);
	cr_assert_eq(low.hi, -1);
	find(y, 19);
	cr_assert_eq(low.n, 0);
}

Test(placeholder, numbers_that_are_written_for_none)
{
	const double codes[] = {
	    DBL_MAX, (double)FLT_MAX, INT_MAX, UINT_MAX, 9999, 999999, 1e9, 1e20, 1e300};
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
		double y[] = {11.5, codes[i], 12, 13, codes[i]};
		find(y, 5);
		cr_assert_eq(high.n, 2, "%g", codes[i]);
		cr_assert_eq(high.hi, codes[i]);
		find(y, 4);
		cr_assert_eq(high.n, 1, "%g", codes[i]);
	}
	find((const double[]){11.5, 777, 12, 777, 13, 777, 14}, 7);
	cr_assert_eq(high.n, 3, "repeated");
	find((const double[]){11.5, 777, 12, 777, 13, 14}, 6);
	cr_assert_eq(high.n, 0, "twice");
	find((const double[]){11.5, .001, 12, .001, 13, .001, 14}, 7);
	cr_assert_eq(low.n, 3, "tiny");
	cr_assert_eq(low.hi, .001);
	find((const double[]){11.5, 2, 12, 2, 13, 2, 14}, 7);
	cr_assert_eq(low.n, 0, "small");
}

Test(placeholder, what_is_none)
{
	static const double real[][6] = {
	    {2, 3, 4, 5, 6, 7},
	    {2, 3, 4, 5, -1, -2},
	    {2, 0, 4, 0, 3, 0},
	    {900, 999, 999, 999, 8, 9},
	    {1e20, 2e20, 1e19, 3e19, 4e19, 5e20},
	    {99999, 11000, 2, 3, 4, 5},
	    {0, 0, 0, 0, 0, 0},
	    {5, 5, 5, 5, 5, 5},
	};
	for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
		find(real[i], 6);
		cr_assert_eq(low.n + high.n, 0, "%zu", i);
	}
	find(NULL, 0);
	cr_assert_eq(low.n + high.n, 0);
	find((const double[]){NAN, NAN}, 2);
	cr_assert_eq(low.n + high.n, 0);
	find((const double[]){0.5}, 1);
	cr_assert_eq(low.n + high.n, 0);
}
