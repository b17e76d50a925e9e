#include "learn/trees/tree_prune.h"

#include "base/memory.h"

#include <stdlib.h>

static uint32_t left_of(const struct cml_tree *tree, uint32_t node)
{
	return tree->forest.nodes[node].left;
}

static bool is_leaf(const struct cml_tree *tree, uint32_t node)
{
	return left_of(tree, node) == node;
}

/* Children follow their parent, so one pass back gives the sizes and one
 * pass forward the places. */
enum cml_result cml_tree_preorder_init(struct cml_tree_preorder *order, const struct cml_tree *tree,
				       struct cml_error *err)
{
	size_t n = tree->forest.n_nodes;
	uint32_t *size = cml_array_new(n, sizeof *size); /* by node number */
	uint32_t *place = cml_array_new(n, sizeof *place);
	*order = (struct cml_tree_preorder){.n = n,
					    .node = cml_array_new(n, sizeof *order->node),
					    .size = cml_array_new(n, sizeof *order->size)};
	if (!size || !place || !order->node || !order->size) {
		free(size);
		free(place);
		cml_tree_preorder_release(order);
		return cml_fail_memory(err);
	}
	for (uint32_t i = (uint32_t)n; i-- > 0;) {
		uint32_t left = left_of(tree, i);
		size[i] = left == i ? 1 : 1 + size[left] + size[left + 1];
	}
	for (uint32_t i = 0; i < n; i++) {
		uint32_t left = left_of(tree, i);
		order->node[place[i]] = i;
		order->size[place[i]] = size[i];
		if (left == i)
			continue;
		place[left] = place[i] + 1;
		place[left + 1] = place[i] + 1 + size[left];
	}
	free(size);
	free(place);
	return CML_OK;
}

void cml_tree_preorder_release(struct cml_tree_preorder *order)
{
	free(order->node);
	free(order->size);
	*order = (struct cml_tree_preorder){0};
}

static double risk_of(const struct cml_tree *tree, uint32_t node)
{
	return tree->nodes[node].squares / tree->nodes[0].weight;
}

/* The node at place, against the best subtree below it: the cost at which they
 * are worth the same, by Newton's method from below. What a subtree saves is
 * convex in the cost and falls in straight pieces, so the steps only rise. */
static double alpha_at(const struct cml_tree *tree, const struct cml_tree_preorder *order,
		       size_t place, const double *alpha)
{
	double cost = 0;
	for (;;) {
		double risk = 0, n_leaves = 0;
		for (size_t i = place + 1; i < place + order->size[place];) {
			uint32_t node = order->node[i];
			bool ends = alpha[node] <= cost;
			risk += ends ? risk_of(tree, node) : 0;
			n_leaves += ends ? 1 : 0;
			i += ends ? order->size[i] : 1;
		}
		double next = (risk_of(tree, order->node[place]) - risk) / (n_leaves - 1);
		if (!(next > cost))
			return cost;
		cost = next;
	}
}

enum cml_result cml_tree_alphas(const struct cml_tree *tree, double *alpha, struct cml_error *err)
{
	struct cml_tree_preorder order;
	if (cml_tree_preorder_init(&order, tree, err) != CML_OK)
		return err->status;
	for (size_t place = order.n; place-- > 0;) {
		uint32_t node = order.node[place];
		alpha[node] = is_leaf(tree, node) ? 0 : alpha_at(tree, &order, place, alpha);
	}
	cml_tree_preorder_release(&order);
	return CML_OK;
}

/* Copies node by node, parents first; origin[i] is where node i of the copy
 * comes from. */
static enum cml_result copy(const struct cml_tree *tree, const double *alpha, double cost,
			    struct cml_tree *pruned, uint32_t *origin, struct cml_error *err)
{
	struct cml_forest *forest = &pruned->forest;
	uint32_t *level = cml_array_new(tree->forest.n_nodes, sizeof *level);
	if (!level)
		return cml_fail_memory(err);
	enum cml_result status = cml_forest_add_tree(forest, err);
	for (uint32_t i = 0; status == CML_OK && i < forest->n_nodes; i++) {
		uint32_t from = origin[i];
		if (is_leaf(tree, from)) {
			forest->values[i] = tree->forest.values[from];
		} else if (alpha[from] <= cost) {
			forest->values[i] = tree->nodes[from].mean - forest->base;
		} else {
			struct cml_forest_node split = tree->forest.nodes[from];
			uint32_t child = (uint32_t)forest->n_nodes;
			origin[child] = left_of(tree, from);
			origin[child + 1] = origin[child] + 1;
			level[child] = level[child + 1] = level[i] + 1;
			status = cml_forest_split(forest, i, level[i], &split, err);
		}
	}
	free(level);
	return status;
}

enum cml_result cml_tree_prune(const struct cml_tree *tree, const double *alpha, double cost,
			       struct cml_tree *pruned, struct cml_error *err)
{
	uint32_t *origin = cml_array_new(tree->forest.n_nodes, sizeof *origin);
	*pruned = (struct cml_tree){.n_features = tree->n_features};
	pruned->forest.base = tree->forest.base;
	enum cml_result status =
	    origin ? copy(tree, alpha, cost, pruned, origin, err) : cml_fail_memory(err);
	if (status == CML_OK) {
		pruned->nodes = cml_array_new(pruned->forest.n_nodes, sizeof *pruned->nodes);
		if (!pruned->nodes)
			status = cml_fail_memory(err);
	}
	for (size_t i = 0; status == CML_OK && i < pruned->forest.n_nodes; i++)
		pruned->nodes[i] = tree->nodes[origin[i]];
	if (status != CML_OK)
		cml_tree_release(pruned);
	free(origin);
	return status;
}
