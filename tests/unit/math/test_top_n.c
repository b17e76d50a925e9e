#include "math/top_n.h"

#include "test.h"

Test(top_n, refuses_nan_and_what_is_not_better)
{
	struct cml_top_n top;
	size_t slot = 99;
	assert_ok(cml_top_n_init(&top, 2, &err));
	cr_assert(!cml_top_n_offer(&top, NAN, 0, &slot));
	cr_assert_eq(slot, 99);
	cr_assert_eq(top.n, 0);
	cr_assert(cml_top_n_offer(&top, -INFINITY, 5, &slot));
	cr_assert_eq(slot, 0);
	cr_assert(cml_top_n_offer(&top, 2.385, 6, &slot));
	cr_assert_eq(slot, 1);
	cr_assert(!cml_top_n_offer(&top, -INFINITY, 7, &slot));
	cr_assert(cml_top_n_offer(&top, -INFINITY, 4, &slot), "a smaller number wins the tie");
	cr_assert_eq(slot, 0);
	cr_assert(!cml_top_n_offer(&top, NAN, 0, &slot));
	cr_assert(cml_top_n_offer(&top, INFINITY, 9, &slot));
	cr_assert_eq(slot, 0);
	cml_top_n_sort(&top);
	cr_assert_eq(top.items[0].sequence, 9);
	cr_assert_eq(top.items[1].sequence, 6);
	cml_top_n_release(&top);
	cml_top_n_release(&top);
	cr_assert_null(top.items);
}
