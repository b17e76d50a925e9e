#include "model/trees/feature_subset.h"

#include "base/memory.h"

#include <stdlib.h>

enum cml_result cml_feature_subset_init(struct cml_feature_subset *tries,
					const struct cml_binned_columns *columns, size_t n_features,
					struct cml_error *err)
{
	*tries = (struct cml_feature_subset){0};
	tries->features = cml_array_new(columns->n_members, sizeof *tries->features);
	tries->is_tried = cml_array_new(n_features, sizeof *tries->is_tried);
	if (tries->features && tries->is_tried)
		return CML_OK;
	cml_feature_subset_release(tries);
	return cml_fail_memory(err);
}

void cml_feature_subset_release(struct cml_feature_subset *tries)
{
	free(tries->features);
	free(tries->is_tried);
	*tries = (struct cml_feature_subset){0};
}

static void unmark(struct cml_feature_subset *tries)
{
	for (size_t i = 0; i < tries->n_drawn; i++)
		tries->is_tried[tries->features[i]] = false;
}

void cml_feature_subset_begin(struct cml_feature_subset *tries,
			      const struct cml_binned_columns *columns, const bool *is_used)
{
	unmark(tries);
	tries->n_drawn = 0;
	tries->n_features = 0;
	for (size_t p = 0; p < columns->n_members; p++)
		if (!is_used || is_used[columns->places[p].feature])
			tries->features[tries->n_features++] = columns->places[p].feature;
}

bool cml_feature_subset_next(struct cml_feature_subset *tries, size_t n, struct cml_random *random)
{
	unmark(tries);
	size_t end =
	    n < tries->n_features - tries->n_drawn ? tries->n_drawn + n : tries->n_features;
	bool any = tries->n_drawn < end;
	for (; tries->n_drawn < end; tries->n_drawn++) {
		size_t with =
		    tries->n_drawn + cml_random_below(random, tries->n_features - tries->n_drawn);
		uint32_t feature = tries->features[with];
		tries->features[with] = tries->features[tries->n_drawn];
		tries->features[tries->n_drawn] = feature;
		tries->is_tried[feature] = true;
	}
	return any;
}
