#include "model/interval/excess.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum cml_result cml_extent_init(struct cml_extent *extent, const char *const *feature_names,
				size_t n_features, struct cml_error *err)
{
	*extent = (struct cml_extent){.n_features = n_features};
	if (!CML_NEW(&extent->features, n_features) || !CML_NEW(&extent->columns, n_features) ||
	    !CML_NEW(&extent->is_met, n_features)) {
		cml_extent_release(extent);
		return cml_fail_memory(err);
	}
	if (feature_names)
		extent->n_columns = cml_levels_find(feature_names, n_features, extent->columns);
	return CML_OK;
}

void cml_extent_release(struct cml_extent *extent)
{
	free(extent->features);
	free(extent->columns);
	free(extent->is_met);
	*extent = (struct cml_extent){0};
}

void cml_extent_find(struct cml_extent *extent, const struct cml_dataset *data)
{
	for (size_t f = 0; f < data->n_features; f++)
		extent->features[f] = cml_covered_find(data, f);
	cml_products_find(&extent->products, data, extent->features);
	for (size_t c = 0; c < extent->n_columns; c++)
		cml_levels_cover(&extent->columns[c], data,
				 extent->is_met + extent->columns[c].first);
}

static bool is_unmet(const struct cml_extent *extent, const struct cml_level_column *column,
		     const float *x)
{
	return cml_level_is_unmet(column, extent->is_met + column->first, x);
}

bool cml_excess_is_unmet(const struct cml_extent *extent, size_t column, const float *x)
{
	const struct cml_level_column *own = &extent->columns[column];
	return own->n_met >= CML_MIN_LEVELS && is_unmet(extent, own, x);
}

struct cml_excess cml_excess_of(const struct cml_extent *extent, const float *x)
{
	struct cml_excess excess = {0};
	size_t c = 0;
	for (size_t f = 0; f < extent->n_features; f++) {
		const struct cml_level_column *column = &extent->columns[c];
		if (c < extent->n_columns && f == column->first) {
			bool is_away =
			    column->n_met < CML_MIN_LEVELS && is_unmet(extent, column, x);
			excess.levels += is_away;
			excess.singles += is_away && column->n_met == 1;
			f += column->n - 1;
			c++;
			continue;
		}
		if (isnan(x[f]))
			continue;
		const struct cml_covered *covered = &extent->features[f];
		double own = cml_covered_excess(covered, (double)x[f]);
		*(covered->is_number ? &excess.numbers : &excess.levels) += own;
		excess.two_valued += covered->is_number && covered->is_pair ? own : 0;
		excess.singles += covered->low == covered->high ? fmin(2 * own, 1) : 0;
	}
	excess.products = cml_products_excess(&extent->products, extent->features, x);
	return excess;
}
