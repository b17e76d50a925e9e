#include "space/feasible/enumerate.h"

#include "base/memory.h"

#include <string.h>

/* Entries of the diagram: 16 MB. */
#define MAX_CHILDREN ((size_t)1 << 22)

/* Setting up. */

/* Enumerating needs every value apart. */
static enum cml_result refuse_lumped(const struct cml_constraints *constraints,
				     struct cml_error *err)
{
	for (size_t v = 0; v < constraints->n_variables; v++) {
		const struct cml_variable *variable = &constraints->variables[v];
		const char *name = constraints->space->columns[variable->slot].name;
		if (variable->is_lumped)
			return cml_fail(
			    err, CML_BAD_USAGE,
			    "param '%s' has %s values to enumerate; give its domain a "
			    "step, or a larger one (lo:hi:step), or fix it (%s=VALUE)",
			    name, variable->n_values == 0 ? "infinitely many" : "too many", name);
	}
	return CML_OK;
}

static void begin(struct cml_enumerator *enumerator, cml_count n_skipped, cml_count n_left)
{
	enumerator->is_started = false;
	enumerator->n_skipped = n_skipped;
	enumerator->n_left = n_left;
}

static enum cml_result fill(struct cml_enumerator *enumerator, struct cml_error *err)
{
	const struct cml_constraints *constraints = &enumerator->constraints;
	struct cml_arena *arena = &enumerator->arena;
	size_t n = constraints->n_variables, n_columns = constraints->space->n_columns;
	if (!CML_ARENA_NEW(arena, &enumerator->nodes, n + 1) ||
	    !CML_ARENA_NEW(arena, &enumerator->values, n_columns) ||
	    !CML_ARENA_NEW(arena, &enumerator->states, n + 1))
		return cml_fail_memory(err);
	memcpy(enumerator->values, constraints->fixed, n_columns * sizeof *enumerator->values);
	cml_constraints_settle_all(constraints, enumerator->values);
	return cml_diagram_init(&enumerator->diagram, constraints, true, NULL, MAX_CHILDREN, err);
}

enum cml_result cml_enumerator_init(struct cml_enumerator *enumerator,
				    const struct cml_space *space, const double *fixed,
				    struct cml_error *err)
{
	*enumerator = (struct cml_enumerator){0};
	if (cml_constraints_init(&enumerator->constraints, space, fixed, CML_MAX_ENUMERATED, err) !=
		CML_OK ||
	    refuse_lumped(&enumerator->constraints, err) != CML_OK ||
	    fill(enumerator, err) != CML_OK) {
		cml_enumerator_release(enumerator);
		return err->status;
	}
	begin(enumerator, 0, enumerator->diagram.levels[0].count[0]);
	return CML_OK;
}

void cml_enumerator_release(struct cml_enumerator *enumerator)
{
	cml_diagram_release(&enumerator->diagram);
	cml_constraints_release(&enumerator->constraints);
	cml_arena_release(&enumerator->arena);
	*enumerator = (struct cml_enumerator){0};
}

/* Running. */

/* Whether position k, which is set last of these, decides what depends on variables, ascending. */
static inline bool decides(size_t k, const size_t *variables, size_t n)
{
	return n > 0 && variables[n - 1] == k;
}

/* Sets position k to a state the diagram allows. False when another check refuses it. */
static inline bool enter(struct cml_enumerator *enumerator, size_t k, size_t state)
{
	const struct cml_constraints *constraints = &enumerator->constraints;
	const struct cml_diagram *diagram = &enumerator->diagram;
	const struct cml_variable *variable = &constraints->variables[k];
	double *values = enumerator->values;
	enumerator->states[k] = state;
	values[variable->slot] = variable->values[state];
	for (size_t i = 0; i < constraints->n_settled; i++) {
		const struct cml_settled *settled = &constraints->settled[i];
		if (decides(k, settled->variables, settled->n_variables))
			cml_constraints_settle(constraints, settled->slot, values);
	}
	for (size_t c = 0; !diagram->is_exact && c < constraints->n; c++) {
		const struct cml_constraint *constraint = &constraints->items[c];
		if (cml_diagram_leaves(diagram, c) &&
		    decides(k, constraint->scope, constraint->n_scope) &&
		    cml_constraint_judge(constraints, constraint, values) != CML_VERDICT_ALLOWED)
			return false;
	}
	return true;
}

