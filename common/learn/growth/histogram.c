#include "learn/growth/histogram.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Rows looked at before going on to the next columns: their codes and sums
 * stay in the first-level cache beside the histograms of a run. */
#define TILE 256

/* Columns filled at a time: their histograms fit the first-level cache, and
 * additions to one do not wait for each other. */
#define RUN 8

struct tile {
	size_t n;
	const uint8_t *rows[TILE]; /* codes of each row */
	cml_gradient_sum sums[TILE];
};

static void release(struct cml_histogram *histogram)
{
	free(histogram->sums);
	*histogram = (struct cml_histogram){0};
}

static void load_tile(struct tile *tile, const struct cml_binned_columns *columns,
		      const struct cml_node_rows *node, size_t first)
{
	tile->n = node->n - first < TILE ? node->n - first : TILE;
	for (size_t i = 0; i < tile->n; i++) {
		size_t row = node->rows[first + i];
		tile->rows[i] = columns->by_row + row * columns->stride;
		tile->sums[i] = node->sums[row];
		__builtin_prefetch(tile->rows[i]);
	}
}

/* Adds the tile to the histograms of n neighbouring columns from `column`. n is
 * a constant wherever this is inlined, so that the inner loop unrolls. */
static inline __attribute__((always_inline)) void add_run(const struct tile *tile, size_t column,
							  size_t n, cml_gradient_sum *const *sums)
{
	for (size_t i = 0; i < tile->n; i++) {
		const uint8_t *codes = tile->rows[i] + column;
		cml_gradient_sum sum = tile->sums[i];
#pragma GCC unroll 8
		for (size_t k = 0; k < n; k++)
			sums[k][codes[k]] += sum;
	}
}

static void add_sums(const struct tile *tile, size_t column, size_t n,
		     cml_gradient_sum *const *sums)
{
	if (n == RUN) {
		add_run(tile, column, RUN, sums);
		return;
	}
	if (n >= 4) {
		add_run(tile, column, 4, sums);
		column += 4;
		sums += 4;
		n -= 4;
	}
	if (n >= 2) {
		add_run(tile, column, 2, sums);
		column += 2;
		sums += 2;
		n -= 2;
	}
	if (n == 1)
		add_run(tile, column, 1, sums);
}

static void add_tile(const struct cml_histogram *histogram,
		     const struct cml_binned_columns *columns, const struct cml_column_range *range,
		     const struct tile *tile)
{
	for (size_t column = range->first, n; column < range->end; column += n) {
		cml_gradient_sum *sums[RUN];
		n = range->end - column < RUN ? range->end - column : RUN;
		for (size_t k = 0; k < n; k++)
			sums[k] = histogram->sums + columns->first_bin[column + k];
		add_sums(tile, column, n, sums);
	}
}

void cml_histogram_fill(const struct cml_histogram *histogram,
			const struct cml_binned_columns *columns,
			const struct cml_column_range *range, const struct cml_node_rows *node)
{
	size_t first_bin = columns->first_bin[range->first];
	size_t n = columns->first_bin[range->end] - first_bin;
	struct tile tile;
	memset(histogram->sums + first_bin, 0, n * sizeof *histogram->sums);
	for (size_t first = 0; first < node->n; first += TILE) {
		load_tile(&tile, columns, node, first);
		add_tile(histogram, columns, range, &tile);
	}
}

void cml_histogram_subtract(const struct cml_histogram *parent, const struct cml_histogram *child,
			    const struct cml_binned_columns *columns,
			    const struct cml_column_range *range)
{
	size_t first = columns->first_bin[range->first], end = columns->first_bin[range->end];
	for (size_t b = first; b < end; b++)
		parent->sums[b] -= child->sums[b];
}

void cml_histogram_pool_release(struct cml_histogram_pool *pool)
{
	for (size_t i = 0; i < pool->n_made; i++)
		release(&pool->made[i]);
	free(pool->made);
	free(pool->unused);
	*pool = (struct cml_histogram_pool){0};
}

enum cml_result cml_histogram_take(struct cml_histogram_pool *pool, uint32_t *number,
				   struct cml_error *err)
{
	if (pool->n_unused == 0) {
		/* Room in unused for all that are made: giving back cannot fail. */
		if (!CML_RESERVE(&pool->made, &pool->made_capacity, pool->n_made + 1) ||
		    !CML_RESERVE(&pool->unused, &pool->unused_capacity, pool->n_made + 1))
			return cml_fail_memory(err);
		size_t n_bins = pool->columns->first_bin[pool->columns->n_columns];
		if (!CML_NEW_ALIGNED(&pool->made[pool->n_made].sums, n_bins))
			return cml_fail_memory(err);
		pool->unused[pool->n_unused++] = (uint32_t)pool->n_made++;
	}
	*number = pool->unused[--pool->n_unused];
	return CML_OK;
}

void cml_histogram_give(struct cml_histogram_pool *pool, uint32_t number)
{
	if (number != CML_NO_HISTOGRAM)
		pool->unused[pool->n_unused++] = number;
}
