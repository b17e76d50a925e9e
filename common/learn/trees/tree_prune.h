/* Cost-complexity pruning: which subtree is best when every leaf costs alpha.
 * Source: L. Breiman, J. H. Friedman, R. A. Olshen, C. J. Stone, "Classification
 * and Regression Trees", 1984, chapter 3 (weakest links). */
#ifndef CML_LEARN_TREES_TREE_PRUNE_H
#define CML_LEARN_TREES_TREE_PRUNE_H

#include "base/error.h"
#include "learn/trees/tree_grow.h"

#include <stddef.h>
#include <stdint.h>

/* A tree's nodes, each followed by all below it on the left, then on the right. */
struct cml_tree_preorder {
	size_t n;
	uint32_t *node; /* n: numbers in the tree */
	uint32_t *size; /* n: nodes of the subtree that starts there */
};
enum cml_result cml_tree_preorder_init(struct cml_tree_preorder *order, const struct cml_tree *tree,
				       struct cml_error *err);
void cml_tree_preorder_release(struct cml_tree_preorder *order);

/* alpha[n_nodes], by node number: from which cost of a leaf on the node is better
 * a leaf than the best of what is below it; 0 for leaves. The cost of a subtree
 * is the weighted mean squared error of the rows of training plus alpha times its
 * leaves. The best subtree at a cost ends at the first node from the root whose
 * alpha is not above it. O(n_nodes * depth) for each step of Newton's method,
 * which ends after few. */
enum cml_result cml_tree_alphas(const struct cml_tree *tree, double *alpha, struct cml_error *err);

/* The best subtree at cost as a tree of its own; alpha as cml_tree_alphas gives
 * it. Leaves that were splits predict the mean of their rows. */
enum cml_result cml_tree_prune(const struct cml_tree *tree, const double *alpha, double cost,
			       struct cml_tree *pruned, struct cml_error *err);

#endif
