#include "model/chance/chance.h"
#include "model/chance/chance_model.h"

#include "base/key.h"
#include "learn/growth/binned_columns.h"
#include "learn/growth/bins.h"
#include "learn/predictor/ensemble.h"
#include "learn/trees/boost.h"
#include "learn/trees/traverse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Forests, fewer where there are many rows; trees of each, and the part of the jobs that one does
 * not see. */
#define MIN_FORESTS 5
#define MAX_FORESTS 50
#define MAX_FOREST_ROWS 1000000 /* of all forests together */
#define N_TREES 30
#define UNSEEN 0.25

/* Work space of one training. */
struct bagging {
	const struct cml_chance_training *training;
	const struct cml_dataset *data;
	struct cml_boost_options options;
	struct cml_bins bins;
	struct cml_binned_columns columns;
	double start; /* log-odds of all rows */
	size_t n_forests;
	struct cml_boosted *forests; /* n_forests */
	bool *is_unseen;             /* n_rows by forest */
};

/* Chosen once, by log loss on measured tables of jobs that failed (1,613 runs on H100 with 496
 * failures, 170 steps on H200, 84 jobs on V100, two kernels' configurations), 40 to 400 jobs of
 * each at random. Of the jobs where nine of ten run, a leaf of three that all failed has a Hessian
 * of 0.3 at first: with 0.5 in a leaf and a penalty of 3 their chance to run was given as 0.6. */
static struct cml_boost_options options_of(const struct cml_chance_training *training)
{
	return (struct cml_boost_options){.n_trees = N_TREES,
					  .growth = {.max_depth = 4,
						     .min_leaf = 1,
						     .min_hessian = 0.1,
						     .l2 = 0.3,
						     .monotone = training->monotone},
					  .learning_rate = 0.3,
					  .subsample = 1,
					  .loss = CML_LOSS_LOGISTIC,
					  .n_members = 1};
}

static size_t count_forests(size_t n_rows)
{
	size_t n = MAX_FOREST_ROWS / n_rows;
	return n < MIN_FORESTS ? MIN_FORESTS : n > MAX_FORESTS ? MAX_FORESTS : n;
}

/* The log-odds of all rows, of which there is half a row more of either kind. */
static double start_of(const struct cml_dataset *data)
{
	double n[2] = {0.5, 0.5};
	for (size_t row = 0; row < data->n_rows; row++)
		n[data->y[row] > 0] += data->weight[row];
	return log(n[1] / n[0]);
}

/* Returns whether the forest sees a row. */
static bool draw(const struct bagging *bagging, size_t forest)
{
	size_t n_seen = 0;
	const struct cml_dataset *data = bagging->data;
	bool *is_unseen = bagging->is_unseen + forest * data->n_rows;
	for (size_t row = 0; row < data->n_rows; row++) {
		const uint64_t of[] = {data->keys[row], bagging->training->seed, forest};
		is_unseen[row] = (double)cml_hash(0, of, sizeof of) < UNSEEN * (double)UINT64_MAX;
		n_seen += !is_unseen[row];
	}
	return n_seen > 0;
}

static enum cml_result grow_forest(void *context, const struct cml_ensemble_member *member,
				   struct cml_error *err)
{
	const struct bagging *bagging = context;
	struct cml_boosted *boosted = &bagging->forests[member->number];
	boosted->forest.base = bagging->start;
	if (!draw(bagging, member->number))
		return CML_OK;
	const struct cml_boosting boosting = {.options = &bagging->options,
					      .data = bagging->data,
					      .bins = &bagging->bins,
					      .columns = &bagging->columns,
					      .is_held_out = bagging->is_unseen +
							     member->number * bagging->data->n_rows,
					      .start = &bagging->start,
					      .seed = bagging->training->seed};
	return cml_boost(&boosting, boosted, err);
}

