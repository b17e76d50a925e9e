#include "base/key.h"

#include "test.h"

Test(key_set, zeroed_is_empty)
{
	AUTO(cml_key_set) set = {0};
	cr_assert_not(cml_key_set_has(&set, 0));
	cr_assert_not(cml_key_set_has(&set, 17));
}

Test(key_set, zero_is_a_key_like_any_other)
{
	AUTO(cml_key_set) set = {0};
	bool added;
	assert_ok(cml_key_set_add(&set, 0, &added, &err));
	cr_assert(added);
	assert_ok(cml_key_set_add(&set, 0, &added, &err));
	cr_assert_not(added);
	cr_assert(cml_key_set_has(&set, 0));
	cr_assert_eq(set.n, 1);
}

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

Test(key_set, notes_stay_with_their_keys)
{
	AUTO(cml_key_set) set = {0};
	uint32_t note = 0;
	bool added;
	cr_assert_not(cml_key_set_find(&set, 0, &note));
	/* Some keys come in before the first note, some are never given one. */
	assert_ok(cml_key_set_add(&set, 5000, &added, &err));
	for (uint64_t i = 0; i < 3000; i++)
		assert_ok(cml_key_set_note(&set, i, (uint32_t)(7 * i + 1), &err));
	assert_ok(cml_key_set_note(&set, 17, 2385, &err));
	for (uint64_t i = 0; i < 3000; i++) {
		cr_assert(cml_key_set_find(&set, i, &note));
		cr_assert_eq(note, i == 17 ? 2385 : 7 * i + 1);
	}
	cr_assert(cml_key_set_find(&set, 5000, &note));
	cr_assert_eq(note, 0);
	cr_assert_not(cml_key_set_find(&set, 3000, &note));
	cr_assert_eq(set.n, 3001);
}
