#include "space/feasible/fixes.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "space/cell.h"
#include "space/config.h"
#include "space/feasible/constraints.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The param or context with the name nearest to this one; NULL: none is near. */
static const char *find_nearest(const struct cml_space *space, struct cml_slice name)
{
	const char *nearest = NULL;
	for (size_t i = 0; i < space->n_columns; i++) {
		const char *other = space->columns[i].name;
		const char *pair[] = {nearest ? nearest : other, other};
		if (cml_is_config_role(space->columns[i].role))
			nearest = cml_name_nearest(name, pair, 2);
	}
	return nearest;
}

/* No param or context is called so: the one that is nearly, or which there are. */
static enum cml_result fail_unknown(const struct cml_space *space, const char *fix,
				    struct cml_error *err)
{
	struct cml_slice name = cml_slice_trim((struct cml_slice){fix, strcspn(fix, "=")});
	const char *nearest = find_nearest(space, name);
	struct cml_name_list names = {0};
	for (size_t i = 0; !nearest && i < space->n_columns; i++)
		if (cml_is_config_role(space->columns[i].role))
			cml_name_list_add(&names, space->columns[i].name);
	return cml_fail(err, CML_BAD_USAGE,
			"no param or context has the name before the =: %s; %s%s%s",
			CML_QUOTED(cml_slice_of(fix)), nearest ? "did you mean '" : "there are ",
			nearest ? nearest : cml_name_list_end(&names), nearest ? "'?" : "");
}

/* Names may hold '=', so every one of them is tried as the border. */
enum cml_result cml_fix_find(const struct cml_space *space, const char *fix, size_t *slot,
			     struct cml_slice *value, struct cml_error *err)
{
	for (const char *at = strchr(fix, '='); at; at = strchr(at + 1, '=')) {
		struct cml_slice name = {fix, (size_t)(at - fix)};
		*slot = cml_space_find(space, name);
		*value = cml_slice_trim(cml_slice_of(at + 1));
		if (*slot == CML_NO_COLUMN)
			continue;
		enum cml_role role = space->columns[*slot].role;
		if (cml_is_config_role(role))
			return CML_OK;
		const char *doc = space->columns[*slot].cells[CML_FIELD_DOC];
		bool has_reason = role == CML_ROLE_IGNORE && *doc != '\0';
		return cml_fail(err, CML_BAD_USAGE,
				"'%s' has the role %s%s%s%s; only params and contexts can be fixed",
				space->columns[*slot].name, cml_role_name(role),
				has_reason ? " (" : "", has_reason ? doc : "",
				has_reason ? ")" : "");
	}
	return strchr(fix, '=') ? fail_unknown(space, fix, err)
				: cml_fail(err, CML_BAD_USAGE,
					   "to fix a param or context takes NAME=VALUE, not %s",
					   CML_QUOTED(cml_slice_of(fix)));
}

static enum cml_result take_fix(const struct cml_space *space, const char *fix, double *fixed,
				struct cml_error *err)
{
	size_t slot;
	struct cml_slice text;
	if (cml_fix_find(space, fix, &slot, &text, err) != CML_OK)
		return err->status;
	const struct cml_space_column *column = &space->columns[slot];
	if (!isnan(fixed[slot]))
		cml_fail(err, CML_BAD_USAGE, "fixed twice");
	else if (column->open)
		cml_fail(err, CML_BAD_USAGE, "its levels are not known: list them in the domain");
	else if (cml_cell_read(column, &space->symbols, text, false, &fixed[slot], err) == CML_OK)
		return CML_OK;
	err->status = CML_BAD_USAGE;
	return cml_error_locate(err, NULL, 0, column->name);
}

/* A param may be fixed to a value that is yet to be added. */
enum cml_result cml_fixes_admit(struct cml_space *space, const char *const *fixes, size_t n_fixes,
				struct cml_error *err)
{
	struct cml_error ignored;
	AUTOFREE double *fixed = cml_array_new(space->n_columns, sizeof *fixed);
	enum cml_result status = fixed ? CML_OK : cml_fail_memory(err);
	for (size_t slot = 0; fixed && slot < space->n_columns; slot++)
		fixed[slot] = NAN;
	for (size_t i = 0; !status && i < n_fixes; i++) {
		size_t slot;
		struct cml_slice value;
		status = cml_fix_find(space, fixes[i], &slot, &value, err);
		if (!status && space->columns[slot].role == CML_ROLE_CONTEXT)
			status = cml_cell_admit(space, slot, value, err);
		if (!status && cml_cell_read(&space->columns[slot], &space->symbols, value, false,
					     &fixed[slot], &ignored) != CML_OK)
			fixed[slot] = NAN;
	}
	if (!status)
		status = cml_space_extend(space, fixed, err);
	return status;
}

