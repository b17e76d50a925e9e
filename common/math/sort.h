/* Sorting numbers by index, stable and the same on every machine. */
#ifndef CML_MATH_SORT_H
#define CML_MATH_SORT_H

#include "base/error.h"

#include <string.h>

/* Sorting pairs of 64-bit words: used by cml_sort_order and Kendall's
 * tau. */

struct cml_pair {
	uint64_t key;
	uint64_t value;
};

/* The bits of x in an order of unsigned words: a < b as doubles gives a smaller
 * key, -0 and 0 share one, and every NaN has the largest, UINT64_MAX.
 * Source: M. Herf, "Radix tricks", 2001 (flip all bits of a negative number,
 * the sign bit of others). */
static inline uint64_t cml_pair_key(double x)
{
	uint64_t bits;
	uint64_t negative;

	if (x != x)
		return UINT64_MAX;
	x += 0.0; /* -0 becomes 0 */
	memcpy(&bits, &x, sizeof bits);
	negative = -(bits >> 63);
	return bits ^ (negative | UINT64_C(1) << 63);
}

/* Sorts pairs[n] ascending by key, and by value where keys are equal. scratch holds n pairs too.
 * O(n) when keys are spread out, O(n log n) at worst. Allocates nothing.
 * Source: radix sort from the leading bits, P. M. McIlroy, K. Bostic, M. D. McIlroy, "Engineering
 * radix sort", Computing Systems 6, 1993; with insertion sort for the last few. */
void cml_pair_sort(size_t n, struct cml_pair *pairs, struct cml_pair *scratch);

/* The pairs of keys of x[n] and y[n] (y NULL: of x and the index), sorted; *sorted is to be freed,
 * after an error, too. Needs 2 n words of memory, and those of as many more pairs as share the
 * leading bits of x. */
enum cml_result cml_sort_pairs(size_t n, const double *x, const double *y, struct cml_pair **sorted,
			       struct cml_error *err);

/* order[n] becomes the permutation that puts keys in ascending order; equal
 * keys keep their order; NaN comes last. -0 equals 0. Cost and memory as for cml_sort_pairs. */
enum cml_result cml_sort_order(size_t n, const double *keys, size_t *order, struct cml_error *err);

#endif
