/* Predictions of a forest: many rows traverse a tree side by side. */
#ifndef CML_MODEL_TREES_TRAVERSE_H
#define CML_MODEL_TREES_TRAVERSE_H

#include "model/trees/forest_nodes.h"

#include <stddef.h>
#include <stdint.h>

/* Rows that traverse together, so that their waits for memory overlap. */
#define CML_TRAVERSE_ROWS 32

/* The node where a row at node `at` goes next; a leaf leads to itself. */
uint32_t cml_forest_step_down(const struct cml_forest_node *nodes, uint32_t at, const float *x);

/* at[i]: the leaf of row i of x (n <= CML_TRAVERSE_ROWS rows of stride floats); nodes
 * are those of the tree. */
void cml_forest_traverse(const struct cml_forest_tree *tree, const struct cml_forest_node *nodes,
			 size_t n, size_t stride, const float *x, uint32_t at[CML_TRAVERSE_ROWS]);

/* The same without vectors: the reference the above is held to. */
void cml_forest_traverse_plain(const struct cml_forest_tree *tree,
			       const struct cml_forest_node *nodes, size_t n, size_t stride,
			       const float *x, uint32_t at[CML_TRAVERSE_ROWS]);

/* sums[n] = base + the values of trees [0, n_trees) for rows of x (n rows of
 * stride floats). Blocks of rows, tree by tree; allocates nothing. */
void cml_forest_predict(const struct cml_forest *forest, size_t n, size_t stride, const float *x,
			double *sums);

/* The value of tree `tree` for one row. */
double cml_forest_tree_value(const struct cml_forest *forest, size_t tree, const float *x);

/* Where a row that is at node `node` of tree `tree` goes next; a leaf leads to
 * itself. */
uint32_t cml_forest_child(const struct cml_forest *forest, size_t tree, uint32_t node,
			  const float *x);

#endif
