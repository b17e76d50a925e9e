/* One regression tree, and what its nodes hold. */
#ifndef CML_LEARN_TREES_TREE_GROW_H
#define CML_LEARN_TREES_TREE_GROW_H

#include "base/error.h"
#include "base/parallel.h"
#include "learn/data/dataset.h"
#include "learn/growth/grow.h"

/* The rows of training that come by a node. */
struct cml_tree_node {
	double rows;
	double weight;  /* their sum */
	double mean;    /* weighted */
	double squares; /* weighted sum of squared deviations from the mean */
};

/* Zeroed is empty. */
struct cml_tree {
	size_t n_features;
	struct cml_forest forest;    /* of one tree */
	struct cml_tree_node *nodes; /* as the forest's */
};
void cml_tree_release(struct cml_tree *tree);

/* Splits all rows by the smallest weighted squared error until growth forbids more; the
 * prediction is forest.base, their mean, plus the value of a leaf. CML_BAD_DATA when squared
 * targets overflow. The tree is the caller's to release, on failure too.
 * Source: L. Breiman, J. H. Friedman, R. A. Olshen, C. J. Stone, "Classification
 * and Regression Trees", 1984, chapter 8. */
enum cml_result cml_tree_grow(struct cml_tree *tree, const struct cml_dataset *data,
			      const struct cml_tree_growth *growth, struct cml_pool *pool,
			      struct cml_error *err);

#endif
