#include "launch/metric/reduction.h"

#include "base/memory.h"
#include "base/number.h"
#include "math/summary.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Readings between two countings; more once there are as many different values. */
#define FIRST_FRESH ((size_t)1 << 12)

#define DEFAULT_TRIM 10.0

static const char *const words[] = {"last", "first",  "min", "max",
				    "mean", "median", "p90", "trimmed"};
#define N_WORDS (sizeof words / sizeof words[0])

static enum cml_result refuse(struct cml_slice word, struct cml_error *err)
{
	const char *nearest = cml_text_nearest(word, words, N_WORDS);
	char quoted[CML_QUOTE_SIZE];

	return cml_fail(err, CML_BAD_USAGE,
			"no reduction: %s%s%s%s; there are last, first, min, max, mean, median, "
			"p0 to p100, and trimmed0 to trimmed49",
			cml_text_quote(word, quoted, sizeof quoted),
			nearest != NULL ? "; did you mean '" : "", nearest != NULL ? nearest : "",
			nearest != NULL ? "'?" : "");
}

/* `prefix` and a number >= 0; without a number it is otherwise, unless that is NaN. */
static bool parse_percent(struct cml_slice word, const char *prefix, double otherwise,
			  double *percent)
{
	size_t size = strlen(prefix);

	if (word.size < size || memcmp(word.data, prefix, size) != 0)
		return false;
	word = (struct cml_slice){word.data + size, word.size - size};
	*percent = otherwise;
	if (word.size == 0)
		return !isnan(otherwise);
	return word.data[0] >= '0' && word.data[0] <= '9' && cml_parse_double(word, percent);
}

enum cml_result cml_reduction_parse(struct cml_slice word, struct cml_reduction *reduction,
				    struct cml_error *err)
{
	static const struct {
		const char *word;
		struct cml_reduction reduction;
	} plain[] = {
	    {"last", {CML_REDUCE_LAST, 0.0}}, {"first", {CML_REDUCE_FIRST, 0.0}},
	    {"min", {CML_REDUCE_MIN, 0.0}},   {"max", {CML_REDUCE_MAX, 0.0}},
	    {"mean", {CML_REDUCE_MEAN, 0.0}}, {"median", {CML_REDUCE_PERCENTILE, 50.0}},
	};
	double percent;

	for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
		if (cml_slice_is(word, plain[i].word)) {
			*reduction = plain[i].reduction;
			return CML_OK;
		}
	}
	if (parse_percent(word, "trimmed", DEFAULT_TRIM, &percent) && percent < 50.0)
		*reduction = (struct cml_reduction){CML_REDUCE_TRIMMED, percent};
	else if (parse_percent(word, "p", NAN, &percent) && percent <= 100.0)
		*reduction = (struct cml_reduction){CML_REDUCE_PERCENTILE, percent};
	else
		return refuse(word, err);
	return CML_OK;
}

void cml_reducer_release(struct cml_reducer *reducer)
{
	free(reducer->fresh);
	free(reducer->counted);
	*reducer = (struct cml_reducer){0};
}

void cml_reducer_reset(struct cml_reducer *reducer)
{
	free(reducer->counted);
	*reducer = (struct cml_reducer){
	    .reduction = reducer->reduction,
	    .fresh = reducer->fresh,
	    .fresh_capacity = reducer->fresh_capacity,
	};
}

static int compare(const void *left, const void *right)
{
	double a = *(const double *)left;
	double b = *(const double *)right;

	return (a > b) - (a < b);
}

/* Merges the fresh readings into the counted values. */
static enum cml_result count_fresh(struct cml_reducer *reducer, struct cml_error *err)
{
	const struct cml_counted *old = reducer->counted;
	const double *fresh = reducer->fresh;
	size_t n_old = reducer->n_counted, n_fresh = reducer->n_fresh;
	struct cml_counted *merged = cml_array_new(n_old + n_fresh, sizeof *merged);
	size_t n = 0;

	if (merged == NULL)
		return cml_fail_memory(err);
	qsort(reducer->fresh, n_fresh, sizeof *fresh, compare);
	for (size_t i = 0, j = 0; i < n_old || j < n_fresh; n++) {
		bool from_old = i < n_old && (j == n_fresh || old[i].value <= fresh[j]);

		merged[n] = from_old ? old[i++] : (struct cml_counted){fresh[j], 0};
		for (; j < n_fresh && fresh[j] == merged[n].value; j++)
			merged[n].count++;
	}
	free(reducer->counted);
	reducer->counted = merged;
	reducer->n_counted = n;
	reducer->n_fresh = 0;
	return CML_OK;
}

static enum cml_result keep(struct cml_reducer *reducer, double reading, struct cml_error *err)
{
	size_t wanted = FIRST_FRESH;

