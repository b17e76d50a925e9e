/* Random features to try at a node.
 * Source: L. Breiman, "Random forests", Machine Learning 45, 2001. */
#ifndef CML_MODEL_GBT_TRIES_H
#define CML_MODEL_GBT_TRIES_H

#include "base/error.h"
#include "base/random.h"
#include "model/gbt_columns.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The features of one node, in an order drawn as far as it was needed. Zeroed
 * is empty. */
struct cml_gbt_tries {
	size_t n_features; /* that vary, and may be used */
	size_t n_drawn;    /* of them, at the front of features */
	uint32_t *features;
	bool *is_tried; /* by feature */
};

/* For n_features features, of which columns tells those that vary. */
enum cml_status cml_gbt_tries_init(struct cml_gbt_tries *tries,
				   const struct cml_gbt_columns *columns, size_t n_features,
				   struct cml_error *err);
void cml_gbt_tries_release(struct cml_gbt_tries *tries);

/* Starts over: those that vary and that is_used (by feature; NULL: all) has. */
void cml_gbt_tries_begin(struct cml_gbt_tries *tries, const struct cml_gbt_columns *columns,
			 const bool *is_used);

/* Marks the next n features, drawn at random from those not drawn yet (or all
 * that are left, if fewer), in is_tried in place of the ones before. False when
 * none is left. */
bool cml_gbt_tries_next(struct cml_gbt_tries *tries, size_t n, struct cml_random *random);

#endif
