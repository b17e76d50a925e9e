/* Growing one regression tree on binned rows. */
#ifndef CML_LEARN_GROWTH_GROW_H
#define CML_LEARN_GROWTH_GROW_H

#include "base/error.h"
#include "base/parallel.h"
#include "learn/growth/binned_columns.h"
#include "learn/growth/bins.h"
#include "learn/growth/forest_nodes.h"
#include "learn/growth/histogram.h"
#include "learn/growth/node_split.h"

/* Parting the rows of a node among its children. */

/* Scratch for nodes of up to n_rows rows. */
struct cml_partition {
	uint32_t *scratch;
	size_t *n_left; /* of each block of rows */
};

enum cml_result cml_partition_init(struct cml_partition *partition, size_t n_rows,
				   struct cml_error *err);
void cml_partition_release(struct cml_partition *partition);

/* Puts the rows whose code in column (by row number) has goes_left 1 before the
 * others (0), both in their order, and returns how many there are. Large nodes
 * are parted in blocks by all threads of the pool. */
size_t cml_partition_rows(struct cml_partition *partition, struct cml_pool *pool,
			  const uint8_t *column, const uint8_t goes_left[CML_MAX_BIN_CODES],
			  uint32_t *rows, size_t n);

struct cml_tree_growth {
	size_t max_depth;   /* splits from the root to a leaf; 0: any number */
	size_t min_leaf;    /* rows in a leaf, each as its part of the sum of hessians */
	double min_hessian; /* sum of hessians in a leaf */
	double l2;          /* added to the sum of hessians of a leaf */
	/* By feature: -1, the prediction never rises as it grows; 1, it never falls; 0. A
	 * missing value is not part of the order. NULL: all 0. Not owned. */
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

struct cml_growing_node {
	uint32_t node;
	uint32_t level;
	size_t first; /* of its rows */
	size_t n;
	struct cml_node_sums sums;
	uint32_t histogram; /* number, or CML_NO_HISTOGRAM */
	struct cml_node_split split;
};

/* Work space for tree after tree over the same columns. */
struct cml_tree_grower {
	const struct cml_bins *bins;
	const struct cml_binned_columns *columns;
	struct cml_tree_growth growth;
	struct cml_pool *pool;
	size_t few_rows; /* nodes of no more rows are searched without a histogram, with the same
			  * outcome; chosen by what costs less */
	uint32_t *rows;  /* columns->n_rows; the caller puts a sample at the front */
	struct cml_tree_leaf *leaves;
	size_t n_leaves;
	size_t leaf_capacity;
	/* While growing: */
	struct cml_gradients gradients;
	struct cml_split_rule rule;
	struct cml_partition partition;
	struct cml_histogram_pool histograms;
	struct cml_node_split *found;  /* two for each thread */
	struct cml_column_rows *taken; /* one for each thread */
	struct cml_growing_node *open; /* that may be split; the last one is next */
	size_t n_open;
	size_t open_capacity;
};

enum cml_result cml_tree_grower_init(struct cml_tree_grower *grower, const struct cml_bins *bins,
				     const struct cml_binned_columns *columns,
				     const struct cml_tree_growth *growth, struct cml_pool *pool,
				     struct cml_error *err);
void cml_tree_grower_release(struct cml_tree_grower *grower);

/* Grows a tree on grower->rows[0..n), n > 0, into forest (as its last tree) with
 * leaf values sum of gradients / (sum of hessians + l2), and lists its leaves.
 * On failure the tree is incomplete. */
enum cml_result cml_tree_grower_grow(struct cml_tree_grower *grower,
				     const struct cml_gradients *gradients, size_t n,
				     struct cml_forest *forest, struct cml_error *err);

#endif
