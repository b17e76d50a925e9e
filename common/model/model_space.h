/* The space inside a model, and whether it gives the model's features. */
#ifndef CML_MODEL_MODEL_SPACE_H
#define CML_MODEL_MODEL_SPACE_H

#include "base/error.h"
#include "model/model.h"
#include "space/space.h"

/* Makes the model's encoder over its space, which must give exactly its
 * features, in order: CML_BAD_DATA names the first that differs. */
enum cml_result cml_model_bind_space(struct cml_model *model, struct cml_error *err);

/* Copies space into the model, with the levels of open columns that the names
 * of its features show, and binds it. An open column that is not encoded stays
 * open where it is the only kind of open column. */
enum cml_result cml_model_take_space(struct cml_model *model, const struct cml_space *space,
				     struct cml_error *err);

/* CML_BAD_DATA, naming the first feature that differs, unless this space gives
 * the features that the model was trained on. */
enum cml_result cml_model_check_space(const struct cml_model *model, const struct cml_space *space,
				      struct cml_error *err);

#endif
