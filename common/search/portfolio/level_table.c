/* Configurations as levels of their settings. Part of portfolio.h. */
#include "search/portfolio/portfolio.h"

#include "base/memory.h"
#include "space/encode/encoder.h"

#include <math.h>
#include <string.h>

/* No levels yet. */
static enum cml_result init_settings(struct cml_settings *settings, const struct cml_space *space,
				     struct cml_error *err)
{
	*settings = (struct cml_settings){0};
	if (!CML_ARENA_NEW(&settings->arena, &settings->items, space->n_columns))
		return cml_fail_memory(err);
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		if (column->role != CML_ROLE_PARAM || column->encoding == CML_ENCODING_NONE)
			continue;
		struct cml_setting *setting = &settings->items[settings->n++];
		setting->slot = slot;
		setting->is_ordered = column->encoding != CML_ENCODING_ONEHOT;
		setting->is_continuous = column->domain.kind == CML_DOMAIN_RANGE;
		if (!CML_ARENA_NEW(&settings->arena, &setting->values, 2 * CML_MAX_SETTING_LEVELS))
			return cml_fail_memory(err);
		setting->places = setting->values + CML_MAX_SETTING_LEVELS;
	}
	return CML_OK;
}

/* The first level that is not below the value. */
static size_t lower_bound(const struct cml_setting *setting, double value)
{
	size_t low = 0, high = setting->n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (setting->values[middle] < value)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Those of a configuration. */
static void add_levels(struct cml_settings *settings, const double *values)
{
	for (size_t p = 0; p < settings->n; p++) {
		struct cml_setting *setting = &settings->items[p];
		double value = values[setting->slot];
		if (isnan(value) || setting->n == CML_MAX_SETTING_LEVELS)
			continue;
		size_t at = lower_bound(setting, value);
		if (at < setting->n && setting->values[at] == value)
			continue;
		memmove(setting->values + at + 1, setting->values + at,
			(setting->n - at) * sizeof *setting->values);
		setting->values[at] = value;
		setting->n++;
	}
}

/* After the last one. */
static void place_levels(struct cml_settings *settings, const struct cml_space *space)
{
	for (size_t p = 0; p < settings->n; p++) {
		struct cml_setting *setting = &settings->items[p];
		const struct cml_space_column *column = &space->columns[setting->slot];
		double *places = setting->places, low = INFINITY, high = -INFINITY;
		for (size_t i = 0; setting->is_ordered && i < setting->n; i++) {
			struct cml_error ignored;
			if (cml_encode_number(column, setting->values[i], &places[i], &ignored) !=
			    CML_OK)
				places[i] = setting->values[i];
			low = fmin(low, places[i]);
			high = fmax(high, places[i]);
		}
		for (size_t i = 0; setting->is_ordered && i < setting->n; i++)
			places[i] = high > low ? (places[i] - low) / (high - low) : 0;
	}
}

void cml_settings_levels(const struct cml_settings *settings, const double *values,
			 uint16_t *levels)
{
	for (size_t p = 0; p < settings->n; p++) {
		const struct cml_setting *setting = &settings->items[p];
		double value = values[setting->slot];
		size_t at = isnan(value) ? setting->n : lower_bound(setting, value);
		if (at == setting->n && !isnan(value) && at > 0)
			at--;
		if (at > 0 && at < setting->n &&
		    value - setting->values[at - 1] < setting->values[at] - value)
			at--;
		levels[p] = (uint16_t)at;
	}
}

double cml_setting_gap(const struct cml_setting *setting, size_t a, size_t b)
{
	if (a == b)
		return 0;
	if (!setting->is_ordered || a == setting->n || b == setting->n)
		return 1;
	return fabs(setting->places[a] - setting->places[b]);
}

/* Configurations at a time: what is added up for them stays in the cache. */
#define BLOCK 1024

enum cml_result cml_level_table_init(struct cml_level_table *table, const struct cml_space *space,
				     const struct cml_tried_jobs *tried, size_t n,
				     const struct cml_proposal *proposals, struct cml_error *err)
{
	struct cml_settings *settings = &table->settings;
	size_t n_cells;
	*table = (struct cml_level_table){.n = n};
	if (init_settings(settings, space, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < n; i++)
		add_levels(settings, proposals[i].values);
	for (size_t i = 0; tried && i < tried->n; i++)
		add_levels(settings, tried->items[i].values);
	place_levels(settings, space);
	if (__builtin_mul_overflow(n, settings->n, &n_cells) ||
	    !CML_ARENA_NEW(&settings->arena, &table->levels, n_cells) ||
	    !CML_ARENA_NEW(&settings->arena, &table->row, settings->n) ||
	    !CML_ARENA_NEW(&settings->arena, &table->sums, n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		cml_settings_levels(settings, proposals[i].values, table->row);
		for (size_t p = 0; p < settings->n; p++)
			table->levels[p * n + i] = table->row[p];
	}
	return CML_OK;
}

void cml_level_table_row(const struct cml_level_table *table, size_t i, uint16_t *levels)
{
	for (size_t p = 0; p < table->settings.n; p++)
		levels[p] = table->levels[p * table->n + i];
}

enum cml_result cml_level_pairs_init(double ***pairs, struct cml_settings *settings,
				     struct cml_error *err)
{
	bool ok = CML_ARENA_NEW(&settings->arena, pairs, settings->n);
	for (size_t p = 0; ok && p < settings->n; p++)
		ok = CML_ARENA_NEW(&settings->arena, &(*pairs)[p],
				   (settings->items[p].n + 1) * (settings->items[p].n + 1));
	return ok ? CML_OK : cml_fail_memory(err);
}

void cml_level_sums(const struct cml_level_table *table, double *const *pairs, const uint16_t *at,
		    double *sums)
{
	memset(sums, 0, table->n * sizeof *sums);
	for (size_t start = 0; start < table->n; start += BLOCK) {
		size_t end = table->n - start < BLOCK ? table->n : start + BLOCK;
		for (size_t p = 0; p < table->settings.n; p++) {
			const uint16_t *levels = table->levels + p * table->n;
			const double *row = pairs[p] + at[p] * (table->settings.items[p].n + 1);
			for (size_t i = start; i < end; i++)
				sums[i] += row[levels[i]];
		}
	}
}
