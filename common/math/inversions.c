#include "math/inversions.h"

#include <stdbool.h>
#include <string.h>

enum { INSERTION_MAX = 12 };

static uint64_t insertion_sort(size_t n, uint64_t *words)
{
	uint64_t n_inversions = 0;

	for (size_t i = 1; i < n; i++) {
		uint64_t moved = words[i];
		size_t j = i;

		for (; j > 0 && moved < words[j - 1]; j--)
			words[j] = words[j - 1];
		words[j] = moved;
		n_inversions += i - j;
	}
	return n_inversions;
}

/* Merges two runs, the left as long as the right or longer by one, from both
 * ends at once: as many steps from each end as the right run is long can never
 * leave a run, so that the loop needs neither bounds nor branches, and its two
 * halves do not wait for each other. */
static uint64_t merge(const uint64_t *left, size_t n_left, const uint64_t *right, size_t n_right,
                      uint64_t *merged)
{
	size_t i = 0;
	size_t j = 0;
	size_t last_i = n_left - 1;
	size_t last_j = n_right - 1;
	uint64_t n_front = 0; /* pairs whose right word came out in the front half */
	uint64_t n_back = 0;  /* pairs whose left word came out in the back half */

	for (size_t k = 0; k < n_right; k++) {
		bool from_right = right[j] < left[i];
		bool from_left = left[last_i] > right[last_j];

		merged[k] = from_right ? right[j] : left[i];
		n_front += (n_left - i) & -(uint64_t)from_right;
		j += from_right;
		i += !from_right;
		merged[n_left + n_right - 1 - k] = from_left ? left[last_i] : right[last_j];
		n_back += (last_j + 1) & -(uint64_t)from_left;
		last_i -= from_left;
		last_j -= !from_left;
	}
	/* The indexes may have wrapped below 0, their differences are right. */
	if (n_left > n_right)
		merged[n_right] = last_i - i == 0 ? left[i] : right[j];
	/* Left words of the back half were counted against all right words before
	 * them, those of the front half among them for the second time. */
	return n_front + n_back - (n_left - 1 - last_i) * j;
}

/* Sorts words into themselves, or into scratch. */
static uint64_t sort(size_t n, uint64_t *words, uint64_t *scratch, bool into_scratch)
{
	size_t n_right = n / 2;
	size_t n_left = n - n_right;
	uint64_t n_inversions;

	if (n <= INSERTION_MAX) {
		n_inversions = insertion_sort(n, words);
		if (into_scratch)
			memcpy(scratch, words, n * sizeof *words);
		return n_inversions;
	}
	n_inversions = sort(n_left, words, scratch, !into_scratch);
	n_inversions += sort(n_right, words + n_left, scratch + n_left, !into_scratch);
	if (into_scratch)
		n_inversions += merge(words, n_left, words + n_left, n_right, scratch);
	else
		n_inversions += merge(scratch, n_left, scratch + n_left, n_right, words);
	return n_inversions;
}

uint64_t cml_count_inversions(size_t n, uint64_t *words, uint64_t *scratch)
{
	return sort(n, words, scratch, false);
}
