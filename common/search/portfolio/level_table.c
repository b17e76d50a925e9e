#include "search/portfolio/level_table.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Configurations at a time: what is added up for them stays in the cache. */
#define BLOCK 1024

enum cml_result cml_level_table_init(struct cml_level_table *table,
				     const struct cml_settings *settings, size_t n,
				     const double *const *values, struct cml_error *err)
{
	size_t n_cells;
	*table = (struct cml_level_table){.settings = settings, .n = n};
	if (__builtin_mul_overflow(n, settings->n, &n_cells))
		return cml_fail_memory(err);
	table->levels = cml_array_new(n_cells, sizeof *table->levels);
	uint16_t *row = cml_array_new(settings->n, sizeof *row);
	if (!table->levels || !row) {
		free(row);
		return cml_fail_memory(err);
	}
	for (size_t i = 0; i < n; i++) {
		cml_settings_levels(settings, values[i], row);
		for (size_t p = 0; p < settings->n; p++)
			table->levels[p * n + i] = row[p];
	}
	free(row);
	return CML_OK;
}

void cml_level_table_release(struct cml_level_table *table)
{
	free(table->levels);
	*table = (struct cml_level_table){0};
}

void cml_level_table_row(const struct cml_level_table *table, size_t i, uint16_t *levels)
{
	for (size_t p = 0; p < table->settings->n; p++)
		levels[p] = table->levels[p * table->n + i];
}

enum cml_result cml_level_pairs_init(struct cml_level_pairs *pairs,
				     const struct cml_settings *settings, struct cml_error *err)
{
	*pairs = (struct cml_level_pairs){.n = settings->n};
	if (!CML_NEW(&pairs->items, settings->n))
		return cml_fail_memory(err);
	for (size_t p = 0; p < settings->n; p++) {
		size_t n = settings->items[p].n + 1;
		pairs->items[p] = cml_array_new(n * n, sizeof **pairs->items);
		if (!pairs->items[p])
			return cml_fail_memory(err);
	}
	return CML_OK;
}

void cml_level_pairs_release(struct cml_level_pairs *pairs)
{
	for (size_t p = 0; pairs->items && p < pairs->n; p++)
		free(pairs->items[p]);
	free(pairs->items);
	*pairs = (struct cml_level_pairs){0};
}

/* products[n]: of configurations from `start` on. */
static void multiply(const struct cml_level_table *table, const struct cml_level_pairs *pairs,
		     const uint16_t *at, size_t start, size_t n, double *products)
{
	for (size_t i = 0; i < n; i++)
		products[i] = 1;
	for (size_t p = 0; p < pairs->n; p++) {
		const uint16_t *levels = table->levels + p * table->n + start;
		const double *row = pairs->items[p] + at[p] * (table->settings->items[p].n + 1);
		for (size_t i = 0; i < n; i++)
			products[i] *= row[levels[i]];
	}
}

void cml_level_covariances(const struct cml_level_table *table, const struct cml_level_pairs *pairs,
			   const uint16_t *at, double weight, double *sums, double *largest)
{
	double products[BLOCK];
	for (size_t start = 0; start < table->n; start += BLOCK) {
		size_t n = table->n - start < BLOCK ? table->n - start : BLOCK;
		multiply(table, pairs, at, start, n, products);
		for (size_t i = 0; i < n; i++) {
			sums[start + i] += weight * products[i];
			largest[start + i] =
			    products[i] > largest[start + i] ? products[i] : largest[start + i];
		}
	}
}

void cml_level_least_sums(const struct cml_level_table *table, const struct cml_level_pairs *pairs,
			  const uint16_t *at, double *least)
{
	double sums[BLOCK];
	for (size_t start = 0; start < table->n; start += BLOCK) {
		size_t n = table->n - start < BLOCK ? table->n - start : BLOCK;
		for (size_t i = 0; i < n; i++)
			sums[i] = 0;
		for (size_t p = 0; p < pairs->n; p++) {
			const uint16_t *levels = table->levels + p * table->n + start;
			const double *row =
			    pairs->items[p] + at[p] * (table->settings->items[p].n + 1);
			for (size_t i = 0; i < n; i++)
				sums[i] += row[levels[i]];
		}
		for (size_t i = 0; i < n; i++)
			least[start + i] = fmin(least[start + i], sums[i]);
	}
}
