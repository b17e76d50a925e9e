#include "learn/trees/tree_kinds.h"

#include "learn/predictor/summary_line.h"
#include "learn/trees/tree_model.h"
#include "learn/trees/tree_prune.h"
#include "learn/trees/tree_validate.h"

#include <math.h>
#include <stdlib.h>

/* In the order of prune. */
enum prune { PRUNE_NONE, PRUNE_BEST, PRUNE_1SE };

static const struct cml_hyper_spec hyper_specs[] = {
    {.name = "depth",
     .type = CML_HYPER_COUNT,
     .fallback = "0",
     .lo = 0,
     .hi = 1000,
     .doc = "maximum depth; 0: no limit"},
    {.name = "min-leaf",
     .type = CML_HYPER_COUNT,
     .fallback = "5",
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
    {.name = "prune",
     .type = CML_HYPER_CHOICE,
     .fallback = "best",
     .choices = "none|best|1se",
     .doc = "no pruning, the best subtree in cross-validation, or the smallest within one standard "
	    "error"},
    {.name = "folds",
     .type = CML_HYPER_COUNT,
     .fallback = "10",
     .lo = 2,
     .hi = 1000,
     .doc = "cross-validation folds, for pruning"},
};

static bool tree_is_score(const struct cml_hyper *hyper)
{
	(void)hyper;
	return false;
}

/* Puts the best of its subtrees in the place of the tree. */
static enum cml_result prune(const struct cml_training *training,
			     const struct cml_tree_validation *validation, struct cml_tree *tree,
			     struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_tree_choice choice;
	struct cml_tree pruned = {0};
	double *alpha = cml_array_new(tree->forest.n_nodes, sizeof *alpha);
	enum cml_result status = alpha ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_tree_alphas(tree, alpha, err);
	if (status == CML_OK)
		status = cml_tree_choose(validation, tree, alpha, &choice, err);
	if (status == CML_OK)
		status = cml_tree_prune(tree, alpha, choice.cost, &pruned, err);
	free(alpha);
	if (status != CML_OK)
		return status;
	cml_tree_release(tree);
	*tree = pruned;
	if (training->progress)
		training->progress(training->progress_context, 1, 1);
	return cml_summary_put(summary, "leaf_cost", choice.cost) &&
		       cml_summary_put(summary, "cv_rmse", sqrt(choice.error)) &&
		       cml_summary_put(summary, "cv_mse_se", choice.se)
		   ? CML_OK
		   : cml_fail_memory(err);
}

static double n_leaves(const struct cml_tree *tree)
{
	return (double)((tree->forest.n_nodes + 1) / 2);
}

static enum cml_result train(const struct cml_training *training, const struct cml_tree_rows *rows,
			     struct cml_tree *tree, struct cml_buffer *summary,
			     struct cml_error *err)
{
	const struct cml_hyper *hyper = training->hyper;
	enum prune how = (enum prune)cml_hyper_choice(hyper, "prune");
	struct cml_tree_growth growth = {.max_depth = cml_hyper_count(hyper, "depth"),
					 .min_leaf = cml_hyper_count(hyper, "min-leaf"),
					 .min_gain = cml_hyper_real(hyper, "min-gain")};
	struct cml_tree_validation validation = {.rows = rows,
						 .growth = &growth,
						 .n_folds = cml_hyper_count(hyper, "folds"),
						 .one_se = how == PRUNE_1SE,
						 .seed = training->seed,
						 .pool = training->pool};
	enum cml_result status = cml_tree_grow(tree, rows, &growth, training->pool, err);
	if (status == CML_OK && !cml_summary_put(summary, "leaves_grown", n_leaves(tree)))
		status = cml_fail_memory(err);
	if (status == CML_OK && how != PRUNE_NONE)
		status = prune(training, &validation, tree, summary, err);
	if (status == CML_OK && !cml_summary_put(summary, "leaves_kept", n_leaves(tree)))
		status = cml_fail_memory(err);
	return status;
}

static enum cml_result tree_train(const struct cml_training *training, void **state,
				  struct cml_buffer *summary, struct cml_error *err)
{
	const struct cml_dataset *data = training->data;
	struct cml_bins bins = {0};
	struct cml_binned_columns columns = {0};
	struct cml_tree *tree = cml_array_new(1, sizeof *tree);
	uint32_t *list = cml_array_new(data->n_rows, sizeof *list);
	struct cml_tree_rows rows = {data, &bins, &columns, list, data->n_rows};
	enum cml_result status = tree && list ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < data->n_rows; i++)
		list[i] = (uint32_t)i;
	if (status == CML_OK)
		status = cml_bins_init(&bins, data, cml_hyper_count(training->hyper, "bins"),
				       training->pool, err);
	if (status == CML_OK)
		status = cml_binned_columns_init(&columns, &bins, err);
	if (status == CML_OK)
		status = train(training, &rows, tree, summary, err);
	free(list);
	cml_binned_columns_release(&columns);
	cml_bins_release(&bins);
	if (status == CML_OK)
		*state = tree;
	else
		cml_tree_model_free(tree);
	return status;
}

const struct cml_predictor_kind cml_tree_predictor = {
    .name = "tree",
    .doc = "one regression tree, pruned by cross-validation, to be read",
    .hyper = hyper_specs,
    .n_hyper = sizeof hyper_specs / sizeof *hyper_specs,
    .is_score = tree_is_score,
    .train = tree_train,
    .predict = cml_tree_model_predict,
    .has_sd = cml_tree_model_has_sd,
    .save = cml_tree_model_save,
    .load = cml_tree_model_load,
    .describe = cml_tree_model_describe,
    .free = cml_tree_model_free,
};
