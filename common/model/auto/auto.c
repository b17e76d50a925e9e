#include "model/auto/auto.h"

#include "model/auto/auto_model.h"
#include "model/linear/linear.h"
#include "model/trees/tree_ensemble_train.h"

#include <math.h>
#include <stdlib.h>

/* Pairs of members, and folds of which each leaves out one. */
#define N_PAIRS 4

/* A row that makes its own line says nothing of others; its error is not taken for more than ten
 * times what it is. */
#define MAX_LEVERAGE 0.9

static const struct cml_hyper_spec hyper_specs[] = {
    {.name = "trees",
     .type = CML_HYPER_COUNT,
     .fallback = "30",
     .lo = 1,
     .hi = 1e6,
     .doc = "number of trees of each of the 8 members"},
    {.name = "depth",
     .type = CML_HYPER_COUNT,
     .fallback = "6",
     .lo = 0,
     .hi = 1000,
     .doc = "maximum depth of a tree; 0: no limit"},
    {.name = "learning-rate",
     .type = CML_HYPER_REAL,
     .fallback = "0.3",
     .lo = 0,
     .hi = 10,
     .open_lo = true,
     .doc = "shrinkage: fraction of each tree that is added"},
    {.name = "penalty",
     .type = CML_HYPER_REAL,
     .fallback = "0",
     .lo = 0,
     .hi = 1e6,
     .doc = "ridge penalty of the line; 0: chosen by generalized cross-validation"},
};

static bool auto_is_score(const struct cml_hyper *hyper)
{
	(void)hyper;
	return false;
}

/* What the line says of each row when it is not among those it learned from. */
static void leave_one_out(const struct cml_linear *linear, const struct cml_dataset *data,
			  double *line)
{
	double weight = 0;
	for (size_t i = 0; i < data->n_rows; i++)
		weight += data->weight[i] / (double)data->n_rows;
	for (size_t i = 0; i < data->n_rows; i++) {
		const float *x = data->x + i * data->n_features;
		double pull = data->weight[i] / weight * cml_linear_leverage(linear, x);
		double residual = data->y[i] - cml_linear_mean(linear, x);
		line[i] = data->y[i] - residual / (1 - fmin(pull, MAX_LEVERAGE));
	}
}

static enum cml_result train_trees(const struct cml_training *training, struct cml_auto *made,
				   struct cml_buffer *summary, struct cml_error *err)
{
	const struct cml_training_watch *watch = training->watch;
	size_t n_watched = watch ? watch->n_rows : 0, n_features = training->data->n_features;
	struct cml_boost_options options = {
	    .n_trees = cml_hyper_count(training->hyper, "trees"),
	    .growth = {.max_depth = cml_hyper_count(training->hyper, "depth"),
		       .min_leaf = 1,
		       .l2 = 1},
	    .learning_rate = cml_hyper_real(training->hyper, "learning-rate"),
	    .subsample = 0.7,
	    .colsample = 1,
	    .max_bins = CML_MAX_BINS,
	    .loss = CML_LOSS_SQUARED,
	    .n_members = 2 * N_PAIRS,
	    .n_folds = N_PAIRS};
	double *line = cml_array_new(training->data->n_rows, sizeof *line);
	double *watched = cml_array_new(n_watched, sizeof *watched);
	void *trees = NULL;
	enum cml_result status = line && watched ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK) {
		leave_one_out(made->linear, training->data, line);
		for (size_t i = 0; i < n_watched; i++)
			watched[i] = cml_linear_mean(made->linear, watch->x + i * n_features);
		made->first_rest = N_PAIRS;
		status = cml_tree_ensemble_train_rest(
		    training, &options, &(struct cml_known_part){N_PAIRS, line, watched}, &trees,
		    summary, err);
		made->trees = trees;
	}
	free(line);
	free(watched);
	return status;
}

static enum cml_result train(const struct cml_training *training, void **state,
			     struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_auto *made = cml_array_new(1, sizeof *made);
	if (!made)
		return cml_fail_memory(err);
	enum cml_result status =
	    cml_linear_train(training->data, cml_hyper_real(training->hyper, "penalty"),
			     &made->linear, summary, err);
	if (status == CML_OK)
		status = train_trees(training, made, summary, err);
	if (status == CML_OK)
		*state = made;
	else
		cml_auto_free(made);
	return status;
}

const struct cml_predictor_kind cml_auto_predictor = {
    .name = "auto",
    .doc = "trees and a line, combined",
    .hyper = hyper_specs,
    .n_hyper = sizeof hyper_specs / sizeof *hyper_specs,
    .prefers_log = true,
    .is_score = auto_is_score,
    .train = train,
    .predict = cml_auto_predict,
    .has_sd = cml_auto_has_sd,
    .save = cml_auto_save,
    .load = cml_auto_load,
    .describe = cml_auto_describe,
    .free = cml_auto_free,
    .bounds = &cml_auto_bounds,
};
