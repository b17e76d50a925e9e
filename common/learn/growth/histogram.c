#include "learn/growth/histogram.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void cml_histogram_fill(const struct cml_histogram *histogram, const struct cml_bins *bins,
			struct cml_column_range range, const struct cml_node_rows *node)
{
	const size_t *first_bin = bins->first_bin;
	size_t first = first_bin[range.first], n = first_bin[range.end] - first;
	memset(histogram->sums + first, 0, n * sizeof *histogram->sums);
	for (size_t i = 0; i < node->n; i++) {
		const uint8_t *codes = bins->by_row + node->rows[i] * bins->n_columns;
		cml_gradient_sum sum = node->sums[node->rows[i]];
		for (size_t c = range.first; c < range.end; c++)
			histogram->sums[first_bin[c] + codes[c]] += sum;
	}
	if (!histogram->counts)
		return;
	memset(histogram->counts + first, 0, n * sizeof *histogram->counts);
	for (size_t i = 0; i < node->n; i++) {
		const uint8_t *codes = bins->by_row + node->rows[i] * bins->n_columns;
		for (size_t c = range.first; c < range.end; c++)
			histogram->counts[first_bin[c] + codes[c]]++;
	}
}

void cml_histogram_subtract(const struct cml_histogram *parent, const struct cml_histogram *child,
			    const struct cml_bins *bins, struct cml_column_range range)
{
	size_t end = bins->first_bin[range.end];
	for (size_t b = bins->first_bin[range.first]; b < end; b++) {
		parent->sums[b] -= child->sums[b];
		if (parent->counts)
			parent->counts[b] -= child->counts[b];
	}
}

void cml_histogram_pool_release(struct cml_histogram_pool *pool)
{
	for (size_t i = 0; i < pool->n_made; i++) {
		free(pool->made[i].sums);
		free(pool->made[i].counts);
	}
	free(pool->made);
	free(pool->unused);
	*pool = (struct cml_histogram_pool){0};
}

static enum cml_result add_histogram(struct cml_histogram_pool *pool, struct cml_error *err)
{
	/* Room in unused for all that are made: giving back cannot fail. */
	if (!cml_array_reserve((void **)&pool->made, &pool->made_capacity, pool->n_made + 1,
			       sizeof *pool->made) ||
	    !cml_array_reserve((void **)&pool->unused, &pool->unused_capacity, pool->n_made + 1,
			       sizeof *pool->unused))
		return cml_fail_memory(err);
	struct cml_histogram *made = &pool->made[pool->n_made];
	*made = (struct cml_histogram){.sums = cml_aligned_new(pool->n_bins, sizeof *made->sums)};
	if (pool->with_counts)
		made->counts = cml_array_new(pool->n_bins, sizeof *made->counts);
	pool->unused[pool->n_unused++] = (uint32_t)pool->n_made++;
	return made->sums && (made->counts || !pool->with_counts) ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_histogram_take(struct cml_histogram_pool *pool, uint32_t *number,
				   struct cml_error *err)
{
	if (pool->n_unused == 0 && add_histogram(pool, err) != CML_OK)
		return err->status;
	*number = pool->unused[--pool->n_unused];
	return CML_OK;
}

void cml_histogram_give(struct cml_histogram_pool *pool, uint32_t number)
{
	if (number != CML_NO_HISTOGRAM)
		pool->unused[pool->n_unused++] = number;
}