	if (reducer->n_fresh == reducer->fresh_capacity) {
		if (reducer->n_fresh > 0 && count_fresh(reducer, err) != CML_OK)
			return err->status;
		if (reducer->n_counted > wanted)
			wanted = reducer->n_counted;
		if (!cml_array_reserve((void **)&reducer->fresh, &reducer->fresh_capacity, wanted,
				       sizeof *reducer->fresh))
			return cml_fail_memory(err);
	}
	reducer->fresh[reducer->n_fresh++] = reading;
	return CML_OK;
}

static bool needs_all(const struct cml_reducer *reducer)
{
	return reducer->reduction.kind == CML_REDUCE_PERCENTILE ||
	       reducer->reduction.kind == CML_REDUCE_TRIMMED;
}

/* Adds a term to a sum and what the sum could not hold of it.
 * Source: A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation
 * endlicher Summen", ZAMM 54, 1974. */
static void add_compensated(double *sum, double *lost, double term)
{
	double next = *sum + term;

	*lost += fabs(*sum) >= fabs(term) ? (*sum - next) + term : (term - next) + *sum;
	*sum = next;
}

enum cml_result cml_reducer_add(struct cml_reducer *reducer, double reading, struct cml_error *err)
{
	double away = reading - reducer->running_mean;

	if (needs_all(reducer) && keep(reducer, reading, err) != CML_OK)
		return err->status;
	if (reducer->n == 0) {
		reducer->first = reading;
		reducer->least = reading;
		reducer->most = reading;
	}
	reducer->n++;
	reducer->last = reading;
	reducer->least = fmin(reducer->least, reading);
	reducer->most = fmax(reducer->most, reading);
	add_compensated(&reducer->sum, &reducer->lost, reading);
	reducer->running_mean += away / (double)reducer->n;
	reducer->sum_squares += away * (reading - reducer->running_mean);
	return CML_OK;
}

/* Order statistic k, from 0. */
static double order_statistic(const struct cml_reducer *reducer, size_t k)
{
	size_t i = 0;

	while (k >= reducer->counted[i].count)
		k -= reducer->counted[i++].count;
	return reducer->counted[i].value;
}

/* The place between order statistics comes from a remainder, which is exact for whole
 * percents: 17 readings of one decimal have a p90 of two. */
static double percentile(const struct cml_reducer *reducer, double percent)
{
	double position = (double)(reducer->n - 1) * percent;
	double beyond = fmod(position, 100.0) / 100.0;
	size_t below = (size_t)((position - fmod(position, 100.0)) / 100.0);
	double pair[2];

	pair[0] = order_statistic(reducer, below);
	pair[1] = below + 1 < reducer->n ? order_statistic(reducer, below + 1) : pair[0];
	return cml_quantile_sorted(2, pair, beyond);
}

static double trimmed_mean(const struct cml_reducer *reducer, double percent)
{
	size_t cut = (size_t)((double)reducer->n * percent / 100.0);
	size_t end = reducer->n - cut;
	size_t before = 0;
	double sum = 0.0, lost = 0.0;

	for (size_t i = 0; i < reducer->n_counted; i++) {
		size_t after = before + reducer->counted[i].count;
		size_t from = before > cut ? before : cut;
		size_t to = after < end ? after : end;

		if (from < to)
			add_compensated(&sum, &lost,
					(double)(to - from) * reducer->counted[i].value);
		before = after;
	}
	return (sum + lost) / (double)(end - cut);
}

enum cml_result cml_reducer_value(struct cml_reducer *reducer, double *value, struct cml_error *err)
{
	double mean = (reducer->sum + reducer->lost) / (double)reducer->n;

	if (reducer->n_fresh > 0 && count_fresh(reducer, err) != CML_OK)
		return err->status;
	*value = NAN;
	if (reducer->n == 0)
		return CML_OK;
	switch (reducer->reduction.kind) {
	case CML_REDUCE_LAST:
		*value = reducer->last;
		break;
	case CML_REDUCE_FIRST:
		*value = reducer->first;
		break;
	case CML_REDUCE_MIN:
		*value = reducer->least;
		break;
	case CML_REDUCE_MAX:
		*value = reducer->most;
		break;
	case CML_REDUCE_MEAN: /* the sum may be too large where the mean is not */
		*value = isfinite(mean) ? mean : reducer->running_mean;
		break;
	case CML_REDUCE_PERCENTILE:
		*value = percentile(reducer, reducer->reduction.amount);
		break;
	case CML_REDUCE_TRIMMED:
		*value = trimmed_mean(reducer, reducer->reduction.amount);
		break;
	}
	return CML_OK;
}

double cml_reducer_spread(const struct cml_reducer *reducer)
{
	double spread;

	if (reducer->n < 2)
		return NAN;
	spread = sqrt(reducer->sum_squares / (double)(reducer->n - 1));
	return isfinite(spread) ? spread : NAN;
}
