#include "space/feasible/baseline.h"

#include "base/memory.h"
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

enum cml_result cml_baseline_find(const struct cml_space *space, const double *fixed,
				  const struct cml_finished_jobs *jobs, size_t *place,
				  struct cml_error *err)
{
	struct cml_error why;
	uint32_t note;
	double *values = cml_array_new(space->n_columns, sizeof *values);
	*place = CML_NO_COLUMN;
	if (!values)
		return cml_fail_memory(err);
	enum cml_result status = cml_baseline_fill(space, fixed, values, &why);
	uint64_t key = status != CML_OK ? 0 : cml_config_key(space, values);
	free(values);
	if (status != CML_OK && status != CML_BAD_DATA) {
		*err = why;
		return status;
	}
	if (status != CML_BAD_DATA && cml_key_set_find(&jobs->keys, key, &note))
		*place = note;
	return CML_OK;
}
