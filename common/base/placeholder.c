#include "base/placeholder.h"

#include "base/memory.h"
#include "base/number.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAR 10                  /* times all others */
#define MIN_REPEATED 3          /* of a number that nobody writes for none */
#define MIN_OTHERS 2            /* beside a number that is written for none */
#define MAX_DISTINCT_PERCENT 10 /* of numbers that differ */
#define MAX_CODES 3             /* low ones, and high ones */
#define LEAST_NINES 9999
#define CAP_SHARE 20 /* one in so many */
#define CAP_TIMES 10 /* as many as any other number has, and others */
#define LEAST_ABSURD 1e30

static bool is_code(double value)
{
	static const double largest[] = {DBL_MAX, (double)FLT_MAX, INT_MAX, UINT_MAX,
					 (double)INT64_MAX};
	char digits[32];
	for (size_t i = 0; i < sizeof largest / sizeof *largest; i++)
		if (value == largest[i])
			return true;
	if (value < 1e15) {
		snprintf(digits, sizeof digits, "%.17g", value);
		if (value >= LEAST_NINES && digits[strspn(digits, "9")] == '\0')
			return true;
	}
	return value >= LEAST_ABSURD || (value >= 1e9 && value == pow(10, round(log10(value))));
}

static bool is_low_code(double value)
{
	return value == -1 || value == -99 || value == -999 || value == INT_MIN ||
	       value == (double)INT64_MIN || is_code(-value);
}

static void add(struct cml_placeholders *found, size_t n, double lo, double hi)
{
	found->items[found->n++] = (struct cml_placeholder){n, lo, hi};
}

/* How many of sorted[n] equal the first. */
static size_t count_equal(const double *sorted, size_t n)
{
	size_t n_equal = 0;
	while (n_equal < n && sorted[n_equal] == sorted[0])
		n_equal++;
	return n_equal;
}

/* Whether the n_low numbers of 0 or less are so few codes, each of which is added. */
static bool add_low_codes(const double *sorted, size_t n_low, size_t n,
			  struct cml_placeholders *found)
{
	struct cml_placeholders codes = {0};
	for (size_t i = 0, n_equal; i < n_low; i += n_equal) {
		n_equal = count_equal(sorted + i, n_low - i);
		bool is_last_zero = sorted[i] == 0 && codes.n > 0;
		if (codes.n == MAX_CODES || !(is_low_code(sorted[i]) || is_last_zero))
			return false;
		add(&codes, n_equal, sorted[i], sorted[i]);
	}
	if (codes.n == 0 || n_low + MIN_OTHERS > n)
		return false;
	*found = codes;
	return true;
}

static void find_low(const double *sorted, size_t n, struct cml_placeholders *found)
{
	size_t n_low = 0;
	while (n_low < n && sorted[n_low] <= 0)
		n_low++;
	if (n_low > 0) {
		bool is_one = sorted[0] == sorted[n_low - 1] && 2 * n_low < n;
		if (!add_low_codes(sorted, n_low, n, found) &&
		    (is_one || 100 * n_low <= MAX_DISTINCT_PERCENT * n))
			add(found, n_low, sorted[0], sorted[n_low - 1]);
		return;
	}
	size_t n_tiny = count_equal(sorted, n); /* 1e-9 */
	if (n_tiny >= MIN_REPEATED && 2 * n_tiny < n && sorted[0] * FAR <= sorted[n_tiny])
		add(found, n_tiny, sorted[0], sorted[0]);
}

/* Codes may be near each other: those above the last gap count. What is low is no other. */
static void find_high(const double *sorted, size_t n, struct cml_placeholders *found)
{
	size_t n_sure = found->n, n_low = 0;
	for (size_t i = 0; i < found->n; i++)
		n_low += found->items[i].n;
	for (size_t i = 0; i < MAX_CODES && n > 0 && sorted[n - 1] > 0; i++) {
		size_t n_equal = 1;
		double top = sorted[n - 1];
		while (n_equal < n && sorted[n - 1 - n_equal] == top)
			n_equal++;
		bool is_repeated = n_equal >= MIN_REPEATED && 2 * n_equal < n;
		if (n_equal + MIN_OTHERS > n - n_low || !(is_code(top) || is_repeated))
			break;
		n -= n_equal;
		add(found, n_equal, top, top);
		if (top / FAR >= fabs(sorted[n - 1]))
			n_sure = found->n;
	}
	found->n = n_sure;
}

/* What is known of y[n], ascending; how many. NULL: out of memory. */
static double *sort_known(size_t n, const double *y, size_t *n_known)
{
	double *sorted = cml_array_new(n, sizeof *sorted);
	*n_known = 0;
	for (size_t i = 0; sorted && i < n; i++)
		if (!isnan(y[i]))
			sorted[(*n_known)++] = y[i] + 0.0; /* -0 is 0 */
	if (sorted)
		qsort(sorted, *n_known, sizeof *sorted, cml_compare_doubles);
	return sorted;
}

enum cml_result cml_placeholders_find(size_t n, const double *y, struct cml_placeholders *found,
				      struct cml_error *err)
{
	size_t n_known;
	AUTOFREE double *sorted = sort_known(n, y, &n_known);
	*found = (struct cml_placeholders){0};
	if (!sorted)
		return cml_fail_memory(err);
	find_low(sorted, n_known, found);
	find_high(sorted, n_known, found);
	return CML_OK;
}

enum cml_result cml_cap_find(size_t n, const double *y, struct cml_cap *cap, struct cml_error *err)
{
	size_t n_known, n_second = 0;
	AUTOFREE double *sorted = sort_known(n, y, &n_known);
	*cap = (struct cml_cap){0};
	if (!sorted)
		return cml_fail_memory(err);
	for (size_t i = 0, n_equal; i < n_known; i += n_equal) {
		n_equal = count_equal(sorted + i, n_known - i);
		if (n_equal <= cap->n) {
			n_second = n_equal > n_second ? n_equal : n_second;
			continue;
		}
		n_second = cap->n;
		*cap = (struct cml_cap){n_equal, sorted[i], i > 0};
	}
	bool is_end = n_known > 0 && (cap->at == sorted[0] || cap->at == sorted[n_known - 1]);
	if (!is_end || cap->n < CAP_TIMES * n_second || CAP_SHARE * cap->n < n_known ||
	    cap->n < CAP_TIMES || n_known - cap->n < CAP_TIMES)
		cap->n = 0;
	return CML_OK;
}

bool cml_placeholders_have(const struct cml_placeholders *found, double y)
{
	for (size_t i = 0; i < found->n; i++)
		if (found->items[i].lo == found->items[i].hi && y == found->items[i].lo)
			return true;
	return false;
}

bool cml_placeholders_have_code(const struct cml_placeholders *found, double y)
{
	return (y < 0 || y >= LEAST_NINES) && cml_placeholders_have(found, y);
}
