#include "search/exhaustive/branching.h"

#include "base/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static size_t n_features_of(const struct cml_model *model, size_t slot)
{
	return model->encoder.first[slot + 1] - model->encoder.first[slot];
}

/* Marks the variables that a feature of a settled column depends on. */
static void mark_front(const struct cml_model *model, const struct cml_constraints *constraints,
		       bool *in_front)
{
	for (size_t s = 0; s < constraints->n_settled; s++)
		for (size_t i = 0; n_features_of(model, constraints->settled[s]) > 0 &&
				   i < constraints->n_supports[s];
		     i++)
			in_front[constraints->supports[s][i]] = true;
}

/* Variance of the mean rewards by state of a variable: the part of the variance it
 * explains alone. */
static enum cml_result weigh(const struct cml_constraints *constraints, size_t v, size_t n_sample,
			     const double *values, const double *rewards, double *variance,
			     struct cml_error *err)
{
	const struct cml_variable *variable = &constraints->variables[v];
	size_t n_columns = constraints->space->n_columns;
	double *sums = cml_array_new(variable->n_states, 2 * sizeof *sums);
	if (!sums)
		return cml_fail_memory(err);
	double *counts = sums + variable->n_states, mean = 0;
	for (size_t i = 0; i < n_sample; i++) {
		size_t state = cml_variable_state(constraints, variable,
						  values[i * n_columns + variable->slot]);
		sums[state] += rewards[i] - rewards[0];
		counts[state]++;
		mean += (rewards[i] - rewards[0]) / (double)n_sample;
	}
	*variance = 0;
	for (size_t s = 0; s < variable->n_states; s++)
		if (counts[s] > 0)
			*variance += counts[s] * pow(sums[s] / counts[s] - mean, 2);
	free(sums);
	return CML_OK;
}

/* Those in front in file order, then the others, the weightiest first. */
static void put_in_order(const bool *in_front, const double *weights, size_t n, size_t *variables,
			 size_t *n_front)
{
	size_t n_placed = 0;
	for (size_t v = 0; v < n; v++)
		if (in_front[v])
			variables[n_placed++] = v;
	*n_front = n_placed;
	for (size_t v = 0; v < n; v++) {
		if (in_front[v])
			continue;
		size_t at = n_placed++;
		for (; at > *n_front && weights[variables[at - 1]] < weights[v]; at--)
			variables[at] = variables[at - 1];
		variables[at] = v;
	}
}

/* The features of each state of a variable, worked out on a configuration whose
 * other columns do not matter. */
static enum cml_result fill_block(struct cml_branching *branching, const struct cml_model *model,
				  const struct cml_variable *variable, const double *some,
				  struct cml_bound_block *block, struct cml_error *err)
{
	size_t n_columns = model->space->n_columns, n = n_features_of(model, variable->slot);
	double *values = cml_array_new(n_columns, sizeof *values);
	double *features = cml_array_new(model->n_features, sizeof *features);
	float *x = cml_arena_new(&branching->arena, (variable->n_states * n + 1) * sizeof *x);
	enum cml_result status = values && features && x ? CML_OK : cml_fail_memory(err);
	*block = (struct cml_bound_block){.first = model->encoder.first[variable->slot],
					  .n_features = n,
					  .n_states = variable->n_states,
					  .x = x};
	for (size_t s = 0; status == CML_OK && s < variable->n_states; s++) {
		memcpy(values, some, n_columns * sizeof *values);
		values[variable->slot] = variable->values[s];
		status = cml_encoder_encode(&model->encoder, values, features, err);
		for (size_t f = 0; f < n; f++)
			x[s * n + f] = (float)features[block->first + f];
	}
	free(values);
	free(features);
	return status;
}

enum cml_result cml_branching_init(struct cml_branching *branching, const struct cml_model *model,
				   const struct cml_constraints *constraints, size_t n_sample,
				   const double *values, const double *rewards,
				   struct cml_error *err)
{
	size_t n = constraints->n_variables;
	*branching = (struct cml_branching){.n = n};
	bool *in_front = cml_arena_new(&branching->arena, n + 1);
	double *weights = cml_arena_new(&branching->arena, (n + 1) * sizeof *weights);
	branching->order = cml_arena_new(&branching->arena, (n + 1) * sizeof *branching->order);
	branching->blocks = cml_arena_new(&branching->arena, (n + 1) * sizeof *branching->blocks);
	if (!in_front || !weights || !branching->order || !branching->blocks)
		return cml_fail_memory(err);
	mark_front(model, constraints, in_front);
	for (size_t v = 0; v < n; v++)
		if (weigh(constraints, v, n_sample, values, rewards, &weights[v], err) != CML_OK)
			return err->status;
	put_in_order(in_front, weights, n, branching->order, &branching->n_front);
	for (size_t b = 0; b < n - branching->n_front; b++)
		if (fill_block(branching, model,
			       &constraints->variables[branching->order[branching->n_front + b]],
			       values, &branching->blocks[b], err) != CML_OK)
			return err->status;
	for (size_t i = 0; i < n; i++)
		branching->order[i] = constraints->variables[branching->order[i]].slot;
	return CML_OK;
}

void cml_branching_release(struct cml_branching *branching)
{
	cml_arena_release(&branching->arena);
	*branching = (struct cml_branching){0};
}
