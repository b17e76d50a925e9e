#include "space/feasible/fixes.h"

#include "base/memory.h"
#include "base/number.h"
#include "space/feasible/constraints.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TRIED 4e6

/* Combination `at` of a constraint's table with another value of the variable at this place of its
 * scope, settled. */
static void set_with(const struct cml_constraints *constraints,
		     const struct cml_constraint *constraint, size_t at, size_t place, double value,
		     double *values)
{
	cml_constraint_set(constraints, constraint, at, values);
	values[constraints->variables[constraint->scope[place]].slot] = value;
	for (size_t i = 0; i < constraint->n_inputs; i++)
		cml_constraints_settle(constraints, constraint->inputs[i], values);
}

/* Whether a combination is the first of those that differ in the variable at this place alone. */
static bool is_first(const struct cml_constraints *constraints,
		     const struct cml_constraint *constraint, size_t place, size_t at)
{
	size_t n_states = constraints->variables[constraint->scope[place]].n_states;
	return at / constraint->stride[place] % n_states == 0;
}

/* Whether a constraint with a table allows some combination of its other variables with a value of
 * the variable at this place of its scope. values: n_columns, scratch. */
static bool would_fit(const struct cml_constraints *constraints,
		      const struct cml_constraint *constraint, size_t place, double value,
		      double *values)
{
	for (size_t at = 0; at < constraint->n_combinations; at++) {
		if (!is_first(constraints, constraint, place, at))
			continue;
		set_with(constraints, constraint, at, place, value, values);
		if (cml_constraint_judge(constraints, constraint, values) == CML_VERDICT_ALLOWED)
			return true;
	}
	return false;
}

/* Whether each constraint with a table allows some combination with this value of a variable. */
static bool is_allowed(const struct cml_constraints *constraints, size_t variable, double value,
		       double *values)
{
	for (size_t c = 0; c < constraints->n; c++) {
		const struct cml_constraint *constraint = &constraints->items[c];
		for (size_t place = 0; constraint->table && place < constraint->n_scope; place++)
			if (constraint->scope[place] == variable &&
			    !would_fit(constraints, constraint, place, value, values))
				return false;
	}
	return true;
}

/* A rule that is to hold with a context that was let in. */
struct extension {
	struct cml_space *space;
	const struct cml_constraints *constraints;
	const struct cml_constraint *rule;
	double ratio;   /* of the context by the largest of its domain, at least 1 */
	double *values; /* n_columns: scratch */
	double *added;  /* largest values; those that a param lacks */
	size_t n_added;
};

static bool holds(const struct extension *extension)
{
	double truth;
	const struct cml_space_column *rule = &extension->space->columns[extension->rule->slot];
	return cml_expression_evaluate(rule->expression, extension->values, &truth) ==
		   CML_OUTCOME_VALUE &&
	       truth != 0;
}

/* Marks in fits (by value from 1 on) what the rule leaves a variable. False where it leaves more
 * than one value beside the same others: it is no equality. */
static bool solve(const struct extension *extension, size_t place, size_t largest, bool *fits)
{
	const struct cml_constraint *rule = extension->rule;
	for (size_t at = 0; at < rule->n_combinations; at++) {
		size_t n = 0;
		if (!is_first(extension->constraints, rule, place, at))
			continue;
		for (size_t value = 1; value <= largest; value++) {
			set_with(extension->constraints, rule, at, place, (double)value,
				 extension->values);
			if (!holds(extension))
				continue;
			fits[value] = true;
			if (++n > 1)
				return false;
		}
	}
	return true;
}

