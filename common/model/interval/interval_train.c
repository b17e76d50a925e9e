/* Learning an interval. Part of interval.h. */
#include "model/interval/interval.h"

#include "model/interval/interval_model.h"

#include "base/key.h"
#include "base/random.h"
#include "learn/predictor/model_bytes.h"
#include "math/summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows of a fold in which a level is hidden, of each column. */
#define MAX_HIDDEN 128

/* A fold and its outcome: misses of the rows held out, none where it could not be learned. */
struct item {
	const struct cml_fold *fold;
	struct cml_fold_misses out;
	struct cml_error err;
};

struct run {
	const struct cml_predictor_kind *kind;
	const struct cml_training *training;
	const struct cml_dataset *data; /* of training, or drawn from it */
	struct cml_hyper hyper;
	bool has_other_sd;
	struct cml_extent extent; /* of data */
	struct item items[CML_MAX_FOLDS];
	size_t n_items;
};

static enum cml_result select_side(const struct cml_dataset *data, const struct cml_fold *fold,
				   enum cml_fold_part part, struct cml_dataset *side,
				   struct cml_error *err)
{
	size_t n = 0, *rows = cml_array_new(data->n_rows, sizeof *rows);
	if (!rows)
		return cml_fail_memory(err);
	for (size_t i = 0; i < data->n_rows; i++)
		if (fold->part[i] == part)
			rows[n++] = i;
	enum cml_result status = cml_dataset_select(data, rows, n, side, err);
	free(rows);
	return status;
}

static bool has_new_level(const struct cml_extent *covered, const float *x)
{
	for (size_t c = 0; c < covered->n_columns; c++)
		if (cml_excess_is_new(covered, c, x))
			return true;
	return false;
}

/* What is predicted of rows held out, beside what they did. */
static enum cml_result fill_misses(const struct run *run, struct item *item, const void *state,
				   const struct cml_dataset *rest, const struct cml_dataset *held,
				   struct cml_error *err)
{
	size_t n = held->n_rows;
	double *mean = cml_array_new(n, 2 * sizeof *mean), *sd = mean + n;
	struct cml_extent covered = {0};
	enum cml_result status =
	    mean && CML_NEW(&item->out.items, n)
		? cml_extent_init(&covered, rest->feature_names, rest->n_features, err)
		: cml_fail_memory(err);
	if (status != CML_OK)
		goto out;
	cml_extent_find(&covered, rest);
	run->kind->predict(state, n, held->x, mean, sd);
	for (size_t i = 0; i < n; i++) {
		const float *x = held->x + i * held->n_features;
		struct cml_excess excess = cml_excess_of(&covered, x);
		item->out.items[i] =
		    (struct cml_miss){fabs(held->y[i] - mean[i]), sd[i], excess.numbers,
				      excess.flags > 0 || has_new_level(&covered, x)};
	}
	item->out.n = n;
out:
	cml_extent_release(&covered);
	free(mean);
	return status;
}

/* Predicts the rows held out that have a level of a column, all of them or as many as are enough,
 * without it. x[MAX_HIDDEN x n_features], mean[2 x MAX_HIDDEN]: scratch. */
static void hide_levels(const struct run *run, struct item *item, const void *state,
			const struct cml_dataset *held, size_t column, float *x, double *mean)
{
	const struct cml_level_column *own = &run->extent.columns[column];
	size_t p = held->n_features, n = 0, step = 1 + (held->n_rows - 1) / MAX_HIDDEN;
	struct cml_level_miss *hidden = item->out.hidden + item->out.n_hidden;
	for (size_t i = 0; i < held->n_rows; i += step) {
		size_t level = cml_level_of(own, held->x + i * p), feature = own->first + level;
		if (level == own->n)
			continue;
		memcpy(x + n * p, held->x + i * p, p * sizeof *x);
		x[n * p + feature] = 0;
		hidden[n++] = (struct cml_level_miss){held->y[i], column, feature};
	}
	run->kind->predict(state, n, x, mean, mean + MAX_HIDDEN);
	for (size_t i = 0; i < n; i++)
		hidden[i].error = fabs(hidden[i].error - mean[i]);
	item->out.n_hidden += n;
}

/* A level that was never met is to the predictor a job without any. */
static enum cml_result fill_hidden(const struct run *run, struct item *item, const void *state,
				   const struct cml_dataset *held, struct cml_error *err)
{
	float *x = cml_aligned_new(MAX_HIDDEN * held->n_features, sizeof *x);
	double *mean = cml_array_new(2 * MAX_HIDDEN, sizeof *mean);
	enum cml_result status =
	    x && mean && CML_NEW(&item->out.hidden, MAX_HIDDEN * run->extent.n_columns)
		? CML_OK
		: cml_fail_memory(err);
	for (size_t c = 0; !status && c < run->extent.n_columns; c++)
		if (run->extent.columns[c].n_met >= CML_MIN_LEVELS)
			hide_levels(run, item, state, held, c, x, mean);
	free(x);
	free(mean);
	return status;
}

