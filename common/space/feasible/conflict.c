#include "space/feasible/constraints.h"

#include "space/config.h"
#include "space/feasible/diagram.h"

#include <math.h>
#include <stdlib.h>

/* Entries of a diagram that looks for a contradiction. */
#define MAX_CHILDREN ((size_t)1 << 16)

static enum cml_result ask_empty(const struct cml_constraints *constraints, const bool *use,
				 bool *is_empty, struct cml_error *err)
{
	AUTO(cml_diagram) diagram = {0};
	if (cml_diagram_init(&diagram, constraints, false, use, MAX_CHILDREN, err) != CML_OK)
		return err->status;
	*is_empty = diagram.levels[0].count[0] == 0;
	return CML_OK;
}

/* Conditions of params say what a configuration is; they reject nothing
 * unless they are undefined. */
static bool may_be_left_out(const struct cml_constraints *constraints, size_t c)
{
	size_t slot = constraints->items[c].slot;
	const struct cml_space_column *column = &constraints->space->columns[slot];
	return cml_is_rule(column) || cml_is_computed_role(column->role);
}

/* Marks (by constraint) those in conflict; *found: whether the tables of constraints show one. */
static enum cml_result find(const struct cml_constraints *constraints, bool *in_conflict,
			    bool *found, struct cml_error *err)
{
	for (size_t c = 0; c < constraints->n; c++)
		in_conflict[c] = true;
	if (ask_empty(constraints, in_conflict, found, err) != CML_OK)
		return err->status;
	for (size_t c = 0; *found && c < constraints->n; c++) {
		if (!may_be_left_out(constraints, c))
			continue;
		in_conflict[c] = false;
		if (ask_empty(constraints, in_conflict, &in_conflict[c], err) != CML_OK)
			return err->status;
		in_conflict[c] = !in_conflict[c];
	}
	for (size_t c = 0; c < constraints->n; c++)
		in_conflict[c] =
		    *found && in_conflict[c] &&
		    (may_be_left_out(constraints, c) || constraints->items[c].n_undefined > 0);
	return CML_OK;
}

/* The values that are fixed among the columns of an expression: another of them may be what is
 * wanted. */
static void append_fixed(const struct cml_constraints *constraints,
			 const struct cml_expression *expression, struct cml_buffer *text)
{
	size_t n, n_fixed = 0;
	const size_t *slots = cml_expression_slots(expression, &n);
	for (size_t i = 0; i < n; i++) {
		double value = constraints->fixed[slots[i]];
		char number[CML_NUMBER_SIZE];
		if (isnan(value))
			continue;
		struct cml_slice cell = cml_value_text(constraints->space, slots[i], value, number);
		cml_buffer_printf(text, "%s%s=%.*s", n_fixed++ > 0 ? ", " : " with ",
				  constraints->space->columns[slots[i]].name, (int)cell.size,
				  cell.data);
	}
}

static void describe(const struct cml_constraints *constraints,
		     const struct cml_constraint *constraint, struct cml_buffer *text)
{
	const struct cml_space_column *column = &constraints->space->columns[constraint->slot];
	const struct cml_expression *expression =
	    column->expression ? column->expression : column->when;
	cml_buffer_printf(text, "%s '%s' (%s)", cml_role_name(column->role), column->name,
			  cml_expression_text(expression));
	append_fixed(constraints, expression, text);
	if (constraint->n_undefined > 0)
		cml_buffer_append_string(text, ", where it is undefined");
}

enum cml_result cml_conflict_report(const struct cml_constraints *constraints,
				    struct cml_error *err)
{
	AUTOFREE bool *in_conflict = cml_array_new(constraints->n, sizeof *in_conflict);
	AUTO(cml_buffer) text = {0};
	bool found = false;
	size_t n = 0;
	if (!in_conflict)
		return cml_fail_memory(err);
	if (find(constraints, in_conflict, &found, err) != CML_OK)
		return err->status;
	for (size_t c = 0; c < constraints->n; c++) {
		if (!in_conflict[c])
			continue;
		cml_buffer_append_string(&text, n++ > 0 ? "; " : "");
		describe(constraints, &constraints->items[c], &text);
	}
	if (text.has_failed)
		cml_fail_memory(err);
	else if (!found)
		cml_fail(err, CML_NOTHING, "no configuration is feasible");
	else
		cml_fail(err, CML_NOTHING, "no configuration is feasible: %s: %.*s",
			 n == 1 ? "one row rejects all of them"
				: "these rows together reject all of them",
			 (int)text.size, text.data);
	return err->status;
}
