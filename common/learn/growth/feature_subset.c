#include "learn/growth/feature_subset.h"

#include "base/memory.h"

#include <stdlib.h>

enum cml_result cml_feature_subset_init(struct cml_feature_subset *subset,
					const struct cml_binned_columns *columns, size_t n_features,
					struct cml_error *err)
{
	*subset = (struct cml_feature_subset){0};
	subset->features = cml_array_new(columns->n_members, sizeof *subset->features);
	subset->is_tried = cml_array_new(n_features, sizeof *subset->is_tried);
	if (subset->features && subset->is_tried)
		return CML_OK;
	cml_feature_subset_release(subset);
	return cml_fail_memory(err);
}

void cml_feature_subset_release(struct cml_feature_subset *subset)
{
	free(subset->features);
	free(subset->is_tried);
	*subset = (struct cml_feature_subset){0};
}

static void unmark(struct cml_feature_subset *subset)
{
	for (size_t i = 0; i < subset->n_drawn; i++)
		subset->is_tried[subset->features[i]] = false;
}

void cml_feature_subset_begin(struct cml_feature_subset *subset,
			      const struct cml_binned_columns *columns, const bool *is_used)
{
	unmark(subset);
	subset->n_drawn = 0;
	subset->n_features = 0;
	for (size_t p = 0; p < columns->n_members; p++)
		if (!is_used || is_used[columns->members[p].feature])
			subset->features[subset->n_features++] = columns->members[p].feature;
}

bool cml_feature_subset_next(struct cml_feature_subset *subset, size_t n, struct cml_random *random)
{
	unmark(subset);
	size_t end =
	    n < subset->n_features - subset->n_drawn ? subset->n_drawn + n : subset->n_features;
	bool any = subset->n_drawn < end;
	for (; subset->n_drawn < end; subset->n_drawn++) {
		size_t with = subset->n_drawn +
			      cml_random_below(random, subset->n_features - subset->n_drawn);
		uint32_t feature = subset->features[with];
		subset->features[with] = subset->features[subset->n_drawn];
		subset->features[subset->n_drawn] = feature;
		subset->is_tried[feature] = true;
	}
	return any;
}
