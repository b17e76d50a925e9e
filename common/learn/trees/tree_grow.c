#include "learn/trees/tree_grow.h"

#include "base/memory.h"
#include "learn/trees/boost_loss.h"
#include "learn/trees/traverse.h"

#include <stdlib.h>
#include <string.h>

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

/* Work space of growing one tree. */
struct growing {
	const struct cml_dataset *data;
	struct cml_bins bins;
	struct cml_binned_columns columns;
	struct cml_boost_loss loss;
	struct cml_gradient_maker maker;
	struct cml_tree_grower grower;
	uint32_t *rows; /* 0, 1, 2, ... */
	double *scores, *gains;
};

static enum cml_result prepare(struct growing *growing, const struct cml_tree_growth *growth,
			       struct cml_pool *pool, struct cml_error *err)
{
	const struct cml_dataset *data = growing->data;
	size_t n = data->n_rows;
	if (cml_bins_init(&growing->bins, data, CML_MAX_BINS, pool, err) != CML_OK ||
	    cml_binned_columns_init(&growing->columns, &growing->bins, err) != CML_OK)
		return err->status;
	if (!CML_NEW(&growing->rows, n) || !CML_NEW(&growing->scores, n) ||
	    !CML_NEW(&growing->gains, data->n_features))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		growing->rows[i] = (uint32_t)i;
	growing->loss = (struct cml_boost_loss){
	    .y = data->y, .weight = data->weight, .rows = growing->rows, .n_rows = n};
	cml_boost_loss_init(&growing->loss);
	if (cml_gradient_maker_init(&growing->maker, &growing->loss, n, pool, err) != CML_OK)
		return err->status;
	return cml_tree_grower_init(&growing->grower, &growing->bins, &growing->columns, growth,
				    growing->maker.hessians_count, pool, err);
}

/* One round of boosting from the mean: the gradients are the residuals. */
static enum cml_result grow(struct growing *growing, struct cml_forest *forest,
			    struct cml_error *err)
{
	struct cml_gradients gradients;
	size_t n = growing->data->n_rows;
	forest->base = cml_boost_loss_start(&growing->loss);
	for (size_t i = 0; i < n; i++)
		growing->scores[i] = forest->base;
	if (cml_make_gradients(&growing->maker, growing->scores, &gradients, err) != CML_OK)
		return err->status;
	memcpy(growing->grower.rows, growing->rows, n * sizeof *growing->rows);
	return cml_tree_grower_grow(&growing->grower, &gradients, n, forest, growing->gains, err);
}

enum cml_result cml_tree_grow(struct cml_tree *tree, const struct cml_dataset *data,
			      const struct cml_tree_growth *growth, struct cml_pool *pool,
			      struct cml_error *err)
{
	struct growing growing = {.data = data};
	*tree = (struct cml_tree){.n_features = data->n_features};
	enum cml_result status = prepare(&growing, growth, pool, err);
	if (status != CML_OK || (status = grow(&growing, &tree->forest, err)) != CML_OK)
		goto out;
	status = fill_nodes(tree, data, err);
out:
	cml_tree_grower_release(&growing.grower);
	cml_gradient_maker_release(&growing.maker);
	cml_binned_columns_release(&growing.columns);
	cml_bins_release(&growing.bins);
	free(growing.rows);
	free(growing.scores);
	free(growing.gains);
	return status;
}
