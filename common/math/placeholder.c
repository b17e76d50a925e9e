/* Part of unit_outlier.h. */
#include "math/unit_outlier.h"

#include "base/memory.h"
#include "base/number.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAR 10         /* times all others */
#define MIN_REPEATED 3 /* of a number that nobody writes for none */
#define MAX_PERCENT 10 /* of numbers that differ */

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
		if (value >= 9999 && digits[strspn(digits, "9")] == '\0')
			return true;
	}
	return value >= 1e9 && value == pow(10, round(log10(value)));
}

enum cml_result cml_placeholders_find(size_t n, const double *y, struct cml_placeholder *low,
				      struct cml_placeholder *high, struct cml_error *err)
{
	double *sorted = cml_array_new(n, sizeof *sorted);
	size_t n_known = 0, n_low = 0, n_high = 0;
	*low = *high = (struct cml_placeholder){0};
	if (!sorted)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		if (!isnan(y[i]))
			sorted[n_known++] = y[i] + 0.0; /* -0 is 0 */
	qsort(sorted, n_known, sizeof *sorted, cml_compare_doubles);
	while (n_low < n_known && sorted[n_low] <= 0)
		n_low++;
	bool is_tiny = n_low == 0; /* 1e-9 */
	while (is_tiny && n_low < n_known && sorted[n_low] == sorted[0])
		n_low++;
	if (is_tiny &&
	    (n_low < MIN_REPEATED || n_low == n_known || sorted[0] * FAR > sorted[n_low]))
		n_low = 0;
	bool is_one = n_low > 0 && sorted[0] == sorted[n_low - 1] && 2 * n_low < n_known;
	if (n_low > 0 && (is_one || 100 * n_low <= MAX_PERCENT * n_known))
		*low = (struct cml_placeholder){n_low, sorted[0], sorted[n_low - 1]};
	while (n_high < n_known && sorted[n_known - 1 - n_high] == sorted[n_known - 1])
		n_high++;
	double top = 2 * n_high < n_known ? sorted[n_known - 1] : 0;
	if (top > 0 && top / FAR >= fabs(sorted[n_known - 1 - n_high]) &&
	    (n_high >= MIN_REPEATED || is_code(top)))
		*high = (struct cml_placeholder){n_high, top, top};
	free(sorted);
	return CML_OK;
}
