#include "math/sort.h"

#include "base/memory.h"

#include <stdlib.h>

enum {
	MIN_BITS = 4,
	MAX_BITS = 11, /* as many buckets as a cache has lines for, nearly */
	INSERTION_MAX = 16,
};

/* The two words as one number, so that a comparison needs no branch. */
static inline unsigned __int128 whole(struct cml_pair pair)
{
	return (unsigned __int128)pair.key << 64 | pair.value;
}

static void insertion_sort(size_t n, struct cml_pair *pairs)
{
	for (size_t i = 1; i < n; i++) {
		struct cml_pair moved = pairs[i];
		size_t j = i;

		for (; j > 0 && whole(moved) < whole(pairs[j - 1]); j--)
			pairs[j] = pairs[j - 1];
		pairs[j] = moved;
	}
}

/* What is to be sorted: pairs, or where they are NULL those of two columns (y NULL: the index). */
struct source {
	const struct cml_pair *pairs;
	const double *x, *y;
};

static inline struct cml_pair pair_at(const struct source *from, size_t i)
{
	if (from->pairs)
		return from->pairs[i];
	return (struct cml_pair){cml_pair_key(from->x[i]), from->y ? cml_pair_key(from->y[i]) : i};
}

/* By the leading bits of the range that the keys span: (key - min) >> shift. */
struct buckets {
	uint64_t min;
	unsigned shift, n;
	size_t ends[(1 << MAX_BITS) + 1];
};

static inline size_t bucket_of(const struct buckets *buckets, struct cml_pair pair)
{
	return (pair.key - buckets->min) >> buckets->shift;
}

/* For a few pairs each, if keys are spread out. False: the pairs are in order as they are. */
static bool choose_buckets(size_t n, const struct source *from, struct buckets *buckets)
{
	struct cml_pair last = {0, 0};
	uint64_t min = UINT64_MAX, max = 0;
	bool ordered = true;

	for (size_t i = 0; i < n; i++) {
		struct cml_pair pair = pair_at(from, i);

		ordered &= whole(last) <= whole(pair);
		min = pair.key < min ? pair.key : min;
		max = pair.key > max ? pair.key : max;
		last = pair;
	}
	unsigned bits = n < 4 << MIN_BITS ? MIN_BITS : 61 - (unsigned)__builtin_clzll(n);
	unsigned width = max > min ? 64 - (unsigned)__builtin_clzll(max - min) : 0;
	bits = bits < MAX_BITS ? bits : MAX_BITS;
	buckets->min = min;
	buckets->shift = width > bits ? width - bits : 0;
	buckets->n = width == 0 ? 1U : 1U << bits;
	return !ordered;
}

/* Stable, and afterwards buckets->ends says where each ends. Returns the size of the largest. */
static size_t deal(size_t n, const struct source *from, struct buckets *buckets,
		   struct cml_pair *dealt)
{
	size_t *ends = buckets->ends, largest = 0;

	memset(ends, 0, (buckets->n + 1) * sizeof *ends);
	for (size_t i = 0; i < n; i++)
		ends[bucket_of(buckets, pair_at(from, i)) + 1]++;
	for (size_t b = 0; b < buckets->n; b++) {
		largest = ends[b + 1] > largest ? ends[b + 1] : largest;
		ends[b + 1] += ends[b];
	}
	for (size_t i = 0; i < n; i++) {
		struct cml_pair pair = pair_at(from, i);

		dealt[ends[bucket_of(buckets, pair)]++] = pair;
	}
	return largest;
}

static void sort_buckets(const struct buckets *buckets, struct cml_pair *pairs,
			 struct cml_pair *scratch)
{
	size_t start = 0;

	for (size_t b = 0; b < buckets->n; start = buckets->ends[b++])
		cml_pair_sort(buckets->ends[b] - start, pairs + start, scratch);
}

static void swap_words(size_t n, struct cml_pair *pairs)
{
	for (size_t i = 0; i < n; i++)
		pairs[i] = (struct cml_pair){pairs[i].value, pairs[i].key};
}

/* Every level uses up bits of the keys, then of the values: the depth is bounded whatever the
 * data. */
void cml_pair_sort(size_t n, struct cml_pair *pairs, struct cml_pair *scratch)
{
	struct source from = {.pairs = pairs};
	struct buckets buckets;

	if (n <= INSERTION_MAX) {
		insertion_sort(n, pairs);
	} else if (choose_buckets(n, &from, &buckets)) {
		if (buckets.n == 1) {
			swap_words(n, pairs);
			cml_pair_sort(n, pairs, scratch);
			swap_words(n, pairs);
			return;
		}
		deal(n, &from, &buckets, scratch);
		memcpy(pairs, scratch, n * sizeof *pairs);
		sort_buckets(&buckets, pairs, scratch);
	}
}

enum cml_result cml_sort_pairs(size_t n, const double *x, const double *y, struct cml_pair **sorted,
			       struct cml_error *err)
{
	struct source from = {NULL, x, y};
	struct buckets buckets;
	AUTOFREE struct cml_pair *scratch = NULL;

	if (!CML_NEW(sorted, n))
		return cml_fail_memory(err);
	choose_buckets(n, &from, &buckets);
	if (!CML_NEW(&scratch, deal(n, &from, &buckets, *sorted)))
		return cml_fail_memory(err);
	sort_buckets(&buckets, *sorted, scratch);
	return CML_OK;
}

enum cml_result cml_sort_order(size_t n, const double *keys, size_t *order, struct cml_error *err)
{
	AUTOFREE struct cml_pair *sorted = NULL;

	/* The index as value: equal keys keep their order. */
	if (cml_sort_pairs(n, keys, NULL, &sorted, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < n; i++)
		order[i] = (size_t)sorted[i].value;
	return CML_OK;
}
