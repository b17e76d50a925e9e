/* Regression trees in flat arrays: a forest is one member of the ensemble. */
#ifndef CML_LEARN_GROWTH_FOREST_NODES_H
#define CML_LEARN_GROWTH_FOREST_NODES_H

#include "base/error.h"
#include "base/memory.h"
#include "learn/predictor/model_bytes.h"

#define CML_MISSING_RIGHT UINT32_C(0x80000000)

/* A row goes left when x[feature] <= threshold, right when it is larger, and
 * by CML_MISSING_RIGHT in feature when it is NaN. Children follow
 * their parent, the right one next to the left one. A leaf leads to
 * itself (left is its own number, the threshold infinite), so that walking
 * down needs no question whether the end is reached. */
struct cml_forest_node {
	float threshold;
	uint32_t feature;
	uint32_t left; /* number within the tree */
};

struct cml_forest_tree {
	size_t first; /* of its nodes in the forest */
	uint32_t n_nodes;
	uint32_t depth;
};

/* The prediction is base plus the values of the leaves a row falls into, one
 * of each tree. Zeroed is empty. */
struct cml_forest {
	double base;
	size_t n_trees;
	size_t tree_capacity;
	struct cml_forest_tree *trees;
	size_t n_nodes;
	size_t node_capacity;
	size_t value_capacity;
	struct cml_forest_node *nodes;
	double *values; /* of leaves; 0 elsewhere */
};
void cml_forest_release(struct cml_forest *forest);

/* Starts a tree that is one leaf of value 0. */
enum cml_result cml_forest_add_tree(struct cml_forest *forest, struct cml_error *err);

/* Turns leaf `node` of the last tree, level steps below its root, into a split
 * on the feature and threshold of *split (which left is filled in) with two new
 * leaves, of which the right one follows the left one. */
enum cml_result cml_forest_split(struct cml_forest *forest, uint32_t node, uint32_t level,
				 struct cml_forest_node *split, struct cml_error *err);

/* Base, number of trees; for each tree the number of nodes, and for each node left (0 for a leaf),
 * feature, threshold, and the value of a leaf. Refused: a child that does not follow its parent or
 * is outside its tree, a node that has not one parent, a feature that is not below n_features, a
 * threshold that is NaN, a value that is not finite. */
void cml_forest_fields(struct cml_fields *fields, void *state);

#endif
