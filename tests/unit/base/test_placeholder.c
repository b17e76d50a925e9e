#include "base/placeholder.h"

#include "test.h"

#include <float.h>
#include <limits.h>

static struct cml_placeholders found;

static void find(const double *y, size_t n)
{
	assert_ok(cml_placeholders_find(n, y, &found, &err));
}

/* The one kind of placeholder that there is. */
static void expect(size_t n, double lo, double hi)
{
	cr_assert_eq(found.n, 1);
	cr_expect_eq(found.items[0].n, n);
	cr_expect_eq(found.items[0].lo, lo);
	cr_expect_eq(found.items[0].hi, hi);
	cr_expect_eq(cml_placeholders_have(&found, lo), lo == hi);
}

Test(placeholder, zeros_among_speeds)
{
	find((const double[]){2385, -0.0, 3120, 0, 2400.5}, 5);
	expect(2, 0, 0);
	cr_assert(!signbit(found.items[0].lo));
	find((const double[]){0.25, 0.31, -1, -1, 0.5, -1, 0.6, NAN, 0.7, -1, 0.8}, 11);
	expect(4, -1, -1);
	double y[20] = {-1, -2};
	for (size_t i = 2; i < 20; i++)
		y[i] = (double)i;
	find(y, 20);
	expect(2, -2, -1); /* one in ten, whatever they are */
	find(y, 19);
	cr_assert_eq(found.n, 0);
}

Test(placeholder, numbers_that_are_written_for_none)
{
	const double codes[] = {DBL_MAX, (double)FLT_MAX, 3.4e38, INT_MAX, UINT_MAX,
				9999,    999999,          1e9,    1e20,    1e300};
	for (size_t i = 0; i < COUNT(codes); i++) {
		double y[] = {11.5, codes[i], 12, 13, codes[i]};
		find(y, 5);
		expect(2, codes[i], codes[i]);
		find(y, 4);
		expect(1, codes[i], codes[i]);
	}
	find((const double[]){11.5, 777, 12, 777, 13, 777, 14}, 7);
	expect(3, 777, 777); /* repeated */
	find((const double[]){11.5, 777, 12, 777, 13, 14}, 6);
	cr_assert_eq(found.n, 0, "twice");
	find((const double[]){11.5, .001, 12, .001, 13, .001, 14}, 7);
	expect(3, .001, .001); /* tiny */
	find((const double[]){11.5, 2, 12, 2, 13, 2, 14}, 7);
	cr_assert_eq(found.n, 0, "small");
}

Test(placeholder, most_jobs_and_several_numbers)
{
	find((const double[]){-1, -1, -1, 12, 13}, 5);
	expect(3, -1, -1);
	find((const double[]){1e20, 1e20, 1e20, 12, 13}, 5);
	expect(3, 1e20, 1e20);
	find((const double[]){1e9, 11, 999999, 12, INT_MAX, 13}, 6);
	cr_assert_eq(found.n, 3);
	cr_expect(cml_placeholders_have(&found, 999999));
	cr_expect(cml_placeholders_have(&found, INT_MAX));
	cr_expect(!cml_placeholders_have(&found, 13));
	find((const double[]){-1, 0, 0, -9999, 12, 13}, 6);
	cr_assert_eq(found.n, 3);
	cr_expect(cml_placeholders_have(&found, 0));
	find((const double[]){-1, 1e20, 12, 13}, 4);
	cr_assert_eq(found.n, 2);
}

Test(placeholder, what_is_none)
{
	static const double real[][6] = {
	    {2, 3, 4, 5, 6, 7},
	    {2, 3, 4, 5, -1, -2},
	    {2, 0, 4, 0, 3, 0},
	    {900, 999, 999, 999, 8, 9},
	    {1e20, 2e20, 1e19, 3e19, 4e19, 5e20},
	    {1e20, 1e20, 1e20, 1e20, 1e20, 5},
	    {99999, 11000, 2, 3, 4, 5},
	    {0, 0, 0, 0, 0, 0},
	    {5, 5, 5, 5, 5, 5},
	};
	for (size_t i = 0; i < COUNT(real); i++) {
		find(real[i], 6);
		cr_assert_eq(found.n, 0, "%zu", i);
	}
	find(NULL, 0);
	cr_assert_eq(found.n, 0);
	find((const double[]){NAN, NAN}, 2);
	cr_assert_eq(found.n, 0);
	find((const double[]){0.5}, 1);
	cr_assert_eq(found.n, 0);
}

static struct cml_cap find_cap(size_t n_capped, double cap, size_t n_others)
{
	double y[200] = {NAN};
	struct cml_cap found;
	for (size_t i = 1; i <= n_others; i++)
		y[i] = 53.25 + 0.5 * (double)(i / 2); /* two of each */
	for (size_t i = n_others + 1; i <= n_others + n_capped; i++)
		y[i] = cap;
	assert_ok(cml_cap_find(1 + n_others + n_capped, y, &found, &err));
	return found;
}

Test(placeholder, cap_is_where_many_jobs_end)
{
	struct cml_cap found = find_cap(20, 240, 100);
	cr_assert_eq(found.n, 20);
	cr_assert_eq(found.at, 240);
	cr_assert(found.is_high);
	found = find_cap(20, 0.125, 100);
	cr_assert_eq(found.n, 20);
	cr_assert(!found.is_high);
	cr_assert_eq(find_cap(150, 240, 10).n, 150, "most of them");
	cr_assert_eq(find_cap(19, 240, 100).n, 0, "not ten times two");
	cr_assert_eq(find_cap(20, 60.1, 100).n, 0, "in the middle");
	cr_assert_eq(find_cap(150, 240, 9).n, 0, "nearly all");
	cr_assert_eq(find_cap(0, 240, 0).n, 0);
}
