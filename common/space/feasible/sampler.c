#include "space/feasible/sampler.h"

#include "base/memory.h"
#include "space/config.h"
#include "space/feasible/constraints.h"
#include "space/feasible/fixes.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum cml_result allocate(struct cml_sampler *sampler, struct cml_error *err)
{
	const struct cml_diagram *diagram = &sampler->diagram;
	size_t n_states = 0;
	for (size_t k = 0; k < diagram->n_levels; k++)
		n_states += diagram->levels[k].n_states;
	return CML_NEW(&sampler->point, diagram->n_levels) &&
		       CML_NEW(&sampler->allowed, n_states) &&
		       CML_NEW(&sampler->n_rejected, sampler->space->n_columns)
		   ? CML_OK
		   : cml_fail_memory(err);
}

static enum cml_result init_at(struct cml_sampler *sampler, const double *fixed,
			       struct cml_error *err)
{
	if (cml_constraints_init(&sampler->constraints, sampler->space, fixed,
				 CML_MAX_SAMPLED_STATES, err) != CML_OK ||
	    cml_diagram_init(&sampler->diagram, &sampler->constraints, false, NULL,
			     CML_MAX_SAMPLED_CHILDREN, err) != CML_OK ||
	    allocate(sampler, err) != CML_OK)
		return err->status;
	return sampler->diagram.levels[0].count[0] == 0
		   ? cml_conflict_report(&sampler->constraints, err)
		   : CML_OK;
}

enum cml_result cml_sampler_init(struct cml_sampler *sampler, const struct cml_space *space,
				 const char *const *fixes, size_t n_fixes, struct cml_error *err)
{
	AUTOFREE double *fixed = cml_array_new(space->n_columns, sizeof *fixed);
	*sampler = (struct cml_sampler){.space = space};
	enum cml_result status =
	    fixed ? cml_fixes_take(space, fixes, n_fixes, fixed, err) : cml_fail_memory(err);
	if (status != CML_OK || (status = init_at(sampler, fixed, err)) != CML_OK)
		cml_sampler_release(sampler);
	return status;
}

void cml_sampler_release(struct cml_sampler *sampler)
{
	cml_diagram_release(&sampler->restricted);
	cml_diagram_release(&sampler->diagram);
	cml_constraints_release(&sampler->constraints);
	free(sampler->point);
	free(sampler->allowed);
	free(sampler->n_rejected);
	*sampler = (struct cml_sampler){0};
}

size_t cml_sampler_worst(const struct cml_sampler *sampler)
{
	size_t worst = 0;
	for (size_t slot = 0; slot < sampler->space->n_columns; slot++)
		if (sampler->n_rejected[slot] > sampler->n_rejected[worst])
			worst = slot;
	return worst;
}

static enum cml_result give_up(const struct cml_sampler *sampler, uint64_t max_tries,
			       struct cml_error *err)
{
	size_t worst = cml_sampler_worst(sampler);
	const struct cml_space_column *row = &sampler->space->columns[worst];
	return cml_fail(err, CML_NOTHING,
			"no configuration found in %" PRIu64 " tries; %s '%s' (%s) refused %" PRIu64
			" of %" PRIu64,
			max_tries, cml_role_name(row->role), row->name,
			cml_expression_text(row->expression ? row->expression : row->when),
			sampler->n_rejected[worst], sampler->n_drawn);
}

enum cml_result cml_sampler_draw_from(struct cml_sampler *sampler, cml_sampler_source *source,
				      void *context, uint64_t max_tries, double *values,
				      struct cml_error *err)
{
	for (uint64_t i = 0; i < max_tries; i++) {
		source(context, values);
		size_t refused = cml_diagram_check_rest(&sampler->diagram, values);
		sampler->n_drawn++;
		if (refused == SIZE_MAX)
			return CML_OK;
		sampler->n_rejected[sampler->constraints.items[refused].slot]++;
	}
	return give_up(sampler, max_tries, err);
}

struct uniform_source {
	struct cml_sampler *sampler;
	struct cml_random *random;
	const struct cml_diagram *diagram;
};

static void draw_uniform(void *context, double *values)
{
	const struct uniform_source *source = context;
	for (size_t k = 0; k < source->diagram->n_levels; k++)
		source->sampler->point[k] = cml_random_uniform(source->random);
	cml_diagram_place(source->diagram, source->sampler->point, values);
}

