#include "math/sort.h"

#include "test.h"

static int compare(const void *a, const void *b)
{
	const struct cml_pair *x = a;
	const struct cml_pair *y = b;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (x->value > y->value) - (x->value < y->value);
}

/* Sorts with the module and with qsort. */
static void check(size_t n, const struct cml_pair *pairs, const char *what)
{
	AUTOFREE struct cml_pair *work = malloc((2 * n + 1) * sizeof *work);
	AUTOFREE struct cml_pair *expected = malloc((n + 1) * sizeof *expected);
	cr_assert(work != NULL && expected != NULL);
	memcpy(work, pairs, n * sizeof *work);
	memcpy(expected, pairs, n * sizeof *expected);
	qsort(expected, n, sizeof *expected, compare);
	cml_pair_sort(n, work, work + n);
	for (size_t i = 0; i < n; i++)
		cr_assert(work[i].key == expected[i].key && work[i].value == expected[i].value,
			  "%s, n %zu: pair %zu", what, n, i);
}

static const size_t sizes[] = {0,    1,    2,    15,   16,   17,   31,   33,
			       1499, 1500, 1501, 1502, 2049, 5000, 20000};

/* Keys of family 0 are anything; 1: one of three far apart, so that each run of
 * a prefix is long; 2: a shared prefix and different low bits; 3: all the same,
 * so that the values decide; 4: a few bits only; 5: two clusters at the ends; 6: of
 * all sizes, so that each level leaves most in one bucket. */
static uint64_t draw_key(struct cml_random *random, unsigned family)
{
	uint64_t word = cml_random_next(random);
	switch (family) {
	case 1:
		return word % 3 << 62;
	case 2:
		return UINT64_C(0x123456789abc) << 16 | (word & 0xffff);
	case 3:
		return 42;
	case 4:
		return word & 0x1f;
	case 5:
		return word & 1 ? UINT64_MAX - (word >> 40) : word >> 40;
	case 6:
		return word >> (word & 63);
	default:
		return word;
	}
}

Test(pair_sort, agrees_with_qsort)
{
	struct cml_pair pairs[20000];
	struct cml_random random = random_of(11, 0);
	for (unsigned family = 0; family < 7; family++) {
		for (size_t s = 0; s < COUNT(sizes); s++) {
			char what[32];
			for (size_t i = 0; i < sizes[s]; i++) {
				pairs[i].key = draw_key(&random, family);
				pairs[i].value = draw_key(&random, (unsigned)s % 7);
			}
			snprintf(what, sizeof what, "family %u", family);
			check(sizes[s], pairs, what);
		}
	}
}

Test(pair_sort, keys_order_as_numbers_do)
{
	static const double ascending[] = {
	    -INFINITY, -1.7976931348623157e308, -2.385,  -0x1p-1074, 0.0, 0x1p-1074,
	    2.385,     2.3850000000000002,      INFINITY};
	for (size_t i = 1; i < COUNT(ascending); i++)
		cr_assert_lt(cml_pair_key(ascending[i - 1]), cml_pair_key(ascending[i]), "%zu", i);
	cr_assert_eq(cml_pair_key(-0.0), cml_pair_key(0.0));
	cr_assert_eq(cml_pair_key(NAN), UINT64_MAX);
	cr_assert_eq(cml_pair_key(-NAN), UINT64_MAX);
	cr_assert_lt(cml_pair_key(INFINITY), UINT64_MAX);
}