/* Whether a text is a list: of texts, if it begins with a level and a comma. */
static bool is_list(const struct cml_space *space, const struct cml_space_column *column,
		    bool is_number, struct cml_slice text)
{
	struct cml_error ignored;
	double value;
	size_t size = text.size > 0 ? strcspn(text.data, is_number ? ",|:" : ",") : 0;
	return size < text.size && (is_number || cml_cell_read(column, &space->symbols,
							       (struct cml_slice){text.data, size},
							       false, &value, &ignored) == CML_OK);
}

/* `1,024` of a domain that has 1024, but not both 1 and 24. */
static bool is_thousands(const struct cml_space_column *column, const struct cml_domain *parts,
			 struct cml_slice text, double *joined)
{
	struct cml_loose_number number = cml_number_loose(text);
	size_t n_known = 0;
	*joined = number.value;
	for (size_t i = 0; i < parts->n_values; i++) {
		double part = cml_domain_value(parts, i);
		n_known += cml_domain_take(&column->domain, column->type, &part);
	}
	return number.kind == CML_LOOSE_THOUSANDS && n_known < parts->n_values &&
	       cml_domain_take(&column->domain, column->type, joined);
}

static enum cml_result read_list(struct cml_fix_list *list, struct cml_space *space,
				 enum cml_type type, struct cml_slice text, struct cml_error *err)
{
	if (cml_domain_parse_list(&list->values, text, type, &space->symbols, err) != CML_OK)
		return err->status;
	size_t n = list->values.n_values;
	if (n == 0)
		return cml_fail(err, CML_BAD_USAGE, "the list has no end, or no step");
	return n <= CML_MAX_FIX_LIST
		   ? CML_OK
		   : cml_fail(err, CML_BAD_USAGE, "a list of %zu values; %d are the most", n,
			      CML_MAX_FIX_LIST);
}

enum cml_result cml_fix_list_find(struct cml_fix_list *list, struct cml_space *space,
				  const char *const *fixes, size_t n_fixes, struct cml_error *err)
{
	list->at = CML_NO_COLUMN;
	for (size_t i = 0; i < n_fixes; i++) {
		size_t slot;
		struct cml_slice text;
		if (cml_fix_find(space, fixes[i], &slot, &text, err) != CML_OK)
			return err->status;
		const struct cml_space_column *column = &space->columns[slot];
		bool is_number = cml_is_number_type(column->type);
		if (!is_list(space, column, is_number, text))
			continue;
		double joined;
		bool is_read = list->at == CML_NO_COLUMN && is_number &&
			       read_list(list, space, column->type, text, err) == CML_OK;
		if (is_read && !is_thousands(column, &list->values, text, &joined)) {
			list->at = i;
			list->slot = slot;
			continue;
		}
		if (list->at != CML_NO_COLUMN)
			cml_fail(err, CML_BAD_USAGE, "a second list: one at a time");
		else if (!is_number)
			cml_fail(err, CML_BAD_USAGE, "a list is for numbers: one value at a time");
		else if (is_read)
			cml_fail(err, CML_BAD_USAGE,
				 "%.*s is a list: did you mean %.15g, without the comma?",
				 (int)text.size, text.data, joined);
		err->status = err->status == CML_NO_MEMORY ? CML_NO_MEMORY : CML_BAD_USAGE;
		return cml_error_locate(err, NULL, 0, column->name);
	}
	return CML_OK;
}

bool cml_fixes_leave(const struct cml_space *space, const char *const *fixes, size_t n_fixes,
		     size_t slot)
{
	for (size_t i = 0; i < n_fixes; i++) {
		size_t fixed;
		struct cml_slice value;
		struct cml_error ignored;
		if (cml_fix_find(space, fixes[i], &fixed, &value, &ignored) == CML_OK &&
		    fixed == slot)
			return false;
	}
	return space->columns[slot].role == CML_ROLE_CONTEXT;
}

