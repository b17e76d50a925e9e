/* Training the chance to run of a model: what its space says about it. */
#ifndef CML_MODEL_MODEL_CHANCE_H
#define CML_MODEL_MODEL_CHANCE_H

#include "base/error.h"
#include "base/memory.h"
#include "model/chance/chance.h"
#include "space/encode/encoder.h"

/* cml_chance_train with the directions and limits of the encoder's space, which gives the features
 * of training.data; monotone and limits of training are ignored. encoder NULL: no space, so neither
 * is learned.
 * CML_BAD_DATA also: a limit of the data that the space does not have, or the other way round. */
enum cml_result cml_model_chance_train(struct cml_chance **chance,
				       struct cml_chance_training training,
				       const struct cml_encoder *encoder,
				       struct cml_buffer *summary, struct cml_error *err);

#endif
