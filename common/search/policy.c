#include "search/policy.h"

#include <math.h>
#include <string.h>

#define MIN_WEIGHT 1e-300

static const struct cml_variable *variable_of(const struct cml_policy *policy, size_t k)
{
	const struct cml_diagram *diagram = policy->diagram;
	return &diagram->constraints->variables[diagram->levels[k].variable];
}

static size_t state_of(const struct cml_policy_level *level, size_t option)
{
	if (level->n_bins == 0)
		return option;
	return option < level->n_bins ? 0 : 1;
}

static void lay_out(struct cml_policy *policy, size_t max_bins, size_t *n_nodes, size_t *max_states)
{
	const struct cml_diagram *diagram = policy->diagram;
	*n_nodes = *max_states = 0;
	for (size_t k = 0; k <= diagram->n_levels; k++) {
		struct cml_policy_level *level = &policy->levels[k];
		*level = (struct cml_policy_level){
		    .first = policy->n_options, .first_node = *n_nodes, .unit = 1};
		*n_nodes += diagram->levels[k].n_nodes;
		if (k == diagram->n_levels)
			break;
		const struct cml_variable *variable = variable_of(policy, k);
		level->n_options = variable->n_states;
		if (variable->is_lumped) {
			bool is_short = variable->n_values > 0 && variable->n_values < max_bins;
			level->n_bins = is_short ? variable->n_values : max_bins;
			level->n_options += level->n_bins - 1;
		}
		policy->n_options += level->n_options;
		if (variable->n_states > *max_states)
			*max_states = variable->n_states;
	}
}

static void count_values(struct cml_policy *policy)
{
	for (size_t k = 0; k < policy->diagram->n_levels; k++) {
		const struct cml_policy_level *level = &policy->levels[k];
		for (size_t o = 0; o < level->n_bins; o++)
			policy->log_counts[level->first + o] =
			    log((double)cml_diagram_multiplicity(variable_of(policy, k), 0) /
				(double)level->n_bins);
	}
}

enum cml_result cml_policy_init(struct cml_policy *policy, const struct cml_diagram *diagram,
				size_t max_bins, struct cml_error *err)
{
	size_t n_nodes, max_states;
	*policy = (struct cml_policy){.diagram = diagram};
	struct cml_arena *arena = &policy->arena;
	if (!CML_ARENA_NEW(arena, &policy->levels, diagram->n_levels + 1))
		return cml_fail_memory(err);
	lay_out(policy, max_bins, &n_nodes, &max_states);
	size_t n = policy->n_options + 1;
	if (!CML_ARENA_NEW(arena, &policy->logits, n) ||
	    !CML_ARENA_NEW(arena, &policy->marginals, n) ||
	    !CML_ARENA_NEW(arena, &policy->log_counts, n) ||
	    !CML_ARENA_NEW(arena, &policy->weights, n) ||
	    !CML_ARENA_NEW(arena, &policy->state_weights, max_states + 1) ||
	    !CML_ARENA_NEW(arena, &policy->state_chances, max_states + 1) ||
	    !CML_ARENA_NEW(arena, &policy->totals, n_nodes) ||
	    !CML_ARENA_NEW(arena, &policy->reached, n_nodes))
		return cml_fail_memory(err);
	count_values(policy);
	cml_policy_refresh(policy);
	return CML_OK;
}

void cml_policy_release(struct cml_policy *policy)
{
	cml_arena_release(&policy->arena);
	*policy = (struct cml_policy){0};
}

/* Weights of the options of a level, the largest 1. None becomes 0: what the rules
 * allow must stay in reach. */
static void weigh(struct cml_policy *policy, size_t k)
{
	const struct cml_policy_level *level = &policy->levels[k];
	const double *logits = policy->logits + level->first;
	const double *log_counts = policy->log_counts + level->first;
	double *weights = policy->weights + level->first, largest = -INFINITY;
	for (size_t o = 0; o < level->n_options; o++)
		largest = fmax(largest, logits[o] + log_counts[o]);
	for (size_t o = 0; o < level->n_options; o++)
		weights[o] = fmax(exp(logits[o] + log_counts[o] - largest), MIN_WEIGHT);
}

static void weigh_states(const struct cml_policy *policy, size_t k)
{
	const struct cml_policy_level *level = &policy->levels[k];
	memset(policy->state_weights, 0,
	       policy->diagram->levels[k].n_states * sizeof *policy->state_weights);
	for (size_t o = 0; o < level->n_options; o++)
		policy->state_weights[state_of(level, o)] += policy->weights[level->first + o];
}

/* Totals of the nodes of a level, those of the next being known. They are scaled so
 * that the largest is 1: products over many levels would leave a double's range. */
