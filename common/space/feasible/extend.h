/* Params that grow with a context: of `dp * tp * pp == gpus` the copies, on more devices than any
 * job had. */
#ifndef CML_SPACE_FEASIBLE_EXTEND_H
#define CML_SPACE_FEASIBLE_EXTEND_H

#include "base/error.h"
#include "space/feasible/constraints.h"
#include "space/space.h"

/* For each rule that ties a context whose value was let in (cml_cell_admit) to params as an
 * equality does, each of whose sides leaves one value: adds to the domain of one of these, a whole
 * number, the values that the rule asks for and no other rule refuses, up to its largest in the
 * proportion in which the context exceeds its own. It is the one with the largest value for which
 * there are such: that which grew with the context in the log. Another than the largest of all is
 * one whose steps or powers hold them: tp * dp == gpus does not ask for tp = 3. Steps and powers
 * stay such where they hold the new values. fixed: by slot, NaN: drawn, or a context at its
 * default. Rules of more than 4 million tries are left alone; CML_NO_MEMORY only. */
enum cml_result cml_space_extend(struct cml_space *space, const double *fixed,
				 struct cml_error *err);

/* Takes back what was let in, and the values that were added for it. */
enum cml_result cml_space_restore(struct cml_space *space, struct cml_error *err);

/* Whether a constraint with a table allows some combination of its other variables with a value of
 * the variable at this place of its scope. values: n_columns, scratch. */
bool cml_constraint_would_fit(const struct cml_constraints *constraints,
			      const struct cml_constraint *constraint, size_t place, double value,
			      double *values);

/* The first constraint with a table that allows none with this value of a variable, or
 * constraints->n. */
size_t cml_constraints_find_refusing(const struct cml_constraints *constraints, size_t variable,
				     double value, double *values);

#endif
