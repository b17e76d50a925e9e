#include "launch/metric/reduction.h"

#include "base/number.h"
#include "math/summary.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static const struct {
	const char *word;
	struct cml_reduction meaning;
} words[] = {
    {"last", {CML_REDUCE_LAST, 0}},        {"first", {CML_REDUCE_FIRST, 0}},
    {"mean", {CML_REDUCE_MEAN, 0}},        {"min", {CML_REDUCE_PERCENTILE, 0}},
    {"max", {CML_REDUCE_PERCENTILE, 100}}, {"median", {CML_REDUCE_PERCENTILE, 50}},
};

static bool parse_percentile(struct cml_slice word, double *percent)
{
	return cml_slice_skip(&word, "p") && word.size > 0 && word.data[0] >= '0' &&
	       word.data[0] <= '9' && cml_parse_double(word, percent) && *percent <= 100;
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
	if (!parse_percentile(word, &percent))
		return cml_fail(err, CML_BAD_USAGE,
				"no reduction: %s%s; there are last, first, min, max, mean, "
				"median, and p0 to p100",
				cml_text_quote(word, quoted, sizeof quoted),
				cml_text_suggest(word, "last|first|mean|min|max|median|p90", near));
	*reduction = (struct cml_reduction){CML_REDUCE_PERCENTILE, percent};
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
	double fraction = fmod(position, 100.0) / 100.0;
	size_t below = (size_t)((position - fmod(position, 100.0)) / 100.0);

	return cml_quantile_sorted(below + 1 < n ? 2 : 1, sorted + below, fraction);
}

double cml_reduce(const struct cml_reduction *reduction, size_t n, double *x)
{
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
		return percentile(n, x, reduction->percent);
	}
	return NAN;
}
