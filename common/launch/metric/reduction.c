#include "launch/metric/reduction.h"

#include "base/number.h"
#include "math/summary.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define DEFAULT_TRIM 10.0

static const struct {
	const char *word;
	struct cml_reduction meaning;
} words[] = {
    {"last", {CML_REDUCE_LAST, 0}},
    {"first", {CML_REDUCE_FIRST, 0}},
    {"mean", {CML_REDUCE_MEAN, 0}},
    {"min", {CML_REDUCE_PERCENTILE, 0}},
    {"max", {CML_REDUCE_PERCENTILE, 100}},
    {"median", {CML_REDUCE_PERCENTILE, 50}},
    {"trimmed", {CML_REDUCE_TRIMMED, DEFAULT_TRIM}},
};

/* `prefix` and a number >= 0. */
static bool parse_percent(struct cml_slice word, const char *prefix, double *percent)
{
	return cml_slice_skip(&word, prefix) && word.size > 0 && word.data[0] >= '0' &&
	       word.data[0] <= '9' && cml_parse_double(word, percent);
}

enum cml_result cml_reduction_parse(struct cml_slice word, struct cml_reduction *reduction,
				    struct cml_error *err)
{
	char quoted[CML_QUOTE_SIZE], near[CML_SUGGESTION_SIZE];
	double percent;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (cml_slice_is(word, words[i].word)) {
			*reduction = words[i].meaning;
			return CML_OK;
		}
	}
	if (parse_percent(word, "trimmed", &percent) && percent < 50.0)
		*reduction = (struct cml_reduction){CML_REDUCE_TRIMMED, percent};
	else if (parse_percent(word, "p", &percent) && percent <= 100.0)
		*reduction = (struct cml_reduction){CML_REDUCE_PERCENTILE, percent};
	else
		return cml_fail(
		    err, CML_BAD_USAGE,
		    "no reduction: %s%s; there are last, first, min, max, mean, median, p0 to "
		    "p100, "
		    "and trimmed0 to trimmed49",
		    cml_text_quote(word, quoted, sizeof quoted),
		    cml_text_suggest(word, "last|first|mean|min|max|median|trimmed|p90", near));
	return CML_OK;
}

static int compare(const void *left, const void *right)
{
	double a = *(const double *)left;
	double b = *(const double *)right;

	return (a > b) - (a < b);
}

/* The place between order statistics comes from a remainder, which is exact for whole
 * percents: 17 readings of one decimal have a p90 of two. */
static double percentile(size_t n, const double *sorted, double percent)
{
	double position = (double)(n - 1) * percent;
	double beyond = fmod(position, 100.0) / 100.0;
	size_t below = (size_t)((position - fmod(position, 100.0)) / 100.0);

	return cml_quantile_sorted(below + 1 < n ? 2 : 1, sorted + below, beyond);
}

double cml_reduce(const struct cml_reduction *reduction, size_t n, double *x)
{
	size_t cut;

	if (n == 0)
		return NAN;
	switch (reduction->kind) {
	case CML_REDUCE_LAST:
		return x[n - 1];
	case CML_REDUCE_FIRST:
		return x[0];
	case CML_REDUCE_MEAN:
		return cml_mean(n, x);
	case CML_REDUCE_PERCENTILE:
		qsort(x, n, sizeof *x, compare);
		return percentile(n, x, reduction->amount);
	case CML_REDUCE_TRIMMED:
		qsort(x, n, sizeof *x, compare);
		cut = (size_t)((double)n * reduction->amount / 100.0);
		return cml_mean(n - 2 * cut, x + cut);
	}
	return NAN;
}
