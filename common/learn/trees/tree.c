#include "learn/trees/tree_kinds.h"

#include "learn/predictor/model_bytes.h"
#include "learn/trees/tree_model.h"

static const struct cml_hyper_spec hyper_specs[] = {
    CML_COUNT_PARAM("depth", "0", 0, 1000, "maximum depth; 0: no limit"),
    CML_COUNT_PARAM("min-leaf", "5", 1, 1e9, "minimum number of rows in a leaf"),
};

static enum cml_result tree_train(const struct cml_training *training, void **state,
				  struct cml_buffer *summary, struct cml_error *err)
{
	const struct cml_hyper *hyper = training->hyper;
	struct cml_tree_growth growth = {.max_depth = cml_hyper_count(hyper, "depth"),
					 .min_leaf = cml_hyper_count(hyper, "min-leaf")};
	struct cml_tree *tree = cml_array_new(1, sizeof *tree);
	if (!tree)
		return cml_fail_memory(err);
	enum cml_result status = cml_tree_grow(tree, training->data, &growth, training->pool, err);
	double n_leaves = (double)((tree->forest.n_nodes + 1) / 2);
	if (status != CML_OK || !cml_summary_put(summary, "leaves", n_leaves)) {
		cml_tree_model_free(tree);
		return status != CML_OK ? status : cml_fail_memory(err);
	}
	if (training->progress)
		training->progress(training->progress_context, 1, 1);
	*state = tree;
	return CML_OK;
}

const struct cml_predictor_kind cml_tree_predictor = {
    .name = "tree",
    .doc = "one regression tree, to be read",
    .hyper = hyper_specs,
    .n_hyper = sizeof hyper_specs / sizeof *hyper_specs,
    .train = tree_train,
    .predict = cml_tree_model_predict,
    .has_sd = cml_tree_model_has_sd,
    .save = cml_tree_model_save,
    .load = cml_tree_model_load,
    .describe = cml_tree_model_describe,
    .free = cml_tree_model_free,
};
