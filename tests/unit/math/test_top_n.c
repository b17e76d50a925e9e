#include "math/top_n.h"

#include "test.h"

static int best_first(const void *a, const void *b)
{
	const struct cml_top_item *x = a;
	const struct cml_top_item *y = b;
	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	return (x->sequence > y->sequence) - (x->sequence < y->sequence);
}

/* Offers the items, keeping in a store of capacity places what a caller would,
 * and compares with a full sort. */
static void check(size_t n, const struct cml_top_item *items, size_t capacity)
{
	struct cml_top_item expected[200];
	uint64_t store[200];
	size_t n_kept = n < capacity ? n : capacity;
	AUTO(cml_top_n) top;
	memcpy(expected, items, n * sizeof *items);
	qsort(expected, n, sizeof *expected, best_first);
	assert_ok(cml_top_n_init(&top, capacity, &err));
	for (size_t i = 0; i < n; i++) {
		size_t slot;
		if (cml_top_n_offer(&top, items[i].score, items[i].sequence, &slot)) {
			cr_assert_lt(slot, capacity);
			store[slot] = items[i].sequence;
		}
	}
	cml_top_n_sort(&top);
	cr_assert_eq(top.n, n_kept);
	for (size_t i = 0; i < n_kept; i++) {
		cr_assert_eq(top.items[i].score, expected[i].score, "place %zu of %zu", i, n_kept);
		cr_assert_eq(top.items[i].sequence, expected[i].sequence);
		cr_assert_eq(store[top.items[i].slot], expected[i].sequence);
	}
}

Test(top_n, agrees_with_a_full_sort)
{
	for (uint64_t seed = 0; seed < 60; seed++) {
		struct cml_top_item items[200];
		size_t places[200];
		struct cml_random random = random_of(seed, 0);
		for (size_t i = 0; i < 200; i++)
			places[i] = i;
		cml_random_shuffle(&random, places, 200);
		for (size_t i = 0; i < 200; i++) {
			/* Few levels, so that most are decided by the sequence number. */
			items[places[i]].score =
			    0.5 * (double)cml_random_below(&random, seed + 1) - 3.25;
			items[places[i]].sequence = UINT64_MAX - i;
		}
		for (size_t capacity = 1; capacity <= 200; capacity += 1 + capacity / 3)
			check(200, items, capacity);
		check(7, items, 20);
	}
}

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