static void pass_up(struct cml_policy *policy, size_t k)
{
	const struct cml_diagram_level *level = &policy->diagram->levels[k];
	double *totals = policy->totals + policy->levels[k].first_node, largest = MIN_WEIGHT;
	const double *next = policy->totals + policy->levels[k + 1].first_node;
	weigh(policy, k);
	weigh_states(policy, k);
	for (size_t node = 0; node < level->n_nodes; node++) {
		const uint32_t *children = level->children + node * level->n_states;
		totals[node] = 0;
		for (size_t s = 0; s < level->n_states; s++)
			if (children[s] != CML_NO_NODE)
				totals[node] += policy->state_weights[s] * next[children[s]];
		largest = fmax(largest, totals[node]);
	}
	for (size_t node = 0; node < level->n_nodes; node++)
		totals[node] /= largest;
	policy->levels[k].unit = largest;
}

/* Chances of the nodes of the next level and of the options of this one. */
static void pass_down(struct cml_policy *policy, size_t k)
{
	const struct cml_diagram_level *level = &policy->diagram->levels[k];
	const struct cml_policy_level *own = &policy->levels[k];
	const double *reached = policy->reached + own->first_node;
	const double *totals = policy->totals + own->first_node;
	const double *next = policy->totals + own[1].first_node;
	double *reached_next = policy->reached + own[1].first_node;
	memset(reached_next, 0, level[1].n_nodes * sizeof *reached_next);
	memset(policy->state_chances, 0, level->n_states * sizeof *policy->state_chances);
	weigh_states(policy, k);
	for (size_t node = 0; node < level->n_nodes; node++) {
		const uint32_t *children = level->children + node * level->n_states;
		if (reached[node] <= 0 || totals[node] <= 0)
			continue;
		double fraction = reached[node] / totals[node] / own->unit;
		for (size_t s = 0; s < level->n_states; s++) {
			if (children[s] == CML_NO_NODE)
				continue;
			double chance = fraction * policy->state_weights[s] * next[children[s]];
			policy->state_chances[s] += chance;
			reached_next[children[s]] += chance;
		}
	}
	for (size_t o = 0; o < own->n_options; o++) {
		size_t state = state_of(own, o);
		double weight = policy->state_weights[state];
		policy->marginals[own->first + o] =
		    weight > 0
			? policy->state_chances[state] * (policy->weights[own->first + o] / weight)
			: 0;
	}
}

void cml_policy_refresh(struct cml_policy *policy)
{
	size_t n_levels = policy->diagram->n_levels;
	policy->totals[policy->levels[n_levels].first_node] = 1;
	for (size_t k = n_levels; k-- > 0;)
		pass_up(policy, k);
	policy->reached[0] = 1;
	for (size_t k = 0; k < n_levels; k++)
		pass_down(policy, k);
}

/* The option in which `at` of the total of a node ends up. */
static size_t find_option(const struct cml_policy *policy, size_t k, const uint32_t *children,
			  double at)
{
	const struct cml_policy_level *level = &policy->levels[k];
	const double *weights = policy->weights + level->first;
	const double *next = policy->totals + level[1].first_node;
	size_t found = 0;
	for (size_t o = 0; o < level->n_options; o++) {
		uint32_t child = children[state_of(level, o)];
		if (child == CML_NO_NODE)
			continue;
		/* Rounding may lead past the last one, which is then the one. */
		found = o;
		double weight = weights[o] * next[child];
		if (at < weight)
			break;
		at -= weight;
	}
	return found;
}

void cml_policy_draw(const struct cml_policy *policy, struct cml_random *random, size_t *options,
		     double *values)
{
	const struct cml_diagram *diagram = policy->diagram;
	const struct cml_constraints *constraints = diagram->constraints;
	uint32_t node = 0;
	memcpy(values, constraints->fixed, constraints->space->n_columns * sizeof *values);
	for (size_t k = 0; k < diagram->n_levels; k++) {
		const struct cml_policy_level *level = &policy->levels[k];
		const uint32_t *children =
		    diagram->levels[k].children + (size_t)node * diagram->levels[k].n_states;
		double at = cml_random_uniform(random) * policy->totals[level->first_node + node] *
			    level->unit;
		size_t option = find_option(policy, k, children, at);
		size_t state = state_of(level, option);
		double fraction = 0;
		if (option < level->n_bins)
			fraction = fmin(((double)option + cml_random_uniform(random)) /
					    (double)level->n_bins,
					1 - 0x1p-53);
		cml_diagram_set(diagram, k, state, fraction, values);
		options[k] = level->first + option;
		node = children[state];
	}
	cml_constraints_settle_all(diagram->constraints, values);
}

void cml_policy_gradient(const struct cml_policy *policy, size_t n, const size_t *options,
			 const double *factors, double *gradient)
{
	size_t n_levels = policy->diagram->n_levels;
	double sum = 0;
	memset(gradient, 0, policy->n_options * sizeof *gradient);
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < n_levels; k++)
			gradient[options[i * n_levels + k]] += factors[i];
		sum += factors[i];
	}
	for (size_t o = 0; o < policy->n_options; o++)
		gradient[o] -= sum * policy->marginals[o];
}
