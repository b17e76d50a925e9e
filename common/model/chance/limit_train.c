#include "model/chance/limit_train.h"

#include "base/parallel.h"
#include "learn/auto/auto.h"
#include "learn/auto/auto_model.h"
#include "learn/linear/linear.h"
#include "learn/predictor/bagging.h"
#include "learn/predictor/summary_line.h"
#include "math/normal.h"
#include "math/weighted_quantile.h"
#include "model/chance/chance_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The fraction of errors that the spread is fitted to. */
#define CENTRAL 0.9

/* Errors are those of so many folds, of so many rows at most. */
#define N_FOLDS 5
#define MAX_VALIDATED 4000

static bool has_directions(const struct cml_chance_training *training)
{
	for (size_t f = 0; training->monotone && f < training->data->n_features; f++)
		if (training->monotone[f] != CML_MONOTONE_FREE)
			return true;
	return false;
}

/* By feature, for the caller to free; NULL in *order: none. */
static enum cml_result make_order(const struct cml_chance_training *training, int sign,
				  int8_t **order, struct cml_error *err)
{
	size_t n = training->data->n_features;
	*order = NULL;
	if (!has_directions(training) || sign == 0)
		return CML_OK;
	*order = cml_array_new(n, sizeof **order);
	if (!*order)
		return cml_fail_memory(err);
	for (size_t f = 0; f < n; f++)
		(*order)[f] = (int8_t)(sign * (int)training->monotone[f]);
	return CML_OK;
}

enum cml_result cml_chance_trees(const struct cml_chance_training *training,
				 const struct cml_dataset *rows, enum cml_boost_loss_kind loss,
				 int sign, const struct cml_beyond_folds *beyond,
				 struct cml_validated_trees *trees, struct cml_error *err)
{
	const bool *is_left_out[CML_BEYOND_FOLDS] = {NULL};
	int8_t *order;
	if (make_order(training, sign, &order, err) != CML_OK)
		return err->status;
	for (size_t k = 0; beyond && k < beyond->n; k++)
		is_left_out[k] = beyond->is_left_out[k];
	struct cml_trees_task task = {.data = rows,
				      .loss = loss,
				      .monotone = order,
				      .is_left_out = is_left_out,
				      .n_left_out = beyond ? beyond->n : 0,
				      .seed = training->seed,
				      .pool = training->pool};
	enum cml_result status = cml_validated_trees_train(trees, &task, err);
	free(order);
	return status;
}

static double count_inside(const struct cml_limit *limit, const struct cml_dataset *rows)
{
	double n = 0;
	for (size_t i = 0; i < rows->n_rows; i++)
		n += rows->y[i] >= limit->lower && rows->y[i] <= limit->upper;
	return n;
}

/* Takes logarithms where all have one; true then. */
static bool take_logarithms(struct cml_dataset *rows)
{
	for (size_t i = 0; i < rows->n_rows; i++)
		if (rows->y[i] <= 0)
			return false;
	for (size_t i = 0; i < rows->n_rows; i++)
		rows->y[i] = log(rows->y[i]);
	return true;
}

/* One more error, as large as the largest, counts with those of n rows: what is next is
 * not among them. */
static enum cml_result measure_errors(const struct cml_held_out *held_out,
				      struct cml_limit_model *made, struct cml_error *err)
{
	double n = (double)held_out->n;
	double squares = 0, weight = 0;
	struct cml_weighted *errors = cml_array_new(held_out->n, sizeof *errors);
	if (!errors)
		return cml_fail_memory(err);
	for (size_t i = 0; i < held_out->n; i++) {
		double error = held_out->y[i] - held_out->predicted[i];
		errors[i] = (struct cml_weighted){fabs(error), held_out->weight[i]};
		squares += held_out->weight[i] * error * error;
		weight += held_out->weight[i];
	}
	made->error = sqrt(squares / weight);
	made->spread = cml_weighted_quantile(errors, held_out->n, fmin(1, CENTRAL * (n + 1) / n)) /
		       cml_normal_central(CENTRAL);
	free(errors);
	return isfinite(made->spread) ? CML_OK
				      : cml_fail(err, CML_BAD_DATA, "too large to learn from");
}

static bool are_equal(const struct cml_dataset *rows)
{
	for (size_t i = 1; i < rows->n_rows; i++)
		if (rows->y[i] != rows->y[0])
			return false;
	return rows->n_rows > 1;
}

/* Large outcomes are bad below an upper limit alone, small ones above a lower one;
 * between two neither is, and the trees are free. */
static int good_side(const struct cml_limit_model *made)
{
	return (isfinite(made->lower) ? 1 : 0) - (isfinite(made->upper) ? 1 : 0);
}

/* The features that the line has go against their order, of n; they become 0 in rows, and are none
 * of the next line's. */
