#include "model/interval/levels.h"

#include <math.h>
#include <string.h>

/* Characters before '='; 0: it is no level. */
static size_t column_length(const char *name)
{
	const char *end = strchr(name, '=');
	return end ? (size_t)(end - name) : 0;
}

size_t cml_levels_find(const char *const *feature_names, size_t n_features,
		       struct cml_level_column *columns)
{
	size_t n = 0;
	for (size_t f = 0, end; f < n_features; f = end) {
		size_t length = column_length(feature_names[f]);
		for (end = f + 1; length > 0 && end < n_features; end++)
			if (column_length(feature_names[end]) != length ||
			    strncmp(feature_names[end], feature_names[f], length) != 0)
				break;
		if (end - f > 1)
			columns[n++] = (struct cml_level_column){.first = f, .n = end - f};
	}
	return n;
}

size_t cml_level_of(const struct cml_level_column *column, const float *x)
{
	for (size_t l = 0; l < column->n; l++)
		if (x[column->first + l] > 0)
			return l;
	return column->n;
}

static bool is_missing(const struct cml_level_column *column, const float *x)
{
	return isnan(x[column->first]);
}

void cml_levels_cover(struct cml_level_column *column, const struct cml_dataset *data, bool *is_met)
{
	column->n_met = 0;
	column->may_be_none = false;
	memset(is_met, 0, column->n * sizeof *is_met);
	for (size_t i = 0; i < data->n_rows; i++) {
		const float *x = data->x + i * data->n_features;
		size_t level = cml_level_of(column, x);
		if (level == column->n) {
			column->may_be_none = column->may_be_none || !is_missing(column, x);
		} else if (!is_met[level]) {
			is_met[level] = true;
			column->n_met++;
		}
	}
}

bool cml_level_is_unmet(const struct cml_level_column *column, const bool *is_met, const float *x)
{
	size_t level = cml_level_of(column, x);
	return level < column->n ? !is_met[level] : !column->may_be_none && !is_missing(column, x);
}
