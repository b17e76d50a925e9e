#include "eval/checks/sentinel.h"

#include <criterion/criterion.h>
#include <math.h>

static struct cml_sentinel find(const double *y, size_t n)
{
	static const char *const names[] = {"a"};
	struct cml_dataset data = {0};
	struct cml_error err = {0};
	cr_assert_eq(cml_dataset_init(&data, 1, names, &err), CML_OK);
	for (size_t i = 0; i < n; i++) {
		double x = (double)i;
		cr_assert_eq(cml_dataset_append(&data, &x, y[i], 1, i, &err), CML_OK);
	}
	struct cml_sentinel found = cml_sentinel_find(&data);
	cml_dataset_release(&data);
	return found;
}

Test(sentinel, zeros_among_speeds)
{
	struct cml_sentinel found = find((const double[]){2385, -0.0, 3120, 0, 2400.5}, 5);
	cr_assert_eq(found.n, 2);
	cr_assert_eq(found.value, 0);
	cr_assert(!signbit(found.value));
	cr_assert_eq(found.rows[0], 1);
	cr_assert_eq(found.rows[1], 3);
	found = find((const double[]){0.25, 0.31, -1, -1, 0.5, -1, 0.6, 0.7, -1, 0.8}, 10);
	cr_assert_eq(found.n, 4, "more than are named");
	cr_assert_eq(found.value, -1);
	cr_assert(found.is_one);
	double y[20] = {-1, -2};
	for (size_t i = 2; i < 20; i++)
		y[i] = (double)i;
	found = find(y, 20);
	cr_assert_eq(found.n, 2, "one in ten, whatever they are");
	cr_assert_eq(found.value, -2);
	cr_assert(!found.is_one);
	cr_assert_eq(find(y, 19).n, 0);
}

Test(sentinel, what_is_none)
{
	cr_assert_eq(find((const double[]){2, 3, 4}, 3).n, 0);
	cr_assert_eq(find((const double[]){2, 3, 4, -1, -2}, 5).n, 0, "differences of a baseline");
	cr_assert_eq(find((const double[]){2, 0, 4, 0}, 4).n, 0, "half of all");
	cr_assert_eq(find(NULL, 0).n, 0);
	cr_assert_eq(find((const double[]){0, 0}, 2).n, 0);
}
