/* Random features to try at a node.
 * Source: L. Breiman, "Random forests", Machine Learning 45, 2001. */
#ifndef CML_LEARN_GROWTH_FEATURE_SUBSET_H
#define CML_LEARN_GROWTH_FEATURE_SUBSET_H

#include "base/error.h"
#include "base/random.h"
#include "learn/growth/binned_columns.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The features of one node, in an order drawn as far as it was needed. Zeroed
 * is empty. */
struct cml_feature_subset {
	size_t n_features; /* that vary, and may be used */
	size_t n_drawn;    /* of them, at the front of features */
	uint32_t *features;
	bool *is_tried; /* by feature */
};

/* For n_features features, of which columns has those that vary. */
enum cml_result cml_feature_subset_init(struct cml_feature_subset *subset,
					const struct cml_binned_columns *columns, size_t n_features,
					struct cml_error *err);
void cml_feature_subset_release(struct cml_feature_subset *subset);

/* Starts over: those that vary and that is_used (by feature; NULL: all) has. */
void cml_feature_subset_begin(struct cml_feature_subset *subset,
			      const struct cml_binned_columns *columns, const bool *is_used);

/* Marks the next n features, drawn at random from those not drawn yet (or all
 * that are left, if fewer), in is_tried in place of the ones before. False when
 * none is left. */
bool cml_feature_subset_next(struct cml_feature_subset *subset, size_t n,
			     struct cml_random *random);

#endif
