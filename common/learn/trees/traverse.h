/* Predictions of a forest: many rows traverse a tree side by side. */
#ifndef CML_LEARN_TREES_TRAVERSE_H
#define CML_LEARN_TREES_TRAVERSE_H

#include "learn/growth/forest_nodes.h"

/* Rows that traverse together, so that their waits for memory overlap. */
#define CML_TRAVERSE_ROWS 32

/* Rows of a table of features. */
struct cml_traverse_rows {
	const float *x; /* n_all x stride */
	size_t n_all;
	size_t stride;
	const uint32_t *list; /* n of them, each below n_all; NULL: the first n */
	size_t n;
};

/* Some of them: the features of row i begin at x + offset[i]; after the n rows the first is
 * repeated. */
struct cml_traverse_block {
	const float *x;
	size_t n; /* from 1 to CML_TRAVERSE_ROWS */
	int32_t offset[CML_TRAVERSE_ROWS];
};

/* The rows from number `first` of rows on, as many as go together: one where the table is too
 * large for 31 bits. */
void cml_traverse_block_init(struct cml_traverse_block *block, const struct cml_traverse_rows *rows,
			     size_t first);

/* at[i]: the leaf of row i of the block; nodes are those of the tree. */
void cml_forest_traverse(const struct cml_forest_tree *tree, const struct cml_forest_node *nodes,
			 const struct cml_traverse_block *block, uint32_t at[CML_TRAVERSE_ROWS]);

/* The same without vectors: the reference the above is held to. */
void cml_forest_traverse_plain(const struct cml_forest_tree *tree,
			       const struct cml_forest_node *nodes,
			       const struct cml_traverse_block *block,
			       uint32_t at[CML_TRAVERSE_ROWS]);

/* sums[rows->n] = base + the values of all trees, in the order of the rows. Blocks of rows, tree
 * by tree; allocates nothing. */
void cml_forest_predict_rows(const struct cml_forest *forest, const struct cml_traverse_rows *rows,
			     double *sums);

/* The same of n rows of x, of stride floats. */
void cml_forest_predict(const struct cml_forest *forest, size_t n, size_t stride, const float *x,
			double *sums);

/* Adds the values of tree `tree` to sums[n_all], those of the rows. */
void cml_forest_tree_values(const struct cml_forest *forest, size_t tree,
			    const struct cml_traverse_rows *rows, double *sums);

/* Where a row that is at node `node` of tree `tree` goes next; a leaf leads to
 * itself. */
uint32_t cml_forest_child(const struct cml_forest *forest, size_t tree, uint32_t node,
			  const float *x);

#endif
