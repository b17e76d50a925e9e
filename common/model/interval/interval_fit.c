#include "model/interval/interval.h"
#include "model/interval/interval_model.h"

#include "base/memory.h"
#include "math/noise.h"
#include "math/summary.h"

#include <math.h>
#include <stdlib.h>

struct fitting {
	struct cml_interval *interval;
	const struct cml_fold_misses *folds;
	size_t n_folds;
	const struct cml_miss **inside; /* of random folds, inside what they cover */
	size_t n_inside;
	struct cml_weighted *items; /* the same */
	size_t n_items;
};

static bool is_inside(const struct cml_miss *miss)
{
	return miss->numbers == 0 && !miss->is_new;
}

static enum cml_result allocate(struct fitting *fitting, struct cml_error *err)
{
	size_t n = 0;
	for (size_t f = 0; f < fitting->n_folds; f++)
		n += fitting->folds[f].n;
	if (!CML_NEW(&fitting->inside, n) || !CML_NEW(&fitting->items, n))
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

static enum cml_result choose_noise(struct fitting *fitting, struct cml_error *err)
{
	struct cml_missed *missed = cml_array_new(fitting->n_inside, sizeof *missed);
	if (!missed)
		return cml_fail_memory(err);
	for (size_t i = 0; i < fitting->n_inside; i++)
		missed[i] = (struct cml_missed){fitting->inside[i]->error, fitting->inside[i]->sd};
	fitting->interval->noise = cml_noise_fit(missed, fitting->n_inside);
	fitting->interval->uses_sd = fitting->interval->noise > 0;
	free(missed);
	return CML_OK;
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
		    (struct cml_weighted){miss->error / cml_interval_scale(interval, miss->sd), 1};
	}
	interval->quantile = conformal(fitting->items, n, CML_INTERVAL_COVERAGE);
}

/* The items from `first` on are of one fold, and count 1 together, unless they are a few. */
static void weigh(struct fitting *fitting, size_t first)
{
	size_t n = fitting->n_items - first;
	for (size_t i = first; i < fitting->n_items; i++)
		fitting->items[i].weight /=
		    (double)(n < CML_INTERVAL_MIN_ERRORS ? CML_INTERVAL_MIN_ERRORS : n);
}

/* Half the width inside, on the average. */
static double half_inside(const struct fitting *fitting)
{
	double sum = 0;
	for (size_t i = 0; i < fitting->n_inside; i++)
		sum += cml_interval_scale(fitting->interval, fitting->inside[i]->sd);
	return fitting->interval->quantile * sum / (double)fitting->n_inside;
}

/* Of what the items need 90 %; NaN of too few. */
static double find_need(struct fitting *fitting)
{
	return fitting->n_items < CML_INTERVAL_MIN_ERRORS
		   ? (double)NAN
		   : cml_weighted_quantile(fitting->items, fitting->n_items, CML_INTERVAL_COVERAGE);
}

/* What 90 % of the misses outside numbers alone need for the root of each unit of their excess.
 * Later jobs are missed for other reasons too. */
static double find_slope(struct fitting *fitting)
{
	fitting->n_items = 0;
	for (size_t f = 0; f < fitting->n_folds; f++) {
		const struct cml_fold_misses *fold = &fitting->folds[f];
		size_t first = fitting->n_items;
		for (size_t i = 0; fold->kind != CML_FOLD_TIME && i < fold->n; i++) {
			const struct cml_miss *miss = &fold->items[i];
			double need = fmax(0, miss->error - fitting->interval->typical);
			if (isfinite(miss->error) && miss->numbers > 0 && !miss->is_new)
				fitting->items[fitting->n_items++] = (struct cml_weighted){
				    need / sqrt(miss->numbers), fmin(miss->numbers, 1)};
		}
		weigh(fitting, first);
	}
	return find_need(fitting);
}

/* Adds what jobs of levels held out of a column need, beside that of their numbers; each fold
 * counts the same. */
static void add_levels(struct fitting *fitting, size_t column)
{
	const struct cml_interval *interval = fitting->interval;
	double slope = isnan(interval->numbers_slope) ? 0 : interval->numbers_slope;
	for (size_t f = 0; f < fitting->n_folds; f++) {
		const struct cml_fold_misses *fold = &fitting->folds[f];
		size_t first = fitting->n_items;
		for (size_t i = 0;
		     fold->kind == CML_FOLD_LEVEL && fold->column == column && i < fold->n; i++) {
			const struct cml_miss *miss = &fold->items[i];
			double need = miss->error - interval->typical -
				      cml_interval_rise(slope, miss->numbers);
			if (isfinite(miss->error))
				fitting->items[fitting->n_items++] =
				    (struct cml_weighted){fmax(0, need), 1};
		}
		weigh(fitting, first);
	}
}

/* Of each column; of one without enough misses, what all need, where each counts the same. */
static void find_level_costs(struct fitting *fitting)
{
	struct cml_interval *interval = fitting->interval;
	size_t n = interval->extent.n_columns;
	fitting->n_items = 0;
	for (size_t c = 0; c < n; c++)
		add_levels(fitting, c);
	interval->level_cost = find_need(fitting);
	for (size_t c = 0; c < n; c++) {
		fitting->n_items = 0;
		add_levels(fitting, c);
		double own = find_need(fitting);
		interval->level_costs[c] = isnan(own) ? interval->level_cost : own;
	}
}

/* What 90 % of later jobs need in spreads beside what is added outside numbers, each fold counting
 * the same; those inside alone, or all of them. NaN of too few. */
static double find_later(struct fitting *fitting, bool inside_alone)
{
	const struct cml_interval *interval = fitting->interval;
	fitting->n_items = 0;
	for (size_t f = 0; f < fitting->n_folds; f++) {
		const struct cml_fold_misses *fold = &fitting->folds[f];
		size_t first = fitting->n_items;
		for (size_t i = 0; fold->kind == CML_FOLD_TIME && i < fold->n; i++) {
			const struct cml_miss *miss = &fold->items[i];
			double need =
			    miss->error - cml_interval_rise(interval->numbers_slope, miss->numbers);
			if (isfinite(need) && !(inside_alone && !is_inside(miss)))
				fitting->items[fitting->n_items++] = (struct cml_weighted){
				    fmax(0, need) / cml_interval_scale(interval, miss->sd), 1};
		}
		weigh(fitting, first);
	}
	return find_need(fitting);
}

enum cml_result cml_interval_fit(struct cml_interval *interval, const struct cml_fold_misses *folds,
				 size_t n_folds, bool may_use_sd, struct cml_interval_fit *fit,
				 struct cml_error *err)
{
	struct fitting fitting = {.interval = interval, .folds = folds, .n_folds = n_folds};
	enum cml_result status = allocate(&fitting, err);
	if (status != CML_OK)
		goto out;
	if (fitting.n_inside < CML_INTERVAL_MIN_ERRORS) {
		status = cml_fail(err, CML_NOTHING, "too few jobs for an interval");
		goto out;
	}
	interval->noise = 1;
	if (may_use_sd && have_sd(&fitting) && (status = choose_noise(&fitting, err)) != CML_OK)
		goto out;
	fit_quantile(&fitting);
	interval->typical = half_inside(&fitting);
	interval->numbers_slope = find_slope(&fitting);
	find_level_costs(&fitting);
	double later = find_later(&fitting, true);
	if (isnan(later))
		later = find_later(&fitting, false);
	interval->quantile = fmax(interval->quantile, later);
	*fit = (struct cml_interval_fit){fitting.n_inside, half_inside(&fitting)};
out:
	free(fitting.inside);
	free(fitting.items);
	return status;
}
