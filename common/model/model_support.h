/* The columns of a model of which its support is learned. */
#ifndef CML_MODEL_MODEL_SUPPORT_H
#define CML_MODEL_MODEL_SUPPORT_H

#include "base/error.h"
#include "base/text.h"
#include "learn/data/dataset.h"
#include "model/support/context_pairs.h"
#include "model/support/support.h"
#include "space/encode/encoder.h"

#include <stddef.h>

/* From the rows of data, or from bytes of a model file. With the encoder of the model's space,
 * columns are the params, contexts and derived columns that have features; without one (NULL),
 * each of the n_features is a param. */
enum cml_result cml_model_support_train(struct cml_support **support,
					const struct cml_encoder *encoder, size_t n_features,
					const struct cml_dataset *data, struct cml_error *err);
enum cml_result cml_model_support_load(struct cml_support **support,
				       const struct cml_encoder *encoder, size_t n_features,
				       struct cml_slice bytes, struct cml_error *err);

/* The contexts of the encoder's space that have features, which the caller frees; encoder NULL:
 * none. */
enum cml_result cml_model_list_contexts(const struct cml_encoder *encoder,
					struct cml_context_span **contexts, size_t *n,
					struct cml_error *err);

#endif
