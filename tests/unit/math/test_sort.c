#include "math/sort.h"

#include "test.h"

Test(sort, too_large_for_memory)
{
	size_t order = 7;
	double key = 1.0;
	cr_assert_eq(cml_sort_order(SIZE_MAX / 16, &key, &order, &err), CML_NO_MEMORY);
	cr_assert_eq(err.status, CML_NO_MEMORY);
	cr_assert_eq(order, 7);
}
