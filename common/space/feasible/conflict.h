/* Which rules leave no configuration. */
#ifndef CML_SPACE_FEASIBLE_CONFLICT_H
#define CML_SPACE_FEASIBLE_CONFLICT_H

#include "base/error.h"
#include "space/feasible/constraints.h"

/* Marks (by constraint) rules, and derived columns that are undefined, which
 * together leave no configuration, while any of them may be left out: a smallest
 * set in the sense that no part of it does the same. *found is false when the
 * tables of constraints are not enough to show that nothing is feasible.
 * Source: J. W. Chinneck, E. W. Dravnieks, "Locating minimal infeasible
 * constraint sets in linear programs", ORSA Journal on Computing 1991 (deletion
 * filtering). */
enum cml_result cml_conflict_find(const struct cml_constraints *constraints, bool *in_conflict,
				  bool *found, struct cml_error *err);

/* CML_NOTHING with a sentence that names them, and, where one is alone, what whole numbers the
 * domain of a param lacks for it: of the params that could do, of that with the most values. */
enum cml_result cml_conflict_report(const struct cml_constraints *constraints,
				    const bool *in_conflict, struct cml_error *err);

#endif
