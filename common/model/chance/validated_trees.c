#include "model/chance/validated_trees.h"

#include "base/memory.h"
#include "base/random.h"
#include "model/chance/rising_line.h"
#include "model/data/key_groups.h"
#include "model/trees/boost.h"
#include "model/trees/tree_ensemble_train.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FOLDS 5
#define MAX_TREES 200

/* Rows held out that are enough to choose and to calibrate by, and those of y = 0. */
#define ENOUGH_ROWS 10000
#define ENOUGH_ZEROS 500

struct fold {
	size_t *rows; /* held out rows first, then the others */
	size_t n_held_out;
	struct cml_tree_ensemble *trees;
};

/* Work space of one training. */
struct validation {
	const struct cml_trees_task *task;
	struct cml_boost_options options;
	struct cml_key_groups groups;
	size_t *fold_of; /* by row */
	size_t n_folds;
	struct fold folds[MAX_FOLDS];
	double losses[MAX_TREES + 1]; /* by number of trees: sum over rows that are held out */
	/* The fold being trained: */
	const struct cml_dataset *held_out;
	size_t n_steps;
};

/* Chosen once, on measured tables of jobs that failed (1,613 runs on H100 with 496 failures,
 * 158 of a 200B model with 8, a kernel's 4,092 configurations with 318), at random, by scale,
 * by model and on 5 % of the rows: of depths 3, 4 and 6, leaves of 1 to 10 rows, penalties of
 * 0.3 to 3, rates of 0.05 to 0.2 and samples of rows and features none was better by log loss
 * on all. */
static struct cml_boost_options options_of(const struct cml_trees_task *task)
{
	return (struct cml_boost_options){
	    .n_trees = MAX_TREES,
	    .growth = {.max_depth = 4, .min_leaf = 5, .l2 = 3, .monotone = task->monotone},
	    .learning_rate = 0.2,
	    .subsample = 1,
	    .colsample = 1,
	    .max_bins = CML_MAX_BINS,
	    .loss = task->loss,
	    .n_members = 1};
}

static double loss_of(const struct validation *validation, double y, double predicted)
{
	if (validation->task->loss == CML_LOSS_LOGISTIC)
		return cml_softplus(predicted) - y * predicted;
	return (y - predicted) * (y - predicted);
}

/* Whether a row of the group has y = 0, or another. */
static bool group_has(const struct validation *validation, size_t g, bool zero)
{
	const struct cml_key_groups *groups = &validation->groups;
	for (size_t k = groups->first[g]; k < groups->first[g + 1]; k++)
		if ((validation->task->data->y[groups->rows[k]] == 0) == zero)
			return true;
	return false;
}

/* Groups in the order they are dealt out: shuffled, those with a row of y = 0 first. */
static void order_groups(const struct validation *validation, size_t *order, size_t *scratch)
{
	size_t n_groups = validation->groups.n, n = 0;
	struct cml_random random;
	for (size_t g = 0; g < n_groups; g++)
		scratch[g] = g;
	cml_random_init(&random, validation->task->seed, 0);
	cml_random_shuffle(&random, scratch, n_groups);
	for (int zero = 1; zero >= 0; zero--)
		for (size_t i = 0; i < n_groups; i++)
			if (group_has(validation, scratch[i], true) == zero)
				order[n++] = scratch[i];
}

/* No more than leave something of either kind to each fold: a fold that is all that the
 * others have seen nothing of would rank last for that alone. */
static size_t count_folds(const struct validation *validation)
{
	size_t n_folds = MAX_FOLDS, n[2] = {0};
	for (size_t g = 0; g < validation->groups.n; g++) {
		n[0] += group_has(validation, g, true);
		n[1] += group_has(validation, g, false);
	}
	if (validation->task->loss != CML_LOSS_LOGISTIC)
		return validation->groups.n < n_folds ? validation->groups.n : n_folds;
	for (int kind = 0; kind < 2; kind++)
		n_folds = n[kind] < n_folds ? n[kind] : n_folds;
	return n_folds > 0 ? n_folds : 1;
}

