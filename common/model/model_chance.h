/* Training the chance to run of a model: what its space says about it. */
#ifndef CML_MODEL_MODEL_CHANCE_H
#define CML_MODEL_MODEL_CHANCE_H

#include "base/error.h"
#include "base/memory.h"
#include "learn/data/dataset.h"
#include "model/chance/chance.h"
#include "model/support/support.h"
#include "space/encode/encoder.h"

/* The most that the chance outside the log can be, in (0, 1]; 1: as predicted. */
struct cml_chance_bounds {
	double param; /* for each param that leaves it */
	double pair;  /* of values that should have come together and never did */
};
#define CML_CHANCE_BOUNDS_NONE ((struct cml_chance_bounds){1, 1})

/* cml_chance_train with the directions and limits of the encoder's space, which gives the features
 * of training.data; monotone and limits of training are ignored. encoder NULL: no space, so neither
 * is learned.
 * CML_BAD_DATA also: a limit of the data that the space does not have, or the other way round.
 *
 * *outside bounds the chance outside the log. A bound is below 1 where few
 * jobs failed, no limit is known, and users kept to few settings. Fewer than
 * CML_CHANCE_MIN_FAILED failed jobs teach next to nothing of what fails elsewhere, and users avoid
 * what fails. Of the n configurations of the log m ran that leave the others with a param
 * (support.h), and f failed outside it. Of configurations drawn at random in their contexts a
 * fraction q leaves the log, so n q would have left it, had users drawn at random. Where fewer did,
 * by more than two standard deviations, they stayed with what they knew on purpose. Each that is
 * missing counts as a third of a job that ran: of the default proposals that left the logs of 18
 * simulated clusters without this (tests/ablation/measure/avoid.sh), 118 of 328 ran, and 128 of 319
 * on 18 others. The bound is that of the rule of succession, (m + 1 + missing / 3) / (m + f + 2 +
 * missing). That of pairs is found in the same way, from the configurations that leave the log with
 * a pair of values alone; none of those that ran does. support was learned from training.data;
 * NULL: there is no bound. */
enum cml_result cml_model_chance_train(struct cml_chance **chance,
				       struct cml_chance_training training,
				       const struct cml_encoder *encoder,
				       const struct cml_support *support,
				       struct cml_chance_bounds *outside,
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
