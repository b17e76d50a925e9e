#include "space/feasible/constraints.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_drawn(const struct cml_constraints *constraints, size_t slot)
{
	return constraints->space->columns[slot].role == CML_ROLE_PARAM &&
	       isnan(constraints->fixed[slot]);
}

/* Variables. */

/* A range, not a list or powers, of which people think in ratios. */
static bool is_log_range(const struct cml_space_column *column)
{
	const struct cml_domain *domain = &column->domain;
	return column->encoding == CML_ENCODING_LOG && domain->lo > 0 &&
	       (domain->kind == CML_DOMAIN_STEPS || domain->kind == CML_DOMAIN_RANGE);
}

static bool weigh_states(struct cml_constraints *constraints, const struct cml_domain *domain,
			 struct cml_variable *variable)
{
	size_t n = variable->n_values;
	double total = log1p(domain->step * (double)n / domain->lo);
	if (!CML_ARENA_NEW(&constraints->arena, &variable->weights, variable->n_states))
		return false;
	for (size_t i = 0; i < n; i++)
		variable->weights[i] =
		    (double)n / total * log1p(domain->step / variable->values[i]);
	if (variable->is_conditional)
		variable->weights[n] = 1;
	return true;
}

static enum cml_result add_variable(struct cml_constraints *constraints, size_t slot,
				    size_t max_states, struct cml_error *err)
{
	const struct cml_space_column *column = &constraints->space->columns[slot];
	const struct cml_domain *domain = &column->domain;
	bool is_interval =
	    domain->kind == CML_DOMAIN_RANGE && isfinite(domain->lo) && isfinite(domain->hi);
	if (domain->n_values == 0 && !is_interval)
		return cml_fail(err, CML_BAD_DATA,
				"param '%s' cannot be drawn: its domain is not bounded; give it "
				"two ends or levels, or fix it (%s=VALUE)",
				column->name, column->name);
	bool is_lumped = is_interval || domain->n_values > max_states;
	struct cml_variable variable = {.slot = slot,
					.n_values = domain->n_values,
					.n_states = is_lumped ? 1 : domain->n_values,
					.is_lumped = is_lumped,
					.is_conditional = column->when != NULL};
	variable.n_states += variable.is_conditional;
	if (!is_lumped) {
		if (!CML_ARENA_NEW(&constraints->arena, &variable.values, variable.n_states))
			return cml_fail_memory(err);
		for (size_t i = 0; i < variable.n_values; i++)
			variable.values[i] = cml_domain_value(domain, i);
		if (variable.is_conditional)
			variable.values[variable.n_values] = NAN;
		if (is_log_range(column) && !weigh_states(constraints, domain, &variable))
			return cml_fail_memory(err);
	}
	constraints->variable_of[slot] = constraints->n_variables;
	constraints->variables[constraints->n_variables++] = variable;
	return CML_OK;
}

size_t cml_variable_state(const struct cml_constraints *constraints,
			  const struct cml_variable *variable, double value)
{
	if (isnan(value))
		return variable->n_states - 1;
	if (variable->is_lumped)
		return 0;
	return cml_domain_index(&constraints->space->columns[variable->slot].domain, value);
}

/* A value of a range as people write one: to a thousandth or less of its size, where logarithms are
 * drawn, or of the range; not to 0, which may have no logarithm. */
static double round_drawn(const struct cml_domain *domain, bool is_log, double value)
{
	double size = is_log ? fabs(value) : domain->hi - domain->lo;
	double rounded = cml_round_to_power(value, floor(log10(size)) - 3);
	if (rounded == 0 && value != 0 && !is_log)
		return round_drawn(domain, true, value);
	return fmin(fmax(rounded, domain->lo), domain->hi);
}