/* The values that a param at this place of the rule's scope lacks, in extension->added. */
static enum cml_result find_values(struct extension *extension, size_t place, struct cml_error *err)
{
	size_t at = extension->rule->scope[place];
	const struct cml_variable *variable = &extension->constraints->variables[at];
	const struct cml_space_column *column = &extension->space->columns[variable->slot];
	double largest = floor(cml_domain_largest(&column->domain) * extension->ratio);
	extension->n_added = 0;
	if (column->type != CML_TYPE_INT || column->encoding == CML_ENCODING_ONEHOT ||
	    variable->is_lumped || !(largest >= 1) ||
	    largest * (double)extension->rule->n_combinations >
		MAX_TRIED * (double)variable->n_states)
		return CML_OK;
	AUTOFREE bool *fits = cml_array_new((size_t)largest + 1, sizeof *fits);
	free(extension->added);
	extension->added = cml_array_new((size_t)largest + 1, sizeof *extension->added);
	bool is_equality =
	    fits && extension->added && solve(extension, place, (size_t)largest, fits);
	for (size_t value = 1; is_equality && value <= (size_t)largest; value++)
		if (fits[value] &&
		    cml_domain_index(&column->domain, (double)value) == CML_NO_INDEX &&
		    is_allowed(extension->constraints, at, (double)value, extension->values))
			extension->added[extension->n_added++] = (double)value;
	bool ok = fits && extension->added;
	return ok ? CML_OK : cml_fail_memory(err);
}

/* Steps and powers that go on to the last of the added values, if they hold all of them. */
static bool go_on(struct cml_domain *domain, const struct extension *extension)
{
	struct cml_domain longer = *domain;
	if (domain->kind == CML_DOMAIN_LEVELS)
		return false;
	longer.hi = fmax(longer.hi, extension->added[extension->n_added - 1]);
	while (cml_domain_value(&longer, longer.n_values) <= longer.hi)
		longer.n_values++;
	for (size_t i = 0; i < extension->n_added; i++)
		if (cml_domain_index(&longer, extension->added[i]) == CML_NO_INDEX)
			return false;
	*domain = longer;
	return true;
}

static enum cml_result add_values(struct cml_domain *domain, const struct extension *extension,
				  struct cml_error *err)
{
	if (go_on(domain, extension))
		return CML_OK;
	size_t n = domain->n_values;
	double *levels = cml_array_new(n + extension->n_added, sizeof *levels);
	if (!levels)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		levels[i] = cml_domain_value(domain, i);
	memcpy(levels + n, extension->added, extension->n_added * sizeof *levels);
	n += extension->n_added;
	qsort(levels, n, sizeof *levels, cml_compare_doubles);
	cml_domain_take_levels(domain, levels, n);
	return CML_OK;
}

/* Whether a is more likely to have grown in the log: its values went further, or its default. */
static bool grew_more(const struct cml_space_column *a, const struct cml_space_column *b)
{
	double x = cml_domain_largest(&a->domain), y = cml_domain_largest(&b->domain);
	return x > y || (x == y && a->default_value > b->default_value);
}

/* Whether the added values are where steps or powers of a domain, listed or not, have theirs. */
static bool are_in_step(const struct cml_domain *domain, const struct extension *extension)
{
	if (domain->n_values < 2)
		return false;
	double first = cml_domain_value(domain, 0), second = cml_domain_value(domain, 1);
	bool is_even =
	    domain->n_values > 2 && cml_domain_value(domain, 2) - second == second - first;
	for (size_t i = 0; i < extension->n_added; i++) {
		double value = extension->added[i];
		double steps = is_even ? (value - first) / (second - first)
				       : log(value / first) / log(second / first);
		if (!(fabs(steps - round(steps)) < 1e-9))
			return false;
	}
	return true;
}

/* The param of the rule that grew most. */
static const struct cml_space_column *find_most(const struct extension *extension)
{
	const struct cml_space_column *most = NULL;
	for (size_t place = 0; place < extension->rule->n_scope; place++) {
		size_t at = extension->rule->scope[place];
		const struct cml_space_column *column =
		    &extension->space->columns[extension->constraints->variables[at].slot];
		most = !most || grew_more(column, most) ? column : most;
	}
	return most;
}

/* Adds to that param of the rule for which there are values; to another than the one that grew
 * most only as its steps go on: copies may be three, ranks that split a layer not. */
