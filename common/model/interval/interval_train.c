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
	struct item items[CML_MAX_FOLDS];
	size_t n_items;
	const struct cml_fold_misses *known; /* n_known */
	size_t n_known;
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

/* What is predicted of rows held out, beside what they did. */
static enum cml_result fill_misses(const struct run *run, struct item *item, const void *state,
				   const struct cml_dataset *rest, const struct cml_dataset *held,
				   struct cml_error *err)
{
	size_t n = held->n_rows;
	double *error = cml_array_new(n, 2 * sizeof *error), *sd = error + n;
	if (!error)
		return cml_fail_memory(err);
	run->kind->predict(state, n, held->x, error, sd);
	for (size_t i = 0; i < n; i++)
		error[i] -= held->y[i];
	enum cml_result status = cml_misses_find(&item->out, rest, held, error, sd, err);
	free(error);
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
	if ((status = run->kind->train(&training, &state, NULL, err)) != CML_OK)
		goto out;
	status = fill_misses(run, item, state, &rest, &held, err);
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
			ok = ok && cml_buffer_printf(summary, "interval_level_%.*s=%g\n",
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

/* Nor is somebody off by less who knows a law alone. */
static enum cml_result raise_spread(const struct run *run, double *spread, struct cml_error *err)
{
	size_t n = 0;
	for (size_t k = 0; k < run->n_known; k++)
		n += run->known[k].n;
	AUTOFREE struct cml_weighted *items = cml_array_new(n, sizeof *items);
	if (!items)
		return cml_fail_memory(err);
	n = 0;
	for (size_t k = 0; k < run->n_known; k++)
		for (size_t i = 0; i < run->known[k].n; i++)
			if (isfinite(run->known[k].items[i].error))
				items[n++] = (struct cml_weighted){run->known[k].items[i].error,
								   1 / (double)run->known[k].n};
	if (n > 0)
		*spread = fmax(*spread, cml_weighted_quantile(items, n, CML_INTERVAL_COVERAGE));
	return CML_OK;
}

/* NULL where there are too few errors. */
static enum cml_result make_interval(struct cml_interval **interval, const struct run *run,
				     struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_fold_misses folds[2 * CML_MAX_FOLDS];
	struct cml_interval *made = NULL;
	struct cml_interval_fit fit;
	struct cml_error why;
	for (size_t i = 0; i < run->n_items; i++)
		folds[i] = run->items[i].out;
	for (size_t i = 0; i < run->n_known; i++)
		folds[run->n_items + i] = run->known[i];
	if (cml_interval_new(&made, run->data->feature_names, run->data->n_features, err) != CML_OK)
		return err->status;
	cml_extent_find(&made->extent, run->training->data);
	made->single_cost = run->training->log_target ? M_LN2 : 0;
	enum cml_result status = find_spread(run->training->data, &made->spread, err);
	if (status != CML_OK || (status = raise_spread(run, &made->spread, err)) != CML_OK)
		goto out;
	status = cml_interval_fit(made, folds, run->n_items + run->n_known, !run->has_other_sd,
				  &fit, &why);
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

/* Whether enough misses of such folds are known. */
static bool is_known(const struct run *run, enum cml_fold_kind kind)
{
	size_t n = 0;
	for (size_t i = 0; i < run->n_known; i++)
		n += run->known[i].kind == kind ? run->known[i].n : 0;
	return n >= CML_INTERVAL_MIN_ERRORS;
}

enum cml_result cml_interval_train(struct cml_interval **interval,
				   const struct cml_predictor_kind *kind,
				   const struct cml_training *training, bool has_times,
				   const struct cml_fold_misses *known, size_t n_known,
				   struct cml_buffer *summary, struct cml_error *err)
{
	struct run run = {.kind = kind,
			  .training = training,
			  .data = training->data,
			  .known = known,
			  .n_known = n_known};
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
	status = cml_folds_make(&folds, run.data, has_times, training->seed, err);
	if (status != CML_OK)
		goto out;
	for (size_t i = 0; i < folds.n; i++)
		if (!is_known(&run, folds.folds[i].kind))
			run.items[run.n_items++] = (struct item){
			    .fold = &folds.folds[i],
			    .out = {.kind = folds.folds[i].kind, .column = folds.folds[i].column}};
	cml_pool_run(training->pool, run.n_items, learn_on_thread, &run);
	for (size_t i = 0; i < run.n_items; i++)
		if (run.items[i].err.status == CML_NO_MEMORY) {
			status = cml_fail_memory(err);
			goto out;
		}
	status = make_interval(interval, &run, summary, err);
out:
	for (size_t i = 0; i < run.n_items; i++)
		free(run.items[i].out.items);
	cml_folds_release(&folds);
	cml_dataset_release(&drawn);
	cml_hyper_release(&run.hyper);
	return status;
}
