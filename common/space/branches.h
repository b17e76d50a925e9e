/* What conditions make of a space: every combination of the params that some
 * `when` looks at, with its share of the distinct configurations. */
#ifndef CML_SPACE_BRANCHES_H
#define CML_SPACE_BRANCHES_H

#include "base/error.h"
#include "base/random.h"
#include "space/space.h"

#include <stdbool.h>
#include <stddef.h>

/* Zeroed: none are listed. */
struct cml_branches {
	size_t *slots; /* the drawn params that conditions look at, ascending */
	size_t n_slots;
	double *values; /* n rows of n_slots values */
	double *share;  /* of branches 0..i together, ascending; the last one is the whole */
	size_t n;
};

/* fixed: by slot, the value of a column that is not drawn, or NaN. Lists
 * nothing when no condition looks at a drawn param, when one of those params is
 * continuous, or when there are more than max_branches combinations. */
enum cml_status cml_branches_init(struct cml_branches *branches, const struct cml_space *space,
				  const double *fixed, size_t max_branches, struct cml_error *err);
void cml_branches_release(struct cml_branches *branches);

/* Sets values of the slots to those of a branch drawn by share; n > 0. */
void cml_branches_draw(const struct cml_branches *branches, struct cml_random *random,
		       double *values);

#endif
