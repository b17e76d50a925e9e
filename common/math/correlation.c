#include "math/correlation.h"

#include "base/memory.h"
#include "math/sort.h"
#include "math/summary.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Up to this length insertion beats merging. */
#define INSERTION_RUN 16

/* Pairs among n, exactly, without an overflow before the division. */
static uint64_t n_pairs(uint64_t n)
{
	return n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n;
}

/* Sorts a run and returns the inversions it had: exchanges of neighbours. */
static uint64_t sort_run(uint32_t *run, size_t n)
{
	uint64_t inversions = 0;
	for (size_t i = 1; i < n; i++) {
		uint32_t value = run[i];
		size_t at = i;
		for (; at > 0 && run[at - 1] > value; at--)
			run[at] = run[at - 1];
		run[at] = value;
		inversions += i - at;
	}
	return inversions;
}

/* Merges two sorted neighbours into out. Each value taken from the right one
 * was behind all that are still left in the left one. */
static uint64_t merge_runs(const uint32_t *left, size_t n_left, const uint32_t *right, size_t n_right,
                           uint32_t *out)
{
	uint64_t inversions = 0;
	size_t i = 0, j = 0;
	while (i < n_left && j < n_right) {
		size_t from_right = left[i] > right[j];
		*out++ = from_right ? right[j] : left[i];
		inversions += from_right ? n_left - i : 0;
		j += from_right;
		i += 1 - from_right;
	}
	memcpy(out, left + i, (n_left - i) * sizeof *out);
	memcpy(out + (n_left - i), right + j, (n_right - j) * sizeof *out);
	return inversions;
}

/* Number of i < j with values[i] > values[j]; values end up sorted in one of
 * the two arrays. */
static uint64_t count_inversions(uint32_t *values, uint32_t *scratch, size_t n)
{
	uint64_t inversions = 0;
	for (size_t at = 0; at < n; at += INSERTION_RUN)
		inversions += sort_run(values + at, n - at < INSERTION_RUN ? n - at : INSERTION_RUN);
	for (size_t width = INSERTION_RUN; width < n; width *= 2) {
		for (size_t at = 0; at < n; at += 2 * width) {
			size_t n_left = n - at < width ? n - at : width;
			size_t n_right = n - at - n_left < width ? n - at - n_left : width;
			inversions +=
			    merge_runs(values + at, n_left, values + at + n_left, n_right, scratch + at);
		}
		uint32_t *held = values;
		values = scratch;
		scratch = held;
	}
	return inversions;
}

/* Dense ranks of x from 0, and the number of pairs that are tied in it. */
static uint64_t dense_ranks(size_t n, const double *x, const size_t *order, uint32_t *ranks)
{
	uint64_t tied = 0;
	uint32_t rank = 0;
	for (size_t i = 0, first = 0; i < n; i++) {
		if (i > 0 && x[order[i]] != x[order[i - 1]]) {
			rank++;
			first = i;
		}
		tied += i - first;
		ranks[order[i]] = rank;
	}
	return tied;
}

/* What tau-b is made of. */
struct pair_counts {
	uint64_t all, tied_x, tied_y, tied_both, discordant;
};

/* y_ranks in the order of (x, y): discordant pairs are its inversions, because
 * pairs tied in x stand in ascending y and give none. */
static void count_pairs(size_t n, const uint32_t *x_ranks, const uint32_t *y_ranks, const size_t *order,
                        uint32_t *sequence, uint32_t *scratch, struct pair_counts *counts)
{
	counts->tied_both = 0;
	for (size_t i = 0, first = 0; i < n; i++) {
		sequence[i] = y_ranks[order[i]];
		if (i > 0 && (sequence[i] != sequence[i - 1] || x_ranks[order[i]] != x_ranks[order[i - 1]]))
			first = i;
		counts->tied_both += i - first;
	}
	counts->all = n_pairs(n);
	counts->discordant = count_inversions(sequence, scratch, n);
}

static double tau_of(const struct pair_counts *counts)
{
	double x_untied = (double)(counts->all - counts->tied_x);
	double y_untied = (double)(counts->all - counts->tied_y);
	if (x_untied == 0 || y_untied == 0)
		return NAN;
	/* Concordant minus discordant; concordant is what is left of all pairs. */
	double surplus = (double)counts->all - (double)counts->tied_x - (double)counts->tied_y +
	                 (double)counts->tied_both - 2 * (double)counts->discordant;
	double tau = surplus / sqrt(x_untied) / sqrt(y_untied);
	return fmax(-1, fmin(1, tau));
}

struct kendall_memory {
	size_t *order;
	double *keys;
	uint32_t *x_ranks, *y_ranks, *sequence, *scratch;
};

