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

static void node_fields(struct cml_fields *fields, struct cml_forest *forest,
			const struct cml_forest_tree *tree, uint32_t number)
{
	struct cml_forest_node *node = &forest->nodes[tree->first + number];
	double *value = &forest->values[tree->first + number];
	uint32_t left = fields->out && node->left != number ? node->left : 0;
	cml_field_u32(fields, "a child node", &left, UINT32_MAX);
	if (!fields->out) {
		*node = leaf_node(number);
		*value = 0;
	}
	if (left == 0) {
		cml_field_double(fields, "the value of a leaf", value, CML_FINITE);
		return;
	}
	cml_field_check(fields, left > number && left < tree->n_nodes - 1, "invalid child node");
	cml_field_u32(fields, "a feature", &node->feature, UINT32_MAX);
	cml_field_check(fields, (node->feature & ~CML_MISSING_RIGHT) < fields->n_features,
			"a split is on a feature that does not exist");
	cml_field_floats(fields, "a threshold", &node->threshold, 1,
			 (struct cml_bounds){-INFINITY, INFINITY, false});
	if (!fields->out)
		node->left = left;
}

/* Longest way from the root, and whether every other node has one parent. Children
 * follow parents, so one pass does: levels is the depth of each node. */
static void measure_depth(struct cml_fields *fields, const struct cml_forest *forest,
			  struct cml_forest_tree *tree)
{
	AUTOFREE uint32_t *levels = cml_array_new(tree->n_nodes, sizeof *levels);
	if (!levels)
		cml_field_fail_memory(fields);
	for (uint32_t i = 0; cml_fields_are_read(fields) && i < tree->n_nodes; i++) {
		uint32_t left = forest->nodes[tree->first + i].left;
		cml_field_check(fields, i == 0 || levels[i] > 0, "a node has no parent");
		if (levels[i] > tree->depth)
			tree->depth = levels[i];
		for (uint32_t child = left; left != i && child <= left + 1; child++) {
			cml_field_check(fields, levels[child] == 0, "a node has two parents");
			levels[child] = levels[i] + 1;
		}
	}
}

/* Room for a tree that is read. */
static void reserve_tree(struct cml_fields *fields, struct cml_forest *forest, size_t n_nodes)
{
	cml_field_check(fields, n_nodes <= fields->bytes.size / MIN_NODE_SIZE, "truncated");
	if (fields->status != CML_OK)
		return;
	if (!CML_RESERVE(&forest->trees, &forest->tree_capacity, forest->n_trees + 1) ||
	    !reserve_nodes(forest, forest->n_nodes + n_nodes)) {
		cml_field_fail_memory(fields);
		return;
	}
	forest->trees[forest->n_trees++] =
	    (struct cml_forest_tree){.first = forest->n_nodes, .n_nodes = (uint32_t)n_nodes};
	forest->n_nodes += n_nodes;
}

static void tree_fields(struct cml_fields *fields, struct cml_forest *forest, size_t number)
{
	size_t n_nodes = fields->out ? forest->trees[number].n_nodes : 0;
	cml_field_count(fields, "the size of a tree", &n_nodes, 1, UINT32_MAX);
	if (!fields->out)
		reserve_tree(fields, forest, n_nodes);
	for (uint32_t i = 0; cml_fields_are_good(fields) && i < n_nodes; i++)
		node_fields(fields, forest, &forest->trees[number], i);
	if (cml_fields_are_read(fields))
		measure_depth(fields, forest, &forest->trees[number]);
}

void cml_forest_fields(struct cml_fields *fields, void *state)
{
	struct cml_forest *forest = state;
	size_t n_trees = forest->n_trees;
	cml_field_double(fields, "a base value", &forest->base, CML_FINITE);
	cml_field_count(fields, "a number of trees", &n_trees, 0, UINT32_MAX);
	for (size_t t = 0; cml_fields_are_good(fields) && t < n_trees; t++)
		tree_fields(fields, forest, t);
}
