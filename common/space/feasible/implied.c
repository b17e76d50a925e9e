#include "space/feasible/fixes.h"

#include <math.h>

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