double cml_variable_value(const struct cml_constraints *constraints,
			  const struct cml_variable *variable, double fraction)
{
	const struct cml_space_column *column = &constraints->space->columns[variable->slot];
	const struct cml_domain *domain = &column->domain;
	double lo = domain->lo, n = (double)variable->n_values;
	bool is_log = is_log_range(column);
	if (variable->n_values == 0)
		return round_drawn(domain, is_log,
				   is_log ? pow(lo, 1 - fraction) * pow(domain->hi, fraction)
					  : lo * (1 - fraction) + domain->hi * fraction);
	if (is_log && isfinite(domain->step * n / lo))
		fraction = (pow(1 + domain->step * n / lo, fraction) - 1) * lo / (domain->step * n);
	size_t index = (size_t)(fraction * n);
	return cml_domain_value(domain,
				index < variable->n_values ? index : variable->n_values - 1);
}

/* Scopes. */

/* Marks (by slot) what a column depends on: what is drawn, and what follows from that. Conditions
 * and derived columns look upwards only, so this ends. */
static void mark_needs(const struct cml_constraints *constraints, size_t slot, bool *needs);

static void mark_needs_of(const struct cml_constraints *constraints,
			  const struct cml_expression *expression, bool *needs)
{
	size_t n = 0;
	const size_t *slots = expression ? cml_expression_slots(expression, &n) : NULL;
	for (size_t i = 0; i < n; i++)
		mark_needs(constraints, slots[i], needs);
}

static void mark_needs(const struct cml_constraints *constraints, size_t slot, bool *needs)
{
	const struct cml_space_column *column = &constraints->space->columns[slot];
	bool drawn = is_drawn(constraints, slot), computed = cml_is_computed_role(column->role);
	if (needs[slot] || (!drawn && !computed && !column->when))
		return;
	needs[slot] = true;
	if (drawn)
		return;
	mark_needs_of(constraints, column->when, needs);
	if (computed)
		mark_needs_of(constraints, column->expression, needs);
}

/* Of a row of the space: its constraint, and, where values follow from it, its
 * place among the settled. needs: scratch. */
static bool add_row(struct cml_constraints *constraints, bool *needs, size_t slot)
{
	const struct cml_space *space = constraints->space;
	const struct cml_space_column *column = &space->columns[slot];
	bool is_config = cml_is_config_role(column->role);
	bool is_settled = cml_is_computed_role(column->role) ||
			  (is_config && column->when && !is_drawn(constraints, slot));
	if (!cml_is_rule(column) && !is_settled && !(is_config && column->when))
		return true;
	memset(needs, 0, space->n_columns * sizeof *needs);
	mark_needs_of(constraints, column->when, needs);
	if (!is_config)
		mark_needs_of(constraints, column->expression, needs);
	if (is_config && !is_settled)
		mark_needs(constraints, slot, needs);
	size_t n = 0;
	for (size_t i = 0; i < space->n_columns; i++)
		n += needs[i];
	struct cml_constraint *constraint = &constraints->items[constraints->n++];
	*constraint = (struct cml_constraint){.slot = slot};
	if (!CML_ARENA_NEW(&constraints->arena, &constraint->scope, n) ||
	    !CML_ARENA_NEW(&constraints->arena, &constraint->inputs, n))
		return false;
	for (size_t i = 0; i < space->n_columns; i++) {
		if (needs[i] && is_drawn(constraints, i))
			constraint->scope[constraint->n_scope++] = constraints->variable_of[i];
		else if (needs[i])
			constraint->inputs[constraint->n_inputs++] = i;
	}
	if (is_settled)
		constraints->settled[constraints->n_settled++] =
		    (struct cml_settled){slot, constraint->scope, constraint->n_scope};
	/* What is undefined is missing there, and forbids nothing. */
	if (column->role == CML_ROLE_TERM || column->role == CML_ROLE_ROOF)
		constraints->n--;
	return true;
}

/* Judging. */

