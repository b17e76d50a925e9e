#include "math/score/score.h"

#include "base/memory.h"
#include "base/number.h"
#include "math/correlation.h"
#include "math/score/score_within.h"
#include "math/summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All metrics have one signature; most need only a part of it. */
#define UNUSED __attribute__((unused))

#define WITHIN "-within"

static enum cml_result kendall(const struct cml_score_pairs *pairs, size_t k UNUSED, double *value,
			       struct cml_error *err)
{
	return cml_kendall_tau_b(pairs->n, pairs->actual, pairs->predicted, value, err);
}

static enum cml_result pearson(const struct cml_score_pairs *pairs, size_t k UNUSED, double *value,
			       struct cml_error *err UNUSED)
{
	*value = cml_pearson(pairs->n, pairs->actual, pairs->predicted);
	return CML_OK;
}

static enum cml_result spearman(const struct cml_score_pairs *pairs, size_t k UNUSED, double *value,
				struct cml_error *err)
{
	return cml_spearman(pairs->n, pairs->actual, pairs->predicted, value, err);
}

static enum cml_result r2(const struct cml_score_pairs *pairs, size_t k UNUSED, double *value,
			  struct cml_error *err UNUSED)
{
	double sd = cml_sd(pairs->n, pairs->actual);
	double sum = 0.0;

	*value = NAN;
	if (pairs->n < 2 || sd == 0.0)
		return CML_OK;
	/* SS_tot is (n - 1) sd^2. */
	for (size_t i = 0; i < pairs->n; i++) {
		double residual = (pairs->actual[i] - pairs->predicted[i]) / sd;

		sum += residual * residual;
	}
	*value = 1.0 - sum / (double)(pairs->n - 1);
	return CML_OK;
}

static enum cml_result rmse(const struct cml_score_pairs *pairs, size_t k UNUSED, double *value,
			    struct cml_error *err UNUSED)
{
	double sum = 0.0;

	for (size_t i = 0; i < pairs->n; i++) {
		double residual = pairs->actual[i] - pairs->predicted[i];

		sum += residual * residual;
	}
	*value = pairs->n == 0 ? NAN : sqrt(sum / (double)pairs->n);
	return CML_OK;
}

static enum cml_result mape(const struct cml_score_pairs *pairs, size_t k UNUSED, double *value,
			    struct cml_error *err UNUSED)
{
	double sum = 0.0;
	size_t n_used = 0;

	for (size_t i = 0; i < pairs->n; i++) {
		if (pairs->actual[i] == 0.0)
			continue;
		sum += fabs((pairs->actual[i] - pairs->predicted[i]) / pairs->actual[i]);
		n_used++;
	}
	*value = n_used == 0 ? NAN : sum / (double)n_used;
	return CML_OK;
}

static enum cml_result interval_coverage(const struct cml_score_pairs *pairs, size_t k UNUSED,
					 double *value, struct cml_error *err UNUSED)
{
	size_t n_inside = 0;

	for (size_t i = 0; i < pairs->n; i++)
		n_inside += pairs->lo[i] <= pairs->actual[i] && pairs->actual[i] <= pairs->hi[i];
	*value = pairs->n == 0 ? NAN : (double)n_inside / (double)pairs->n;
	return CML_OK;
}

/* The median: one job of which nothing is known does not decide it. */
static enum cml_result interval_width(const struct cml_score_pairs *pairs, size_t k UNUSED,
				      double *value, struct cml_error *err)
{
	AUTOFREE double *widths = cml_array_new(pairs->n, sizeof *widths);
	size_t n = 0;

	if (!widths)
		return cml_fail_memory(err);
	for (size_t i = 0; i < pairs->n; i++)
		if (pairs->actual[i] != 0.0)
			widths[n++] = (pairs->hi[i] - pairs->lo[i]) / fabs(pairs->actual[i]);
	*value = cml_median(n, widths);
	return CML_OK;
}

const struct cml_score_kind cml_score_kinds[] = {
    {"kendall", kendall, .range = CML_SCORE_CORRELATION},
    {"pearson", pearson, .range = CML_SCORE_CORRELATION},
    {"spearman", spearman, .range = CML_SCORE_CORRELATION},
    {"r2", r2, .range = CML_SCORE_UP_TO_1},
    {"rmse", rmse, .better = CML_SCORE_LOWER},
    {"mape", mape, .better = CML_SCORE_LOWER},
    {"top-recall", cml_score_top_recall, .range = CML_SCORE_FRACTION, .at_k = true},
    {"regret", cml_score_regret, .better = CML_SCORE_LOWER, .at_k = true},
    {"interval-coverage", interval_coverage, CML_SCORE_NEITHER, CML_SCORE_FRACTION,
     .need_interval = true},
    {"interval-width", interval_width, CML_SCORE_NEITHER, .need_interval = true},
    {"ok-auc", cml_score_ok_auc, .range = CML_SCORE_FRACTION, .of_launches = true,
     .need_chance = true},
    {"ok-brier", cml_score_ok_brier, CML_SCORE_LOWER, CML_SCORE_FRACTION, .of_launches = true,
     .need_chance = true},
    {"ok-calibration", cml_score_ok_calibration, CML_SCORE_LOWER, CML_SCORE_FRACTION,
     .of_launches = true, .need_chance = true},
    {"wasted", cml_score_wasted, .better = CML_SCORE_LOWER, .at_k = true, .of_launches = true},
    {"best", cml_score_best, .range = CML_SCORE_FRACTION, .at_k = true, .of_launches = true},
};
enum { N_KINDS = sizeof cml_score_kinds / sizeof *cml_score_kinds };
const size_t cml_n_score_kinds = N_KINDS;