enum cml_result cml_sampler_draw(struct cml_sampler *sampler, struct cml_random *random,
				 uint64_t max_tries, double *values, struct cml_error *err)
{
	struct uniform_source source = {sampler, random, &sampler->diagram};
	return cml_sampler_draw_from(sampler, draw_uniform, &source, max_tries, values, err);
}

/* Drawing among what two configurations have. */

static void allow_states(struct cml_sampler *sampler, const double *a, const double *b,
			 const bool *is_free)
{
	uint8_t *allowed = sampler->allowed;
	for (size_t k = 0; k < sampler->diagram.n_levels; k++) {
		const struct cml_diagram_level *level = &sampler->diagram.levels[k];
		const struct cml_variable *variable =
		    &sampler->constraints.variables[level->variable];
		size_t slot = variable->slot;
		memset(allowed, is_free && is_free[slot], level->n_states);
		allowed[cml_variable_state(&sampler->constraints, variable, a[slot])] = 1;
		allowed[cml_variable_state(&sampler->constraints, variable, b[slot])] = 1;
		allowed += level->n_states;
	}
}

struct within_source {
	struct uniform_source uniform;
	const double *a, *b;
	const bool *is_free;
};

/* Of lumped params a state is not a value. */
static void draw_within(void *context, double *values)
{
	struct within_source *source = context;
	const struct cml_constraints *constraints = &source->uniform.sampler->constraints;
	const double *a = source->a, *b = source->b;
	draw_uniform(&source->uniform, values);
	for (size_t v = 0; v < constraints->n_variables; v++) {
		size_t slot = constraints->variables[v].slot;
		if (!constraints->variables[v].is_lumped || isnan(values[slot]) ||
		    (source->is_free && source->is_free[slot]))
			continue;
		bool takes_a = cml_random_uniform(source->uniform.random) < 0.5 ? !isnan(a[slot])
										: isnan(b[slot]);
		values[slot] = takes_a ? a[slot] : b[slot];
	}
	cml_constraints_settle_all(constraints, values);
}

enum cml_result cml_sampler_draw_within(struct cml_sampler *sampler, struct cml_random *random,
					const double *a, const double *b, const bool *is_free,
					uint64_t max_tries, double *values, struct cml_error *err)
{
	struct within_source source = {{sampler, random, &sampler->restricted}, a, b, is_free};
	allow_states(sampler, a, b, is_free);
	if (cml_diagram_restrict(&sampler->restricted, &sampler->diagram, sampler->allowed, err) !=
	    CML_OK)
		return err->status;
	return cml_sampler_draw_from(sampler, draw_within, &source, max_tries, values, err);
}

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
	*refused = SIZE_MAX;
	for (size_t slot = 0, settled = 0; slot < space->n_columns; slot++) {
		size_t v = constraints->variable_of[slot];
		if (settled < constraints->n_settled &&
		    constraints->settled[settled].slot == slot) {
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
	for (size_t c = 0; c < constraints->n && *refused == SIZE_MAX; c++)
		if (cml_constraint_judge(constraints, &constraints->items[c], values) !=
		    CML_VERDICT_ALLOWED)
			*refused = c;
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
		bool is_listed = !neighbours->most || variable->n_values <= neighbours->most;
		while (is_listed && !isnan(values[slot]) &&
		       neighbours->value < variable->n_values) {
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

/* One of all neighbours; goes through them twice rather than keep them. A param of thousands of
 * values that an equality ties to another has none: without CML_NEIGHBOUR_LISTED a search of 30 x
 * 37,702 values took 18 s rather than 3. */
static bool draw_listed(const struct cml_constraints *constraints, struct cml_random *random,
			const double *values, double *neighbour)
{
	struct cml_neighbours all;
	uint64_t n = 0;
	cml_neighbours_start(&all, constraints, values);
	all.most = CML_NEIGHBOUR_LISTED;
	while (cml_neighbours_next(&all, neighbour))
		n++;
	if (n == 0)
		return false;
	uint64_t chosen = cml_random_below(random, n);
	cml_neighbours_start(&all, constraints, values);
	all.most = CML_NEIGHBOUR_LISTED;
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

bool cml_sampler_is_spent(const struct cml_sampler *sampler, size_t n)
{
	const struct cml_diagram *diagram = &sampler->diagram;
	bool is_countable = diagram->is_exact;
	for (size_t k = 0; is_countable && k < diagram->n_levels; k++)
		is_countable =
		    diagram->constraints->variables[diagram->levels[k].variable].n_values > 0;
	return is_countable && n >= diagram->levels[0].count[0];
}