static size_t drop_disordered(struct cml_dataset *rows, const struct cml_linear *line,
			      const int8_t *order)
{
	size_t n = 0;
	for (size_t k = 0; k < line->input.n; k++) {
		size_t feature = line->input.coordinates[k].feature;
		if (!((double)order[feature] * line->coefficients[k] < 0))
			continue;
		for (size_t i = 0; i < rows->n_rows; i++)
			rows->x[i * rows->n_features + feature] = 0;
		n++;
	}
	return n;
}

/* A line in the order of the features; y of rest becomes what it leaves over. */
static enum cml_result learn_ordered_line(const int8_t *order, struct cml_dataset *rows,
					  struct cml_dataset *rest, struct cml_linear **line,
					  struct cml_error *err)
{
	struct cml_buffer ignored = {0};
	double *left_out = cml_array_new(rows->n_rows, sizeof *left_out);
	enum cml_result status = left_out ? CML_OK : cml_fail_memory(err);
	while (status == CML_OK) {
		status = cml_linear_train(rows, 0, line, &ignored, err);
		if (status != CML_OK || drop_disordered(rows, *line, order) == 0)
			break;
		cml_linear_free(*line);
		*line = NULL;
	}
	if (status == CML_OK)
		cml_linear_leave_one_out(*line, rows, left_out);
	for (size_t i = 0; status == CML_OK && i < rows->n_rows; i++)
		rest->y[i] -= left_out[i];
	cml_buffer_release(&ignored);
	free(left_out);
	return status;
}

static enum cml_result copy_rows(const struct cml_dataset *rows, struct cml_dataset *copy,
				 struct cml_error *err)
{
	size_t *all = cml_array_new(rows->n_rows, sizeof *all);
	if (!all)
		return cml_fail_memory(err);
	for (size_t i = 0; i < rows->n_rows; i++)
		all[i] = i;
	enum cml_result status = cml_dataset_select(rows, all, rows->n_rows, copy, err);
	free(all);
	return status;
}

/* A line and trees of what it leaves over, both in the order of the features: so is their sum. */
static enum cml_result learn_ordered(const struct cml_chance_training *training,
				     const struct cml_dataset *rows, struct cml_limit_model *made,
				     struct cml_error *err)
{
	struct cml_validated_trees trees = {0};
	struct cml_dataset own = {0}, rest = {0};
	struct cml_auto *both = cml_array_new(1, sizeof *both);
	int8_t *order = NULL;
	made->state = both;
	enum cml_result status =
	    both ? make_order(training, good_side(made), &order, err) : cml_fail_memory(err);
	if (status == CML_OK)
		status = copy_rows(rows, &own, err);
	if (status == CML_OK)
		status = copy_rows(rows, &rest, err);
	if (status == CML_OK)
		status = learn_ordered_line(order, &own, &rest, &both->linear, err);
	if (status == CML_OK)
		status = cml_chance_trees(training, &rest, CML_LOSS_SQUARED, good_side(made), NULL,
					  &trees, err);
	if (status == CML_OK) {
		both->trees = trees.trees;
		trees.trees = NULL;
		if (trees.held_out.n > 0)
			status = measure_errors(&trees.held_out, made, err);
	}
	cml_validated_trees_release(&trees);
	cml_dataset_release(&own);
	cml_dataset_release(&rest);
	free(order);
	return status;
}

/* Folds of configurations, and what is predicted of rows that were left out. */
struct validation {
	const struct cml_limit_model *made;
	const struct cml_chance_training *training;
	struct cml_dataset rows; /* all of them, or some, evenly */
	struct cml_bagging folds;
	struct cml_hyper hyper;
	double *predicted; /* rows; NaN: learned from in all folds */
	struct cml_error errors[N_FOLDS];
};

static enum cml_result learn_auto(const struct validation *validation,
				  const struct cml_dataset *rows, struct cml_pool *pool,
				  void **state, struct cml_error *err)
{
	const struct cml_training training = {.data = rows,
					      .hyper = &validation->hyper,
					      .seed = validation->training->seed,
					      .log_target = validation->made->is_log,
					      .pool = pool};
	struct cml_buffer ignored = {0};
	enum cml_result status = cml_auto_predictor.train(&training, state, &ignored, err);
	cml_buffer_release(&ignored);
	return status;
}

static enum cml_result hold_out(const struct validation *validation, size_t fold,
				struct cml_error *err)
{
	const struct cml_dataset *rows = &validation->rows;
	const struct cml_bagging *folds = &validation->folds;
	const struct cml_predictor_kind *kind = &cml_auto_predictor;
	struct cml_dataset rest = {0};
	void *state = NULL;
	double sd;
	size_t n = 0, *chosen = cml_array_new(rows->n_rows, sizeof *chosen);
	if (!chosen)
		return cml_fail_memory(err);
	for (size_t i = 0; i < rows->n_rows; i++)
		if (folds->fold[folds->group[i]] != fold)
			chosen[n++] = i;
	enum cml_result status = CML_OK;
	if (n > 0 && n < rows->n_rows) {
		status = cml_dataset_select(rows, chosen, n, &rest, err);
		if (status == CML_OK)
			status = learn_auto(validation, &rest, NULL, &state, err);
		for (size_t i = 0; status == CML_OK && i < rows->n_rows; i++)
			if (folds->fold[folds->group[i]] == fold)
				kind->predict(state, 1, rows->x + i * rows->n_features,
					      &validation->predicted[i], &sd);
	}
	kind->free(state);
	cml_dataset_release(&rest);
	free(chosen);
	return status;
}

