#include "model/interval/interval_fit.h"

#include "base/memory.h"
#include "math/weighted_quantile.h"
#include "model/interval/interval.h"

#include <math.h>
#include <stdlib.h>

/* What noise may be, in mean squared errors. */
static const double noises[] = {0, 0.03, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 2, 4};
#define N_NOISES (sizeof noises / sizeof *noises)

struct fitting {
	struct cml_interval *interval;
	const struct cml_fold_misses *folds;
	size_t n_folds;
	const struct cml_miss **inside; /* of random folds, inside what they cover */
	size_t n_inside;
	struct cml_weighted *items; /* scratch, for all misses */
	size_t n_items;
};

static bool is_inside(const struct cml_miss *miss)
{
	return miss->excess.numbers + miss->excess.levels == 0;
}

static enum cml_result allocate(struct fitting *fitting, struct cml_error *err)
{
	size_t n = 0;
	for (size_t f = 0; f < fitting->n_folds; f++)
		n += fitting->folds[f].n;
	fitting->inside = cml_array_new(n, sizeof *fitting->inside);
	fitting->items = cml_array_new(n, sizeof *fitting->items);
	if (!fitting->inside || !fitting->items)
		return cml_fail_memory(err);
	for (size_t f = 0; f < fitting->n_folds; f++) {
		const struct cml_fold_misses *fold = &fitting->folds[f];
		for (size_t i = 0; i < fold->n; i++)
			if (fold->kind == CML_FOLD_RANDOM && isfinite(fold->items[i].error) &&
			    is_inside(&fold->items[i]))
				fitting->inside[fitting->n_inside++] = &fold->items[i];
	}
	return CML_OK;
}

/* Minus the logarithm of the likelihood of errors with a spread of sqrt(noise + sd^2), double
 * exponential, whose common factor is the best there is. */
static double judge_noise(const struct fitting *fitting, double noise)
{
	double logs = 0, sum = 0, n = (double)fitting->n_inside;
	for (size_t i = 0; i < fitting->n_inside; i++) {
		double sd = fitting->inside[i]->sd, spread = sqrt(noise + sd * sd);
		if (!(spread > 0))
			return INFINITY;
		logs += log(spread) / n;
		sum += fitting->inside[i]->error / spread / n;
	}
	return logs + log(sum);
}

static void choose_noise(struct fitting *fitting)
{
	struct cml_interval *interval = fitting->interval;
	double square = 0, best = INFINITY;
	for (size_t i = 0; i < fitting->n_inside; i++)
		square += pow(fitting->inside[i]->error, 2) / (double)fitting->n_inside;
	interval->noise = square;
	for (size_t i = 0; square > 0 && i < N_NOISES; i++) {
		double loss = judge_noise(fitting, noises[i] * square);
		if (loss < best) {
			best = loss;
			interval->noise = noises[i] * square;
		}
	}
	interval->uses_sd = interval->noise > 0;
}

static bool have_sd(const struct fitting *fitting)
{
	for (size_t f = 0; f < fitting->n_folds; f++)
		for (size_t i = 0; i < fitting->folds[f].n; i++)
			if (!isfinite(fitting->folds[f].items[i].sd))
				return false;
	return true;
}

/* The quantile that a further item is not above with probability level: of rank level (n + 1). */
static double conformal(struct cml_weighted *items, size_t n, double level)
{
	double rank = ceil(level * (double)(n + 1));
	return cml_weighted_quantile(items, n, fmin((rank - 0.5) / (double)n, 1));
}

static void fit_quantile(struct fitting *fitting)
{
	struct cml_interval *interval = fitting->interval;
	size_t n = fitting->n_inside;
	for (size_t i = 0; i < n; i++) {
		const struct cml_miss *miss = fitting->inside[i];
		fitting->items[i] =
		    (struct cml_weighted){miss->error / cml_interval_spread(interval, miss->sd), 1};
	}
	interval->quantile = conformal(fitting->items, n, CML_INTERVAL_COVERAGE);
}

/* The items from `first` on are of one fold, and count 1 together, unless they are a few. */
static void weigh(struct fitting *fitting, size_t first)
{
	size_t n = fitting->n_items - first;
	for (size_t i = first; i < fitting->n_items; i++)
		fitting->items[i].weight =
		    1 / (double)(n < CML_INTERVAL_MIN_ERRORS ? CML_INTERVAL_MIN_ERRORS : n);
}