static enum cml_result extend(struct extension *extension, struct cml_error *err)
{
	const struct cml_constraint *rule = extension->rule;
	struct cml_space_column *columns = extension->space->columns, *grown = NULL;
	const struct cml_space_column *most = find_most(extension);
	size_t best = 0;
	for (size_t place = 0; place < rule->n_scope; place++) {
		size_t slot = extension->constraints->variables[rule->scope[place]].slot;
		if (grown && !grew_more(&columns[slot], grown))
			continue;
		if (find_values(extension, place, err) != CML_OK)
			return err->status;
		if (extension->n_added == 0 ||
		    (&columns[slot] != most && !are_in_step(&columns[slot].domain, extension)))
			continue;
		best = place;
		grown = &columns[slot];
	}
	if (!grown)
		return CML_OK;
	grown->grows_by = &columns[rule->slot];
	if (find_values(extension, best, err) != CML_OK)
		return err->status;
	return add_values(&grown->domain, extension, err);
}

/* The largest proportion in which a context that the rule reads exceeds its domain; 0: none does,
 * or a param grew for the rule. */
static double ratio_of(const struct cml_space *space, const struct cml_space_column *rule)
{
	size_t n;
	double ratio = 0;
	const size_t *slots = cml_expression_slots(rule->expression, &n);
	for (size_t i = 0; i < n; i++) {
		const struct cml_space_column *column = &space->columns[slots[i]];
		if (column->grows_by == rule)
			return 0;
		if (column->role == CML_ROLE_CONTEXT && column->admits &&
		    column->type <= CML_TYPE_FLOAT)
			ratio = fmax(
			    ratio, fmax(1, column->admitted / cml_domain_largest(&column->domain)));
	}
	return ratio;
}

/* One rule at a time, as the next one may tie what this one extended. */
static enum cml_result extend_by(struct cml_space *space, size_t slot, double ratio,
				 const double *fixed, struct cml_error *err)
{
	struct cml_constraints constraints;
	struct cml_error why;
	struct extension extension = {.space = space, .constraints = &constraints, .ratio = ratio};
	enum cml_result status =
	    cml_constraints_init(&constraints, space, fixed, CML_MAX_COMBINATIONS, &why);
	if (status != CML_OK) /* a param that cannot be drawn is said where it is drawn */
		return status == CML_NO_MEMORY ? cml_fail_memory(err) : CML_OK;
	extension.values = cml_array_new(space->n_columns, sizeof *extension.values);
	status = extension.values ? CML_OK : cml_fail_memory(err);
	for (size_t c = 0; !status && c < constraints.n; c++) {
		extension.rule = &constraints.items[c];
		if (extension.rule->slot == slot && extension.rule->table)
			status = extend(&extension, err);
	}
	free(extension.values);
	free(extension.added);
	cml_constraints_release(&constraints);
	return status;
}

enum cml_result cml_space_extend(struct cml_space *space, const double *fixed,
				 struct cml_error *err)
{
	AUTOFREE double *given = cml_array_new(space->n_columns, sizeof *given);
	if (!given)
		return cml_fail_memory(err);
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		bool is_at_default = isnan(fixed[slot]) && column->role == CML_ROLE_CONTEXT;
		given[slot] =
		    is_at_default && column->has_default ? column->default_value : fixed[slot];
	}
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *rule = &space->columns[slot];
		double ratio = rule->role == CML_ROLE_RULE ? ratio_of(space, rule) : 0;
		if (ratio > 0 && extend_by(space, slot, ratio, given, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

enum cml_result cml_space_restore(struct cml_space *space, struct cml_error *err)
{
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		struct cml_space_column *column = &space->columns[slot];
		column->admits = false;
		if (!column->grows_by)
			continue;
		column->grows_by = NULL;
		cml_domain_release(&column->domain);
		if (cml_domain_parse(&column->domain, cml_slice_of(column->cells[CML_FIELD_DOMAIN]),
				     column->type, &space->symbols, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}
