#include "learn/predictor/summary_line.h"

#include "base/number.h"

#include <math.h>

bool cml_summary_put(struct cml_buffer *summary, const char *name, double value)
{
	char number[CML_NUMBER_SIZE];
	if (!isfinite(value))
		return true;
	/* Counts stay whole. */
	cml_print_double(value == floor(value) ? value : cml_round_known(value, NAN), number);
	return cml_buffer_printf(summary, "%s=%s\n", name, number);
}

#define MAX_NAMED 15

/* Whether feature a is to be named before b: by amount, equal ones in order. */
static bool is_named_before(const double *amounts, size_t a, size_t b)
{
	return amounts[a] > amounts[b] || (a < b && amounts[a] == amounts[b]);
}

/* The first feature to be named after `after` (n: the first of all); n when
 * there is none above 0. */
static size_t next_feature(size_t n, const double *amounts, size_t after)
{
	size_t best = n;
	for (size_t f = 0; f < n; f++) {
		bool follows = after >= n || is_named_before(amounts, after, f);
		if (follows && amounts[f] > 0 && (best >= n || is_named_before(amounts, f, best)))
			best = f;
	}
	return best;
}

bool cml_feature_fractions_put(struct cml_buffer *text, const char *heading, size_t n,
			       const double *amounts, const char *const *feature_names)
{
	double total = 0;
	for (size_t f = 0; f < n; f++)
		total += amounts[f];
	size_t f = next_feature(n, amounts, n);
	bool ok = f >= n || cml_buffer_printf(text, "%s\n", heading);
	for (size_t i = 0; ok && i < MAX_NAMED && f < n; i++) {
		ok = cml_buffer_printf(text, "  %6.2f %%  %s\n", 100 * (amounts[f] / total),
				       feature_names[f]);
		f = next_feature(n, amounts, f);
	}
	return ok;
}
