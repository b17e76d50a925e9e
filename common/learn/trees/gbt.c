#include "learn/trees/tree_kinds.h"

#include "learn/trees/boost.h"
#include "learn/trees/tree_bounds.h"
#include "learn/trees/tree_ensemble.h"
#include "learn/trees/tree_ensemble_train.h"

#include <math.h>

static const struct cml_hyper_spec hyper_specs[] = {
    {.name = "trees",
     .type = CML_HYPER_COUNT,
     .fallback = "100",
     .lo = 1,
     .hi = 1e6,
     .doc = "number of trees"},
    {.name = "depth",
     .type = CML_HYPER_COUNT,
     .fallback = "6",
     .lo = 0,
     .hi = 1000,
     .doc = "maximum depth of a tree; 0: no limit"},
    {.name = "growth",
     .type = CML_HYPER_CHOICE,
     .fallback = "depth",
     .choices = "depth|leaf",
     .doc = "grow level by level, or split the leaf with the largest gain first"},
    {.name = "leaves",
     .type = CML_HYPER_COUNT,
     .fallback = "31",
     .lo = 2,
     .hi = 1e6,
     .doc = "maximum number of leaves of a tree, with growth=leaf"},
    {.name = "learning-rate",
     .type = CML_HYPER_REAL,
     .fallback = "0.1",
     .lo = 0,
     .hi = 10,
     .open_lo = true,
     .doc = "shrinkage: fraction of each tree that is added"},
    {.name = "subsample",
     .type = CML_HYPER_REAL,
     .fallback = "0.7",
     .lo = 0,
     .hi = 1,
     .open_lo = true,
     .doc = "fraction of the rows sampled for each tree"},
    {.name = "colsample",
     .type = CML_HYPER_REAL,
     .fallback = "1",
     .lo = 0,
     .hi = 1,
     .open_lo = true,
     .doc = "fraction of the features sampled for each tree"},
    {.name = "min-leaf",
     .type = CML_HYPER_COUNT,
     .fallback = "1",
     .lo = 1,
     .hi = 1e9,
     .doc = "minimum number of rows in a leaf"},
    {.name = "l2",
     .type = CML_HYPER_REAL,
     .fallback = "1",
     .lo = 0,
     .hi = INFINITY,
     .doc = "L2 penalty on the leaf values"},
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
    {.name = "loss",
     .type = CML_HYPER_CHOICE,
     .fallback = "squared",
     .choices = "squared|huber|rank",
     .doc = "loss to minimize"},
    {.name = "huber-quantile",
     .type = CML_HYPER_REAL,
     .fallback = "0.9",
     .lo = 0,
     .hi = 1,
     .open_lo = true,
     .doc = "fraction of the residuals with squared loss, with loss=huber"},
    {.name = "early-stopping",
     .type = CML_HYPER_COUNT,
     .fallback = "0",
     .lo = 0,
     .hi = 1e6,
     .doc = "stop after N trees without improvement on held-out rows; 0: never"},
    {.name = "validation-fraction",
     .type = CML_HYPER_REAL,
     .fallback = "0.1",
     .lo = 0,
     .hi = 0.9,
     .open_lo = true,
     .doc = "fraction of the rows held out, with early-stopping"},
    {.name = "ensemble",
     .type = CML_HYPER_COUNT,
     .fallback = "1",
     .lo = 1,
     .hi = 10000,
     .doc = "members, each trained on a bootstrap sample; cml_sd needs 2 or more"},
};

static struct cml_boost_options read_options(const struct cml_hyper *hyper)
{
	size_t n_members = cml_hyper_count(hyper, "ensemble");
	return (struct cml_boost_options){
	    .n_trees = cml_hyper_count(hyper, "trees"),
	    .growth = {.by_leaf = cml_hyper_choice(hyper, "growth") == 1,
		       .max_leaves = cml_hyper_count(hyper, "leaves"),
		       .max_depth = cml_hyper_count(hyper, "depth"),
		       .min_leaf = cml_hyper_count(hyper, "min-leaf"),
		       .l2 = cml_hyper_real(hyper, "l2"),
		       .min_gain = cml_hyper_real(hyper, "min-gain")},
	    .learning_rate = cml_hyper_real(hyper, "learning-rate"),
	    .subsample = cml_hyper_real(hyper, "subsample"),
	    .colsample = cml_hyper_real(hyper, "colsample"),
	    .max_bins = cml_hyper_count(hyper, "bins"),
	    .loss = (enum cml_boost_loss_kind)cml_hyper_choice(hyper, "loss"),
	    .huber_quantile = cml_hyper_real(hyper, "huber-quantile"),
	    .patience = cml_hyper_count(hyper, "early-stopping"),
	    .validation_fraction = cml_hyper_real(hyper, "validation-fraction"),
	    .n_members = n_members,
	    .bootstrap = n_members > 1};
}

static bool gbt_is_score(const struct cml_hyper *hyper)
{
	return cml_hyper_choice(hyper, "loss") == CML_LOSS_RANK;
}

static enum cml_result gbt_train(const struct cml_training *training, void **state,
				 struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_boost_options options = read_options(training->hyper);
	return cml_tree_ensemble_train(training, &options, state, summary, err);
}

const struct cml_predictor_kind cml_gbt_predictor = {
    .name = "gbt",
    .doc = "gradient-boosted regression trees",
    .hyper = hyper_specs,
    .n_hyper = sizeof hyper_specs / sizeof *hyper_specs,
    .prefers_log = true,
    .is_score = gbt_is_score,
    .train = gbt_train,
    .predict = cml_tree_ensemble_predict,
    .has_sd = cml_tree_ensemble_has_sd,
    .save = cml_tree_ensemble_save,
    .load = cml_tree_ensemble_load,
    .describe = cml_tree_ensemble_describe,
    .free = cml_tree_ensemble_free,
    .bounds = &cml_tree_bounds,
};
