/* In which order a diagram assigns variables, so that it stays small. */
#ifndef CML_SPACE_FEASIBLE_DIAGRAM_ORDER_H
#define CML_SPACE_FEASIBLE_DIAGRAM_ORDER_H

#include "base/error.h"
#include "space/feasible/constraints.h"

#include <stddef.h>

/* Fills order (n_variables): variables that are linked by a constraint with a
 * table that excludes something stand together, and among them the next one is that which brings
 * most constraints closest to being decided. */
enum cml_result cml_diagram_order(const struct cml_constraints *constraints, size_t *order,
				  struct cml_error *err);

#endif
