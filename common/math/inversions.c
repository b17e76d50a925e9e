/* How far a sequence is from being in order. Part of correlation.h. */
#include "math/correlation.h"

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

/* What n_taken words of one run leapt over, of the n_other words of the other
 * run, when they came out in the course of n_steps steps; sum is the number
 * taken before each step, summed over the steps. With word r (from 0) taken in
 * step t(r), it leapt over n_other - (t(r) - r) words, and
 * sum = sum over r of (n_steps - 1 - t(r)). So the loop of the merge has one
 * addition to do and no choice to make. */
static uint64_t n_leaps(uint64_t n_other, uint64_t n_steps, uint64_t n_taken, uint64_t sum)
{
	return n_taken * n_other + n_taken * (n_taken - 1) / 2 - (n_taken * (n_steps - 1) - sum);
}

/* Merges two runs, the left as long as the right or longer by one, from both
 * ends at once: as many steps from each end as the right run is long can never
 * leave a run, so that the loop needs neither bounds nor branches, and its two
 * halves do not wait for each other. */
static uint64_t merge(const uint64_t *restrict left, size_t n_left, const uint64_t *restrict right,
		      size_t n_right, uint64_t *restrict merged)
{
	const uint64_t *left_last = left + n_left - 1;
	const uint64_t *right_last = right + n_right - 1;
	uint64_t *merged_last = merged + n_left + n_right - 1;
	size_t front = 0; /* right words taken from the front */
	size_t back = 0;  /* left words taken from the back */
	uint64_t front_sum = 0;
	uint64_t back_sum = 0;

	for (size_t k = 0; k < n_right; k++) {
		uint64_t low_left = left[k - front];
		uint64_t low_right = right[front];
		uint64_t high_left = *(left_last - back);
		uint64_t high_right = *(right_last - (k - back));

		front_sum += front;
		back_sum += back;
		merged[k] = low_right < low_left ? low_right : low_left;
		front += low_right < low_left;
		*(merged_last - k) = high_left > high_right ? high_left : high_right;
		back += high_left > high_right;
	}
	if (n_left > n_right) /* one word is left, in the middle */
		merged[n_right] =
		    n_right - front < n_left - back ? left[n_right - front] : right[front];
	/* Each left word from the back leapt over each right word from the front:
	 * both sides have counted that. */
	return n_leaps(n_left, n_right, front, front_sum) +
	       n_leaps(n_right, n_right, back, back_sum) - front * back;
}

/* Sorts words into themselves, or into scratch. Depth first, so that the lower
 * merges find their words in the cache. */
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
