#include "space/feasible/enumerate.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Entries of the diagram: 16 MB. */
#define MAX_CHILDREN ((size_t)1 << 22)

/* What is done when a position is set. */
struct step {
	const struct cml_variable *variable;
	const uint32_t *children; /* of the diagram's level */
	size_t n_states;
	size_t *settles; /* slots that follow from this position and those before */
	size_t n_settles, settles_capacity;
	const struct cml_constraint **checks; /* decided here, and not by the diagram */
	size_t n_checks, checks_capacity;
};

struct cml_enumerator_work {
	struct cml_constraints constraints;
	struct cml_diagram diagram;
	struct step *steps; /* by position: that of a variable is its number */
	size_t n;
	size_t *states;  /* by position: index in the domain; n_values: absent */
	uint32_t *nodes; /* by position: node of the diagram before it is set */
	double *values;
	size_t *start;  /* of the shard: states of its first configuration */
	size_t n_start; /* leading positions that still have these states; SIZE_MAX: past it */
	size_t *stop;   /* of the shard: states of the first one after it */
	size_t n_stop;  /* leading positions that have these states */
	bool is_started;
	bool is_done;
	struct cml_arena arena;
};

/* Setting up. */

/* The last position among variables; 0 when there are none. */
static size_t last_position(const size_t *variables, size_t n)
{
	size_t last = 0;
	for (size_t i = 0; i < n; i++)
		last = variables[i] > last ? variables[i] : last;
	return last;
}

/* Lists what is settled and checked at each position. */
static bool add_lists(struct cml_enumerator_work *work)
{
	const struct cml_constraints *constraints = &work->constraints;
	for (size_t i = 0; i < constraints->n_settled; i++) {
		size_t n = constraints->n_supports[i];
		struct step *step = &work->steps[last_position(constraints->supports[i], n)];
		if (n == 0)
			continue;
		if (!CML_RESERVE(&step->settles, &step->settles_capacity, step->n_settles + 1))
			return false;
		step->settles[step->n_settles++] = constraints->settled[i];
	}
	for (size_t c = 0; work->n > 0 && c < constraints->n; c++) {
		const struct cml_constraint *constraint = &constraints->items[c];
		struct step *step =
		    &work->steps[last_position(constraint->scope, constraint->n_scope)];
		if (!cml_diagram_leaves(&work->diagram, c))
			continue;
		if (!CML_RESERVE(&step->checks, &step->checks_capacity, step->n_checks + 1))
			return false;
		step->checks[step->n_checks++] = constraint;
	}
	return true;
}

static bool add_steps(struct cml_enumerator_work *work)
{
	const struct cml_constraints *constraints = &work->constraints;
	for (size_t k = 0; k < work->n; k++) {
		const struct cml_diagram_level *level = &work->diagram.levels[k];
		struct step *step = &work->steps[k];
		step->variable = &constraints->variables[k];
		step->children = level->children;
		step->n_states = level->n_states;
	}
	memcpy(work->values, constraints->fixed,
	       constraints->space->n_columns * sizeof *work->values);
	for (size_t i = 0; i < constraints->n_settled; i++)
		if (constraints->n_supports[i] == 0)
			cml_constraints_settle(constraints, constraints->settled[i], work->values);
	return add_lists(work);
}

static bool allocate(struct cml_enumerator_work *work)
{
	struct cml_arena *arena = &work->arena;
	size_t n = work->constraints.n_variables;
	bool ok = CML_ARENA_NEW(arena, &work->steps, n + 1) &&
		  CML_ARENA_NEW(arena, &work->nodes, n + 1) &&
		  CML_ARENA_NEW(arena, &work->values, work->constraints.space->n_columns) &&
		  CML_ARENA_NEW(arena, &work->states, n + 1) &&
		  CML_ARENA_NEW(arena, &work->start, n + 1) &&
		  CML_ARENA_NEW(arena, &work->stop, n + 1);
	work->n = ok ? n : 0;
	return ok;
}

