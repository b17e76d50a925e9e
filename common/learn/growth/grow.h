/* Growing one regression tree on binned rows. */
#ifndef CML_LEARN_GROWTH_GROW_H
#define CML_LEARN_GROWTH_GROW_H

#include "base/error.h"
#include "base/parallel.h"
#include "learn/growth/binned_columns.h"
#include "learn/growth/bins.h"
#include "learn/growth/feature_subset.h"
#include "learn/growth/forest_nodes.h"
#include "learn/growth/growing_nodes.h"
#include "learn/growth/histogram.h"
#include "learn/growth/node_split.h"
#include "learn/growth/partition.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cml_tree_growth {
	bool by_leaf;       /* always split the leaf that gains most, up to max_leaves;
			     * otherwise split every leaf that gains */
	size_t max_leaves;  /* by_leaf only */
	size_t max_depth;   /* splits from the root to a leaf; 0: any number */
	size_t min_leaf;    /* rows in a leaf, whatever their weights */
	double min_hessian; /* sum of hessians in a leaf; with min_leaf 1 alone */
	double l2;          /* added to the sum of hessians of a leaf */
	double min_gain;    /* splits must gain more */
	size_t n_tried;     /* features tried at each split, drawn anew; more are drawn
			     * while none of them splits. 0: all */
	/* By feature: -1, the prediction never rises as it grows; 1, it never falls; 0. A
	 * missing value is not part of the order. NULL: all 0. Not for Huber, whose leaves
	 * have a rule of their own. Not owned. */
	const int8_t *monotone;
};

/* Negative gradients and hessians by row number, in fixed point: whole numbers
 * whose sums over all rows stay within 2^53, hessians >= 1. One step is
 * gradient_unit or hessian_unit of the loss. */
struct cml_gradients {
	const cml_gradient_sum *sums;
	double gradient_unit;
	double hessian_unit;
};

/* A leaf of the tree grown last: its rows are grower->rows[first..first + n). */
struct cml_tree_leaf {
	uint32_t node;
	size_t first;
	size_t n;
};

/* Work space for tree after tree over the same columns. */
struct cml_tree_grower {
	const struct cml_bins *bins;
	const struct cml_binned_columns *columns;
	struct cml_tree_growth growth;
	bool hessians_count; /* every hessian is 1: they count rows */
	struct cml_pool *pool;
	size_t few_rows; /* nodes of no more rows are searched without a histogram, with the same
			  * outcome; chosen by what costs less */
	struct cml_random *random; /* to be set by the caller when n_tried asks for it */
	uint32_t *rows;            /* columns->n_rows; the caller puts a sample at the front */
	struct cml_tree_leaf *leaves;
	size_t n_leaves;
	size_t leaf_capacity;
	/* While growing: */
	struct cml_gradients gradients;
	struct cml_split_rule rule;
	const bool *is_used;
	struct cml_feature_subset subsets[2]; /* of the nodes being searched; empty when all
					       * features are tried */
	struct cml_partition partition;
	struct cml_histogram_pool histograms;
	uint32_t *used_columns;
	size_t n_used_columns;
	struct cml_node_split *found;  /* two for each thread */
	struct cml_column_rows *taken; /* one for each thread */
	struct cml_growing_nodes open;
};

enum cml_result cml_tree_grower_init(struct cml_tree_grower *grower, const struct cml_bins *bins,
				     const struct cml_binned_columns *columns,
				     const struct cml_tree_growth *growth, bool hessians_count,
				     struct cml_pool *pool, struct cml_error *err);
void cml_tree_grower_release(struct cml_tree_grower *grower);

/* Grows a tree on grower->rows[0..n), n > 0, into forest (as its last tree) with
 * leaf values sum of gradients / (sum of hessians + l2), and lists its leaves.
 * is_used (by feature): features to split on; NULL: all. Each split's gain is
 * added to gains[feature]. On failure the tree is incomplete. */
enum cml_result cml_tree_grower_grow(struct cml_tree_grower *grower,
				     const struct cml_gradients *gradients, size_t n,
				     const bool *is_used, struct cml_forest *forest, double *gains,
				     struct cml_error *err);

#endif
