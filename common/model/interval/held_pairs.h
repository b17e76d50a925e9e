/* Which combinations of contexts to hold out whole. */
#ifndef CML_MODEL_INTERVAL_HELD_PAIRS_H
#define CML_MODEL_INTERVAL_HELD_PAIRS_H

#include "base/error.h"
#include "learn/data/dataset.h"
#include "learn/data/key_groups.h"
#include "model/support/context_pairs.h"

#include <stddef.h>
#include <stdint.h>

/* Of the configurations at most this fraction is held out in a fold: of fewer the fold would take
 * longer, and have fewer pairs. */
#define CML_HELD_PAIRS_FRACTION 0.5

/* fold[groups->n], of groups of rows of one configuration: below n_folds where a pair of values of
 * contexts is held out whole in that fold, all its configurations; n_folds: not. Pairs are drawn at
 * random, as many as fit, each in one fold at most, and both values of each are known to jobs that
 * are not in the fold. O(pairs of values x configurations) at most. */
enum cml_result cml_held_pairs_choose(const struct cml_context_pairs *pairs,
				      const struct cml_dataset *data,
				      const struct cml_key_groups *groups, size_t n_folds,
				      uint64_t seed, size_t *fold, struct cml_error *err);

#endif
