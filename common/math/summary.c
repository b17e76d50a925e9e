#include "math/summary.h"

#include "base/number.h"
#include "base/random.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* The sum of scale * x[i].
 * Source: A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation
 * endlicher Summen", ZAMM 54, 1974. */
static double compensated_sum(size_t n, const double *x, double scale)
{
	double sum = 0.0;
	double lost = 0.0;

	for (size_t i = 0; i < n; i++) {
		double term = scale * x[i];
		double next = sum + term;

		lost += fabs(sum) >= fabs(term) ? (sum - next) + term : (term - next) + sum;
		sum = next;
	}
	return sum + lost;
}

size_t cml_drop_nan(size_t n, double *x)
{
	size_t n_kept = 0;

	for (size_t i = 0; i < n; i++)
		if (!isnan(x[i]))
			x[n_kept++] = x[i];
	return n_kept;
}

double cml_mean(size_t n, const double *x)
{
	double sum = compensated_sum(n, x, 1.0);

	if (n == 0)
		return NAN;
	if (!isfinite(sum)) /* the sum may be too large where the mean is not */
		return compensated_sum(n, x, 0x1p-64) / (double)n * 0x1p64;
	return sum / (double)n;
}

/* A power of 2 that brings numbers up to largest (> 0) near 1, so that their
 * squares neither overflow nor vanish, and costs no accuracy. */
static double unit_scale(double largest)
{
	int exponent = isfinite(largest) ? ilogb(largest) : 1000;

	/* 2^1074, for the smallest of all numbers, is no double. */
	return ldexp(1.0, exponent < -1000 ? 1000 : exponent > 1000 ? -1000 : -exponent);
}

double cml_sd(size_t n, const double *x)
{
	double mean = cml_mean(n, x);
	double min = INFINITY;
	double largest = -INFINITY;
	double sum = 0.0;
	double sum_of_squares = 0.0;
	double scale;

	if (n < 2)
		return NAN;
	for (size_t i = 0; i < n; i++) {
		min = fmin(min, x[i]);
		largest = fmax(largest, x[i]);
	}
	if (min == largest) /* exactly, although the mean may be rounded */
		return 0.0;
	scale = unit_scale(fmax(largest - mean, mean - min));
	for (size_t i = 0; i < n; i++) {
		double away = (x[i] - mean) * scale;

		sum += away;
		sum_of_squares += away * away;
	}
	/* The sum would be 0 if the mean were exact. */
	sum_of_squares -= sum * (sum / (double)n);
	return sqrt(sum_of_squares / (double)(n - 1)) / scale;
}

static double median_of_three(double a, double b, double c)
{
	return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/* Reorders x so that x[k] is where sorting would put it, nothing before it is
 * larger and nothing after it smaller. Pivots are drawn at random, so that no
 * order of the data makes it slow; the result does not depend on them.
 * Source: C. A. R. Hoare, "Algorithm 65: find", CACM 4, 1961. */
static void select_kth(size_t n, double *x, size_t k)
{
	struct cml_random random;
	ptrdiff_t wanted = (ptrdiff_t)k;
	ptrdiff_t first = 0;
	ptrdiff_t last = (ptrdiff_t)n - 1;

	cml_random_init(&random, n, k);
	while (first < last) {
		double *part = x + first;
		uint64_t size = (uint64_t)(last - first + 1);
		double pivot = median_of_three(part[cml_random_below(&random, size)],
					       part[cml_random_below(&random, size)],
					       part[cml_random_below(&random, size)]);
		ptrdiff_t i = first;
		ptrdiff_t j = last;

		while (i <= j) {
			while (x[i] < pivot)
				i++;
			while (pivot < x[j])
				j--;
			if (i <= j) {
				double swapped = x[i];

				x[i++] = x[j];
				x[j--] = swapped;
			}
		}
		if (wanted <= j)
			last = j;
		else if (wanted >= i)
			first = i;
		else
			return;
	}
}

/* Where quantile q of n numbers lies: at order statistic `below` (0-based), and
 * the part `fraction` of the way to the next. */
struct position {
	size_t below;
	double fraction;
};

static struct position position_of(size_t n, double q)
{
	double position = (double)(n - 1) * q;
	double whole = floor(position);

	assert(q >= 0.0 && q <= 1.0);
	return (struct position){(size_t)whole, position - whole};
}

static double between(double low, double high, double fraction)
{
	double step = high - low;

	if (low == high || fraction == 0.0)
		return low;
	if (!isfinite(step))
		return (1.0 - fraction) * low + fraction * high;
	/* From the nearer end: never past the other one. */
	return fraction < 0.5 ? low + step * fraction : high - step * (1.0 - fraction);
}

double cml_quantile(size_t n, double *x, double q)
{
	struct position position;
	double next = INFINITY;

	if (n == 0)
		return NAN;
	position = position_of(n, q);
	select_kth(n, x, position.below);
	if (position.fraction == 0.0)
		return x[position.below];
	for (size_t i = position.below + 1; i < n; i++)
		next = fmin(next, x[i]);
	return between(x[position.below], next, position.fraction);
}

double cml_quantile_sorted(size_t n, const double *x, double q)
{
	struct position position;

	if (n == 0)
		return NAN;
	position = position_of(n, q);
	if (position.fraction == 0.0)
		return x[position.below];
	return between(x[position.below], x[position.below + 1], position.fraction);
}

double cml_median(size_t n, double *x)
{
	return cml_quantile(n, x, 0.5);
}

static bool is_central(double min, double median, double max)
{
	return fabs((median - min) / (max - min) - 0.5) <= 0.25;
}

bool cml_is_even(double min, double median, double max)
{
	return is_central(min, median, max) && !is_central(log(min), log(median), log(max));
}

static int compare_weighted(const void *a, const void *b)
{
	const struct cml_weighted *x = a, *y = b;
	return cml_compare_doubles(&x->value, &y->value);
}

double cml_weighted_quantile(struct cml_weighted *items, size_t n, double q)
{
	double total = 0, running = 0;
	size_t i = 0;
	qsort(items, n, sizeof *items, compare_weighted);
	for (size_t k = 0; k < n; k++)
		total += items[k].weight;
	while (i + 1 < n && (running += items[i].weight) < q * total)
		i++;
	return items[i].value;
}
