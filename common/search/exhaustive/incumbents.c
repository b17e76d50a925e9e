#include "search/exhaustive/incumbents.h"

#include "base/memory.h"
#include "space/config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool count_codes(const struct cml_constraints *constraints)
{
	uint64_t n = 1;
	for (size_t v = 0; v < constraints->n_variables; v++)
		if (__builtin_mul_overflow(n, constraints->variables[v].n_states, &n))
			return false;
	return true;
}

/* The place among all combinations, lexicographic in file order. */
static uint64_t code_of(const struct cml_incumbents *incumbents, const double *values, uint64_t key)
{
	const struct cml_constraints *constraints = incumbents->constraints;
	uint64_t code = 0;
	if (!incumbents->has_codes)
		return key;
	for (size_t v = 0; v < constraints->n_variables; v++) {
		const struct cml_variable *variable = &constraints->variables[v];
		code = code * variable->n_states +
		       cml_variable_state(constraints, variable, values[variable->slot]);
	}
	return code;
}

enum cml_result cml_incumbents_init(struct cml_incumbents *incumbents,
				    const struct cml_constraints *constraints, size_t n,
				    const struct cml_worth *worth,
				    const struct cml_key_set *exclude, struct cml_error *err)
{
	size_t n_columns = constraints->space->n_columns, n_values;
	*incumbents = (struct cml_incumbents){.constraints = constraints,
					      .exclude = exclude,
					      .worth = *worth,
					      .has_codes = count_codes(constraints)};
	atomic_init(&incumbents->worst, -INFINITY);
	atomic_init(&incumbents->best_log_chance, -INFINITY);
	if (pthread_mutex_init(&incumbents->mutex, NULL) != 0)
		return cml_fail_memory(err);
	if (__builtin_mul_overflow(n, n_columns, &n_values))
		return cml_fail_memory(err);
	incumbents->proposals.items = cml_array_new(n, sizeof *incumbents->proposals.items);
	incumbents->proposals.values =
	    cml_array_new(n_values, sizeof *incumbents->proposals.values);
	if (!incumbents->proposals.items || !incumbents->proposals.values)
		return cml_fail_memory(err);
	return cml_top_n_init(&incumbents->top, n, err);
}

void cml_incumbents_release(struct cml_incumbents *incumbents)
{
	if (!incumbents->constraints)
		return;
	pthread_mutex_destroy(&incumbents->mutex);
	cml_top_n_release(&incumbents->top);
	cml_proposals_release(&incumbents->proposals);
	cml_key_set_release(&incumbents->known);
	cml_key_set_release(&incumbents->refused);
	*incumbents = (struct cml_incumbents){0};
}

double cml_incumbents_worst(const struct cml_incumbents *incumbents)
{
	return atomic_load_explicit(&incumbents->worst, memory_order_relaxed);
}

double cml_incumbents_best_log_chance(const struct cml_incumbents *incumbents)
{
	return atomic_load_explicit(&incumbents->best_log_chance, memory_order_relaxed);
}

static void raise_best_log_chance(struct cml_incumbents *incumbents, double log_chance)
{
	if (log_chance > cml_incumbents_best_log_chance(incumbents))
		atomic_store_explicit(&incumbents->best_log_chance, log_chance,
				      memory_order_relaxed);
}

/* With the mutex held. */
static enum cml_result keep(struct cml_incumbents *incumbents, const struct cml_proposal *proposal,
			    struct cml_error *err)
{
	size_t slot, n_columns = incumbents->constraints->space->n_columns;
	bool added;
	if (incumbents->exclude && cml_key_set_has(incumbents->exclude, proposal->key))
		return cml_key_set_add(&incumbents->refused, proposal->key, &added, err);
	if (!cml_worth_allows(&incumbents->worth, proposal->log_chance)) {
		raise_best_log_chance(incumbents, proposal->log_chance);
		return CML_OK;
	}
	if (cml_key_set_has(&incumbents->known, proposal->key) ||
	    !cml_top_n_offer(&incumbents->top, proposal->reward,
			     code_of(incumbents, proposal->values, proposal->key), &slot))
		return CML_OK;
	struct cml_proposal *kept = &incumbents->proposals.items[slot];
	double *values = incumbents->proposals.values + slot * n_columns;
	memcpy(values, proposal->values, n_columns * sizeof *values);
	*kept = *proposal;
	kept->values = values;
	raise_best_log_chance(incumbents, INFINITY);
	if (incumbents->top.n == incumbents->top.capacity)
		atomic_store_explicit(&incumbents->worst, incumbents->top.items[0].score,
				      memory_order_relaxed);
	return cml_key_set_add(&incumbents->known, proposal->key, &added, err);
}

enum cml_result cml_incumbents_offer(struct cml_incumbents *incumbents, const double *values,
				     double mean, double sd, double log_chance,
				     struct cml_error *err)
{
	double worth = cml_worth_predicted(&incumbents->worth, mean, sd, log_chance);
	if (!(worth >= cml_incumbents_worst(incumbents)) ||
	    (!cml_worth_allows(&incumbents->worth, log_chance) &&
	     log_chance <= cml_incumbents_best_log_chance(incumbents)))
		return CML_OK;
	struct cml_proposal proposal = {.values = (double *)values,
					.key =
					    cml_config_key(incumbents->constraints->space, values),
					.pred = mean,
					.sd = sd,
					.log_chance = log_chance,
					.reward = worth};
	pthread_mutex_lock(&incumbents->mutex);
	enum cml_result status = keep(incumbents, &proposal, err);
	pthread_mutex_unlock(&incumbents->mutex);
	return status;
}

enum cml_result cml_incumbents_take(struct cml_incumbents *incumbents,
				    struct cml_proposals *proposals, struct cml_error *err)
{
	size_t n = incumbents->top.n;
	struct cml_proposal *ordered = cml_array_new(n, sizeof *ordered);
	if (!ordered)
		return cml_fail_memory(err);
	cml_top_n_sort(&incumbents->top);
	for (size_t i = 0; i < n; i++)
		ordered[i] = incumbents->proposals.items[incumbents->top.items[i].slot];
	*proposals = (struct cml_proposals){
	    .items = ordered, .n = n, .values = incumbents->proposals.values};
	incumbents->proposals.values = NULL;
	return CML_OK;
}
