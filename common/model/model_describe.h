/* What a model holds, for people. */
#ifndef CML_MODEL_MODEL_DESCRIBE_H
#define CML_MODEL_MODEL_DESCRIBE_H

#include "base/error.h"
#include "base/memory.h"
#include "model/model.h"

/* Appends the readable lines of the model file, the summary of the training,
 * the features that matter, and what the chance to run depends on. */
enum cml_result cml_model_describe(const struct cml_model *model, struct cml_buffer *text,
				   struct cml_error *err);

#endif
