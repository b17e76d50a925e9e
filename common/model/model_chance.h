/* Training the chance to run of a model: what its space says about it. */
#ifndef CML_MODEL_MODEL_CHANCE_H
#define CML_MODEL_MODEL_CHANCE_H

#include "base/error.h"
#include "base/memory.h"
#include "learn/data/dataset.h"
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

/* Configurations of a space that nobody ran, for the chance (struct cml_chance_untried). */

struct cml_untried {
	const struct cml_encoder *encoder; /* which gave the features of the jobs */
	uint64_t seed;
};

/* Contexts that are drawn in; jobs of others are passed by. */
#define CML_UNTRIED_MAX_CONTEXTS 200

/* untried is a struct cml_untried. Appends to drawn (cml_chance_untried) n uniform draws of the
 * configurations in contexts of jobs: target 0, weight 1, their keys. Nothing in a context where
 * there is none, where rules refuse nearly all draws, or where a param has no bounds; a context
 * that the features do not tell is drawn as well. CML_NO_MEMORY alone is an error. */
enum cml_result cml_untried_draw(void *untried, const struct cml_dataset *jobs, size_t n,
				 struct cml_dataset *drawn, struct cml_error *err);

#endif
