/* How exact search goes through a space: which params are set first, and which
 * features each of the others decides.
 *
 * First come the params that derived features are made of; the rest are
 * blocks (see bounds.h): their features follow from their own value, and a bound
 * can be asked once the front is set. Blocks come by how much they move the
 * prediction on a sample, most first, so that what is left open matters little. */
#ifndef CML_SEARCH_EXHAUSTIVE_BRANCHING_H
#define CML_SEARCH_EXHAUSTIVE_BRANCHING_H

#include "base/error.h"
#include "learn/predictor/bounds.h"
#include "model/model.h"
#include "space/feasible/constraints.h"

#include <stddef.h>
#include <stdint.h>

struct cml_branching {
	size_t n;                       /* drawn params */
	size_t *order;                  /* their slots, slowest first */
	size_t n_front;                 /* of them in front */
	struct cml_bound_block *blocks; /* n - n_front, in order */
	struct cml_arena arena;
};

/* values: a sample of n_sample feasible configurations (n_columns each) and its
 * rewards. CML_BAD_DATA: a value that cannot be encoded. */
enum cml_result cml_branching_init(struct cml_branching *branching, const struct cml_model *model,
				   const struct cml_constraints *constraints, size_t n_sample,
				   const double *values, const double *rewards,
				   struct cml_error *err);
void cml_branching_release(struct cml_branching *branching);

#endif
