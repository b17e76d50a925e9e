/* The chance to run of a model: what its space says about it, and training it. */
#ifndef CML_MODEL_MODEL_CHANCE_H
#define CML_MODEL_MODEL_CHANCE_H

#include "base/error.h"
#include "base/parallel.h"
#include "model/data/dataset.h"
#include "model/model.h"

/* Trains model->chance on data, whose features are the model's, with the directions and limits of
 * its space, and appends to its summary. CML_BAD_DATA: a limit of data that the space does not
 * have, or the other way round; errors of cml_chance_train. Without a space no limit is
 * learned. */
enum cml_result cml_model_chance_train(struct cml_model *model, const struct cml_dataset *data,
				       struct cml_pool *pool, struct cml_error *err);

#endif