enum cml_verdict cml_constraint_judge(const struct cml_constraints *constraints,
				      const struct cml_constraint *constraint, const double *values)
{
	size_t slot = constraint->slot;
	const struct cml_space_column *column = &constraints->space->columns[slot];
	int applies = cml_column_applies(column, values);
	if (applies < 0)
		return CML_VERDICT_UNDEFINED;
	if (cml_is_config_role(column->role))
		return constraints->variable_of[slot] == CML_NO_VARIABLE ||
			       isnan(values[slot]) == !applies
			   ? CML_VERDICT_ALLOWED
			   : CML_VERDICT_REFUSED;
	double result;
	enum cml_outcome outcome =
	    applies ? cml_expression_evaluate(column->expression, values, &result)
		    : CML_OUTCOME_MISSING;
	if (outcome == CML_OUTCOME_UNDEFINED)
		return CML_VERDICT_UNDEFINED;
	return outcome == CML_OUTCOME_VALUE && cml_is_rule(column) && result == 0
		   ? CML_VERDICT_REFUSED
		   : CML_VERDICT_ALLOWED;
}

void cml_constraints_settle(const struct cml_constraints *constraints, size_t slot, double *values)
{
	const struct cml_space_column *column = &constraints->space->columns[slot];
	bool is_active = cml_column_applies(column, values) == 1;
	if (!is_active)
		values[slot] = NAN;
	else if (cml_is_computed_role(column->role))
		cml_expression_evaluate(column->expression, values, &values[slot]);
	else
		values[slot] = constraints->fixed[slot];
}

void cml_constraints_settle_all(const struct cml_constraints *constraints, double *values)
{
	for (size_t i = 0; i < constraints->n_settled; i++)
		cml_constraints_settle(constraints, constraints->settled[i].slot, values);
}

/* Tables. */

/* Whether the constraint looks at more of a lumped variable than its absence. */
static bool has_lumped_input(const struct cml_constraints *constraints,
			     const struct cml_constraint *constraint)
{
	for (size_t i = 0; i < constraint->n_scope; i++) {
		const struct cml_variable *variable = &constraints->variables[constraint->scope[i]];
		if (variable->is_lumped && variable->slot != constraint->slot)
			return true;
	}
	return false;
}

/* How many combinations a table would have, with their strides; 0: too many. */
static size_t lay_out(struct cml_constraints *constraints, struct cml_constraint *constraint)
{
	size_t n = 1;
	for (size_t i = constraint->n_scope; i-- > 0;) {
		size_t n_states = constraints->variables[constraint->scope[i]].n_states;
		constraint->stride[i] = n;
		if (n_states > CML_MAX_COMBINATIONS / n)
			return 0;
		n *= n_states;
	}
	return n;
}

/* Sets the scope and the inputs of a constraint; the rest of values is left as it is. */
static void set_scope(const struct cml_constraints *constraints,
		      const struct cml_constraint *constraint, size_t combination, double *values)
{
	for (size_t i = 0; i < constraint->n_scope; i++) {
		const struct cml_variable *variable = &constraints->variables[constraint->scope[i]];
		size_t state = combination / constraint->stride[i] % variable->n_states;
		/* Of a lumped variable only absence is looked at. */
		values[variable->slot] = !variable->is_lumped ? variable->values[state]
					 : state == 0         ? 0
							      : (double)NAN;
	}
	for (size_t i = 0; i < constraint->n_inputs; i++)
		cml_constraints_settle(constraints, constraint->inputs[i], values);
}

/* Back to what is fixed. */
static void unset_scope(const struct cml_constraints *constraints,
			const struct cml_constraint *constraint, double *values)
{
	for (size_t i = 0; i < constraint->n_scope; i++) {
		size_t slot = constraints->variables[constraint->scope[i]].slot;
		values[slot] = constraints->fixed[slot];
	}
	for (size_t i = 0; i < constraint->n_inputs; i++)
		values[constraint->inputs[i]] = constraints->fixed[constraint->inputs[i]];
}

