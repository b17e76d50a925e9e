#include "learn/growth/forest_nodes.h"

#include "learn/predictor/model_bytes.h"

#include <math.h>
#include <stdlib.h>

/* Bytes of a leaf in a file, the smaller kind of node. */
#define MIN_NODE_SIZE 12

void cml_forest_release(struct cml_forest *forest)
{
	free(forest->trees);
	free(forest->nodes);
	free(forest->values);
	*forest = (struct cml_forest){0};
}

static struct cml_forest_node leaf_node(uint32_t number)
{
	return (struct cml_forest_node){.threshold = INFINITY, .left = number};
}

static bool reserve_nodes(struct cml_forest *forest, size_t n)
{
	return CML_RESERVE(&forest->nodes, &forest->node_capacity, n) &&
	       CML_RESERVE(&forest->values, &forest->value_capacity, n);
}

static void add_leaf(struct cml_forest *forest, struct cml_forest_tree *tree)
{
	forest->nodes[forest->n_nodes] = leaf_node(tree->n_nodes++);
	forest->values[forest->n_nodes++] = 0;
}

enum cml_result cml_forest_add_tree(struct cml_forest *forest, struct cml_error *err)
{
	if (!CML_RESERVE(&forest->trees, &forest->tree_capacity, forest->n_trees + 1) ||
	    !reserve_nodes(forest, forest->n_nodes + 1))
		return cml_fail_memory(err);
	struct cml_forest_tree *tree = &forest->trees[forest->n_trees++];
	*tree = (struct cml_forest_tree){.first = forest->n_nodes};
	add_leaf(forest, tree);
	return CML_OK;
}

enum cml_result cml_forest_split(struct cml_forest *forest, uint32_t node, uint32_t level,
				 struct cml_forest_node *split, struct cml_error *err)
{
	if (!reserve_nodes(forest, forest->n_nodes + 2))
		return cml_fail_memory(err);
	struct cml_forest_tree *tree = &forest->trees[forest->n_trees - 1];
	split->left = tree->n_nodes;
	add_leaf(forest, tree);
	add_leaf(forest, tree);
	forest->nodes[tree->first + node] = *split;
	if (tree->depth < level + 1)
		tree->depth = level + 1;
	return CML_OK;
}

void cml_forest_truncate(struct cml_forest *forest, size_t n_trees)
{
	if (n_trees >= forest->n_trees)
		return;
	forest->n_nodes = forest->trees[n_trees].first;
	forest->n_trees = n_trees;
}

static bool save_node(const struct cml_forest *forest, const struct cml_forest_tree *tree,
		      uint32_t number, struct cml_buffer *out)
{
	const struct cml_forest_node *node = &forest->nodes[tree->first + number];
	if (node->left == number)
		return cml_bytes_put_u32(out, 0) &&
		       cml_bytes_put_double(out, forest->values[tree->first + number]);
	return cml_bytes_put_u32(out, node->left) && cml_bytes_put_u32(out, node->feature) &&
	       cml_bytes_put_float(out, node->threshold);
}

bool cml_forest_save(const struct cml_forest *forest, struct cml_buffer *out)
{
	if (!cml_bytes_put_double(out, forest->base) ||
	    !cml_bytes_put_u32(out, (uint32_t)forest->n_trees))
		return false;
	for (size_t t = 0; t < forest->n_trees; t++) {
		const struct cml_forest_tree *tree = &forest->trees[t];
		if (!cml_bytes_put_u32(out, tree->n_nodes))
			return false;
		for (uint32_t i = 0; i < tree->n_nodes; i++)
			if (!save_node(forest, tree, i, out))
				return false;
	}
	return true;
}

static enum cml_result fail_load(struct cml_error *err, const char *what)
{
	return cml_fail(err, CML_BAD_DATA, "inconsistent tree structure: %s", what);
}