/* Enumerating needs every value apart. */
static enum cml_result refuse_lumped(const struct cml_constraints *constraints,
				     struct cml_error *err)
{
	for (size_t v = 0; v < constraints->n_variables; v++) {
		const struct cml_variable *variable = &constraints->variables[v];
		const char *name = constraints->space->columns[variable->slot].name;
		if (variable->is_lumped && variable->n_values == 0)
			return cml_fail(err, CML_BAD_USAGE,
					"infinite space: param '%s' takes every number between two "
					"ends; give its domain a step (lo:hi:step), or fix it "
					"(%s=VALUE)",
					name, name);
		if (variable->is_lumped)
			return cml_fail(err, CML_BAD_USAGE,
					"param '%s' has %zu values, which is too many to "
					"enumerate; give its domain a larger step, or fix it "
					"(%s=VALUE)",
					name, variable->n_values, name);
	}
	return CML_OK;
}

static void begin(struct cml_enumerator_work *work)
{
	work->is_started = false;
	work->is_done = work->diagram.levels[0].count[0] == 0;
	work->n_start = SIZE_MAX;
	work->n_stop = 0;
	work->stop[0] = SIZE_MAX;
}

static enum cml_result fill(struct cml_enumerator_work *work, struct cml_error *err)
{
	if (!allocate(work))
		return cml_fail_memory(err);
	size_t *order = work->states; /* not set yet */
	for (size_t k = 0; k < work->n; k++)
		order[k] = k;
	if (cml_diagram_init(&work->diagram, &work->constraints, order, NULL, MAX_CHILDREN, err) !=
	    CML_OK)
		return err->status;
	return add_steps(work) ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_enumerator_init(struct cml_enumerator *enumerator,
				    const struct cml_space *space, const double *fixed,
				    struct cml_error *err)
{
	struct cml_enumerator_work *work = cml_array_new(1, sizeof *work);
	*enumerator = (struct cml_enumerator){.work = work};
	if (!work)
		return cml_fail_memory(err);
	if (cml_constraints_init(&work->constraints, space, fixed, CML_MAX_ENUMERATED, err) !=
		CML_OK ||
	    refuse_lumped(&work->constraints, err) != CML_OK || fill(work, err) != CML_OK) {
		cml_enumerator_release(enumerator);
		return err->status;
	}
	begin(work);
	enumerator->values = work->values;
	return CML_OK;
}

void cml_enumerator_release(struct cml_enumerator *enumerator)
{
	struct cml_enumerator_work *work = enumerator->work;
	if (work) {
		for (size_t k = 0; k < work->n; k++) {
			free(work->steps[k].settles);
			free(work->steps[k].checks);
		}
		cml_diagram_release(&work->diagram);
		cml_constraints_release(&work->constraints);
		cml_arena_release(&work->arena);
		free(work);
	}
	*enumerator = (struct cml_enumerator){0};
}

/* Running. */

/* Sets position k to a state the diagram allows. False when another check
 * refuses it, or the shard ends here. */
static inline bool enter(struct cml_enumerator_work *work, size_t k, size_t state)
{
	const struct step *step = &work->steps[k];
	if (work->n_stop >= k) {
		bool is_last = state == work->stop[k];
		work->n_stop = k + is_last;
		work->is_done = state > work->stop[k] || (is_last && k + 1 == work->n);
		if (work->is_done)
			return false;
	}
	work->states[k] = state;
	work->values[step->variable->slot] = step->variable->values[state];
	for (size_t i = 0; i < step->n_settles; i++)
		cml_constraints_settle(&work->constraints, step->settles[i], work->values);
	for (size_t i = 0; i < step->n_checks; i++)
		if (cml_constraint_judge(&work->constraints, step->checks[i], work->values) !=
		    CML_VERDICT_ALLOWED)
			return false;
	return true;
}

/* The state to begin with at a position that is reached from above. */
static inline size_t first_state(struct cml_enumerator_work *work, size_t k)
{
	return work->n_start == k ? work->start[k] : 0;
}

static inline void note_start(struct cml_enumerator_work *work, size_t k, size_t state)
{
	if (work->n_start == k)
		work->n_start = state == work->start[k] ? k + 1 : SIZE_MAX;
	else if (work->n_start > k)
		work->n_start = SIZE_MAX;
}

/* Goes on at position k from a state. */
static bool search(struct cml_enumerator_work *work, size_t k, size_t state)
{
	for (;;) {
		const struct step *step = &work->steps[k];
		const uint32_t *children = step->children + (size_t)work->nodes[k] * step->n_states;
		while (state < step->n_states && children[state] == CML_NO_NODE)
			state++;
		if (state == step->n_states) {
			if (k == 0)
				break;
			k--;
			state = work->states[k] + 1;
			continue;
		}
		note_start(work, k, state);
		if (!enter(work, k, state)) {
			if (work->is_done)
				break;
			state++;
			continue;
		}
		if (k + 1 == work->n)
			return true;
		work->nodes[++k] = children[state];
		state = first_state(work, k);
	}
	work->is_done = true;
	return false;
}

bool cml_enumerator_next(struct cml_enumerator *enumerator)
{
	struct cml_enumerator_work *work = enumerator->work;
	if (work->is_done)
		return false;
	if (work->is_started)
		return search(work, work->n - 1, work->states[work->n - 1] + 1);
	work->is_started = true;
	work->is_done = work->n == 0;
	return work->n == 0 || search(work, 0, first_state(work, 0));
}

/* Shards. */

cml_count cml_enumerator_bound(const struct cml_enumerator *enumerator, bool *is_exact)
{
	const struct cml_diagram *diagram = &enumerator->work->diagram;
	*is_exact = diagram->is_exact;
	return diagram->levels[0].count[0];
}

/* The states of configuration number `rank` of the diagram. */
static void find_rank(const struct cml_enumerator_work *work, cml_count rank, size_t *states)
{
	uint32_t node = 0;
	for (size_t k = 0; k < work->n; k++) {
		const struct cml_diagram_level *level = &work->diagram.levels[k];
		const uint32_t *children = level->children + node * level->n_states;
		size_t state = 0;
		for (;; state++) {
			cml_count count =
			    children[state] == CML_NO_NODE ? 0 : level[1].count[children[state]];
			if (rank < count)
				break;
			rank -= count;
		}
		states[k] = state;
		node = children[state];
	}
}

enum cml_result cml_enumerator_shard(struct cml_enumerator *enumerator, uint64_t shard,
				     uint64_t n_shards, struct cml_error *err)
{
	struct cml_enumerator_work *work = enumerator->work;
	cml_count total = work->diagram.levels[0].count[0];
	if (n_shards == 1) {
		begin(work);
		return CML_OK;
	}
	if (total == CML_COUNT_MAX)
		return cml_fail(err, CML_BAD_USAGE,
				"the space has 2^128 configurations or more, too many for shards");
	cml_count rest = total % n_shards;
	cml_count first = total / n_shards * (shard - 1) + (rest < shard - 1 ? rest : shard - 1);
	cml_count size = total / n_shards + (shard - 1 < rest);
	begin(work);
	if (size == 0) {
		work->is_done = true;
		return CML_OK;
	}
	find_rank(work, first, work->start);
	work->n_start = 0;
	if (first + size < total)
		find_rank(work, first + size, work->stop);
	return CML_OK;
}

enum cml_result cml_shard_parse(struct cml_slice text, uint64_t *shard, uint64_t *n_shards,
				struct cml_error *err)
{
	const char *slash = memchr(text.data, '/', text.size);
	size_t size = slash ? (size_t)(slash - text.data) : 0;
	char quoted[CML_QUOTE_SIZE];
	if (slash && cml_parse_uint64((struct cml_slice){text.data, size}, shard) &&
	    cml_parse_uint64((struct cml_slice){slash + 1, text.size - size - 1}, n_shards) &&
	    *shard >= 1 && *shard <= *n_shards)
		return CML_OK;
	return cml_fail(err, CML_BAD_USAGE, "not a shard i/n with 1 <= i <= n, such as 2/8: %s",
			cml_text_quote(text, quoted, sizeof quoted));
}
