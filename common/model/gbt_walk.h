/* Walking many rows down a tree side by side. */
#ifndef CML_MODEL_GBT_WALK_H
#define CML_MODEL_GBT_WALK_H

#include "model/gbt_tree.h"

#include <stddef.h>
#include <stdint.h>

/* Rows that walk together: their waits for memory overlap. */
#define CML_GBT_WALK_ROWS 32

/* The node where a row that stands at `at` goes next; a leaf leads to itself. */
uint32_t cml_gbt_step_down(const struct cml_gbt_node *nodes, uint32_t at, const float *x);

/* at[i]: the leaf of row i of x (n <= CML_GBT_WALK_ROWS rows of stride floats); nodes
 * are those of the tree. */
void cml_gbt_walk(const struct cml_gbt_tree *tree, const struct cml_gbt_node *nodes, size_t n,
		  size_t stride, const float *x, uint32_t at[CML_GBT_WALK_ROWS]);

/* The same without vectors: the reference the above is held to. */
void cml_gbt_walk_plain(const struct cml_gbt_tree *tree, const struct cml_gbt_node *nodes, size_t n,
			size_t stride, const float *x, uint32_t at[CML_GBT_WALK_ROWS]);

#endif
