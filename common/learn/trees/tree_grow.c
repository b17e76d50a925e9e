#include "learn/trees/tree_grow.h"

#include "base/memory.h"
#include "learn/trees/boost.h"
#include "learn/trees/traverse.h"

#include <stdlib.h>

void cml_tree_release(struct cml_tree *tree)
{
	cml_forest_release(&tree->forest);
	free(tree->nodes);
	*tree = (struct cml_tree){0};
}

/* Means first, then deviations from them: no difference of large sums. */
static enum cml_result fill_nodes(struct cml_tree *tree, const struct cml_dataset *data,
				  struct cml_error *err)
{
	if (!CML_NEW(&tree->nodes, tree->forest.n_nodes))
		return cml_fail_memory(err);
	for (size_t pass = 0; pass < 2; pass++)
		for (size_t row = 0; row < data->n_rows; row++) {
			uint32_t at, next = 0;
			do {
				at = next;
				struct cml_tree_node *node = &tree->nodes[at];
				double away = data->y[row] - node->mean;
				if (pass == 0) {
					node->rows++;
					node->weight += data->weight[row];
					node->mean += data->weight[row] / node->weight * away;
				} else {
					node->squares += data->weight[row] * away * away;
				}
				next = cml_forest_child(&tree->forest, 0, at,
							data->x + row * data->n_features);
			} while (next != at);
		}
	return CML_OK;
}

/* One round of boosting from the mean: the gradients are the residuals. */
static enum cml_result boost(struct cml_tree *tree, const struct cml_boosting *boosting,
			     struct cml_error *err)
{
	struct cml_boosted boosted = {0};
	if (!CML_NEW(&boosted.gains, tree->n_features))
		return cml_fail_memory(err);
	enum cml_result status = cml_boost(boosting, &boosted, err);
	free(boosted.gains);
	tree->forest = boosted.forest;
	if (status != CML_OK || tree->forest.n_trees > 0)
		return status;
	return cml_forest_add_tree(&tree->forest, err);
}

enum cml_result cml_tree_grow(struct cml_tree *tree, const struct cml_dataset *data,
			      const struct cml_tree_growth *growth, struct cml_pool *pool,
			      struct cml_error *err)
{
	struct cml_bins bins = {0};
	struct cml_binned_columns columns = {0};
	const struct cml_boost_options options = {.n_trees = 1,
						  .growth = *growth,
						  .learning_rate = 1,
						  .subsample = 1,
						  .loss = CML_LOSS_SQUARED};
	const struct cml_boosting boosting = {
	    .options = &options, .data = data, .bins = &bins, .columns = &columns, .pool = pool};
	*tree = (struct cml_tree){.n_features = data->n_features};
	if (cml_bins_init(&bins, data, CML_MAX_BINS, pool, err) != CML_OK)
		return err->status;
	enum cml_result status = cml_binned_columns_init(&columns, &bins, err);
	if (status != CML_OK || (status = boost(tree, &boosting, err)) != CML_OK)
		goto out;
	status = fill_nodes(tree, data, err);
out:
	cml_binned_columns_release(&columns);
	cml_bins_release(&bins);
	return status;
}
