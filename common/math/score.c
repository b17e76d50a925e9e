#include "math/score.h"

#include "base/memory.h"
#include "base/number.h"
#include "math/correlation.h"
#include "math/sort.h"
#include "math/summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum cml_status kendall(size_t n, const double *actual, const double *predicted, bool maximize,
                               size_t k, double *value, struct cml_error *err)
{
	(void)maximize, (void)k;
	return cml_kendall_tau_b(n, actual, predicted, value, err);
}

static enum cml_status pearson(size_t n, const double *actual, const double *predicted, bool maximize,
                               size_t k, double *value, struct cml_error *err)
{
	(void)maximize, (void)k, (void)err;
	*value = cml_pearson(n, actual, predicted);
	return CML_OK;
}

static enum cml_status spearman(size_t n, const double *actual, const double *predicted, bool maximize,
                                size_t k, double *value, struct cml_error *err)
{
	(void)maximize, (void)k;
	return cml_spearman(n, actual, predicted, value, err);
}

static double sum_of_squared_errors(size_t n, const double *actual, const double *predicted)
{
	double sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += (actual[i] - predicted[i]) * (actual[i] - predicted[i]);
	return sum;
}

static enum cml_status r2(size_t n, const double *actual, const double *predicted, bool maximize,
                          size_t k, double *value, struct cml_error *err)
{
	(void)maximize, (void)k, (void)err;
	double mean = cml_mean(n, actual), total = 0;
	for (size_t i = 0; i < n; i++)
		total += (actual[i] - mean) * (actual[i] - mean);
	*value = n >= 2 && total > 0 ? 1 - sum_of_squared_errors(n, actual, predicted) / total : NAN;
	return CML_OK;
}

static enum cml_status rmse(size_t n, const double *actual, const double *predicted, bool maximize,
                            size_t k, double *value, struct cml_error *err)
{
	(void)maximize, (void)k, (void)err;
	*value = n > 0 ? sqrt(sum_of_squared_errors(n, actual, predicted) / (double)n) : NAN;
	return CML_OK;
}

static enum cml_status mape(size_t n, const double *actual, const double *predicted, bool maximize,
                            size_t k, double *value, struct cml_error *err)
{
	(void)maximize, (void)k, (void)err;
	double sum = 0;
	size_t n_counted = 0;
	for (size_t i = 0; i < n; i++) {
		if (actual[i] == 0)
			continue;
		sum += fabs((actual[i] - predicted[i]) / actual[i]);
		n_counted++;
	}
	*value = n_counted > 0 ? sum / (double)n_counted : NAN;
	return CML_OK;
}

/* Rows best first: equal values keep their order. */
static enum cml_status order_best_first(size_t n, const double *x, bool maximize, size_t *order,
                                        struct cml_error *err)
{
	double *keys = cml_array_new(n, sizeof *keys);
	enum cml_status status = keys ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < n; i++)
		keys[i] = maximize ? -x[i] : x[i];
	if (status == CML_OK)
		status = cml_sort_order(n, keys, order, err);
	free(keys);
	return status;
}

/* For each row, the chance of being among the best k when ties are put in
 * random order: 1 above the border, 0 below it, and at the border the places
 * left for the rows tied there. */
static enum cml_status chance_of_top(size_t n, const double *x, bool maximize, size_t k, double *chance,
                                     struct cml_error *err)
{
	size_t *order = cml_array_new(n, sizeof *order);
	enum cml_status status = order ? order_best_first(n, x, maximize, order, err) : cml_fail_memory(err);
	for (size_t first = 0, end; status == CML_OK && first < n; first = end) {
		end = first + 1;
		while (end < n && x[order[end]] == x[order[first]])
			end++;
		double places = first >= k ? 0 : (double)((end < k ? end : k) - first);
		for (size_t i = first; i < end; i++)
			chance[order[i]] = places / (double)(end - first);
	}
	free(order);
	return status;
}

/* Ties of the two sides are broken independently, so the chance that a row is
 * on both lists is the product of its chances. */
static enum cml_status top_recall(size_t n, const double *actual, const double *predicted, bool maximize,
                                  size_t k, double *value, struct cml_error *err)
{
	*value = NAN;
	if (n == 0)
		return CML_OK;
	if (k > n)
		k = n;
	double *chances = cml_array_new(2 * n, sizeof *chances);
	enum cml_status status =
	    chances ? chance_of_top(n, actual, maximize, k, chances, err) : cml_fail_memory(err);
	if (status == CML_OK)
		status = chance_of_top(n, predicted, maximize, k, chances + n, err);
	double shared = 0;
	for (size_t i = 0; status == CML_OK && i < n; i++)
		shared += chances[i] * chances[n + i];
	if (status == CML_OK)
		*value = shared / (double)k;
	free(chances);
	return status;
}

