#include "model/chance/validated_trees.h"

#include "base/key.h"
#include "base/memory.h"
#include "base/random.h"
#include "learn/growth/binned_columns.h"
#include "learn/growth/bins.h"
#include "learn/trees/boost.h"
#include "learn/trees/traverse.h"
#include "math/normal.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FOLDS 5
#define MAX_TREES 200

/* Trees grown in each fold before their losses are looked at again, and trees that may bring
 * nothing before that is taken for the end. MAX_TREES is a multiple of STRIDE. */
#define STRIDE 5
#define PATIENCE 10

/* Rows held out that are enough to choose and to calibrate by, and those of y = 0. */
#define ENOUGH_ROWS 10000
#define ENOUGH_ZEROS 500

/* Trees that a part of the rows is held out of; 0 held out: those that are kept. */
struct fold {
	bool *is_held_out; /* by row */
	struct cml_boosting boosting;
	struct cml_boosted boosted;
	struct cml_booster *booster;
	double losses[MAX_TREES + 1]; /* by number of trees, summed over the rows held out */
	enum cml_result status;
	struct cml_error err;
};

/* Work space of one training. */
struct validation {
	const struct cml_trees_task *task;
	struct cml_boost_options options;
	struct cml_bins bins;
	struct cml_binned_columns columns;
	struct cml_key_groups groups;
	size_t *fold_of; /* by row */
	size_t n_folds;
	size_t n_trained; /* folds that are held out */
	size_t n_trees;   /* of each of these, so far */
	struct fold *folds;
};

/* Chosen once, by log loss on measured tables of jobs that failed (1,613 runs on H100 with 496
 * failures, 158 of a 200B model with 8, two kernels' configurations) and simulated ones, at random,
 * by scale, by model and on few rows: depths, rates of 0.1 to 0.4, penalties of 1 to 3, hessians of
 * 0.3 to 2 in a leaf and samples of rows; none was better on all. A Hessian of 0.5 equals two rows
 * at p = 0.5. */
static struct cml_boost_options options_of(const struct cml_trees_task *task)
{
	return (struct cml_boost_options){.n_trees = MAX_TREES,
					  .growth = {.max_depth = 4,
						     .min_leaf = 1,
						     .min_hessian = 0.5,
						     .l2 = 3,
						     .monotone = task->monotone},
					  .learning_rate = 0.3,
					  .subsample = 1,
					  .loss = CML_LOSS_LOGISTIC,
					  .n_members = 1};
}

