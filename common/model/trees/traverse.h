/* Walking many rows down a tree side by side. */
#ifndef CML_MODEL_TREES_TRAVERSE_H
#define CML_MODEL_TREES_TRAVERSE_H

#include "model/trees/forest_nodes.h"

#include <stddef.h>
#include <stdint.h>

/* Rows that walk together: their waits for memory overlap. */
#define CML_TRAVERSE_ROWS 32

/* The node where a row that stands at `at` goes next; a leaf leads to itself. */
uint32_t cml_forest_step_down(const struct cml_forest_node *nodes, uint32_t at, const float *x);

/* at[i]: the leaf of row i of x (n <= CML_TRAVERSE_ROWS rows of stride floats); nodes
 * are those of the tree. */
void cml_forest_traverse(const struct cml_forest_tree *tree, const struct cml_forest_node *nodes,
			 size_t n, size_t stride, const float *x, uint32_t at[CML_TRAVERSE_ROWS]);

/* The same without vectors: the reference the above is held to. */
void cml_forest_traverse_plain(const struct cml_forest_tree *tree,
			       const struct cml_forest_node *nodes, size_t n, size_t stride,
			       const float *x, uint32_t at[CML_TRAVERSE_ROWS]);

#endif