static enum cml_result deal_folds(struct validation *validation, struct cml_error *err)
{
	const struct cml_dataset *data = validation->task->data;
	const struct cml_key_groups *groups = &validation->groups;
	if (cml_key_groups_init(&validation->groups, data->n_rows, data->keys, err) != CML_OK)
		return err->status;
	validation->n_folds = count_folds(validation);
	validation->fold_of = cml_array_new(data->n_rows, sizeof *validation->fold_of);
	size_t *order = cml_array_new(groups->n, 2 * sizeof *order);
	if (!validation->fold_of || !order) {
		free(order);
		return cml_fail_memory(err);
	}
	order_groups(validation, order, order + groups->n);
	for (size_t i = 0; i < groups->n; i++)
		for (size_t k = groups->first[order[i]]; k < groups->first[order[i] + 1]; k++)
			validation->fold_of[groups->rows[k]] = i % validation->n_folds;
	free(order);
	return CML_OK;
}

/* A step of training a fold: what its rows that are held out lose. */
static void step_done(void *context, const struct cml_training_step *step)
{
	struct validation *validation = context;
	const struct cml_dataset *held_out = validation->held_out;
	for (size_t i = 0; i < held_out->n_rows; i++)
		validation->losses[step->step] +=
		    held_out->weight[i] * loss_of(validation, held_out->y[i], step->predicted[i]);
	validation->n_steps = step->step;
}

static enum cml_result boost(const struct validation *validation, const struct cml_dataset *data,
			     const struct cml_training_watch *watch,
			     struct cml_tree_ensemble **trees, struct cml_error *err)
{
	struct cml_buffer summary = {0};
	void *state = NULL;
	struct cml_training training = {.data = data,
					.seed = validation->task->seed,
					.pool = validation->task->pool,
					.watch = watch};
	enum cml_result status =
	    cml_tree_ensemble_train(&training, &validation->options, &state, &summary, err);
	cml_buffer_release(&summary);
	*trees = state;
	return status;
}

/* Numbers of trees that training did not come to leave the predictions as they are. */
static void add_other_losses(struct validation *validation, const struct fold *fold)
{
	const struct cml_dataset *held_out = validation->held_out;
	double base = fold->trees->members[0].base;
	double loss = 0;
	for (size_t i = 0; i < held_out->n_rows; i++)
		loss += held_out->weight[i] * loss_of(validation, held_out->y[i], base);
	validation->losses[0] += loss;
	for (size_t t = 1; validation->n_steps == 0 && t <= MAX_TREES; t++)
		validation->losses[t] += loss;
}

static enum cml_result train_fold(struct validation *validation, size_t f, struct cml_error *err)
{
	const struct cml_dataset *data = validation->task->data;
	struct fold *fold = &validation->folds[f];
	struct cml_dataset held_out = {0}, seen = {0};
	size_t n_seen = 0;
	fold->rows = cml_array_new(data->n_rows, sizeof *fold->rows);
	if (!fold->rows)
		return cml_fail_memory(err);
	for (size_t row = 0; row < data->n_rows; row++)
		if (validation->fold_of[row] == f)
			fold->rows[fold->n_held_out++] = row;
	for (size_t row = 0; row < data->n_rows; row++)
		if (validation->fold_of[row] != f)
			fold->rows[fold->n_held_out + n_seen++] = row;
	if (cml_dataset_select(data, fold->rows, fold->n_held_out, &held_out, err) != CML_OK ||
	    cml_dataset_select(data, fold->rows + fold->n_held_out, n_seen, &seen, err) != CML_OK)
		goto out;
	validation->held_out = &held_out;
	validation->n_steps = 0;
	struct cml_training_watch watch = {.n_rows = held_out.n_rows,
					   .x = held_out.x,
					   .step_done = step_done,
					   .context = validation};
	if (boost(validation, &seen, &watch, &fold->trees, err) == CML_OK)
		add_other_losses(validation, fold);
out:
	cml_dataset_release(&held_out);
	cml_dataset_release(&seen);
	return fold->trees ? CML_OK : err->status;
}

