#include "math/sort.h"

#include "base/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* From this size on counting beats comparing. */
#define RADIX_FROM 256
#define DIGIT_BITS 11
#define N_DIGITS 6 /* of 11 bits in 64 */
#define N_BUCKETS (1 << DIGIT_BITS)

struct entry {
	uint64_t key;
	size_t index;
};

/* A whole number that orders as the double does: negatives have all bits
 * turned, the others their sign bit; NaN goes last, -0 is taken for 0. */
static uint64_t ordered_bits(double value)
{
	uint64_t bits;
	if (isnan(value))
		return UINT64_MAX;
	value += 0.0;
	memcpy(&bits, &value, sizeof bits);
	return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static void sort_by_insertion(struct entry *entries, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct entry entry = entries[i];
		size_t at = i;
		for (; at > 0 && entries[at - 1].key > entry.key; at--)
			entries[at] = entries[at - 1];
		entries[at] = entry;
	}
}

/* One pass moves entries from from to to by one digit. False, with nothing
 * moved, when all have the same digit. */
static bool radix_pass(const struct entry *from, struct entry *to, size_t n, unsigned shift,
                       size_t *counts)
{
	memset(counts, 0, N_BUCKETS * sizeof *counts);
	for (size_t i = 0; i < n; i++)
		counts[from[i].key >> shift & (N_BUCKETS - 1)]++;
	if (counts[from[0].key >> shift & (N_BUCKETS - 1)] == n)
		return false;
	size_t total = 0;
	for (size_t b = 0; b < N_BUCKETS; b++) {
		size_t count = counts[b];
		counts[b] = total;
		total += count;
	}
	for (size_t i = 0; i < n; i++)
		to[counts[from[i].key >> shift & (N_BUCKETS - 1)]++] = from[i];
	return true;
}

/* Returns which of the two arrays holds the sorted entries. */
static struct entry *sort_by_radix(struct entry *entries, struct entry *scratch, size_t n)
{
	size_t counts[N_BUCKETS];
	for (unsigned digit = 0; digit < N_DIGITS; digit++) {
		if (!radix_pass(entries, scratch, n, digit * DIGIT_BITS, counts))
			continue;
		struct entry *held = entries;
		entries = scratch;
		scratch = held;
	}
	return entries;
}

enum cml_status cml_sort_order(size_t n, const double *keys, size_t *order, struct cml_error *err)
{
	bool radix = n >= RADIX_FROM;
	struct entry *entries = cml_array_new(n, sizeof *entries);
	struct entry *scratch = radix ? cml_array_new(n, sizeof *scratch) : NULL;
	enum cml_status status = entries && (scratch || !radix) ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < n; i++)
		entries[i] = (struct entry){ordered_bits(keys[i]), i};
	const struct entry *sorted = entries;
	if (status == CML_OK && radix)
		sorted = sort_by_radix(entries, scratch, n);
	else if (status == CML_OK)
		sort_by_insertion(entries, n);
	for (size_t i = 0; status == CML_OK && i < n; i++)
		order[i] = sorted[i].index;
	free(entries);
	free(scratch);
	return status;
}
