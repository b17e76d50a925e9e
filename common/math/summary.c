#include "math/summary.h"

#include <assert.h>
#include <math.h>

/* Neumaier's summation: the low bits each addition loses are summed apart. */
struct sum {
	double total;
	double lost;
};

static void add(struct sum *sum, double value)
{
	double total = sum->total + value;
	if (fabs(sum->total) >= fabs(value))
		sum->lost += (sum->total - total) + value;
	else
		sum->lost += (value - total) + sum->total;
	sum->total = total;
}

double cml_mean(size_t n, const double *x)
{
	struct sum sum = {0, 0};
	for (size_t i = 0; i < n; i++)
		add(&sum, x[i]);
	return n > 0 ? (sum.total + sum.lost) / (double)n : NAN;
}

double cml_sd(size_t n, const double *x)
{
	if (n < 2)
		return NAN;
	double mean = cml_mean(n, x);
	struct sum squares = {0, 0}, rest = {0, 0};
	for (size_t i = 0; i < n; i++) {
		add(&squares, (x[i] - mean) * (x[i] - mean));
		add(&rest, x[i] - mean);
	}
	/* The rest is zero but for rounding of the mean. */
	double off = rest.total + rest.lost;
	double sum = squares.total + squares.lost - off * off / (double)n;
	return sqrt(fmax(sum, 0) / (double)(n - 1));
}

static void swap(double *a, double *b)
{
	double held = *a;
	*a = *b;
	*b = held;
}

/* Hoare's selection: afterwards x[k] is what a sort would put there, nothing
 * larger stands before it and nothing smaller behind. */
static void select_kth(size_t n, double *x, size_t k)
{
	size_t lo = 0, hi = n - 1;
	while (lo < hi) {
		double pivot = x[lo + (hi - lo) / 2];
		size_t i = lo, j = hi;
		for (;;) {
			while (x[i] < pivot)
				i++;
			while (x[j] > pivot)
				j--;
			if (i >= j)
				break;
			swap(&x[i++], &x[j--]);
		}
		if (i == j)
			i++;
		if (k < i && k > j)
			return;
		if (k <= j)
			hi = j;
		else
			lo = i;
	}
}

static double between(double below, double above, double share)
{
	return below + share * (above - below);
}

double cml_quantile(size_t n, double *x, double q)
{
	assert(q >= 0 && q <= 1);
	if (n == 0)
		return NAN;
	double at = q * (double)(n - 1);
	size_t k = (size_t)at;
	select_kth(n, x, k);
	if (k + 1 == n || at == (double)k)
		return x[k];
	double above = x[k + 1];
	for (size_t i = k + 2; i < n; i++)
		above = fmin(above, x[i]);
	return between(x[k], above, at - (double)k);
}

double cml_quantile_sorted(size_t n, const double *x, double q)
{
	assert(q >= 0 && q <= 1);
	if (n == 0)
		return NAN;
	double at = q * (double)(n - 1);
	size_t k = (size_t)at;
	return k + 1 == n ? x[k] : between(x[k], x[k + 1], at - (double)k);
}

double cml_median(size_t n, double *x)
{
	return cml_quantile(n, x, 0.5);
}

/* Heap sort of order by x: in place, no memory, no bad case. */
static void sort_by(const double *x, size_t *order, size_t n)
{
	for (size_t start = n / 2, end = n; end > 1;) {
		size_t item;
		if (start > 0) {
			item = order[--start];
		} else {
			item = order[--end];
			order[end] = order[0];
		}
		size_t at = start;
		for (size_t child = 2 * at + 1; child < end; child = 2 * at + 1) {
			if (child + 1 < end && x[order[child + 1]] > x[order[child]])
				child++;
			if (x[order[child]] <= x[item])
				break;
			order[at] = order[child];
			at = child;
		}
		order[at] = item;
	}
}

double cml_weighted_median(size_t n, const double *x, const double *weight, size_t *order)
{
	double total = 0, running = 0;
	for (size_t i = 0; i < n; i++) {
		order[i] = i;
		total += weight[i];
	}
	if (!(total > 0))
		return NAN;
	sort_by(x, order, n);
	for (size_t i = 0; i < n; i++) {
		running += weight[order[i]];
		if (running >= total / 2)
			return x[order[i]];
	}
	return x[order[n - 1]];
}
