#include "learn/trees/traverse.h"

#include <math.h>
#include <string.h>

/* Rows that traverse together, so that their waits for memory overlap. */
#define ROWS 32

/* The node where a row at node `at` goes next; a leaf leads to itself. */
static uint32_t step_down(const struct cml_forest_node *nodes, uint32_t at, const float *x)
{
	struct cml_forest_node node = nodes[at];
	float value = x[node.feature & ~CML_MISSING_RIGHT];
	uint32_t is_right =
	    (uint32_t)(value > node.threshold) | ((uint32_t)isnan(value) & node.feature >> 31);
	return node.left + is_right;
}

struct block {
	size_t n;               /* from 1 to ROWS */
	const float *row[ROWS]; /* n: features */
};

/* at[i]: the leaf of row i of the block. */
static void traverse(const struct cml_forest_tree *tree, const struct cml_forest_node *nodes,
		     const struct block *block, uint32_t at[ROWS])
{
	for (size_t i = 0; i < block->n; i++)
		at[i] = 0;
	for (uint32_t level = 0; level < tree->depth; level++) {
		uint32_t moved = 0;
		for (size_t i = 0; i < block->n; i++) {
			uint32_t next = step_down(nodes, at[i], block->row[i]);
			moved |= next ^ at[i];
			at[i] = next;
		}
		if (!moved)
			break;
	}
}

static void init_block(struct block *block, const struct cml_traverse_rows *rows, size_t first)
{
	block->n = rows->n - first < ROWS ? rows->n - first : ROWS;
	for (size_t i = 0; i < block->n; i++)
		block->row[i] =
		    rows->x + (rows->list ? rows->list[first + i] : first + i) * rows->stride;
}

static void add_tree(const struct cml_forest *forest, size_t tree, const struct block *block,
		     double *sums)
{
	const struct cml_forest_tree *of = &forest->trees[tree];
	uint32_t at[ROWS];
	traverse(of, forest->nodes + of->first, block, at);
	for (size_t i = 0; i < block->n; i++)
		sums[i] += forest->values[of->first + at[i]];
}

void cml_forest_predict_rows(const struct cml_forest *forest, const struct cml_traverse_rows *rows,
			     double *sums)
{
	struct block block;
	for (size_t first = 0; first < rows->n; first += block.n) {
		init_block(&block, rows, first);
		for (size_t i = 0; i < block.n; i++)
			sums[first + i] = forest->base;
		for (size_t t = 0; t < forest->n_trees; t++)
			add_tree(forest, t, &block, sums + first);
	}
}

void cml_forest_predict(const struct cml_forest *forest, size_t n, size_t stride, const float *x,
			double *sums)
{
	const struct cml_traverse_rows rows = {.x = x, .stride = stride, .n = n};
	cml_forest_predict_rows(forest, &rows, sums);
}

void cml_forest_tree_values(const struct cml_forest *forest, size_t tree,
			    const struct cml_traverse_rows *rows, double *sums)
{
	struct block block;
	double values[ROWS];
	for (size_t first = 0; first < rows->n; first += block.n) {
		init_block(&block, rows, first);
		memset(values, 0, sizeof values);
		add_tree(forest, tree, &block, values);
		for (size_t i = 0; i < block.n; i++)
			sums[rows->list ? rows->list[first + i] : first + i] += values[i];
	}
}

uint32_t cml_forest_child(const struct cml_forest *forest, size_t tree, uint32_t node,
			  const float *x)
{
	return step_down(forest->nodes + forest->trees[tree].first, node, x);
}