enum cml_result cml_fixes_read(const struct cml_space *space, const char *const *fixes,
			       size_t n_fixes, double *fixed, struct cml_error *err)
{
	for (size_t slot = 0; slot < space->n_columns; slot++)
		fixed[slot] = NAN;
	for (size_t i = 0; i < n_fixes; i++)
		if (take_fix(space, fixes[i], fixed, err) != CML_OK)
			return err->status;
	return CML_OK;
}

/* Whether a column is not active, whatever is drawn. */
static bool is_inactive(const struct cml_space_column *column, const double *fixed)
{
	size_t n = 0;
	const size_t *slots = column->when ? cml_expression_slots(column->when, &n) : NULL;
	for (size_t i = 0; i < n; i++)
		if (isnan(fixed[slots[i]]))
			return false;
	return n > 0 && cml_column_applies(column, fixed) == 0;
}

enum cml_result cml_fixes_take(const struct cml_space *space, const char *const *fixes,
			       size_t n_fixes, double *fixed, struct cml_error *err)
{
	if (cml_fixes_read(space, fixes, n_fixes, fixed, err) != CML_OK)
		return err->status;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		if (column->role == CML_ROLE_CONTEXT && column->has_default && isnan(fixed[slot]))
			fixed[slot] = column->default_value;
	}
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		if (column->role != CML_ROLE_CONTEXT)
			continue;
		bool is_left = cml_fixes_leave(space, fixes, n_fixes, slot);
		if (is_inactive(column, fixed)) {
			fixed[slot] = NAN;
			if (!is_left)
				return cml_fail(err, CML_BAD_USAGE,
						"context '%s' cannot be fixed here: it has a value "
						"only where %s",
						column->name, cml_expression_text(column->when));
		} else if (is_left && !column->has_default) {
			return cml_fail(err, CML_BAD_USAGE,
					"context '%s' has no value: fix it (%s=VALUE), or give it "
					"a default in the space",
					column->name, column->name);
		}
	}
	return CML_OK;
}

bool cml_fixes_differ(const struct cml_space *space, const double *fixed, const double *values)
{
	for (size_t slot = 0; slot < space->n_columns; slot++)
		if (!isnan(fixed[slot]) && !isnan(values[slot]) && values[slot] != fixed[slot])
			return true;
	return false;
}

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

/* Values of a domain that are tried one by one. */
#define MAX_VALUES 1000000

/* Whether a rule reads slot, and otherwise only what is given. */
static bool is_about(const struct cml_space_column *rule, const double *given, size_t slot)
{
	size_t n;
	bool reads = false;
	const size_t *slots = cml_expression_slots(rule->expression, &n);
	for (size_t i = 0; i < n; i++) {
		if (slots[i] != slot && isnan(given[slots[i]]))
			return false;
		reads = reads || slots[i] == slot;
	}
	return reads;
}

/* Whether one value alone makes the rule true, and the rule is defined for all. */
static bool find_only(const struct cml_space_column *rule, const struct cml_domain *domain,
		      double *given, size_t slot, double *value)
{
	size_t n = 0;
	bool is_known = true;
	for (size_t i = 0; i < domain->n_values && n < 2 && is_known; i++) {
		double truth;
		given[slot] = cml_domain_value(domain, i);
		is_known =
		    cml_expression_evaluate(rule->expression, given, &truth) == CML_OUTCOME_VALUE;
		if (!is_known || truth == 0)
			continue;
		*value = given[slot];
		n++;
	}
	given[slot] = NAN;
	return is_known && n == 1;
}

bool cml_rule_implies(const struct cml_space *space, double *given, size_t slot, double *value,
		      size_t *rule)
{
	const struct cml_domain *domain = &space->columns[slot].domain;
	if (domain->n_values == 0 || domain->n_values > MAX_VALUES)
		return false;
	for (*rule = 0; *rule < space->n_columns; ++*rule) {
		const struct cml_space_column *column = &space->columns[*rule];
		if (column->role == CML_ROLE_RULE && !column->when &&
		    is_about(column, given, slot) && find_only(column, domain, given, slot, value))
			return true;
	}
	return false;
}
