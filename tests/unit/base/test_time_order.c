#include "base/date.h"

#include "test.h"

Test(time_order, natural_order)
{
	/* Ascending. */
	static const char *const texts[] = {"",
					    "10",
					    "a",
					    "a0",
					    "a1",
					    "a1b",
					    "a02",
					    "a10",
					    "b",
					    "v0.7",
					    "v1.0",
					    "v1.1",
					    "v1.1-rc",
					    "v10",
					    "v10.1",
					    "v11",
					    "v99999999999999999999999",
					    "v100000000000000000000000"};
	for (size_t i = 0; i < COUNT(texts); i++)
		for (size_t j = 0; j < COUNT(texts); j++) {
			int order =
			    cml_natural_compare(cml_slice_of(texts[i]), cml_slice_of(texts[j]));
			cr_assert_eq((order > 0) - (order < 0), (i > j) - (i < j), "%s, %s: %d",
				     texts[i], texts[j], order);
		}
	cr_assert_eq(cml_natural_compare(cml_slice_of("v1.07"), cml_slice_of("v1.7")), 0);
	cr_assert_eq(cml_natural_compare(cml_slice_of("r00"), cml_slice_of("r0")), 0);
}

static void check_order(const char *const *texts, size_t n, const size_t *expected)
{
	struct cml_slice cells[8];
	size_t order[8], odd;
	for (size_t i = 0; i < n; i++)
		cells[i] = cml_slice_of(texts[i]);
	assert_ok(cml_time_order(n, cells, order, &odd, &err));
	for (size_t i = 0; i < n; i++)
		cr_assert_eq(order[i], expected[i], "%s at %zu", texts[order[i]], i);
}

Test(time_order, numbers_if_all_are)
{
	check_order((const char *const[]){"10", "9.5", "-1e3", "9.50"}, 4,
		    (const size_t[]){2, 1, 3, 0});
	/* One that is none makes texts of them all. */
	check_order((const char *const[]){"10", "9.5", "-1", "9.5a"}, 4,
		    (const size_t[]){2, 1, 3, 0});
	check_order((const char *const[]){"1e1", "9", "x"}, 3, (const size_t[]){0, 1, 2});
	check_order(NULL, 0, NULL);
}

Test(time_order, times_if_all_are)
{
	check_order((const char *const[]){"2024-03-01T10:00:00+02:00", "2024-03-01T09:00:00Z",
					  "2024-03-01", "2024-03-01 08:00:00.5",
					  "2024-03-01T08:00:00Z"},
		    5, (const size_t[]){2, 0, 4, 3, 1});
	/* Where few are, all are texts, and the offset does not count. */
	check_order((const char *const[]){"2024-03-01T10:00:00+02:00", "later", "sooner"}, 3,
		    (const size_t[]){0, 1, 2});
}

Test(time_order, refuses_an_odd_one_among_times)
{
	struct cml_slice cells[] = {cml_slice_of("2024-03-01"), cml_slice_of("2024-33-2"),
				    cml_slice_of("2024-03-03")};
	size_t order[3], odd;
	assert_error(cml_time_order(3, cells, order, &odd, &err), CML_BAD_DATA,
		     "not a date, as most cells are: \"2024-33-2\"");
	cr_assert_eq(odd, 1);
}

Test(time_order, equal_cells_keep_their_order)
{
	check_order((const char *const[]){"v2", "v1", "v2", "v01", "v1"}, 5,
		    (const size_t[]){1, 3, 4, 0, 2});
	check_order((const char *const[]){"2", "1", "2.0", "1"}, 4, (const size_t[]){1, 3, 0, 2});
}