static enum cml_result grow(struct bagging *bagging, struct cml_error *err)
{
	const struct cml_ensemble forests = {
	    .n_members = bagging->n_forests, .train = grow_forest, .context = bagging};
	bagging->is_unseen = cml_array_new(bagging->data->n_rows, bagging->n_forests);
	if (!bagging->is_unseen || !CML_NEW(&bagging->forests, bagging->n_forests))
		return cml_fail_memory(err);
	for (size_t f = 0; f < bagging->n_forests; f++)
		if (!CML_NEW(&bagging->forests[f].gains, bagging->data->n_features))
			return cml_fail_memory(err);
	return cml_ensemble_run(&forests, &(struct cml_training){.pool = bagging->training->pool},
				err);
}

/* What the forests that did not see them say of rows that some did not. */
static enum cml_result hold_out(const struct bagging *bagging, struct cml_bagged_trees *made,
				struct cml_error *err)
{
	const struct cml_dataset *data = bagging->data;
	if (!CML_NEW(&made->log_odds, data->n_rows) || !CML_NEW(&made->y, data->n_rows) ||
	    !CML_NEW(&made->weight, data->n_rows))
		return cml_fail_memory(err);
	for (size_t row = 0; row < data->n_rows; row++) {
		double sum = 0, predicted;
		size_t n = 0;
		for (size_t f = 0; f < bagging->n_forests; f++) {
			if (!bagging->is_unseen[f * data->n_rows + row])
				continue;
			cml_forest_predict(&bagging->forests[f].forest, 1, data->n_features,
					   data->x + row * data->n_features, &predicted);
			sum += predicted;
			n++;
		}
		if (n == 0)
			continue;
		made->log_odds[made->n] = sum / (double)n;
		made->y[made->n] = data->y[row];
		made->weight[made->n++] = data->weight[row];
	}
	return CML_OK;
}

static enum cml_result collect(struct bagging *bagging, struct cml_tree_ensemble **trees,
			       struct cml_error *err)
{
	struct cml_tree_ensemble *made =
	    cml_tree_ensemble_new(bagging->data->n_features, bagging->n_forests);
	if (!made)
		return cml_fail_memory(err);
	for (size_t f = 0; f < bagging->n_forests; f++) {
		struct cml_boosted *boosted = &bagging->forests[f];
		made->members[f] = boosted->forest;
		boosted->forest = (struct cml_forest){0};
		for (size_t k = 0; k < made->n_features; k++)
			made->gains[k] += boosted->gains[k];
	}
	*trees = made;
	return CML_OK;
}

static void release(struct bagging *bagging)
{
	for (size_t f = 0; bagging->forests && f < bagging->n_forests; f++) {
		free(bagging->forests[f].gains);
		cml_forest_release(&bagging->forests[f].forest);
	}
	free(bagging->forests);
	free(bagging->is_unseen);
	cml_binned_columns_release(&bagging->columns);
	cml_bins_release(&bagging->bins);
}

enum cml_result cml_bagged_trees_train(struct cml_bagged_trees *made,
				       const struct cml_chance_training *training,
				       const struct cml_dataset *rows, struct cml_error *err)
{
	struct bagging bagging = {.training = training,
				  .data = rows,
				  .options = options_of(training),
				  .start = start_of(rows),
				  .n_forests = count_forests(rows->n_rows)};
	*made = (struct cml_bagged_trees){0};
	enum cml_result status =
	    cml_bins_init(&bagging.bins, rows, CML_MAX_BINS, training->pool, err);
	if (status != CML_OK ||
	    (status = cml_binned_columns_init(&bagging.columns, &bagging.bins, err)) != CML_OK ||
	    (status = grow(&bagging, err)) != CML_OK ||
	    (status = hold_out(&bagging, made, err)) != CML_OK)
		goto out;
	status = collect(&bagging, &made->trees, err);
out:
	release(&bagging);
	if (status != CML_OK)
		cml_bagged_trees_release(made);
	return status;
}

void cml_bagged_trees_release(struct cml_bagged_trees *made)
{
	cml_tree_ensemble_free(made->trees);
	free(made->log_odds);
	free(made->y);
	free(made->weight);
	*made = (struct cml_bagged_trees){0};
}
