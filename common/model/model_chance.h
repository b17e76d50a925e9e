/* Training the chance to run of a model: what its space says about it. */
#ifndef CML_MODEL_MODEL_CHANCE_H
#define CML_MODEL_MODEL_CHANCE_H

#include "base/error.h"
#include "base/memory.h"
#include "learn/data/dataset.h"
#include "model/chance/chance.h"
#include "model/law/law.h"
#include "space/encode/encoder.h"

/* CML_BAD_DATA naming a limit that no job of data reports, failed ones included, and that has no
 * terms in the space. */
enum cml_result cml_model_require_limits(const struct cml_space *space,
					 const struct cml_dataset *data, struct cml_error *err);

/* cml_chance_train with the directions, limits and laws of the encoder's space; training.data has
 * packed rows (law.h), monotone and limits of training are ignored. encoder NULL: no space, so
 * none of these is learned. CML_BAD_DATA also: a limit of the data that the space does not have, or
 * the other way round. */
enum cml_result cml_model_chance_train(struct cml_chance **chance,
				       struct cml_chance_training training,
				       const struct cml_encoder *encoder,
				       const struct cml_laws *laws, struct cml_buffer *summary,
				       struct cml_error *err);

#endif