static double loss_of(double y, double predicted)
{
	return cml_softplus(predicted) - y * predicted;
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

/* Whether so many folds hold out enough rows. */
static bool is_enough(const struct validation *validation, size_t n_folds)
{
	const struct cml_dataset *data = validation->task->data;
	size_t n = 0, n_zeros = 0;
	for (size_t row = 0; row < data->n_rows; row++)
		if (validation->fold_of[row] < n_folds) {
			n++;
			n_zeros += data->y[row] == 0;
		}
	return n >= ENOUGH_ROWS && n_zeros >= ENOUGH_ZEROS;
}

static enum cml_result init_fold(const struct validation *validation, struct fold *fold,
				 struct cml_pool *pool, struct cml_error *err)
{
	const struct cml_trees_task *task = validation->task;
	fold->boosting = (struct cml_boosting){.options = &validation->options,
					       .data = task->data,
					       .bins = &validation->bins,
					       .columns = &validation->columns,
					       .is_held_out = fold->is_held_out,
					       .seed = task->seed,
					       .pool = pool};
	if (!CML_NEW(&fold->boosted.gains, task->data->n_features))
		return cml_fail_memory(err);
	return cml_booster_new(&fold->booster, &fold->boosting, &fold->boosted, err);
}

static void release_fold(struct fold *fold)
{
	free(fold->is_held_out);
	free(fold->boosted.gains);
	cml_forest_release(&fold->boosted.forest);
	cml_booster_free(fold->booster);
}

/* Adds what the rows held out lose at this number of trees. */
static void note_loss(const struct validation *validation, struct fold *fold, size_t n_trees)
{
	const struct cml_dataset *data = validation->task->data;
	const double *predicted = cml_booster_scores(fold->booster);
	for (size_t row = 0; row < data->n_rows; row++)
		if (fold->is_held_out[row])
			fold->losses[n_trees] +=
			    data->weight[row] * loss_of(data->y[row], predicted[row]);
}

/* A few trees more for a fold. */
static void advance_fold(void *context, size_t f, unsigned thread)
{
	(void)thread;
	const struct validation *validation = context;
	struct fold *fold = &validation->folds[f];
	for (size_t t = validation->n_trees; t < validation->n_trees + STRIDE; t++) {
		fold->status = cml_booster_add_tree(fold->booster, &fold->err);
		if (fold->status != CML_OK)
			return;
		note_loss(validation, fold, t + 1);
	}
}

static double loss_at(const struct validation *validation, size_t n_trees)
{
	double loss = 0;
	for (size_t f = 0; f < validation->n_trained; f++)
		loss += validation->folds[f].losses[n_trees];
	return loss;
}

static size_t best_n_trees(const struct validation *validation)
{
	size_t best = 0;
	for (size_t t = 1; t <= validation->n_trees; t++)
		if (loss_at(validation, t) < loss_at(validation, best))
			best = t;
	return best;
}

/* All folds side by side, a few trees at a time, until they do not get better. Threads work on
 * folds, or inside one where there are fewer of them. */
static enum cml_result grow_folds(struct validation *validation, struct cml_error *err)
{
	struct cml_pool *pool = validation->task->pool;
	bool by_fold = validation->n_trained >= cml_pool_n_threads(pool);
	for (size_t f = 0; f < validation->n_trained; f++) {
		struct fold *fold = &validation->folds[f];
		if (init_fold(validation, fold, by_fold ? NULL : pool, err) != CML_OK)
			return err->status;
		note_loss(validation, fold, 0);
	}
	while (validation->n_trees < MAX_TREES &&
	       validation->n_trees < best_n_trees(validation) + PATIENCE) {
		cml_pool_run(by_fold ? pool : NULL, validation->n_trained, advance_fold,
			     validation);
		validation->n_trees += STRIDE;
		for (size_t f = 0; f < validation->n_trained; f++)
			if (validation->folds[f].status != CML_OK) {
				*err = validation->folds[f].err;
				return err->status;
			}
	}
	return CML_OK;
}

static enum cml_result choose_folds(struct validation *validation, struct cml_error *err)
{
	size_t n_rows = validation->task->data->n_rows;
	if (deal_folds(validation, err) != CML_OK)
		return err->status;
	while (validation->n_folds > 1 && validation->n_trained < validation->n_folds &&
	       !is_enough(validation, validation->n_trained))
		validation->n_trained++;
	if (!CML_NEW(&validation->folds, validation->n_folds))
		return cml_fail_memory(err);
	for (size_t f = 0; f < validation->n_trained; f++) {
		bool *is_held_out = cml_array_new(n_rows, sizeof *is_held_out);
		validation->folds[f].is_held_out = is_held_out;
		if (!is_held_out)
			return cml_fail_memory(err);
		for (size_t row = 0; row < n_rows; row++)
			is_held_out[row] = validation->fold_of[row] == f;
	}
	return CML_OK;
}

/* Predictions of the fold's trees, as many as were chosen, for its rows. */
static void predict_fold(const struct validation *validation, size_t number, size_t n_trees,
			 struct cml_held_out *held_out)
{
	const struct cml_dataset *data = validation->task->data;
	struct fold *fold = &validation->folds[number];
	struct cml_forest *forest = &fold->boosted.forest;
	if (n_trees < forest->n_trees)
		cml_forest_truncate(forest, n_trees);
	for (size_t row = 0; row < data->n_rows; row++)
		if (fold->is_held_out[row]) {
			size_t i = held_out->n++;
			cml_forest_predict(forest, 1, data->n_features,
					   data->x + row * data->n_features,
					   &held_out->predicted[i]);
			held_out->y[i] = data->y[row];
			held_out->weight[i] = data->weight[row];
			held_out->rows[i] = row;
			held_out->fold[i] = (uint32_t)number;
		}
}

static enum cml_result reserve_held_out(struct cml_held_out *held_out, size_t n,
					struct cml_error *err)
{
	return CML_NEW(&held_out->predicted, n) && CML_NEW(&held_out->y, n) &&
		       CML_NEW(&held_out->weight, n) && CML_NEW(&held_out->rows, n) &&
		       CML_NEW(&held_out->fold, n)
		   ? CML_OK
		   : cml_fail_memory(err);
}

static void release_held_out(struct cml_held_out *held_out)
{
	free(held_out->predicted);
	free(held_out->y);
	free(held_out->weight);
	free(held_out->rows);
	free(held_out->fold);
}

static enum cml_result validate(struct validation *validation, size_t *n_trees,
				struct cml_held_out *held_out, struct cml_error *err)
{
	if (choose_folds(validation, err) != CML_OK || grow_folds(validation, err) != CML_OK ||
	    reserve_held_out(held_out, validation->task->data->n_rows, err) != CML_OK)
		return err->status;
	*n_trees = best_n_trees(validation);
	for (size_t f = 0; f < validation->n_trained; f++)
		predict_fold(validation, f, *n_trees, held_out);
	return CML_OK;
}

/* So many trees of all rows. */
static enum cml_result grow_all(struct validation *validation, size_t n_trees,
				struct cml_tree_ensemble **trees, struct cml_error *err)
{
	struct fold all = {0};
	struct cml_tree_ensemble *made = NULL;
	enum cml_result status = init_fold(validation, &all, validation->task->pool, err);
	if (status != CML_OK)
		goto out;
	for (size_t t = 0; t < n_trees; t++)
		if ((status = cml_booster_add_tree(all.booster, err)) != CML_OK)
			goto out;
	made = cml_tree_ensemble_new(validation->task->data->n_features, 1);
	if (!made) {
		status = cml_fail_memory(err);
		goto out;
	}
	made->members[0] = all.boosted.forest;
	all.boosted.forest = (struct cml_forest){0};
	memcpy(made->gains, all.boosted.gains, made->n_features * sizeof *made->gains);
	*trees = made;
out:
	release_fold(&all);
	return status;
}

static void release(struct validation *validation)
{
	for (size_t f = 0; validation->folds && f < validation->n_trained; f++)
		release_fold(&validation->folds[f]);
	free(validation->folds);
	free(validation->fold_of);
	cml_key_groups_release(&validation->groups);
	cml_binned_columns_release(&validation->columns);
	cml_bins_release(&validation->bins);
}

enum cml_result cml_validated_trees_train(struct cml_validated_trees *made,
					  const struct cml_trees_task *task, struct cml_error *err)
{
	struct validation validation = {.task = task, .options = options_of(task)};
	size_t n_trees = 0;
	*made = (struct cml_validated_trees){0};
	enum cml_result status =
	    cml_bins_init(&validation.bins, task->data, CML_MAX_BINS, task->pool, err);
	if (status != CML_OK ||
	    (status = cml_binned_columns_init(&validation.columns, &validation.bins, err)) !=
		CML_OK ||
	    (status = validate(&validation, &n_trees, &made->held_out, err)) != CML_OK)
		goto out;
	status = grow_all(&validation, n_trees, &made->trees, err);
out:
	release(&validation);
	if (status != CML_OK)
		cml_validated_trees_release(made);
	return status;
}

void cml_validated_trees_release(struct cml_validated_trees *made)
{
	cml_tree_ensemble_free(made->trees);
	release_held_out(&made->held_out);
	*made = (struct cml_validated_trees){0};
}