/* Takes n configurations of the diagram, of which the first may be before the shard, off those that
 * are left. */
static inline void pass(struct cml_enumerator *enumerator, cml_count n)
{
	n -= enumerator->n_skipped;
	enumerator->n_skipped = 0;
	if (enumerator->n_left != CML_COUNT_MAX)
		enumerator->n_left -= n < enumerator->n_left ? n : enumerator->n_left;
}

/* Goes on at position k from a state. */
static bool search(struct cml_enumerator *enumerator, size_t k, size_t state)
{
	while (enumerator->n_left > 0) {
		const struct cml_diagram_level *level = &enumerator->diagram.levels[k];
		const uint32_t *children =
		    level->children + (size_t)enumerator->nodes[k] * level->n_states;
		while (state < level->n_states && children[state] == CML_NO_NODE)
			state++;
		if (state == level->n_states) {
			if (k == 0)
				break;
			k--;
			state = enumerator->states[k] + 1;
			continue;
		}
		cml_count n = level[1].count[children[state]];
		if (n <= enumerator->n_skipped) {
			enumerator->n_skipped -= n;
			state++;
		} else if (!enter(enumerator, k, state)) {
			pass(enumerator, n);
			state++;
		} else if (k + 1 == enumerator->diagram.n_levels) {
			pass(enumerator, 1);
			return true;
		} else {
			enumerator->nodes[++k] = children[state];
			state = 0;
		}
	}
	enumerator->n_left = 0;
	return false;
}

bool cml_enumerator_next(struct cml_enumerator *enumerator)
{
	size_t n = enumerator->diagram.n_levels;
	bool is_started = enumerator->is_started;
	enumerator->is_started = true;
	if (n == 0)
		return !is_started && enumerator->n_left > 0;
	return is_started ? search(enumerator, n - 1, enumerator->states[n - 1] + 1)
			  : search(enumerator, 0, 0);
}

/* Shards. */

cml_count cml_enumerator_bound(const struct cml_enumerator *enumerator, bool *is_exact)
{
	const struct cml_diagram *diagram = &enumerator->diagram;
	*is_exact = diagram->is_exact;
	return diagram->levels[0].count[0];
}

enum cml_result cml_enumerator_shard(struct cml_enumerator *enumerator, uint64_t shard,
				     uint64_t n_shards, struct cml_error *err)
{
	cml_count total = enumerator->diagram.levels[0].count[0];
	if (total == CML_COUNT_MAX && n_shards > 1)
		return cml_fail(err, CML_BAD_USAGE,
				"the space has 2^128 configurations or more, too many for shards");
	cml_count rest = total % n_shards;
	cml_count first = total / n_shards * (shard - 1) + (rest < shard - 1 ? rest : shard - 1);
	cml_count size = total / n_shards + (shard - 1 < rest);
	begin(enumerator, first, size);
	return CML_OK;
}

enum cml_result cml_shard_parse(struct cml_slice text, uint64_t *shard, uint64_t *n_shards,
				struct cml_error *err)
{
	const char *slash = memchr(text.data, '/', text.size);
	size_t size = slash ? (size_t)(slash - text.data) : 0;
	if (slash && cml_parse_uint64((struct cml_slice){text.data, size}, shard) &&
	    cml_parse_uint64((struct cml_slice){slash + 1, text.size - size - 1}, n_shards) &&
	    *shard >= 1 && *shard <= *n_shards)
		return CML_OK;
	return cml_fail(err, CML_BAD_USAGE, "not a shard i/n with 1 <= i <= n, such as 2/8: %s",
			CML_QUOTED(text));
}
