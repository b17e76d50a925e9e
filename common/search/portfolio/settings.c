#include "search/portfolio/settings.h"

#include "base/memory.h"
#include "space/encode/encoder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum cml_result cml_settings_init(struct cml_settings *settings, const struct cml_space *space,
				  struct cml_error *err)
{
	*settings = (struct cml_settings){0};
	if (!CML_NEW(&settings->items, space->n_columns))
		return cml_fail_memory(err);
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		if (column->role != CML_ROLE_PARAM || column->encoding == CML_ENCODING_NONE)
			continue;
		struct cml_setting *setting = &settings->items[settings->n++];
		setting->slot = slot;
		setting->is_ordered = column->encoding != CML_ENCODING_ONEHOT;
		setting->values = cml_array_new(CML_MAX_SETTING_LEVELS, 2 * sizeof(double));
		if (!setting->values)
			return cml_fail_memory(err);
		setting->places = setting->values + CML_MAX_SETTING_LEVELS;
	}
	return CML_OK;
}

void cml_settings_release(struct cml_settings *settings)
{
	for (size_t p = 0; p < settings->n; p++)
		free(settings->items[p].values);
	free(settings->items);
	*settings = (struct cml_settings){0};
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

void cml_settings_add(struct cml_settings *settings, const double *values)
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

void cml_settings_close(struct cml_settings *settings, const struct cml_space *space)
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
