#include "base/key.h"

#include "test.h"

/* Keys that differ only in high or only in low bits, through many growths. */
Test(key_set, holds_what_was_added_and_nothing_else)
{
	struct cml_key_set set = {0};
	struct cml_random random = random_of(5, 0);
	bool added;
	for (uint64_t i = 1; i <= 3000; i++) {
		assert_ok(cml_key_set_add(&set, i << 44, &added, &err));
		cr_assert(added);
		assert_ok(cml_key_set_add(&set, i, &added, &err));
		cr_assert(added);
	}
	cr_assert_eq(set.n, 6000);
	for (uint64_t i = 1; i <= 3000; i++) {
		cr_assert(cml_key_set_has(&set, i << 44));
		cr_assert(cml_key_set_has(&set, i));
		cr_assert_not(cml_key_set_has(&set, i + 3000));
	}
	for (int i = 0; i < 1000; i++)
		cr_assert_not(
		    cml_key_set_has(&set, cml_random_next(&random) | 1u << 20 | UINT64_C(1) << 43));
	cml_key_set_release(&set);
	cr_assert_eq(set.n, 0);
}
