#include "math/sort.h"

#include "base/memory.h"

#include <stdlib.h>

/* The radix sort looks at the leading PREFIX_BITS of the range that the keys
 * span. With three passes, 10 million keys are all but in order; what shares a
 * prefix is put right afterwards, which costs less than passes over the rest. */
enum {
	DIGIT_BITS = 11,
	N_DIGITS = 3,
	N_BUCKETS = 1 << DIGIT_BITS,
	PREFIX_BITS = DIGIT_BITS * N_DIGITS,
	INSERTION_MAX = 16,
	MERGE_MAX = 1500, /* below, clearing and summing the buckets costs more than it saves */
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

static void merge(const struct cml_pair *left, size_t n_left, const struct cml_pair *right,
		  size_t n_right, struct cml_pair *merged)
{
	const struct cml_pair *left_end = left + n_left;
	const struct cml_pair *right_end = right + n_right;

	while (left < left_end && right < right_end) {
		bool from_right = whole(*right) < whole(*left);

		*merged++ = *(from_right ? right : left);
		right += from_right;
		left += !from_right;
	}
	memcpy(merged, left, (size_t)(left_end - left) * sizeof *left);
	memcpy(merged + (left_end - left), right, (size_t)(right_end - right) * sizeof *right);
}

/* Bottom-up; the runs go to and fro between the two arrays. */
static struct cml_pair *merge_sort(size_t n, struct cml_pair *pairs, struct cml_pair *scratch)
{
	for (size_t start = 0; start < n; start += INSERTION_MAX)
		insertion_sort(n - start < INSERTION_MAX ? n - start : INSERTION_MAX,
			       pairs + start);
	for (size_t width = INSERTION_MAX; width < n; width *= 2) {
		struct cml_pair *swapped = pairs;

		for (size_t start = 0; start < n; start += 2 * width) {
			size_t rest = n - start;
			size_t n_left = rest < width ? rest : width;
			size_t n_right = rest - n_left < width ? rest - n_left : width;

			merge(pairs + start, n_left, pairs + start + n_left, n_right,
			      scratch + start);
		}
		pairs = scratch;
		scratch = swapped;
	}
	return pairs;
}

/* Where the digits of a key lie: (key - min) >> shift, lowest first. */
struct digits {
	uint64_t min;
	unsigned shift;
	unsigned n;
};

static inline uint64_t prefix(const struct digits *digits, uint64_t key)
{
	return (key - digits->min) >> digits->shift;
}

static inline size_t digit(const struct digits *digits, uint64_t key, unsigned i)
{
	return prefix(digits, key) >> (i * DIGIT_BITS) & (N_BUCKETS - 1);
}

/* min < largest. */
static struct digits digits_of_range(uint64_t min, uint64_t largest)
{
	unsigned width = 64 - (unsigned)__builtin_clzll(largest - min);
	unsigned looked_at = width < PREFIX_BITS ? width : PREFIX_BITS;

	return (struct digits){
	    .min = min,
	    .shift = width - looked_at,
	    .n = (looked_at + DIGIT_BITS - 1) / DIGIT_BITS,
	};
}

/* Stable passes from the lowest digit up; digits all keys share are passed
 * over. Returns the array the result is in. */
static struct cml_pair *radix_passes(const struct digits *digits, size_t n, struct cml_pair *pairs,
				     struct cml_pair *scratch)
{
	size_t starts[N_DIGITS][N_BUCKETS] = {0};

	for (size_t i = 0; i < n; i++)
		for (unsigned d = 0; d < digits->n; d++)
			starts[d][digit(digits, pairs[i].key, d)]++;
	for (unsigned d = 0; d < digits->n; d++) {
		struct cml_pair *swapped = pairs;
		size_t *start = starts[d];
		size_t sum = 0;

		if (start[digit(digits, pairs[0].key, d)] == n)
			continue;
		for (size_t bucket = 0; bucket < N_BUCKETS; bucket++) {
			size_t count = start[bucket];

			start[bucket] = sum;
			sum += count;
		}
		for (size_t i = 0; i < n; i++)
			scratch[start[digit(digits, pairs[i].key, d)]++] = pairs[i];
		pairs = scratch;
		scratch = swapped;
	}
	return pairs;
}

static void swap_words(size_t n, struct cml_pair *pairs)
{
	for (size_t i = 0; i < n; i++)
		pairs[i] = (struct cml_pair){pairs[i].value, pairs[i].key};
}

/* Puts in order what shares a prefix. */
static void sort_runs(const struct digits *digits, size_t n, struct cml_pair *pairs,
		      struct cml_pair *scratch)
{
	for (size_t start = 0, end; start < n; start = end) {
		uint64_t shared = prefix(digits, pairs[start].key);
		struct cml_pair *sorted;

		for (end = start + 1; end < n && prefix(digits, pairs[end].key) == shared; end++)
			;
		if (end - start <= INSERTION_MAX) {
			insertion_sort(end - start, pairs + start);
			continue;
		}
		/* Every level uses up a prefix of the key, then of the value: the depth
		 * is bounded whatever the data. */
		sorted = cml_pair_sort(end - start, pairs + start, scratch + start);
		if (sorted != pairs + start)
			memcpy(pairs + start, sorted, (end - start) * sizeof *pairs);
	}
}

struct cml_pair *cml_pair_sort(size_t n, struct cml_pair *pairs, struct cml_pair *scratch)
{
	uint64_t min = UINT64_MAX;
	uint64_t largest = 0;
	bool ordered = true;
	struct digits digits;
	struct cml_pair *sorted;

	if (n <= MERGE_MAX)
		return merge_sort(n, pairs, scratch);
	for (size_t i = 0; i < n; i++) {
		min = pairs[i].key < min ? pairs[i].key : min;
		largest = pairs[i].key > largest ? pairs[i].key : largest;
		ordered &= i == 0 || whole(pairs[i - 1]) <= whole(pairs[i]);
	}
	if (ordered)
		return pairs;
	if (min == largest) {
		swap_words(n, pairs);
		pairs = cml_pair_sort(n, pairs, scratch);
		swap_words(n, pairs);
		return pairs;
	}
	digits = digits_of_range(min, largest);
	sorted = radix_passes(&digits, n, pairs, scratch);
	sort_runs(&digits, n, sorted, sorted == pairs ? scratch : pairs);
	return sorted;
}

enum cml_result cml_sort_order(size_t n, const double *keys, size_t *order, struct cml_error *err)
{
	struct cml_pair *pairs = cml_array_new(n, 2 * sizeof *pairs);
	struct cml_pair *sorted;

	if (!pairs)
		return cml_fail_memory(err);
	/* The index as value: equal keys keep their order. */
	for (size_t i = 0; i < n; i++)
		pairs[i] = (struct cml_pair){cml_pair_key(keys[i]), i};
	sorted = cml_pair_sort(n, pairs, pairs + n);
	for (size_t i = 0; i < n; i++)
		order[i] = (size_t)sorted[i].value;
	free(pairs);
	return CML_OK;
}
