#include "space/feasible/neighbours.h"

#include <math.h>
#include <string.h>

/* What a param that becomes active takes. */
static double new_value(const struct cml_constraints *constraints,
			const struct cml_variable *variable, struct cml_random *random)
{
	const struct cml_space_column *column = &constraints->space->columns[variable->slot];
	if (random)
		return cml_variable_value(constraints, variable, cml_random_uniform(random));
	if (column->has_default)
		return column->default_value;
	return cml_variable_value(constraints, variable, 0);
}

/* Fills and empties conditional params in file order; whether the result is
 * feasible, or what refuses it. Without random, new ones take their default. */
static bool complete(const struct cml_constraints *constraints, struct cml_random *random,
		     double *values, size_t *refused)
{
	const struct cml_space *space = constraints->space;
	enum cml_verdict verdict;
	*refused = SIZE_MAX;
	for (size_t slot = 0, settled = 0; slot < space->n_columns; slot++) {
		size_t v = constraints->variable_of[slot];
		if (settled < constraints->n_settled && constraints->settled[settled] == slot) {
			cml_constraints_settle(constraints, slot, values);
			settled++;
		} else if (v != CML_NO_VARIABLE && constraints->variables[v].is_conditional) {
			int applies = cml_column_applies(&space->columns[slot], values);
			if (applies < 0)
				return false;
			if (!applies)
				values[slot] = NAN;
			else if (isnan(values[slot]))
				values[slot] =
				    new_value(constraints, &constraints->variables[v], random);
		}
	}
	*refused = cml_constraints_check(constraints, values, &verdict);
	return *refused == SIZE_MAX;
}

bool cml_neighbour_set(const struct cml_constraints *constraints, const double *values, size_t slot,
		       double value, double *neighbour, size_t *refused)
{
	memcpy(neighbour, values, constraints->space->n_columns * sizeof *values);
	neighbour[slot] = value;
	return complete(constraints, NULL, neighbour, refused);
}

void cml_neighbours_start(struct cml_neighbours *neighbours,
			  const struct cml_constraints *constraints, const double *values)
{
	*neighbours = (struct cml_neighbours){.constraints = constraints, .values = values};
}

bool cml_neighbours_next(struct cml_neighbours *neighbours, double *neighbour)
{
	const struct cml_constraints *constraints = neighbours->constraints;
	const struct cml_space *space = constraints->space;
	for (; neighbours->variable < constraints->n_variables; neighbours->variable++) {
		const struct cml_variable *variable = &constraints->variables[neighbours->variable];
		size_t slot = variable->slot;
		const double *values = neighbours->values;
		while (!isnan(values[slot]) && neighbours->value < variable->n_values) {
			double value =
			    cml_domain_value(&space->columns[slot].domain, neighbours->value++);
			if (value == values[slot])
				continue;
			size_t refused;
			if (cml_neighbour_set(constraints, values, slot, value, neighbour,
					      &refused))
				return true;
		}
		neighbours->value = 0;
	}
	return false;
}

/* One of all neighbours; goes through them twice rather than keep them. */
static bool draw_listed(const struct cml_constraints *constraints, struct cml_random *random,
			const double *values, double *neighbour)
{
	struct cml_neighbours all;
	uint64_t n = 0;
	cml_neighbours_start(&all, constraints, values);
	while (cml_neighbours_next(&all, neighbour))
		n++;
	if (n == 0)
		return false;
	uint64_t chosen = cml_random_below(random, n);
	cml_neighbours_start(&all, constraints, values);
	for (uint64_t i = 0; i <= chosen; i++)
		cml_neighbours_next(&all, neighbour);
	return true;
}

bool cml_neighbour_draw(const struct cml_constraints *constraints, struct cml_random *random,
			const double *values, double *neighbour)
{
	for (size_t i = 0; i < CML_NEIGHBOUR_TRIES && constraints->n_variables > 0; i++) {
		const struct cml_variable *variable =
		    &constraints->variables[cml_random_below(random, constraints->n_variables)];
		size_t slot = variable->slot, refused;
		if (isnan(values[slot]))
			continue;
		memcpy(neighbour, values, constraints->space->n_columns * sizeof *values);
		neighbour[slot] = new_value(constraints, variable, random);
		if (neighbour[slot] != values[slot] &&
		    complete(constraints, random, neighbour, &refused))
			return true;
	}
	return draw_listed(constraints, random, values, neighbour);
}