static enum cml_result load_node(struct cml_forest *forest, const struct cml_forest_tree *tree,
				 uint32_t number, struct cml_slice *bytes, size_t n_features,
				 struct cml_error *err)
{
	struct cml_forest_node *node = &forest->nodes[tree->first + number];
	double *value = &forest->values[tree->first + number];
	*value = 0;
	if (!cml_bytes_take_u32(bytes, &node->left))
		return fail_load(err, "truncated tree");
	if (node->left == 0) {
		*node = leaf_node(number);
		if (!cml_bytes_take_double(bytes, value))
			return fail_load(err, "truncated tree");
		return isfinite(*value) ? CML_OK
					: fail_load(err, "a leaf's value is not a finite number");
	}
	if (!cml_bytes_take_u32(bytes, &node->feature) ||
	    !cml_bytes_take_float(bytes, &node->threshold))
		return fail_load(err, "truncated tree");
	if (node->left <= number || node->left >= tree->n_nodes - 1)
		return fail_load(err, "invalid child node");
	if ((node->feature & ~CML_MISSING_RIGHT) >= n_features)
		return fail_load(err, "a split is on a feature that does not exist");
	if (isnan(node->threshold))
		return fail_load(err, "a threshold is not a number");
	return CML_OK;
}

/* Longest way from the root, and whether every other node has one parent. Children
 * follow parents, so one pass does: levels is the depth of each node. */
static enum cml_result measure_depth(const struct cml_forest *forest, struct cml_forest_tree *tree,
				     struct cml_error *err)
{
	enum cml_result status = CML_OK;
	uint32_t *levels = cml_array_new(tree->n_nodes, sizeof *levels);
	if (!levels)
		return cml_fail_memory(err);
	for (uint32_t i = 0; !status && i < tree->n_nodes; i++) {
		uint32_t left = forest->nodes[tree->first + i].left;
		if (i > 0 && levels[i] == 0)
			status = fail_load(err, "a node has no parent");
		if (levels[i] > tree->depth)
			tree->depth = levels[i];
		for (uint32_t child = left; left != i && child <= left + 1; child++) {
			if (levels[child] != 0)
				status = fail_load(err, "a node has two parents");
			levels[child] = levels[i] + 1;
		}
	}
	free(levels);
	return status;
}

static enum cml_result load_tree(struct cml_forest *forest, struct cml_slice *bytes,
				 size_t n_features, struct cml_error *err)
{
	uint32_t n_nodes;
	if (!cml_bytes_take_u32(bytes, &n_nodes) || n_nodes > bytes->size / MIN_NODE_SIZE)
		return fail_load(err, "truncated tree");
	if (n_nodes == 0)
		return fail_load(err, "a tree is empty");
	if (!CML_RESERVE(&forest->trees, &forest->tree_capacity, forest->n_trees + 1) ||
	    !reserve_nodes(forest, forest->n_nodes + n_nodes))
		return cml_fail_memory(err);
	struct cml_forest_tree *tree = &forest->trees[forest->n_trees++];
	*tree = (struct cml_forest_tree){.first = forest->n_nodes, .n_nodes = n_nodes};
	forest->n_nodes += n_nodes;
	for (uint32_t i = 0; i < n_nodes; i++)
		if (load_node(forest, tree, i, bytes, n_features, err) != CML_OK)
			return err->status;
	return measure_depth(forest, tree, err);
}

enum cml_result cml_forest_load(struct cml_forest *forest, struct cml_slice *bytes,
				size_t n_features, struct cml_error *err)
{
	uint32_t n_trees;
	*forest = (struct cml_forest){0};
	if (!cml_bytes_take_double(bytes, &forest->base) || !cml_bytes_take_u32(bytes, &n_trees))
		return fail_load(err, "truncated ensemble member");
	if (!isfinite(forest->base))
		return fail_load(err, "a base value is not a finite number");
	for (uint32_t t = 0; t < n_trees; t++)
		if (load_tree(forest, bytes, n_features, err) != CML_OK) {
			cml_forest_release(forest);
			return err->status;
		}
	return CML_OK;
}