static enum cml_result learn_fold(const struct run *run, struct item *item, struct cml_error *err)
{
	struct cml_dataset rest = {0}, held = {0};
	void *state = NULL;
	enum cml_result status = select_side(run->data, item->fold, CML_FOLD_REST, &rest, err);
	if (status != CML_OK ||
	    (status = select_side(run->data, item->fold, CML_FOLD_HELD, &held, err)) != CML_OK ||
	    rest.n_rows == 0 || held.n_rows == 0)
		goto out;
	struct cml_training training = *run->training;
	training.data = &rest;
	training.hyper = &run->hyper;
	training.pool = NULL;
	training.progress = NULL;
	if ((status = run->kind->train(&training, &state, NULL, err)) != CML_OK ||
	    (status = fill_misses(run, item, state, &rest, &held, err)) != CML_OK ||
	    item->fold->kind != CML_FOLD_RANDOM)
		goto out;
	status = fill_hidden(run, item, state, &held, err);
out:
	run->kind->free(state);
	cml_dataset_release(&rest);
	cml_dataset_release(&held);
	return status;
}

static void learn_on_thread(void *context, size_t i, unsigned thread)
{
	(void)thread;
	struct run *run = context;
	learn_fold(run, &run->items[i], &run->items[i].err);
}

/* What the folds showed, for people. */
static enum cml_result summarize(const struct run *run, const struct cml_interval *interval,
				 const struct cml_interval_fit *fit, struct cml_buffer *summary,
				 struct cml_error *err)
{
	bool ok = cml_buffer_printf(summary, "interval_rows=%zu\n", fit->n_inside) &&
		  cml_summary_put(summary, "interval_half", fit->half);
	if (!isnan(interval->numbers_slope))
		ok = ok && cml_summary_put(summary, "interval_slope", interval->numbers_slope);
	for (size_t c = 0; c < interval->extent.n_columns; c++) {
		const struct cml_level_column *column = &interval->extent.columns[c];
		const char *name = run->data->feature_names[column->first];
		if (column->n_met >= CML_MIN_LEVELS && !isnan(interval->level_costs[c]))
			ok = ok && cml_buffer_printf(summary, "interval_level_%.*s=%.17g\n",
						     (int)strcspn(name, "="), name,
						     interval->level_costs[c]);
	}
	if (!isnan(interval->level_cost))
		ok = ok && cml_summary_put(summary, "interval_level", interval->level_cost);
	for (size_t i = 0; i < run->n_items; i++)
		if (run->items[i].fold->kind == CML_FOLD_TOP)
			ok = ok && cml_buffer_printf(
				       summary, "interval_held_out=%s\n",
				       run->data->feature_names[run->items[i].fold->feature]);
	return ok ? CML_OK : cml_fail_memory(err);
}

/* What a predictor that knows nothing of a job is off by: 90 % of the distances from the median. */
static enum cml_result find_spread(const struct cml_dataset *data, double *spread,
				   struct cml_error *err)
{
	struct cml_weighted *items = cml_array_new(data->n_rows, sizeof *items);
	if (!items)
		return cml_fail_memory(err);
	for (size_t i = 0; i < data->n_rows; i++)
		items[i] = (struct cml_weighted){data->y[i], 1};
	double median = cml_weighted_quantile(items, data->n_rows, 0.5);
	for (size_t i = 0; i < data->n_rows; i++)
		items[i] = (struct cml_weighted){fabs(data->y[i] - median), 1};
	*spread = cml_weighted_quantile(items, data->n_rows, CML_INTERVAL_COVERAGE);
	free(items);
	return CML_OK;
}

/* NULL where there are too few errors. */
static enum cml_result make_interval(struct cml_interval **interval, const struct run *run,
				     struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_fold_misses folds[CML_MAX_FOLDS];
	struct cml_interval *made = NULL;
	struct cml_interval_fit fit;
	struct cml_error why;
	for (size_t i = 0; i < run->n_items; i++)
		folds[i] = run->items[i].out;
	if (cml_interval_new(&made, run->data->feature_names, run->data->n_features, err) != CML_OK)
		return err->status;
	cml_extent_find(&made->extent, run->training->data);
	made->single_cost = run->training->log_target ? M_LN2 : 0;
	enum cml_result status = find_spread(run->training->data, &made->spread, err);
	if (status != CML_OK)
		goto out;
	status = cml_interval_fit(made, folds, run->n_items, !run->has_other_sd, &fit, &why);
	if (status != CML_OK && status != CML_NOTHING)
		*err = why;
	if (status != CML_OK || (status = summarize(run, made, &fit, summary, err)) != CML_OK)
		goto out;
	*interval = made;
	made = NULL;
out:
	cml_interval_free(made);
	return status == CML_NOTHING ? CML_OK : status;
}

