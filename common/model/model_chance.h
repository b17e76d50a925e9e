/* Training the chance to run of a model: what its space says about it. */
#ifndef CML_MODEL_MODEL_CHANCE_H
#define CML_MODEL_MODEL_CHANCE_H

#include "base/error.h"
#include "base/memory.h"
#include "learn/data/dataset.h"
#include "model/chance/chance.h"
#include "model/support/support.h"
#include "space/encode/encoder.h"

/* cml_chance_train with the directions and limits of the encoder's space, which gives the features
 * of training.data; monotone and limits of training are ignored. encoder NULL: no space, so neither
 * is learned.
 * CML_BAD_DATA also: a limit of the data that the space does not have, or the other way round. */
enum cml_result cml_model_chance_train(struct cml_chance **chance,
				       struct cml_chance_training training,
				       const struct cml_encoder *encoder,
				       struct cml_buffer *summary, struct cml_error *err);

/* Outside the log, where few jobs failed and no limit is known.
 *
 * Fewer than CML_CHANCE_MIN_FAILED failed jobs teach next to nothing of what fails elsewhere, and
 * users avoid what fails. Of the n configurations of the log m ran that leave the others with a
 * param (support.h), and f failed. Of configurations drawn at random in their contexts a fraction q
 * leaves the log, so n q would have left it, had users drawn at random. Where fewer did, by more
 * than two standard deviations, they stayed with what they knew on purpose. Each that is missing
 * counts as a third of a job that ran: of the default proposals that left the logs of 18 simulated
 * clusters without this (tests/ablation/measure/avoid.sh), 118 of 328 ran. The chance outside is at
 * most that of the rule of succession, (m + 1 + missing / 3) / (m + f + 2 + missing). In a log of
 * random jobs none is missing, and nothing changes. */

/* *outside: that chance, in (0, 1]; 1 where more is known, or none is missing. support was learned
 * from data, of whose jobs chance was. Errors: CML_NO_MEMORY. */
enum cml_result cml_model_chance_outside(const struct cml_chance *chance,
					 const struct cml_support *support,
					 const struct cml_encoder *encoder, uint64_t seed,
					 const struct cml_dataset *data, double *outside,
					 struct cml_error *err);

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
