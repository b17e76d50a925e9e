/* Sums of gradients by bin: what split search looks at.
 *
 * Gradients enter as whole numbers held in doubles (fixed point, see
 * boost.h) whose sums stay below 2^53. Every sum here is therefore exact:
 * it does not depend on the order of rows, and the histogram of a node minus
 * that of one child is the histogram of the other to the last bit.
 * Source: J. Demmel, H. D. Nguyen, "Fast reproducible floating-point
 * summation", ARITH 2013 (rounding to a common grid before summing).
 */
#ifndef CML_LEARN_GROWTH_HISTOGRAM_H
#define CML_LEARN_GROWTH_HISTOGRAM_H

#include "base/error.h"
#include "learn/growth/binned_columns.h"

/* The sum of negative gradients [0] and of hessians [1]. */
typedef double cml_gradient_sum __attribute__((vector_size(16)));

/* One node's sums, for the codes of all columns (columns->first_bin). */
struct cml_histogram {
	cml_gradient_sum *sums;
};

/* Rows of a node, and the sums of each row by its number. */
struct cml_node_rows {
	const uint32_t *rows;
	size_t n;
	const cml_gradient_sum *sums;
};

/* The columns from first to end - 1. */
struct cml_column_range {
	size_t first, end;
};

/* Fills the histogram of these columns; others are left alone. */
void cml_histogram_fill(const struct cml_histogram *histogram,
			const struct cml_binned_columns *columns,
			const struct cml_column_range *range, const struct cml_node_rows *node);

/* Takes a child's histogram off its parent's, which becomes the other child's,
 * in these columns. */
void cml_histogram_subtract(const struct cml_histogram *parent, const struct cml_histogram *child,
			    const struct cml_binned_columns *columns,
			    const struct cml_column_range *range);

/* Histograms for the leaves of a growing tree, kept from tree to tree. Zeroed but for the columns
 * it is empty. */
struct cml_histogram_pool {
	const struct cml_binned_columns *columns;
	struct cml_histogram *made;
	size_t n_made;
	size_t made_capacity;
	uint32_t *unused; /* numbers of those not in use */
	size_t n_unused;
	size_t unused_capacity;
};
#define CML_NO_HISTOGRAM UINT32_MAX

void cml_histogram_pool_release(struct cml_histogram_pool *pool);

/* *number: of a histogram for the caller alone, contents undefined. */
enum cml_result cml_histogram_take(struct cml_histogram_pool *pool, uint32_t *number,
				   struct cml_error *err);
/* CML_NO_HISTOGRAM is allowed. */
void cml_histogram_give(struct cml_histogram_pool *pool, uint32_t number);

#endif
