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
static enum cml_result fill_nodes(struct cml_tree *tree, const struct cml_tree_rows *rows,
				  struct cml_error *err)
{
	const struct cml_dataset *data = rows->data;
	tree->nodes = cml_array_new(tree->forest.n_nodes, sizeof *tree->nodes);
	if (!tree->nodes)
		return cml_fail_memory(err);
	for (size_t pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < rows->n_rows; i++) {
			uint32_t row = rows->rows[i], at, next = 0;
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

/* One round of boosting from the mean: the gradients are what rows are off it. */
static enum cml_result grow(struct cml_tree *tree, const struct cml_tree_rows *rows,
			    struct cml_gradient_maker *maker, struct cml_tree_grower *grower,
			    struct cml_error *err)
{
	struct cml_gradients gradients;
	size_t n = rows->data->n_rows;
	double *scores = cml_array_new(n, sizeof *scores);
	double *gains = cml_array_new(rows->data->n_features, sizeof *gains);
	enum cml_result status = scores && gains ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < n; i++)
		scores[i] = tree->forest.base;
	if (status == CML_OK)
		status = cml_make_gradients(maker, scores, &gradients, err);
	if (status == CML_OK) {
		memcpy(grower->rows, rows->rows, rows->n_rows * sizeof *rows->rows);
		status = cml_tree_grower_grow(grower, &gradients, rows->n_rows, NULL, &tree->forest,
					      gains, err);
	}
	free(scores);
	free(gains);
	return status;
}

enum cml_result cml_tree_grow(struct cml_tree *tree, const struct cml_tree_rows *rows,
			      const struct cml_tree_growth *growth, struct cml_pool *pool,
			      struct cml_error *err)
{
	struct cml_gradient_maker maker = {0};
	struct cml_tree_grower grower = {0};
	struct cml_boost_loss loss = {.y = rows->data->y,
				      .weight = rows->data->weight,
				      .rows = rows->rows,
				      .n_rows = rows->n_rows};
	*tree = (struct cml_tree){.n_features = rows->data->n_features};
	enum cml_result status = cml_boost_loss_init(&loss, CML_LOSS_SQUARED, NULL, err);
	if (status == CML_OK) {
		tree->forest.base = cml_boost_loss_start(&loss);
		status = cml_gradient_maker_init(&maker, &loss, rows->data->n_rows, pool, err);
	}
	if (status == CML_OK)
		status = cml_tree_grower_init(&grower, rows->bins, rows->columns, growth,
					      maker.hessians_count, pool, err);
	if (status == CML_OK)
		status = grow(tree, rows, &maker, &grower, err);
	if (status == CML_OK)
		status = fill_nodes(tree, rows, err);
	cml_tree_grower_release(&grower);
	cml_gradient_maker_release(&maker);
	cml_boost_loss_release(&loss);
	return status;
}
