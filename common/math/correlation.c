#include "math/correlation.h"

#include "base/memory.h"
#include "math/sort.h"
#include "math/summary.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
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

/* Pairs among n things. */
static uint64_t n_pairs(uint64_t n)
{
	return n % 2 == 0 ? n / 2 * (n - 1) : n * ((n - 1) / 2);
}

/* What of the pairs of rows is tied. */
struct ties {
	uint64_t in_x;
	uint64_t in_y;
	uint64_t in_both;
};

/* Concordant less discordant pairs over the geometric mean of the pairs that
 * are not tied in x, and in y. */
static double tau_b(size_t n, const struct ties *ties, uint64_t n_discordant)
{
	uint64_t all = n_pairs(n);
	/* Pairs tied in x or y are neither; those tied in both went out twice. */
	uint64_t untied = all - ties->in_x - ties->in_y + ties->in_both;
	double difference = (double)(int64_t)(untied - 2 * n_discordant);
	double tau;

	if (n < 2 || ties->in_x == all || ties->in_y == all)
		return NAN;
	if (ties->in_x == ties->in_y) /* so that a perfect order is exactly 1 */
		tau = difference / (double)(all - ties->in_x);
	else
		tau = difference / sqrt((double)(all - ties->in_x)) /
		      sqrt((double)(all - ties->in_y));
	return fmax(-1.0, fmin(1.0, tau));
}

/* pairs are in order of x, then y. */
static void count_ties_of_pairs(size_t n, const struct cml_pair *pairs, struct ties *ties)
{
	for (size_t i = 1, same_x = 0, same_both = 0; i < n; i++) {
		bool tied = pairs[i].key == pairs[i - 1].key;

		/* The word that makes a run one longer is tied with all before it. */
		same_x = tied ? same_x + 1 : 0;
		same_both = tied && pairs[i].value == pairs[i - 1].value ? same_both + 1 : 0;
		ties->in_x += same_x;
		ties->in_both += same_both;
	}
}

static uint64_t count_ties(size_t n, const uint64_t *sorted)
{
	uint64_t n_tied = 0;

	for (size_t i = 1, same = 0; i < n; i++) {
		same = sorted[i] == sorted[i - 1] ? same + 1 : 0;
		n_tied += same;
	}
	return n_tied;
}

/* The words of y take the first half of the place of the sorted pairs, the scratch of the count
 * the other. Rows with equal x are in order of y and so add no inversions. */
enum cml_result cml_kendall_tau_b(size_t n, const double *x, const double *y, double *tau,
				  struct cml_error *err)
{
	struct ties ties = {0};
	AUTOFREE struct cml_pair *pairs = NULL;

	if (cml_sort_pairs(n, x, y, &pairs, err) != CML_OK)
		return err->status;
	count_ties_of_pairs(n, pairs, &ties);
	uint64_t *words = &pairs->key;
	for (size_t i = 0; i < n; i++) {
		assert(isfinite(x[i]) && isfinite(y[i]));
		words[i] = pairs[i].value;
	}
	uint64_t n_discordant = cml_count_inversions(n, words, words + n);
	ties.in_y = count_ties(n, words);
	*tau = tau_b(n, &ties, n_discordant);
	return CML_OK;
}

double cml_pearson(size_t n, const double *x, const double *y)
{
	double x_mean = cml_mean(n, x);
	double y_mean = cml_mean(n, y);
	double x_sd = cml_sd(n, x);
	double y_sd = cml_sd(n, y);
	double x_sum = 0.0;
	double y_sum = 0.0;
	double xx = 0.0;
	double yy = 0.0;
	double xy = 0.0;
	double r;

	if (n < 2 || x_sd == 0.0 || y_sd == 0.0)
		return NAN;
	/* In units of the spread, so that nothing overflows or vanishes. */
	for (size_t i = 0; i < n; i++) {
		double x_away = (x[i] - x_mean) / x_sd;
		double y_away = (y[i] - y_mean) / y_sd;

		x_sum += x_away;
		y_sum += y_away;
		xx += x_away * x_away;
		yy += y_away * y_away;
		xy += x_away * y_away;
	}
	/* The sums would be 0 if the means were exact. */
	xx -= x_sum * (x_sum / (double)n);
	yy -= y_sum * (y_sum / (double)n);
	xy -= x_sum * (y_sum / (double)n);
	r = xy / sqrt(xx * yy);
	return isnan(r) ? r : fmax(-1.0, fmin(1.0, r)); /* fmin drops a NaN */
}

enum cml_result cml_ranks(size_t n, const double *x, double *ranks, struct cml_error *err)
{
	AUTOFREE struct cml_pair *sorted = NULL;

	if (cml_sort_pairs(n, x, NULL, &sorted, err) != CML_OK)
		return err->status;
	for (size_t start = 0, end; start < n; start = end) {
		double rank;

		assert(isfinite(x[sorted[start].value]));
		for (end = start + 1; end < n && sorted[end].key == sorted[start].key; end++)
			;
		/* The mean of start + 1, ..., end. */
		rank = ((double)start + 1.0 + (double)end) / 2.0;
		for (size_t i = start; i < end; i++)
			ranks[sorted[i].value] = rank;
	}
	return CML_OK;
}

enum cml_result cml_spearman(size_t n, const double *x, const double *y, double *rho,
			     struct cml_error *err)
{
	AUTOFREE double *ranks = cml_array_new(n, 2 * sizeof *ranks);

	if (!ranks)
		return cml_fail_memory(err);
	if (cml_ranks(n, x, ranks, err) != CML_OK || cml_ranks(n, y, ranks + n, err) != CML_OK)
		return err->status;
	*rho = cml_pearson(n, ranks, ranks + n);
	return CML_OK;
}

/* By the sum of the ranks with label 1, which is exact: halves of whole numbers. */
enum cml_result cml_auc(size_t n, const double *x, const double *labels, double *auc,
			struct cml_error *err)
{
	double n_ones = 0.0;
	double sum = 0.0;
	AUTOFREE double *ranks = cml_array_new(n, sizeof *ranks);

	if (!ranks)
		return cml_fail_memory(err);
	if (cml_ranks(n, x, ranks, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < n; i++) {
		n_ones += labels[i];
		sum += labels[i] * ranks[i];
	}
	/* 0 / 0 where one of the two is missing. */
	*auc = (sum - n_ones * (n_ones + 1.0) / 2.0) / (n_ones * ((double)n - n_ones));
	return CML_OK;
}
