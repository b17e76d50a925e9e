#include "space/branches.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* The slots that conditions depend on, through derived columns too. Conditions
 * and derived columns look upwards only, so one pass from below is enough. */
static void mark_controllers(const struct cml_space *space, bool *matters)
{
	for (size_t slot = space->n_columns; slot-- > 0;) {
		const struct cml_space_column *column = &space->columns[slot];
		const struct cml_expression *sources[] = {
		    column->role == CML_ROLE_RULE ? NULL : column->when,
		    matters[slot] ? column->expression : NULL,
		};
		for (size_t i = 0; i < 2; i++) {
			size_t n = 0;
			const size_t *slots =
			    sources[i] ? cml_expression_slots(sources[i], &n) : NULL;
			for (size_t j = 0; j < n; j++)
				matters[slots[j]] = true;
		}
	}
}

static bool is_drawn(const struct cml_space *space, const double *fixed, size_t slot)
{
	return space->columns[slot].role == CML_ROLE_PARAM && isnan(fixed[slot]);
}

/* How many combinations there are; 0 when they are too many or not countable. */
static size_t choose_slots(struct cml_branches *branches, const struct cml_space *space,
			   const double *fixed, const bool *matters, size_t max_branches)
{
	size_t n = 1;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		if (!matters[slot] || !is_drawn(space, fixed, slot))
			continue;
		size_t n_values = space->columns[slot].domain.n_values;
		branches->slots[branches->n_slots++] = slot;
		if (n_values == 0 || n_values > max_branches / n)
			return 0;
		n *= n_values;
	}
	return branches->n_slots > 0 ? n : 0;
}

static bool holds(const struct cml_expression *when, const double *values)
{
	double truth;
	return !when ||
	       (cml_expression_evaluate(when, values, &truth) == CML_OUTCOME_VALUE && truth != 0);
}

/* Settles conditions for the controllers set in values and returns the log of
 * the branch's share: what inactive params take away from the product. -INFINITY
 * when the branch repeats another one: an inactive controller is not at its
 * first value. */
static double weigh(const struct cml_space *space, const double *fixed, double *values)
{
	double weight = 0;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		bool active = holds(column->when, values);
		if (column->role == CML_ROLE_DERIVED) {
			double result = NAN;
			if (active)
				cml_expression_evaluate(column->expression, values, &result);
			values[slot] = result;
		} else if (cml_is_config_role(column->role) && !active) {
			bool controls = !isnan(values[slot]) && is_drawn(space, fixed, slot);
			if (controls && values[slot] != cml_domain_value(&column->domain, 0))
				return -INFINITY;
			if (!controls && is_drawn(space, fixed, slot) &&
			    column->domain.n_values > 0)
				weight -= log((double)column->domain.n_values);
			values[slot] = NAN;
		}
	}
	return weight;
}

/* Branch number `number`: its values, from the last slot fastest. */
static void set_branch(const struct cml_branches *branches, const struct cml_space *space,
		       const double *fixed, size_t number, double *values)
{
	for (size_t slot = 0; slot < space->n_columns; slot++)
		values[slot] = fixed[slot];
	for (size_t i = branches->n_slots; i-- > 0;) {
		const struct cml_domain *domain = &space->columns[branches->slots[i]].domain;
		values[branches->slots[i]] = cml_domain_value(domain, number % domain->n_values);
		number /= domain->n_values;
	}
}

static void list_branches(struct cml_branches *branches, const struct cml_space *space,
			  const double *fixed, size_t n_combinations, double *values)
{
	for (size_t number = 0; number < n_combinations; number++) {
		double *kept = branches->values + branches->n * branches->n_slots;
		set_branch(branches, space, fixed, number, values);
		for (size_t i = 0; i < branches->n_slots; i++)
			kept[i] = values[branches->slots[i]];
		branches->share[branches->n] = weigh(space, fixed, values);
		branches->n += branches->share[branches->n] > -INFINITY;
	}
	double largest = -INFINITY, sum = 0;
	for (size_t i = 0; i < branches->n; i++)
		largest = fmax(largest, branches->share[i]);
	for (size_t i = 0; i < branches->n; i++)
		branches->share[i] = sum += exp(branches->share[i] - largest);
}

static enum cml_status list_all(struct cml_branches *branches, const struct cml_space *space,
				const double *fixed, size_t n_combinations, struct cml_error *err)
{
	double *values = cml_array_new(space->n_columns, sizeof *values);
	branches->values =
	    cml_array_new(n_combinations, branches->n_slots * sizeof *branches->values);
	branches->share = cml_array_new(n_combinations, sizeof *branches->share);
	enum cml_status status = CML_OK;
	if (values && branches->values && branches->share)
		list_branches(branches, space, fixed, n_combinations, values);
	else
		status = cml_fail_memory(err);
	free(values);
	return status;
}

enum cml_status cml_branches_init(struct cml_branches *branches, const struct cml_space *space,
				  const double *fixed, size_t max_branches, struct cml_error *err)
{
	*branches = (struct cml_branches){0};
	bool *matters = cml_array_new(space->n_columns, sizeof *matters);
	branches->slots = cml_array_new(space->n_columns, sizeof *branches->slots);
	enum cml_status status = CML_OK;
	if (!matters || !branches->slots) {
		status = cml_fail_memory(err);
	} else {
		mark_controllers(space, matters);
		size_t n = choose_slots(branches, space, fixed, matters, max_branches);
		if (n > 0)
			status = list_all(branches, space, fixed, n, err);
	}
	free(matters);
	if (status != CML_OK)
		cml_branches_release(branches);
	return status;
}

void cml_branches_release(struct cml_branches *branches)
{
	free(branches->slots);
	free(branches->values);
	free(branches->share);
	*branches = (struct cml_branches){0};
}

void cml_branches_draw(const struct cml_branches *branches, struct cml_random *random,
		       double *values)
{
	double at = cml_random_uniform(random) * branches->share[branches->n - 1];
	size_t low = 0, high = branches->n - 1;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (at < branches->share[middle])
			high = middle;
		else
			low = middle + 1;
	}
	for (size_t i = 0; i < branches->n_slots; i++)
		values[branches->slots[i]] = branches->values[low * branches->n_slots + i];
}
