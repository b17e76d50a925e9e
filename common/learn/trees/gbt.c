#include "learn/trees/tree_kinds.h"

#include "learn/trees/boost.h"
#include "learn/trees/tree_ensemble.h"
#include "learn/trees/tree_ensemble_train.h"

static const struct cml_hyper_spec hyper_specs[] = {
    {.name = "trees",
     .type = CML_HYPER_COUNT,
     .fallback = "100",
     .lo = 1,
     .hi = 1e6,
     .doc = "number of trees"},
    {.name = "learning-rate",
     .type = CML_HYPER_REAL,
     .fallback = "0.1",
     .lo = 0,
     .hi = 10,
     .open_lo = true,
     .doc = "shrinkage: fraction of each tree that is added"},
    {.name = "depth",
     .type = CML_HYPER_COUNT,
     .fallback = "6",
     .lo = 0,
     .hi = 1000,
     .doc = "maximum depth of a tree; 0: no limit"},
    {.name = "subsample",
     .type = CML_HYPER_REAL,
     .fallback = "0.7",
     .lo = 0,
     .hi = 1,
     .open_lo = true,
     .doc = "fraction of the rows sampled for each tree"},
    {.name = "ensemble",
     .type = CML_HYPER_COUNT,
     .fallback = "1",
     .lo = 1,
     .hi = 10000,
     .doc = "members, each trained on a bootstrap sample; cml_sd needs 2 or more"},
};

struct cml_boost_options cml_gbt_options(const struct cml_hyper *hyper)
{
	size_t n_members = cml_hyper_count(hyper, "ensemble");
	return (struct cml_boost_options){
	    .n_trees = cml_hyper_count(hyper, "trees"),
	    .growth = {.max_depth = cml_hyper_count(hyper, "depth"), .min_leaf = 1, .l2 = 1},
	    .learning_rate = cml_hyper_real(hyper, "learning-rate"),
	    .subsample = cml_hyper_real(hyper, "subsample"),
	    .loss = CML_LOSS_SQUARED,
	    .n_members = n_members,
	    .bootstrap = n_members > 1};
}

static enum cml_result gbt_train(const struct cml_training *training, void **state,
				 struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_boost_options options = cml_gbt_options(training->hyper);
	return cml_tree_ensemble_train(training, &options, state, summary, err);
}

const struct cml_predictor_kind cml_gbt_predictor = {
    .name = "gbt",
    .doc = "gradient-boosted regression trees",
    .hyper = hyper_specs,
    .n_hyper = sizeof hyper_specs / sizeof *hyper_specs,
    .train = gbt_train,
    .predict = cml_tree_ensemble_predict,
    .has_sd = cml_tree_ensemble_has_sd,
    .save = cml_tree_ensemble_save,
    .load = cml_tree_ensemble_load,
    .describe = cml_tree_ensemble_describe,
    .free = cml_tree_ensemble_free,
};