static enum cml_result fail_unknown(struct cml_slice text, struct cml_slice name,
				    struct cml_error *err)
{
	const char *names[N_KINDS];
	const char *nearest;
	char known[512] = "";
	size_t size = 0;

	for (size_t i = 0; i < N_KINDS; i++) {
		const struct cml_score_kind *kind = &cml_score_kinds[i];

		names[i] = kind->name;
		size += (size_t)snprintf(known + size, sizeof known - size, "%s%s%s",
					 i > 0 ? ", " : "", kind->name, kind->at_k ? "@K" : "");
	}
	nearest = cml_text_nearest(name, names, N_KINDS);
	return cml_fail(err, CML_BAD_USAGE,
			"unknown metric: %s%s%s%s (known: %s; NAME" WITHIN ": inside contexts)",
			CML_QUOTED(text), nearest ? "; did you mean '" : "", nearest ? nearest : "",
			nearest ? "'?" : "", known);
}

static enum cml_result parse_k(const struct cml_score_kind *kind, struct cml_slice text, size_t *k,
			       struct cml_error *err)
{
	uint64_t parsed = 0;

	if (!cml_parse_uint64(text, &parsed) || parsed == 0 || parsed > SIZE_MAX)
		return cml_fail(err, CML_BAD_USAGE, "metric '%s': not a number of rows above 0: %s",
				kind->name, CML_QUOTED(text));
	*k = (size_t)parsed;
	return CML_OK;
}

enum cml_result cml_score_parse(struct cml_slice text, struct cml_score *score,
				struct cml_error *err)
{
	struct cml_slice argument = cml_slice_trim(text);
	struct cml_slice name;
	bool has_argument;
	const struct cml_score_kind *kind = cml_score_kinds;
	struct cml_score parsed = {0};
	int at;

	text = argument;
	cml_slice_split(&argument, '@', &name);
	has_argument = name.size < text.size;
	parsed.within = name.size > strlen(WITHIN) && cml_slice_cut(&name, WITHIN);
	while (kind < cml_score_kinds + N_KINDS && !cml_slice_is(name, kind->name))
		kind++;
	if (kind == cml_score_kinds + N_KINDS)
		return fail_unknown(text, name, err);
	if (!kind->at_k && has_argument)
		return cml_fail(err, CML_BAD_USAGE, "metric '%s' takes no @K: %s", kind->name,
				CML_QUOTED(text));
	if (kind->at_k && !has_argument)
		return cml_fail(err, CML_BAD_USAGE,
				"metric '%s' needs a number of rows, such as %s@10", kind->name,
				kind->name);
	if (has_argument && parse_k(kind, argument, &parsed.k, err) != CML_OK)
		return err->status;
	if (parsed.within && kind->of_launches && !kind->need_chance)
		return cml_fail(err, CML_BAD_USAGE, "metric '%s' has no form within contexts",
				kind->name);
	parsed.kind = kind;
	at = snprintf(parsed.name, sizeof parsed.name, "%s%s", kind->name,
		      parsed.within ? WITHIN : "");
	if (has_argument)
		snprintf(parsed.name + at, sizeof parsed.name - (size_t)at, "@%zu", parsed.k);
	*score = parsed;
	return CML_OK;
}

void cml_score_clip(const struct cml_score_kind *kind, double interval[2])
{
	static const double ranges[][2] = {[CML_SCORE_FROM_0] = {0, INFINITY},
					   [CML_SCORE_FRACTION] = {0, 1},
					   [CML_SCORE_UP_TO_1] = {-INFINITY, 1},
					   [CML_SCORE_CORRELATION] = {-1, 1}};
	const double *range = ranges[kind->range];
	for (int end = 0; end < 2; end++)
		if (!isnan(interval[end]))
			interval[end] = fmin(fmax(interval[end], range[0]), range[1]);
}

bool cml_score_applies(const struct cml_score *score, const struct cml_score_pairs *pairs)
{
	const struct cml_score_kind *kind = score->kind;

	return kind->of_launches == (pairs->worth != NULL) && (pairs->lo || !kind->need_interval) &&
	       (pairs->predicted || !kind->need_chance) && (pairs->context || !score->within);
}

enum cml_result cml_score_evaluate(const struct cml_score *score,
				   const struct cml_score_pairs *pairs, double *value,
				   struct cml_error *err)
{
	if (!cml_score_applies(score, pairs)) {
		*value = NAN;
		return CML_OK;
	}
	return score->within ? cml_score_within(score, pairs, value, err)
			     : score->kind->evaluate(pairs, score->k, value, err);
}
