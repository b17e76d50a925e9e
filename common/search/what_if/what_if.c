#include "search/what_if/what_if.h"

#include "advise/model_outside.h"
#include "base/memory.h"
#include "search/search.h"
#include "space/config.h"
#include "space/feasible/constraints.h"
#include "space/feasible/fixes.h"
#include "space/feasible/sampler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum cml_result cml_what_if_run(const struct cml_what_if *what_if, struct cml_proposals *proposals,
				struct cml_proposal *self, struct cml_error *err)
{
	const struct cml_model *model = what_if->model;
	const struct cml_ranker_options *options = what_if->options;
	AUTO(cml_configs) configs = {0};
	struct cml_hyper hyper = {0};
	*self = (struct cml_proposal){.values = (double *)what_if->values,
				      .key = cml_config_key(model->space, what_if->values)};
	if (cml_neighbourhood_list(model, what_if->values, &configs, err) != CML_OK)
		return err->status;
	if (configs.n == 0)
		return cml_fail(err, CML_NOTHING,
				"no neighbour of the configuration obeys the rules");
	if (cml_proposal_predict(self, model, err) != CML_OK)
		return err->status;
	struct cml_search search = {.space = model->space,
				    .model = model,
				    .kind = &cml_random_search,
				    .hyper = &hyper,
				    .n = options->top > 0 && options->top < configs.n ? options->top
										      : configs.n,
				    .n_samples = configs.n,
				    .acquisition = {.by = options->by,
						    .kappa = options->kappa,
						    .maximize = model->maximize,
						    .is_log = model->log_target},
				    .failures = options->failures,
				    .within_log = options->within_log,
				    .contexts_are_given = true,
				    .candidates = &configs,
				    .seed = 1,
				    .pool = what_if->pool};
	return cml_search_run(&search, proposals, err);
}

#define DECILES 10
/* As in searches: a variable of more is lumped. */
#define MAX_STATES 4096

struct listing {
	const struct cml_model *model;
	const struct cml_space *space;
	struct cml_constraints constraints;
	const double *values; /* the configuration itself */
	uint64_t key;
	double *tried[CML_MAX_CHANGES + 1]; /* n_columns each, by changes made */
	size_t changed[CML_MAX_CHANGES];    /* slots */
	float *codes;                       /* of measured jobs */
	struct cml_arena arena;
	struct cml_configs *configs;
	struct cml_error *err;
};

static bool is_changed(const struct listing *listing, size_t slot, size_t n_changes)
{
	for (size_t i = 0; i < n_changes; i++)
		if (listing->changed[i] == slot)
			return true;
	return false;
}

static enum cml_result change(struct listing *listing, size_t n_changes, size_t slot, double value);

/* Whether this value of the variable, the next change of what was tried, makes the constraint
 * hold. */
static bool mends(const struct listing *listing, size_t n_changes, size_t slot, double value,
		  size_t constraint)
{
	size_t refused;
	return cml_neighbour_set(&listing->constraints, listing->tried[n_changes], slot, value,
				 listing->tried[n_changes + 1], &refused) ||
	       (refused != constraint && refused != SIZE_MAX);
}

/* The nearest value of an ordered domain, from index on in steps of one, at which the constraint
 * holds. */
static enum cml_result mend_on_side(struct listing *listing, size_t n_changes, size_t slot,
				    size_t constraint, size_t index, int step)
{
	const struct cml_domain *domain = &listing->space->columns[slot].domain;
	for (size_t n = 0; n < CML_MAX_STEPS; n++) {
		if (step < 0 ? index == 0 : index + 1 >= domain->n_values)
			return CML_OK;
		index = step < 0 ? index - 1 : index + 1;
		double value = cml_domain_value(domain, index);
		if (mends(listing, n_changes, slot, value, constraint))
			return change(listing, n_changes, slot, value);
	}
	return CML_OK;
}

static enum cml_result mend_with(struct listing *listing, size_t n_changes, size_t slot,
				 size_t constraint)
{
	const struct cml_space_column *column = &listing->space->columns[slot];
	size_t n_values = column->domain.n_values;
	double now = listing->tried[n_changes][slot];
	if (n_values == 0 || isnan(now))
		return CML_OK;
	if (column->type != CML_TYPE_CATEGORICAL && column->type != CML_TYPE_BOOL) {
		size_t index = cml_domain_index(&column->domain, now);
		if (index == CML_NO_INDEX)
			return CML_OK;
		if (mend_on_side(listing, n_changes, slot, constraint, index, -1) != CML_OK)
			return listing->err->status;
		return mend_on_side(listing, n_changes, slot, constraint, index, 1);
	}
	for (size_t i = 0; i < n_values; i++) {
		double value = cml_domain_value(&column->domain, i);
		if (value != now && mends(listing, n_changes, slot, value, constraint) &&
		    change(listing, n_changes, slot, value) != CML_OK)
			return listing->err->status;
	}
	return CML_OK;
}