/* A copy of the hyper-parameters, the costly one lowered. */
static enum cml_result copy_hyper(struct run *run, struct cml_error *err)
{
	const struct cml_predictor_kind *kind = run->kind;
	const struct cml_hyper *given = run->training->hyper;
	if (cml_hyper_copy(&run->hyper, given, err) != CML_OK)
		return err->status;
	if (kind->cost.name && cml_hyper_count(given, kind->cost.name) > kind->cost.enough) {
		char enough[24];
		snprintf(enough, sizeof enough, "%zu", kind->cost.enough);
		run->has_other_sd = kind->cost.changes_sd;
		if (cml_hyper_set(&run->hyper, kind->cost.name, enough, err) != CML_OK)
			return err->status;
	}
	return cml_predictor_resolve(kind, &run->hyper, err);
}

/* Whole configurations, at random, in the order of the rows. */
static enum cml_result draw_rows(const struct cml_dataset *data, uint64_t seed,
				 struct cml_dataset *drawn, struct cml_error *err)
{
	struct cml_key_groups groups = {0};
	struct cml_random random;
	size_t n = 0, n_taken = 0;
	bool *is_taken = cml_array_new(data->n_rows, sizeof *is_taken);
	size_t *rows = cml_array_new(data->n_rows, sizeof *rows);
	enum cml_result status = is_taken && rows ? CML_OK : cml_fail_memory(err);
	if (status != CML_OK ||
	    (status = cml_key_groups_init(&groups, data->n_rows, data->keys, err)) != CML_OK)
		goto out;
	cml_random_init(&random, cml_hash(seed, "interval", 8), 1);
	for (size_t g = 0; g < groups.n; g++)
		rows[g] = g;
	cml_random_shuffle(&random, rows, groups.n);
	for (size_t i = 0; i < groups.n && n_taken < CML_INTERVAL_MAX_ROWS; i++)
		for (size_t r = groups.first[rows[i]]; r < groups.first[rows[i] + 1]; r++) {
			is_taken[groups.rows[r]] = true;
			n_taken++;
		}
	for (size_t i = 0; i < data->n_rows; i++)
		if (is_taken[i])
			rows[n++] = i;
	status = cml_dataset_select(data, rows, n, drawn, err);
out:
	cml_key_groups_release(&groups);
	free(is_taken);
	free(rows);
	return status;
}

enum cml_result cml_interval_train(struct cml_interval **interval,
				   const struct cml_predictor_kind *kind,
				   const struct cml_training *training, bool has_times,
				   struct cml_buffer *summary, struct cml_error *err)
{
	struct run run = {.kind = kind, .training = training, .data = training->data};
	struct cml_dataset drawn = {0};
	struct cml_folds folds = {0};
	enum cml_result status = copy_hyper(&run, err);
	*interval = NULL;
	if (status != CML_OK)
		goto out;
	if (training->data->n_rows > CML_INTERVAL_MAX_ROWS) {
		status = draw_rows(training->data, training->seed, &drawn, err);
		run.data = &drawn;
		if (status != CML_OK)
			goto out;
	}
	status = cml_extent_init(&run.extent, run.data->feature_names, run.data->n_features, err);
	if (status != CML_OK)
		goto out;
	cml_extent_find(&run.extent, run.data);
	status = cml_folds_make(&folds, run.data, has_times, training->seed, err);
	if (status != CML_OK)
		goto out;
	run.n_items = folds.n;
	for (size_t i = 0; i < folds.n; i++)
		run.items[i] =
		    (struct item){.fold = &folds.folds[i], .out = {.kind = folds.folds[i].kind}};
	cml_pool_run(training->pool, folds.n, learn_on_thread, &run);
	for (size_t i = 0; i < folds.n; i++)
		if (run.items[i].err.status == CML_NO_MEMORY) {
			status = cml_fail_memory(err);
			goto out;
		}
	status = make_interval(interval, &run, summary, err);
out:
	for (size_t i = 0; i < run.n_items; i++) {
		free(run.items[i].out.items);
		free(run.items[i].out.hidden);
	}
	cml_extent_release(&run.extent);
	cml_folds_release(&folds);
	cml_dataset_release(&drawn);
	cml_hyper_release(&run.hyper);
	return status;
}
