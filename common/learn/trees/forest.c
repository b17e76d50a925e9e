#include "learn/trees/tree_kinds.h"

#include "learn/trees/tree_ensemble.h"

static const struct cml_hyper_spec hyper_specs[] = {
    CML_COUNT_PARAM("trees", "500", 1, 1e6, "number of trees"),
};

static struct cml_boost_options read_options(const struct cml_training *training)
{
	return (struct cml_boost_options){.n_trees = 1,
					  .growth = {.min_leaf = 1},
					  .learning_rate = 1,
					  .subsample = 1,
					  .loss = CML_LOSS_SQUARED,
					  .n_members = cml_hyper_count(training->hyper, "trees"),
					  .bootstrap = true};
}

static enum cml_result forest_train(const struct cml_training *training, void **state,
				    struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_boost_options options = read_options(training);
	return cml_tree_ensemble_train(training, &options, NULL, state, summary, err);
}

const struct cml_predictor_kind cml_forest_predictor = {
    .name = "forest",
    .doc = "random forest, with a calibrated uncertainty",
    .hyper = hyper_specs,
    .cost = {"trees", 100, false},
    .n_hyper = sizeof hyper_specs / sizeof *hyper_specs,
    .train = forest_train,
    .predict = cml_tree_ensemble_predict,
    .has_sd = cml_tree_ensemble_has_sd,
    .save = cml_tree_ensemble_save,
    .load = cml_tree_ensemble_load,
    .describe = cml_tree_ensemble_describe,
    .free = cml_tree_ensemble_free,
};