/* Makes one change more; adds what comes of it, or mends the rule that refuses it. */
static enum cml_result change(struct listing *listing, size_t n_changes, size_t slot, double value)
{
	double *to = listing->tried[n_changes + 1];
	size_t refused;
	listing->changed[n_changes++] = slot;
	if (cml_neighbour_set(&listing->constraints, listing->tried[n_changes - 1], slot, value, to,
			      &refused))
		return cml_config_key(listing->space, to) == listing->key
			   ? CML_OK
			   : cml_configs_add(listing->configs, listing->space, to, listing->err);
	if (n_changes == CML_MAX_CHANGES || refused == SIZE_MAX)
		return CML_OK;
	const struct cml_constraint *constraint = &listing->constraints.items[refused];
	for (size_t i = 0; i < constraint->n_scope; i++) {
		size_t other = listing->constraints.variables[constraint->scope[i]].slot;
		if (!is_changed(listing, other, n_changes) &&
		    mend_with(listing, n_changes, other, refused) != CML_OK)
			return listing->err->status;
	}
	return CML_OK;
}

static int ascending(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;
	return (x > y) - (x < y);
}

/* The param takes the deciles of what measured jobs have. */
static enum cml_result change_to_deciles(struct listing *listing, size_t slot)
{
	const struct cml_support *support = listing->model->support;
	const struct cml_space_column *in_space = &listing->space->columns[slot];
	size_t n = 0, c = cml_support_column_of(listing->model, slot);
	if (c == cml_support_n_columns(support))
		return CML_OK;
	for (size_t job = 0; job < cml_support_n_near(support); job++) {
		float code = cml_support_near_code(support, job, c);
		if (!isnan(code))
			listing->codes[n++] = code;
	}
	qsort(listing->codes, n, sizeof *listing->codes, ascending);
	for (size_t d = 0; n > 0 && d <= DECILES; d++) {
		float code = listing->codes[d * (n - 1) / DECILES];
		double value = cml_support_value(listing->model, c, code);
		if (value != listing->values[slot] &&
		    cml_domain_take(&in_space->domain, in_space->type, &value) &&
		    change(listing, 0, slot, value) != CML_OK)
			return listing->err->status;
	}
	return CML_OK;
}

static enum cml_result change_param(struct listing *listing, const struct cml_variable *variable)
{
	const struct cml_domain *domain = &listing->space->columns[variable->slot].domain;
	if (isnan(listing->values[variable->slot]))
		return CML_OK;
	if (variable->n_values == 0 || variable->n_values > CML_MAX_LISTED)
		return change_to_deciles(listing, variable->slot);
	for (size_t i = 0; i < variable->n_values; i++) {
		double value = cml_domain_value(domain, i);
		if (value != listing->values[variable->slot] &&
		    change(listing, 0, variable->slot, value) != CML_OK)
			return listing->err->status;
	}
	return CML_OK;
}

static enum cml_result check_whole(const struct cml_space *space, const double *values,
				   struct cml_error *err)
{
	size_t missing = cml_config_find_missing(space, values);
	if (missing == CML_NO_COLUMN)
		return CML_OK;
	cml_fail(err, CML_BAD_DATA, "no value: --what-if needs a complete configuration");
	return cml_error_locate(err, NULL, 0, space->columns[missing].name);
}

static enum cml_result prepare(struct listing *listing)
{
	const struct cml_space *space = listing->space;
	struct cml_arena *arena = &listing->arena;
	double *fixed;
	bool ok =
	    CML_ARENA_NEW(arena, &fixed, space->n_columns) &&
	    CML_ARENA_NEW(arena, &listing->codes, cml_support_n_near(listing->model->support));
	for (size_t i = 0; ok && i <= CML_MAX_CHANGES; i++)
		ok = CML_ARENA_NEW(arena, &listing->tried[i], space->n_columns);
	if (!ok)
		return cml_fail_memory(listing->err);
	for (size_t slot = 0; slot < space->n_columns; slot++)
		fixed[slot] =
		    space->columns[slot].role == CML_ROLE_CONTEXT ? listing->values[slot] : NAN;
	memcpy(listing->tried[0], listing->values, space->n_columns * sizeof *fixed);
	listing->key = cml_config_key(space, listing->values);
	return cml_constraints_init(&listing->constraints, space, fixed, MAX_STATES, listing->err);
}

enum cml_result cml_neighbourhood_list(const struct cml_model *model, const double *values,
				       struct cml_configs *configs, struct cml_error *err)
{
	struct listing listing = {.model = model,
				  .space = model->space,
				  .values = values,
				  .configs = configs,
				  .err = err};
	if (check_whole(model->space, values, err) != CML_OK)
		return err->status;
	enum cml_result status = prepare(&listing);
	for (size_t v = 0; !status && v < listing.constraints.n_variables; v++)
		status = change_param(&listing, &listing.constraints.variables[v]);
	if (listing.constraints.space)
		cml_constraints_release(&listing.constraints);
	cml_arena_release(&listing.arena);
	return status;
}
