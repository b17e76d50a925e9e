#include "math/repeats.h"

#include "test.h"

static struct cml_repeats find(size_t n, const uint64_t *keys, const double *y)
{
	struct cml_repeats found;
	assert_ok(cml_repeats_find(n, keys, y, &found, &err));
	return found;
}

Test(repeats, need_two_metrics_above_0)
{
	const uint64_t keys[] = {7, 7, 9, 9, 11, 11};
	struct cml_repeats found = find(6, keys, (const double[]){1, NAN, 0, 5, -8, 3});
	cr_assert_eq(found.n, 0);
	cr_assert_eq(found.n_apart, 0);
	cr_assert_eq(found.low, 6, "none");
	cr_assert_eq(found.high, 6);
	cr_assert_eq(find(0, NULL, NULL).n, 0);
	cr_assert_eq(find(3, (const uint64_t[]){1, 2, 3}, (const double[]){1, 2, 3}).n, 0);
}
