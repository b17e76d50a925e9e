
#include "learn/trees/tree_ensemble.h"

static const struct cml_hyper_spec gbt_hyper[] = {
    CML_COUNT_PARAM("trees", "100", 1, 1e6, "number of trees"),
    CML_REAL_PARAM_ABOVE("learning-rate", "0.1", 0, 10,
			 "shrinkage: fraction of each tree that is added"),
    CML_COUNT_PARAM("depth", "6", 0, 1000, "maximum depth of a tree; 0: no limit"),
    CML_REAL_PARAM_ABOVE("subsample", "0.7", 0, 1, "fraction of the rows sampled for each tree"),
    CML_COUNT_PARAM("ensemble", "1", 1, 10000,
		    "members, each trained on a bootstrap sample; cml_sd needs 2 or more"),
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
	return cml_tree_ensemble_train(training, &options, NULL, state, summary, err);
}

const struct cml_predictor_kind cml_gbt_predictor = {
    .name = "gbt",
    .doc = "gradient-boosted regression trees",
    .hyper = gbt_hyper,
    .n_hyper = sizeof gbt_hyper / sizeof *gbt_hyper,
    .train = gbt_train,
    .predict = cml_tree_ensemble_predict,
    .has_sd = cml_tree_ensemble_has_sd,
    .state_size = sizeof(struct cml_tree_ensemble),
    .fields = cml_tree_ensemble_fields,
    .describe = cml_tree_ensemble_describe,
    .free = cml_tree_ensemble_free,
};

static const struct cml_hyper_spec forest_hyper[] = {
    CML_COUNT_PARAM("trees", "500", 1, 1e6, "number of trees"),
};

static enum cml_result forest_train(const struct cml_training *training, void **state,
				    struct cml_buffer *summary, struct cml_error *err)
{
	const struct cml_boost_options options = {.n_trees = 1,
						  .growth = {.min_leaf = 1},
						  .learning_rate = 1,
						  .subsample = 1,
						  .loss = CML_LOSS_SQUARED,
						  .n_members =
						      cml_hyper_count(training->hyper, "trees"),
						  .bootstrap = true};
	return cml_tree_ensemble_train(training, &options, NULL, state, summary, err);
}

const struct cml_predictor_kind cml_forest_predictor = {
    .name = "forest",
    .doc = "random forest, with a calibrated uncertainty",
    .hyper = forest_hyper,
    .cost = {"trees", 100, false},
    .n_hyper = sizeof forest_hyper / sizeof *forest_hyper,
    .train = forest_train,
    .predict = cml_tree_ensemble_predict,
    .has_sd = cml_tree_ensemble_has_sd,
    .state_size = sizeof(struct cml_tree_ensemble),
    .fields = cml_tree_ensemble_fields,
    .describe = cml_tree_ensemble_describe,
    .free = cml_tree_ensemble_free,
};