static void hold_out_on_thread(void *context, size_t fold, unsigned thread)
{
	(void)thread;
	struct validation *validation = context;
	hold_out(validation, fold, &validation->errors[fold]);
}

static enum cml_result measure_folds(struct validation *validation, struct cml_limit_model *made,
				     struct cml_error *err)
{
	const struct cml_dataset *rows = &validation->rows;
	struct cml_held_out held_out = {.n = rows->n_rows,
					.predicted = validation->predicted,
					.y = rows->y,
					.weight = rows->weight};
	for (size_t i = 0; i < rows->n_rows; i++)
		validation->predicted[i] = NAN;
	cml_pool_run(validation->training->pool, N_FOLDS, hold_out_on_thread, validation);
	for (size_t fold = 0; fold < N_FOLDS; fold++)
		if (validation->errors[fold].status != CML_OK) {
			*err = validation->errors[fold];
			return err->status;
		}
	return isnan(held_out.predicted[0]) ? CML_OK : measure_errors(&held_out, made, err);
}

/* Errors are those of folds, the model that of all rows. */
static enum cml_result learn_free(const struct cml_chance_training *training,
				  const struct cml_dataset *rows, struct cml_limit_model *made,
				  struct cml_error *err)
{
	struct validation validation = {.made = made, .training = training};
	size_t stride = (rows->n_rows + MAX_VALIDATED - 1) / MAX_VALIDATED, n = 0;
	size_t *chosen = cml_array_new(rows->n_rows / stride + 1, sizeof *chosen);
	enum cml_result status = chosen ? CML_OK : cml_fail_memory(err);
	for (size_t row = 0; chosen && row < rows->n_rows; row += stride)
		chosen[n++] = row;
	validation.predicted = cml_array_new(n, sizeof *validation.predicted);
	if (status == CML_OK && !validation.predicted)
		status = cml_fail_memory(err);
	if (status == CML_OK)
		status =
		    cml_hyper_resolve(&validation.hyper, cml_auto_predictor.hyper,
				      cml_auto_predictor.n_hyper, cml_auto_predictor.name, err);
	if (status == CML_OK)
		status = cml_dataset_select(rows, chosen, n, &validation.rows, err);
	if (status == CML_OK)
		status = cml_bagging_init_folds(&validation.folds, &validation.rows, N_FOLDS,
						N_FOLDS, training->seed, err);
	if (status == CML_OK)
		status = learn_auto(&validation, rows, training->pool, &made->state, err);
	if (status == CML_OK)
		status = measure_folds(&validation, made, err);
	cml_bagging_release(&validation.folds);
	cml_hyper_release(&validation.hyper);
	cml_dataset_release(&validation.rows);
	free(validation.predicted);
	free(chosen);
	return status;
}

static enum cml_result learn(const struct cml_chance_training *training,
			     const struct cml_dataset *rows, struct cml_limit_model *made,
			     struct cml_error *err)
{
	return has_directions(training) && good_side(made) != 0
		   ? learn_ordered(training, rows, made, err)
		   : learn_free(training, rows, made, err);
}

static enum cml_result summarize(const struct cml_limit_model *made, double n_inside,
				 struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_buffer name = {0};
	bool ok = cml_buffer_printf(&name, "limit_%s_inside", made->name) &&
		  cml_summary_put(summary, name.data, n_inside);
	name.size = 0;
	ok = ok && cml_buffer_printf(&name, "limit_%s_error", made->name) &&
	     cml_summary_put(summary, name.data, made->error);
	cml_buffer_release(&name);
	return ok ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_limit_train(const struct cml_chance_training *training, size_t l,
				struct cml_limit_model *made, struct cml_buffer *summary,
				struct cml_error *err)
{
	const struct cml_limit *limit = &training->limits[l];
	struct cml_dataset rows = {0};
	double n_inside = 0;
	*made =
	    (struct cml_limit_model){.lower = limit->lower, .upper = limit->upper, .error = NAN};
	made->name = strdup(limit->name);
	if (!made->name)
		return cml_fail_memory(err);
	enum cml_result status = cml_chance_rows_limit(training->data, l, &rows, err);
	if (status == CML_OK) {
		made->n_rows = (double)rows.n_rows;
		n_inside = count_inside(limit, &rows);
		made->is_log = take_logarithms(&rows);
		status = learn(training, &rows, made, err);
	}
	/* Not a rounding error. */
	if (status == CML_OK && are_equal(&rows))
		made->error = made->spread = 0;
	if (status == CML_BAD_DATA)
		cml_error_locate(err, NULL, 0, made->name);
	cml_dataset_release(&rows);
	return status == CML_OK ? summarize(made, n_inside, summary, err) : status;
}