static enum cml_status kendall(size_t n, const double *x, const double *y, struct kendall_memory *memory,
                               double *tau, struct cml_error *err)
{
	struct pair_counts counts;
	enum cml_status status = cml_sort_order(n, x, memory->order, err);
	if (status != CML_OK)
		return status;
	counts.tied_x = dense_ranks(n, x, memory->order, memory->x_ranks);
	status = cml_sort_order(n, y, memory->order, err);
	if (status != CML_OK)
		return status;
	counts.tied_y = dense_ranks(n, y, memory->order, memory->y_ranks);
	/* Both ranks in one whole number below 2^64; as a double it would lose bits,
	 * so order by y first and then, stably, by x. */
	for (size_t i = 0; i < n; i++)
		memory->keys[i] = (double)memory->x_ranks[memory->order[i]];
	size_t *by_x = cml_array_new(n, sizeof *by_x);
	if (!by_x)
		return cml_fail_memory(err);
	status = cml_sort_order(n, memory->keys, by_x, err);
	for (size_t i = 0; status == CML_OK && i < n; i++)
		by_x[i] = memory->order[by_x[i]];
	if (status == CML_OK) {
		count_pairs(n, memory->x_ranks, memory->y_ranks, by_x, memory->sequence, memory->scratch,
		            &counts);
		*tau = tau_of(&counts);
	}
	free(by_x);
	return status;
}

enum cml_status cml_kendall_tau_b(size_t n, const double *x, const double *y, double *tau,
                                  struct cml_error *err)
{
	if (n < 2) {
		*tau = NAN;
		return CML_OK;
	}
	if (n > UINT32_MAX)
		return cml_fail(err, CML_BAD_USAGE, "rank correlation of more than 2^32 - 1 rows");
	struct kendall_memory memory = {
	    .order = cml_array_new(n, sizeof *memory.order),
	    .keys = cml_array_new(n, sizeof *memory.keys),
	    .x_ranks = cml_array_new(n, sizeof *memory.x_ranks),
	    .y_ranks = cml_array_new(n, sizeof *memory.y_ranks),
	    .sequence = cml_array_new(n, sizeof *memory.sequence),
	    .scratch = cml_array_new(n, sizeof *memory.scratch),
	};
	bool got = memory.order && memory.keys && memory.x_ranks && memory.y_ranks && memory.sequence &&
	           memory.scratch;
	enum cml_status status = got ? kendall(n, x, y, &memory, tau, err) : cml_fail_memory(err);
	free(memory.order);
	free(memory.keys);
	free(memory.x_ranks);
	free(memory.y_ranks);
	free(memory.sequence);
	free(memory.scratch);
	return status;
}

double cml_kendall_tau_b_pairs(size_t n, const double *x, const double *y)
{
	int64_t surplus = 0;
	uint64_t tied_x = 0, tied_y = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++) {
			int by_x = (x[i] > x[j]) - (x[i] < x[j]);
			int by_y = (y[i] > y[j]) - (y[i] < y[j]);
			surplus += by_x * by_y;
			tied_x += by_x == 0;
			tied_y += by_y == 0;
		}
	double x_untied = (double)(n_pairs(n) - tied_x), y_untied = (double)(n_pairs(n) - tied_y);
	if (n < 2 || x_untied == 0 || y_untied == 0)
		return NAN;
	return (double)surplus / sqrt(x_untied) / sqrt(y_untied);
}

double cml_pearson(size_t n, const double *x, const double *y)
{
	if (n < 2)
		return NAN;
	double x_mean = cml_mean(n, x), y_mean = cml_mean(n, y);
	double xx = 0, yy = 0, xy = 0;
	for (size_t i = 0; i < n; i++) {
		xx += (x[i] - x_mean) * (x[i] - x_mean);
		yy += (y[i] - y_mean) * (y[i] - y_mean);
		xy += (x[i] - x_mean) * (y[i] - y_mean);
	}
	if (xx == 0 || yy == 0)
		return NAN;
	return fmax(-1, fmin(1, xy / sqrt(xx) / sqrt(yy)));
}

enum cml_status cml_ranks(size_t n, const double *x, double *ranks, struct cml_error *err)
{
	size_t *order = cml_array_new(n, sizeof *order);
	enum cml_status status = order ? cml_sort_order(n, x, order, err) : cml_fail_memory(err);
	for (size_t first = 0, end; status == CML_OK && first < n; first = end) {
		end = first + 1;
		while (end < n && x[order[end]] == x[order[first]])
			end++;
		for (size_t i = first; i < end; i++)
			ranks[order[i]] = (double)(first + end + 1) / 2;
	}
	free(order);
	return status;
}

enum cml_status cml_spearman(size_t n, const double *x, const double *y, double *rho,
                             struct cml_error *err)
{
	double *x_ranks = cml_array_new(n, sizeof *x_ranks);
	double *y_ranks = cml_array_new(n, sizeof *y_ranks);
	enum cml_status status = x_ranks && y_ranks ? cml_ranks(n, x, x_ranks, err) : cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_ranks(n, y, y_ranks, err);
	if (status == CML_OK)
		*rho = cml_pearson(n, x_ranks, y_ranks);
	free(x_ranks);
	free(y_ranks);
	return status;
}