/* What 90 % of the misses outside need for each unit of excess. of_levels: of those outside in
 * levels, with the numbers already known; else of those in numbers alone, but not of later jobs,
 * which are missed for other reasons too. */
static double find_slope(struct fitting *fitting, bool of_levels)
{
	const struct cml_interval *interval = fitting->interval;
	fitting->n_items = 0;
	for (size_t f = 0; f < fitting->n_folds; f++) {
		const struct cml_fold_misses *fold = &fitting->folds[f];
		size_t first = fitting->n_items;
		for (size_t i = 0; i < fold->n; i++) {
			const struct cml_miss *miss = &fold->items[i];
			const struct cml_excess known = {miss->excess.numbers, 0};
			double inside =
			    interval->quantile * cml_interval_spread(interval, miss->sd);
			double excess = of_levels ? miss->excess.levels : miss->excess.numbers;
			if (of_levels)
				inside += cml_interval_rise(interval, &known);
			if (!isfinite(miss->error) || isnan(inside) || excess == 0 ||
			    (!of_levels &&
			     (miss->excess.levels > 0 || fold->kind == CML_FOLD_TIME)))
				continue;
			fitting->items[fitting->n_items++].value =
			    fmax(0, miss->error - inside) / excess;
		}
		weigh(fitting, first);
	}
	return fitting->n_items < CML_INTERVAL_MIN_ERRORS
		   ? (double)NAN
		   : cml_weighted_quantile(fitting->items, fitting->n_items, CML_INTERVAL_COVERAGE);
}

/* Makes room for later jobs, in each fold for those inside what it covers and for all: what they
 * need beside the slopes. */
static void widen_for_later(struct fitting *fitting, const struct cml_fold_misses *fold,
			    bool inside_alone)
{
	struct cml_interval *interval = fitting->interval;
	fitting->n_items = 0;
	for (size_t i = 0; i < fold->n; i++) {
		const struct cml_miss *miss = &fold->items[i];
		double need = miss->error - cml_interval_rise(interval, &miss->excess);
		if (!isfinite(need) || (inside_alone && !is_inside(miss)))
			continue;
		fitting->items[fitting->n_items++] = (struct cml_weighted){
		    fmax(0, need) / cml_interval_spread(interval, miss->sd), 1};
	}
	if (fitting->n_items >= CML_INTERVAL_MIN_ERRORS)
		interval->quantile =
		    fmax(interval->quantile,
			 conformal(fitting->items, fitting->n_items, CML_INTERVAL_LATER_COVERAGE));
}

enum cml_result cml_interval_fit(struct cml_interval *interval, const struct cml_fold_misses *folds,
				 size_t n_folds, bool may_use_sd, struct cml_interval_fit *fit,
				 struct cml_error *err)
{
	struct fitting fitting = {.interval = interval, .folds = folds, .n_folds = n_folds};
	enum cml_result status = allocate(&fitting, err);
	if (status == CML_OK && fitting.n_inside < CML_INTERVAL_MIN_ERRORS)
		status = cml_fail(err, CML_NOTHING, "too few jobs for an interval");
	if (status != CML_OK)
		goto out;
	interval->noise = 1;
	if (may_use_sd && have_sd(&fitting))
		choose_noise(&fitting);
	fit_quantile(&fitting);
	interval->numbers_slope = find_slope(&fitting, false);
	interval->levels_slope = find_slope(&fitting, true);
	for (size_t f = 0; f < n_folds; f++)
		for (int inside_alone = 0; folds[f].kind == CML_FOLD_TIME && inside_alone < 2;
		     inside_alone++)
			widen_for_later(&fitting, &folds[f], inside_alone);
	*fit = (struct cml_interval_fit){.n_inside = fitting.n_inside};
	for (size_t i = 0; i < fitting.n_inside; i++)
		fit->half += interval->quantile *
			     cml_interval_spread(interval, fitting.inside[i]->sd) /
			     (double)fitting.n_inside;
out:
	free(fitting.inside);
	free(fitting.items);
	return status;
}
