/* Trees over the states of open params (see bounds.h), and what is left of them once
 * some are fixed: a smaller tree, and how much it adds at most, put down to one param.
 */
#ifndef CML_LEARN_TREES_TREE_REMAINDER_H
#define CML_LEARN_TREES_TREE_REMAINDER_H

#include "learn/growth/forest_nodes.h"
#include "learn/predictor/bounds.h"

#include <stddef.h>
#include <stdint.h>

/* Blocks and states of one, each at most: a bit each. */
#define CML_TREE_BOUNDS_MAX 64

#define CML_TREE_LEAF UINT32_MAX
#define CML_TREE_OUTSIDE (UINT32_MAX - 1) /* a feature of no block */

struct cml_state_node {
	uint32_t block; /* or one of the above */
	uint32_t left, right;
	uint32_t original;  /* its number among the nodes of its member */
	uint64_t goes_left; /* states of the block */
	/* Values of leaves below, or its own; of splits, worked out by cml_tree_shrink. */
	double min, max;
};

/* How to shrink a tree: where splits that are settled lead. */
struct cml_tree_cut {
	const struct cml_state_node *from; /* numbers of children count from here; the
					    * root is 0 */
	const struct cml_forest *forest;   /* settles splits outside of blocks by x; else
					    * NULL */
	const float *x;
	uint32_t block; /* without a forest: fixed to state */
	size_t state;

	/* What is left. */
	struct cml_state_node *to; /* room for as many as from; the root is 0 again */
	uint32_t n;
	uint64_t blocks; /* those it still looks at; none: the root is a leaf */
};

/* Whether a value of a split's feature goes left. */
bool cml_tree_is_left(const struct cml_forest_node *node, float x);

/* No stack grows with the depth of a tree. */
void cml_tree_shrink(struct cml_tree_cut *cut);

/* A tree as the most that sign * its value can be for each state of one block,
 * whatever the others do: the block that moves it most. */
struct cml_block_bound {
	uint32_t block;
	const double *best; /* by state of the block */
};

/* blocks: those the tree looks at, not none; best: room for the states of any. */
struct cml_block_bound cml_tree_bound_block(const struct cml_state_node *nodes, uint64_t blocks,
					    const struct cml_bound_block *all_blocks, double sign,
					    double *best);

#endif
