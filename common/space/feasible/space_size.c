#include "space/feasible/space_report.h"

#include "base/memory.h"
#include "space/feasible/enumerate.h"

#include <math.h>
#include <stdlib.h>

static enum cml_result count_all(struct cml_space_size *size, const struct cml_diagram *diagram,
				 struct cml_error *err)
{
	struct cml_enumerator enumerator;
	const struct cml_constraints *constraints = diagram->constraints;
	if (cml_enumerator_init(&enumerator, constraints->space, constraints->fixed, err) != CML_OK)
		return err->status;
	size->count = 0;
	while (cml_enumerator_next(&enumerator))
		size->count++;
	cml_enumerator_release(&enumerator);
	size->n = (double)size->count;
	size->is_exact = true;
	return CML_OK;
}

static enum cml_result estimate(struct cml_space_size *size, const struct cml_diagram *diagram,
				struct cml_random *random, struct cml_error *err)
{
	double *point = cml_array_new(diagram->n_levels, sizeof *point);
	double *values = cml_array_new(diagram->constraints->space->n_columns, sizeof *values);
	size_t n_passed = 0;
	for (size_t i = 0; point && values && i < CML_SIZE_DRAWS; i++) {
		enum cml_verdict verdict;
		for (size_t k = 0; k < diagram->n_levels; k++)
			point[k] = cml_random_uniform(random);
		cml_diagram_place(diagram, point, values);
		n_passed += cml_diagram_check_rest(diagram, values, &verdict) == SIZE_MAX;
	}
	double fraction = (double)n_passed / CML_SIZE_DRAWS;
	size->error = size->n * sqrt(fraction * (1 - fraction) / CML_SIZE_DRAWS);
	size->n *= fraction;
	enum cml_result status = point && values ? CML_OK : cml_fail_memory(err);
	free(point);
	free(values);
	return status;
}

enum cml_result cml_space_size_find(struct cml_space_size *size, const struct cml_diagram *diagram,
				    struct cml_random *random, struct cml_error *err)
{
	const struct cml_constraints *constraints = diagram->constraints;
	*size = (struct cml_space_size){.n = diagram->levels[0].weight[0],
					.count = diagram->levels[0].count[0]};
	bool leaves = false, is_whole = true;
	for (size_t k = 0; k < diagram->n_levels; k++)
		size->n *= diagram->levels[k].unit;
	for (size_t v = 0; v < constraints->n_variables; v++)
		size->is_infinite = size->is_infinite || constraints->variables[v].n_values == 0;
	for (size_t c = 0; c < constraints->n; c++) {
		leaves = leaves || cml_diagram_leaves(diagram, c);
		is_whole = is_whole && (diagram->is_wanted[c] || constraints->items[c].is_trivial);
	}
	if (!leaves || size->count == 0) {
		size->is_exact = true;
		return CML_OK;
	}
	return is_whole && !size->is_infinite && size->count <= CML_MAX_COUNTED
		   ? count_all(size, diagram, err)
		   : estimate(size, diagram, random, err);
}