static enum cml_status regret(size_t n, const double *actual, const double *predicted, bool maximize,
                              size_t k, double *value, struct cml_error *err)
{
	*value = NAN;
	if (n == 0)
		return CML_OK;
	size_t *order = cml_array_new(n, sizeof *order);
	enum cml_status status =
	    order ? order_best_first(n, predicted, maximize, order, err) : cml_fail_memory(err);
	double sign = maximize ? 1 : -1, best = -INFINITY, found = -INFINITY;
	for (size_t i = 0; status == CML_OK && i < n; i++) {
		best = fmax(best, sign * actual[order[i]]);
		if (i < k)
			found = best;
	}
	if (status == CML_OK && best != 0)
		*value = (best - found) / fabs(best);
	free(order);
	return status;
}

const struct cml_score_kind cml_score_kinds[] = {
    {"kendall", "Kendall's tau-b: concordant minus discordant pairs, ties corrected", false, false, kendall},
    {"pearson", "Pearson's r", false, false, pearson},
    {"spearman", "Spearman's rho: Pearson's r of the mid-ranks", false, false, spearman},
    {"r2", "1 - sum (a - p)^2 / sum (a - mean a)^2", false, true, r2},
    {"rmse", "square root of the mean of (a - p)^2, in the metric's unit", false, true, rmse},
    {"mape", "mean of |a - p| / |a| over a != 0", false, true, mape},
    {"top-recall", "share of the actual best k among the predicted best k", true, false, top_recall},
    {"regret", "how far the best of the predicted best k is from the best, as a share of it", true, false,
     regret},
};
const size_t cml_n_score_kinds = sizeof cml_score_kinds / sizeof *cml_score_kinds;

static enum cml_status fail_unknown(struct cml_slice name, struct cml_error *err)
{
	char names[256] = "", quoted[CML_QUOTE_SIZE];
	for (size_t i = 0; i < cml_n_score_kinds; i++) {
		strncat(names, i > 0 ? ", " : "", sizeof names - strlen(names) - 1);
		strncat(names, cml_score_kinds[i].name, sizeof names - strlen(names) - 1);
		if (cml_score_kinds[i].at_k)
			strncat(names, "@K", sizeof names - strlen(names) - 1);
	}
	return cml_fail(err, CML_BAD_USAGE, "no such metric: %s (there are: %s)",
	                cml_text_quote(name, quoted, sizeof quoted), names);
}

enum cml_status cml_score_parse(struct cml_slice text, struct cml_score *score, struct cml_error *err)
{
	struct cml_slice name = text, rest = {NULL, 0};
	const char *at = text.size > 0 ? memchr(text.data, '@', text.size) : NULL;
	if (at) {
		name.size = (size_t)(at - text.data);
		rest = (struct cml_slice){at + 1, text.size - name.size - 1};
	}
	const struct cml_score_kind *kind = NULL;
	for (size_t i = 0; i < cml_n_score_kinds; i++)
		if (cml_slice_is(name, cml_score_kinds[i].name))
			kind = &cml_score_kinds[i];
	if (!kind)
		return fail_unknown(name, err);
	int64_t k = 0;
	if (kind->at_k && (!at || !cml_parse_int(rest, 1, 1000000000, &k)))
		return cml_fail(err, CML_BAD_USAGE, "metric %s needs a number of rows, as in %s@10", kind->name,
		                kind->name);
	if (!kind->at_k && at)
		return cml_fail(err, CML_BAD_USAGE, "metric %s takes no @", kind->name);
	*score = (struct cml_score){.kind = kind, .k = (size_t)k};
	if (kind->at_k)
		snprintf(score->name, sizeof score->name, "%s@%zu", kind->name, score->k);
	else
		snprintf(score->name, sizeof score->name, "%s", kind->name);
	return CML_OK;
}

enum cml_status cml_score_evaluate(const struct cml_score *score, size_t n, const double *actual,
                                   const double *predicted, bool maximize, double *value,
                                   struct cml_error *err)
{
	return score->kind->evaluate(n, actual, predicted, maximize, score->k, value, err);
}
