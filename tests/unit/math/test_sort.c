#include "math/sort.h"

#include "test.h"

enum { MAX = 6000 };

/* Whether row a belongs before row b, said without the module's keys. */
static bool comes_before(const double *keys, size_t a, size_t b)
{
	bool a_nan = isnan(keys[a]);
	bool b_nan = isnan(keys[b]);
	if (a_nan != b_nan)
		return b_nan;
	if (!a_nan && keys[a] != keys[b])
		return keys[a] < keys[b];
	return a < b;
}

static void check(size_t n, const double *keys)
{
	static size_t order[MAX];
	static bool seen[MAX];
	assert_ok(cml_sort_order(n, keys, order, &err));
	for (size_t i = 0; i < n; i++)
		seen[i] = false;
	for (size_t i = 0; i < n; i++) {
		cr_assert_lt(order[i], n);
		cr_assert(!seen[order[i]], "row %zu twice", order[i]);
		seen[order[i]] = true;
		cr_assert(i == 0 || comes_before(keys, order[i - 1], order[i]),
			  "n %zu: rows %zu and %zu at %zu", n, order[i - 1], order[i], i);
	}
}

Test(sort, stable_at_every_size_and_spread)
{
	static const size_t sizes[] = {0, 1, 2, 3, 16, 17, 100, 1500, 1501, 3000, MAX};
	static double keys[MAX];
	for (unsigned family = 0; family < 5; family++) {
		for (size_t s = 0; s < COUNT(sizes); s++) {
			struct cml_random random = random_of(family, s);
			for (size_t i = 0; i < sizes[s]; i++) {
				double normal = cml_random_normal(&random);
				double by_family[] = {normal, round(normal),
						      1e9 + round(normal) / 7,
						      i % 10 == 3 ? NAN : -normal, 0.5};
				keys[i] = by_family[family];
			}
			check(sizes[s], keys);
		}
	}
}

/* Equal keys after larger ones, and the reverse: what a sort that is not
 * stable gets wrong. */
Test(sort, two_levels_in_turn)
{
	static double keys[MAX];
	for (size_t i = 0; i < MAX; i++)
		keys[i] = i % 2 ? -1.25 : 1e300;
	check(MAX, keys);
}

Test(sort, too_large_for_memory)
{
	size_t order = 7;
	double key = 1.0;
	cr_assert_eq(cml_sort_order(SIZE_MAX / 16, &key, &order, &err), CML_NO_MEMORY);
	cr_assert_eq(err.status, CML_NO_MEMORY);
	cr_assert_eq(order, 7);
}
