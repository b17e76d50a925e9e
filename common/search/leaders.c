#include "search/leaders.h"

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
static uint64_t code_of(const struct cml_leaders *leaders, const double *values, uint64_t key)
{
	const struct cml_constraints *constraints = leaders->constraints;
	uint64_t code = 0;
	if (!leaders->has_codes)
		return key;
	for (size_t v = 0; v < constraints->n_variables; v++) {
		const struct cml_variable *variable = &constraints->variables[v];
		code = code * variable->n_states +
		       cml_variable_state(constraints, variable, values[variable->slot]);
	}
	return code;
}

enum cml_result cml_leaders_init(struct cml_leaders *leaders,
				 const struct cml_constraints *constraints, size_t n,
				 const struct cml_acquisition *acquisition,
				 const struct cml_key_set *exclude, struct cml_error *err)
{
	size_t n_columns = constraints->space->n_columns, n_values;
	*leaders = (struct cml_leaders){.constraints = constraints,
					.exclude = exclude,
					.acquisition = *acquisition,
					.has_codes = count_codes(constraints)};
	atomic_init(&leaders->worst, -INFINITY);
	if (pthread_mutex_init(&leaders->mutex, NULL) != 0)
		return cml_fail_memory(err);
	if (__builtin_mul_overflow(n, n_columns, &n_values))
		return cml_fail_memory(err);
	leaders->proposals.items = cml_array_new(n, sizeof *leaders->proposals.items);
	leaders->proposals.values = cml_array_new(n_values, sizeof *leaders->proposals.values);
	if (!leaders->proposals.items || !leaders->proposals.values)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		leaders->proposals.items[i].values = leaders->proposals.values + i * n_columns;
	return cml_top_n_init(&leaders->top, n, err);
}

void cml_leaders_release(struct cml_leaders *leaders)
{
	if (!leaders->constraints)
		return;
	pthread_mutex_destroy(&leaders->mutex);
	cml_top_n_release(&leaders->top);
	cml_proposals_release(&leaders->proposals);
	cml_key_set_release(&leaders->known);
	cml_key_set_release(&leaders->refused);
	*leaders = (struct cml_leaders){0};
}

double cml_leaders_worst(const struct cml_leaders *leaders)
{
	return atomic_load_explicit(&leaders->worst, memory_order_relaxed);
}

/* With the mutex held. */
static enum cml_result keep(struct cml_leaders *leaders, const struct cml_proposal *proposal,
			    double reward, struct cml_error *err)
{
	size_t slot, n_columns = leaders->constraints->space->n_columns;
	bool added;
	if (leaders->exclude && cml_key_set_has(leaders->exclude, proposal->key))
		return cml_key_set_add(&leaders->refused, proposal->key, &added, err);
	if (cml_key_set_has(&leaders->known, proposal->key) ||
	    !cml_top_n_offer(&leaders->top, reward,
			     code_of(leaders, proposal->values, proposal->key), &slot))
		return CML_OK;
	struct cml_proposal *kept = &leaders->proposals.items[slot];
	double *values = kept->values;
	memcpy(values, proposal->values, n_columns * sizeof *values);
	*kept = *proposal;
	kept->values = values;
	if (leaders->top.n == leaders->top.capacity)
		atomic_store_explicit(&leaders->worst, leaders->top.items[0].score,
				      memory_order_relaxed);
	return cml_key_set_add(&leaders->known, proposal->key, &added, err);
}

enum cml_result cml_leaders_offer(struct cml_leaders *leaders, const double *values, double mean,
				  double sd, struct cml_error *err)
{
	double reward = cml_acquisition_reward(&leaders->acquisition, mean, sd);
	if (!(reward >= cml_leaders_worst(leaders)))
		return CML_OK;
	struct cml_proposal proposal = {.values = (double *)values,
					.key = cml_config_key(leaders->constraints->space, values),
					.pred = mean,
					.sd = sd,
					.reward = reward};
	pthread_mutex_lock(&leaders->mutex);
	enum cml_result status = keep(leaders, &proposal, reward, err);
	pthread_mutex_unlock(&leaders->mutex);
	return status;
}

enum cml_result cml_leaders_take(struct cml_leaders *leaders, struct cml_proposals *proposals,
				 struct cml_error *err)
{
	size_t n = leaders->top.n;
	struct cml_proposal *ordered = cml_array_new(n, sizeof *ordered);
	if (!ordered)
		return cml_fail_memory(err);
	cml_top_n_sort(&leaders->top);
	for (size_t i = 0; i < n; i++)
		ordered[i] = leaders->proposals.items[leaders->top.items[i].slot];
	*proposals =
	    (struct cml_proposals){.items = ordered, .n = n, .values = leaders->proposals.values};
	leaders->proposals.values = NULL;
	return CML_OK;
}