static size_t best_n_trees(const struct validation *validation)
{
	size_t best = 0;
	for (size_t t = 1; t <= MAX_TREES; t++)
		if (validation->losses[t] < validation->losses[best])
			best = t;
	return best;
}

/* What the fold's trees, as many as were chosen, say of its rows. */
static enum cml_result predict_fold(const struct validation *validation, const struct fold *fold,
				    struct cml_held_out *held_out, struct cml_error *err)
{
	struct cml_dataset rows = {0};
	double *sd = cml_array_new(fold->n_held_out, sizeof *sd);
	enum cml_result status = sd ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_dataset_select(validation->task->data, fold->rows, fold->n_held_out,
					    &rows, err);
	if (status == CML_OK) {
		struct cml_forest *forest = &fold->trees->members[0];
		if (validation->options.n_trees < forest->n_trees)
			cml_forest_truncate(forest, validation->options.n_trees);
		cml_tree_ensemble_predict(fold->trees, rows.n_rows, rows.x,
					  held_out->predicted + held_out->n, sd);
		memcpy(held_out->y + held_out->n, rows.y, rows.n_rows * sizeof *rows.y);
		memcpy(held_out->weight + held_out->n, rows.weight,
		       rows.n_rows * sizeof *rows.weight);
		held_out->n += rows.n_rows;
	}
	cml_dataset_release(&rows);
	free(sd);
	return status;
}

/* Whether the folds so far hold out enough rows. */
static bool is_enough(const struct validation *validation, size_t n_folds)
{
	const struct cml_dataset *data = validation->task->data;
	size_t n = 0, n_zeros = 0;
	for (size_t row = 0; row < data->n_rows; row++)
		if (validation->fold_of[row] < n_folds) {
			n++;
			n_zeros += data->y[row] == 0;
		}
	return n >= ENOUGH_ROWS &&
	       (validation->task->loss != CML_LOSS_LOGISTIC || n_zeros >= ENOUGH_ZEROS);
}

static enum cml_result validate(struct validation *validation, struct cml_held_out *held_out,
				struct cml_error *err)
{
	size_t n_rows = validation->task->data->n_rows, n_trained = 0;
	if (deal_folds(validation, err) != CML_OK)
		return err->status;
	for (; validation->n_folds > 1 && n_trained < validation->n_folds &&
	       !is_enough(validation, n_trained);
	     n_trained++)
		if (train_fold(validation, n_trained, err) != CML_OK)
			return err->status;
	validation->options.n_trees = best_n_trees(validation);
	held_out->predicted = cml_array_new(n_rows, sizeof *held_out->predicted);
	held_out->y = cml_array_new(n_rows, sizeof *held_out->y);
	held_out->weight = cml_array_new(n_rows, sizeof *held_out->weight);
	if (!held_out->predicted || !held_out->y || !held_out->weight)
		return cml_fail_memory(err);
	for (size_t f = 0; f < n_trained; f++)
		if (predict_fold(validation, &validation->folds[f], held_out, err) != CML_OK)
			return err->status;
	return CML_OK;
}

enum cml_result cml_validated_trees_train(struct cml_validated_trees *made,
					  const struct cml_trees_task *task, struct cml_error *err)
{
	struct validation validation = {.task = task, .options = options_of(task)};
	*made = (struct cml_validated_trees){0};
	enum cml_result status = validate(&validation, &made->held_out, err);
	if (status == CML_OK)
		status = boost(&validation, task->data, NULL, &made->trees, err);
	for (size_t f = 0; f < validation.n_folds; f++) {
		free(validation.folds[f].rows);
		cml_tree_ensemble_free(validation.folds[f].trees);
	}
	cml_key_groups_release(&validation.groups);
	free(validation.fold_of);
	if (status != CML_OK)
		cml_validated_trees_release(made);
	return status;
}

void cml_validated_trees_release(struct cml_validated_trees *made)
{
	cml_tree_ensemble_free(made->trees);
	free(made->held_out.predicted);
	free(made->held_out.y);
	free(made->held_out.weight);
	*made = (struct cml_validated_trees){0};
}
