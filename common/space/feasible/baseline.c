#include "space/feasible/baseline.h"

#include "space/config.h"
#include "space/feasible/constraints.h"

#include <math.h>
#include <stdlib.h>

size_t cml_config_find_missing(const struct cml_space *space, const double *values)
{
	for (size_t slot = 0; slot < space->n_columns; slot++)
		if (cml_is_config_role(space->columns[slot].role) && isnan(values[slot]) &&
		    cml_column_applies(&space->columns[slot], values) != 0)
			return slot;
	return CML_NO_COLUMN;
}

enum cml_result cml_baseline_fill(const struct cml_space *space, const double *fixed,
				  double *values, struct cml_error *err)
{
	size_t broken;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		values[slot] = NAN;
		if (cml_is_config_role(column->role))
			values[slot] = !isnan(fixed[slot])   ? fixed[slot]
				       : column->has_default ? column->default_value
							     : NAN;
	}
	if (cml_config_complete(space, values, &broken, err) != CML_OK)
		return err->status;
	size_t missing = cml_config_find_missing(space, values);
	if (missing != CML_NO_COLUMN)
		return cml_fail(err, CML_BAD_DATA, "the space has no baseline: '%s' has no default",
				space->columns[missing].name);
	if (broken != CML_NO_COLUMN)
		return cml_fail(err, CML_BAD_DATA,
				"the baseline of the space breaks rule '%s': '%s' does not hold",
				space->columns[broken].name,
				cml_expression_text(space->columns[broken].expression));
	return CML_OK;
}
