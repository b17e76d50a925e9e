/* Sums of gradients by bin: what split search looks at.
 *
 * Gradients enter as whole numbers held in doubles (fixed point, see
 * boost_loss.h) whose sums stay below 2^53. Every sum here is therefore exact:
 * it does not depend on the order of rows, and the histogram of a node minus
 * that of one child is the histogram of the other to the last bit.
 * Source: J. Demmel, H. D. Nguyen, "Fast reproducible floating-point
 * summation", ARITH 2013 (rounding to a common grid before summing).
 */
#ifndef CML_LEARN_GROWTH_HISTOGRAM_H
#define CML_LEARN_GROWTH_HISTOGRAM_H

#include "base/error.h"
#include "learn/growth/bins.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The sum of negative gradients [0] and of hessians [1]. */
typedef double cml_gradient_sum __attribute__((vector_size(16)));

/* One node's sums, for the codes of all columns (bins->first_bin). */
struct cml_histogram {
	cml_gradient_sum *sums;
	uint32_t *counts; /* rows; NULL where not needed */
};

/* Rows of a node, and the sums of each row by its number. */
struct cml_node_rows {
	const uint32_t *rows;
	size_t n;
	const cml_gradient_sum *sums;
};

/* Columns from first on, before end. */
struct cml_column_range {
	size_t first, end;
};

/* Fills the histogram of the columns; others are left alone. */
void cml_histogram_fill(const struct cml_histogram *histogram, const struct cml_bins *bins,
			struct cml_column_range range, const struct cml_node_rows *node);

/* Takes a child's histogram off its parent's, which becomes the other child's,
 * in the columns. */
void cml_histogram_subtract(const struct cml_histogram *parent, const struct cml_histogram *child,
			    const struct cml_bins *bins, struct cml_column_range range);

/* Histograms for the leaves of a growing tree, kept from tree to tree. */
struct cml_histogram_pool {
	size_t n_bins; /* of each */
	bool with_counts;
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