void cml_constraint_set(const struct cml_constraints *constraints,
			const struct cml_constraint *constraint, size_t combination, double *values)
{
	memcpy(values, constraints->fixed, constraints->space->n_columns * sizeof *values);
	set_scope(constraints, constraint, combination, values);
}

static void tabulate(const struct cml_constraints *constraints, struct cml_constraint *constraint,
		     size_t n, double *values)
{
	for (size_t at = 0; at < n; at++) {
		set_scope(constraints, constraint, at, values);
		enum cml_verdict verdict = cml_constraint_judge(constraints, constraint, values);
		constraint->table[at] = (uint8_t)verdict;
		constraint->n_refused += verdict == CML_VERDICT_REFUSED;
		constraint->n_undefined += verdict == CML_VERDICT_UNDEFINED;
	}
	unset_scope(constraints, constraint, values);
	constraint->n_combinations = n;
	constraint->is_trivial = constraint->n_refused + constraint->n_undefined == 0;
}

static enum cml_result make_tables(struct cml_constraints *constraints, double *values,
				   struct cml_error *err)
{
	memcpy(values, constraints->fixed, constraints->space->n_columns * sizeof *values);
	for (size_t i = 0; i < constraints->n; i++) {
		struct cml_constraint *constraint = &constraints->items[i];
		if (!CML_ARENA_NEW(&constraints->arena, &constraint->stride,
				   constraint->n_scope + 1))
			return cml_fail_memory(err);
		size_t n = has_lumped_input(constraints, constraint)
			       ? 0
			       : lay_out(constraints, constraint);
		if (n == 0)
			continue;
		if (!CML_ARENA_NEW(&constraints->arena, &constraint->table, n))
			return cml_fail_memory(err);
		tabulate(constraints, constraint, n, values);
	}
	return CML_OK;
}

/* Making one. */

static bool allocate(struct cml_constraints *constraints, size_t n)
{
	struct cml_arena *arena = &constraints->arena;
	return CML_ARENA_NEW(arena, &constraints->fixed, n) &&
	       CML_ARENA_NEW(arena, &constraints->variables, n) &&
	       CML_ARENA_NEW(arena, &constraints->items, n) &&
	       CML_ARENA_NEW(arena, &constraints->variable_of, n) &&
	       CML_ARENA_NEW(arena, &constraints->settled, n);
}

static enum cml_result build(struct cml_constraints *constraints, size_t max_states, bool *needs,
			     double *values, struct cml_error *err)
{
	size_t n_columns = constraints->space->n_columns;
	for (size_t slot = 0; slot < n_columns; slot++) {
		constraints->variable_of[slot] = CML_NO_VARIABLE;
		if (is_drawn(constraints, slot) &&
		    add_variable(constraints, slot, max_states, err) != CML_OK)
			return err->status;
	}
	for (size_t slot = 0; slot < n_columns; slot++)
		if (!add_row(constraints, needs, slot))
			return cml_fail_memory(err);
	return make_tables(constraints, values, err);
}

enum cml_result cml_constraints_init(struct cml_constraints *constraints,
				     const struct cml_space *space, const double *fixed,
				     size_t max_states, struct cml_error *err)
{
	size_t n = space->n_columns;
	*constraints = (struct cml_constraints){.space = space};
	struct cml_arena scratch = {0};
	bool *needs;
	double *values;
	enum cml_result status;
	if (allocate(constraints, n) && CML_ARENA_NEW(&scratch, &needs, n) &&
	    CML_ARENA_NEW(&scratch, &values, n)) {
		memcpy(constraints->fixed, fixed, n * sizeof *fixed);
		status = build(constraints, max_states, needs, values, err);
	} else {
		status = cml_fail_memory(err);
	}
	cml_arena_release(&scratch);
	if (status != CML_OK)
		cml_constraints_release(constraints);
	return status;
}

void cml_constraints_release(struct cml_constraints *constraints)
{
	cml_arena_release(&constraints->arena);
	*constraints = (struct cml_constraints){0};
}
