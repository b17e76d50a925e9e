/* The hand-tuned configuration of a space. */
#ifndef CML_SPACE_FEASIBLE_BASELINE_H
#define CML_SPACE_FEASIBLE_BASELINE_H

#include "base/error.h"
#include "space/space.h"

#include <stddef.h>

/* Fills values (n_columns) with the default of every param and context, or what is fixed
 * (fixed: by slot, NaN elsewhere), and completes them. CML_BAD_DATA: an active one without a
 * default, a rule that does not hold. */
enum cml_result cml_baseline_fill(const struct cml_space *space, const double *fixed,
				  double *values, struct cml_error *err);

/* The first active param or context without a value in completed values; CML_NO_COLUMN: none. */
size_t cml_config_find_missing(const struct cml_space *space, const double *values);

#endif
