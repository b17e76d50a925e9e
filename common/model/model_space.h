/* The space inside a model, and whether it gives the model's features. */
#ifndef CML_MODEL_MODEL_SPACE_H
#define CML_MODEL_MODEL_SPACE_H

#include "model/model.h"

/* What jobs of data cover of the columns of a model; data NULL: a support that is to be read. With
 * the encoder of the model's space, columns are the params, contexts and derived columns that have
 * features; without one (NULL), each of the n_features is a param. */
enum cml_result cml_model_support_train(struct cml_support **support,
					const struct cml_encoder *encoder, size_t n_features,
					const struct cml_dataset *data, struct cml_error *err);

/* Makes the encoder over the model's space, which must give the features of the model, in order,
 * up to the terms of laws: CML_BAD_DATA names the first that differs. */
enum cml_result cml_model_bind_space(struct cml_model *model, struct cml_error *err);

/* Copies space into the model, with the levels of open columns that the names
 * of its features show, and binds it: to a table, which has all terms of laws, too. An open column
 * that is not encoded stays open where it is the only kind of open column. */
enum cml_result cml_model_take_space(struct cml_model *model, const struct cml_space *space,
				     struct cml_error *err);

/* CML_BAD_DATA, naming the first feature that differs, unless this space gives
 * the features that the model was trained on. */
enum cml_result cml_model_check_space(const struct cml_model *model, const struct cml_space *space,
				      struct cml_error *err);

#endif
