#include "space/feasible/diagram.h"

#include <math.h>
#include <string.h>

/* Of the completions in a state of level k: their number, unless the variable is drawn in
 * logarithms. */
static double weight_of(const struct cml_diagram *diagram, size_t k, uint32_t child, size_t state)
{
	const struct cml_variable *variable =
	    &diagram->constraints->variables[diagram->levels[k].variable];
	double n = (double)cml_diagram_multiplicity(variable, state) *
		   diagram->levels[k + 1].weight[child];
	return variable->weights ? n * variable->weights[state] : n;
}

/* The state in which `fraction` of the completions of a node ends up, and where in
 * it, as a fraction again. */
static size_t find_state(const struct cml_diagram *diagram, size_t k, uint32_t node,
			 double *fraction)
{
	const struct cml_diagram_level *level = &diagram->levels[k];
	const struct cml_variable *variable = &diagram->constraints->variables[level->variable];
	const uint32_t *children = level->children + (size_t)node * level->n_states;
	double total = level->weight[node] * level->unit;
	double weight = 1;
	size_t found = 0;
	if (variable->weights) {
		total = 0;
		for (size_t s = 0; s < level->n_states; s++)
			total +=
			    children[s] == CML_NO_NODE ? 0 : weight_of(diagram, k, children[s], s);
	}
	double at = *fraction * total;
	for (size_t s = 0; s < level->n_states; s++) {
		if (children[s] == CML_NO_NODE)
			continue;
		/* Rounding may lead past the last one, which is then the one. */
		found = s;
		weight = weight_of(diagram, k, children[s], s);
		if (at < weight)
			break;
		at -= weight;
	}
	*fraction = fmin(at / weight, 1 - 0x1p-53);
	return found;
}

void cml_diagram_set(const struct cml_diagram *diagram, size_t k, size_t state, double fraction,
		     double *values)
{
	const struct cml_constraints *constraints = diagram->constraints;
	const struct cml_variable *variable = &constraints->variables[diagram->levels[k].variable];
	values[variable->slot] = !variable->is_lumped ? variable->values[state]
				 : state == 0 ? cml_variable_value(constraints, variable, fraction)
					      : (double)NAN;
}

void cml_diagram_place(const struct cml_diagram *diagram, const double *point, double *values)
{
	const struct cml_constraints *constraints = diagram->constraints;
	uint32_t node = 0;
	memcpy(values, constraints->fixed, constraints->space->n_columns * sizeof *values);
	for (size_t k = 0; k < diagram->n_levels; k++) {
		const struct cml_diagram_level *level = &diagram->levels[k];
		double fraction = point[k];
		size_t state = find_state(diagram, k, node, &fraction);
		cml_diagram_set(diagram, k, state, fraction, values);
		node = level->children[(size_t)node * level->n_states + state];
	}
	cml_constraints_settle_all(constraints, values);
}

size_t cml_diagram_check_rest(const struct cml_diagram *diagram, const double *values)
{
	const struct cml_constraints *constraints = diagram->constraints;
	for (size_t c = 0; c < constraints->n; c++)
		if (cml_diagram_leaves(diagram, c) &&
		    cml_constraint_judge(constraints, &constraints->items[c], values) !=
			CML_VERDICT_ALLOWED)
			return c;
	return SIZE_MAX;
}

const char *cml_count_print(cml_count count, char text[CML_COUNT_SIZE])
{
	char digits[CML_COUNT_SIZE]; /* last first */
	size_t n = 0;
	do
		digits[n++] = (char)('0' + (int)(count % 10));
	while ((count /= 10) > 0);
	for (size_t i = 0; i < n; i++)
		text[i] = digits[n - 1 - i];
	text[n] = '\0';
	return text;
}
