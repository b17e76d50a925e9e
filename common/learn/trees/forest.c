#include "learn/trees/tree_kinds.h"

#include "learn/trees/boost.h"
#include "learn/trees/tree_ensemble.h"
#include "learn/trees/tree_ensemble_train.h"
#include "math/sampling.h"

#include <math.h>

static const struct cml_hyper_spec hyper_specs[] = {
    {.name = "trees",
     .type = CML_HYPER_COUNT,
     .fallback = "500",
     .lo = 1,
     .hi = 1e6,
     .doc = "number of trees"},
    {.name = "colsample-bynode",
     .type = CML_HYPER_REAL,
     .fallback = "0.333",
     .lo = 0,
     .hi = 1,
     .open_lo = true,
     .doc = "fraction of the features tried at each split"},
    {.name = "depth",
     .type = CML_HYPER_COUNT,
     .fallback = "0",
     .lo = 0,
     .hi = 1000,
     .doc = "maximum depth of a tree; 0: no limit"},
    {.name = "min-leaf",
     .type = CML_HYPER_COUNT,
     .fallback = "1",
     .lo = 1,
     .hi = 1e9,
     .doc = "minimum number of rows in a leaf"},
    {.name = "min-gain",
     .type = CML_HYPER_REAL,
     .fallback = "0",
     .lo = 0,
     .hi = INFINITY,
     .doc = "minimum decrease of the squared error for a split"},
    {.name = "bins",
     .type = CML_HYPER_COUNT,
     .fallback = "255",
     .lo = 2,
     .hi = CML_MAX_BINS,
     .doc = "maximum number of bins for a feature; up to as many distinct values are exact"},
    {.name = "bagging",
     .type = CML_HYPER_CHOICE,
     .fallback = "yes",
     .choices = "no|yes",
     .doc = "train each tree on a bootstrap sample; no: on all rows"},
};

static struct cml_boost_options read_options(const struct cml_training *training)
{
	const struct cml_hyper *hyper = training->hyper;
	return (struct cml_boost_options){
	    .n_trees = 1,
	    .growth = {.max_depth = cml_hyper_count(hyper, "depth"),
		       .min_leaf = cml_hyper_count(hyper, "min-leaf"),
		       .min_gain = cml_hyper_real(hyper, "min-gain"),
		       .n_tried = cml_count_of_fraction(cml_hyper_real(hyper, "colsample-bynode"),
							training->data->n_features)},
	    .learning_rate = 1,
	    .subsample = 1,
	    .colsample = 1,
	    .max_bins = cml_hyper_count(hyper, "bins"),
	    .loss = CML_LOSS_SQUARED,
	    .n_members = cml_hyper_count(hyper, "trees"),
	    .bootstrap = cml_hyper_choice(hyper, "bagging") == 1};
}

static bool forest_is_score(const struct cml_hyper *hyper)
{
	(void)hyper;
	return false;
}

static enum cml_result forest_train(const struct cml_training *training, void **state,
				    struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_boost_options options = read_options(training);
	return cml_tree_ensemble_train(training, &options, state, summary, err);
}

const struct cml_predictor_kind cml_forest_predictor = {
    .name = "forest",
    .doc = "random forest, with a calibrated uncertainty",
    .hyper = hyper_specs,
    .cost = {"trees", 100, false},
    .n_hyper = sizeof hyper_specs / sizeof *hyper_specs,
    .is_score = forest_is_score,
    .train = forest_train,
    .predict = cml_tree_ensemble_predict,
    .has_sd = cml_tree_ensemble_has_sd,
    .save = cml_tree_ensemble_save,
    .load = cml_tree_ensemble_load,
    .describe = cml_tree_ensemble_describe,
    .free = cml_tree_ensemble_free,
};
