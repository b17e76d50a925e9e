#include "space/feasible/diagram.h"

#include "base/key.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Past this, the weights of a level are scaled down together. */
#define MAX_WEIGHT 0x1p512

/* Numbers for keys in order of their first appearance, by which the nodes of one level are
 * distinguished. Zeroed is empty. */
struct node_map {
	uint64_t *keys; /* by number */
	size_t n;
	size_t capacity;
	struct cml_key_set numbers; /* beside each key */
};

static void node_map_release(struct node_map *map)
{
	free(map->keys);
	cml_key_set_release(&map->numbers);
	*map = (struct node_map){0};
}

static void node_map_clear(struct node_map *map)
{
	map->n = 0;
	cml_key_set_release(&map->numbers);
}

/* The number of a key, a new one where it is new. False when memory is out or the numbers are. */
static bool node_map_number(struct node_map *map, uint64_t key, uint32_t *number)
{
	struct cml_error no_memory;
	if (cml_key_set_find(&map->numbers, key, number))
		return true;
	*number = (uint32_t)map->n;
	if (map->n >= UINT32_MAX - 1 || !CML_RESERVE(&map->keys, &map->capacity, map->n + 1) ||
	    cml_key_set_note(&map->numbers, key, *number, &no_memory) != CML_OK)
		return false;
	map->keys[map->n++] = key;
	return true;
}

/* What building one diagram works with. */
struct build {
	struct cml_diagram *diagram;
	size_t *level_of;     /* by variable */
	size_t *last_use;     /* by level: the last level that looks at its state */
	size_t *first_ending; /* by level: a constraint with a table that is decided there */
	size_t *next_ending;  /* by constraint: another of the same level; SIZE_MAX: none */
	uint64_t *radix;      /* by level: place of its state in keys of the next level */
	size_t *state;        /* by level: states of the node at hand */
	size_t *open;         /* the levels by which nodes of this level differ */
	size_t n_open;
	size_t *open_next; /* and of the next */
	size_t n_open_next;
	struct cml_arena arena; /* of the lists above */
	struct node_map now;    /* nodes of this level, by key */
	struct node_map next;
	size_t n_children;
	size_t max_children;
	bool fits;
	size_t full_at; /* the level at which it did not */
	size_t n_dropped;
};

size_t cml_diagram_multiplicity(const struct cml_variable *variable, size_t state)
{
	return variable->is_lumped && state == 0 && variable->n_values > 0 ? variable->n_values : 1;
}

/* The levels in which a constraint begins and ends; 0 when it has no variables. */
static void find_ends(const struct build *build, const struct cml_constraint *constraint,
		      size_t *first, size_t *end)
{
	*first = *end = constraint->n_scope > 0 ? build->level_of[constraint->scope[0]] : 0;
	for (size_t i = 0; i < constraint->n_scope; i++) {
		size_t level = build->level_of[constraint->scope[i]];
		*end = level > *end ? level : *end;
		*first = level < *first ? level : *first;
	}
}

/* Finds out when constraints are decided and how long states matter. */
static void plan(struct build *build)
{
	const struct cml_diagram *diagram = build->diagram;
	const struct cml_constraints *constraints = diagram->constraints;
	for (size_t k = 0; k < diagram->n_levels; k++) {
		build->level_of[diagram->levels[k].variable] = k;
		build->last_use[k] = k;
		build->state[k] = 0;
		build->first_ending[k] = SIZE_MAX;
	}
	for (size_t c = 0; c < constraints->n; c++) {
		const struct cml_constraint *constraint = &constraints->items[c];
		size_t first, end;
		if (!diagram->is_used[c])
			continue;
		find_ends(build, constraint, &first, &end);
		build->next_ending[c] = build->first_ending[end];
		build->first_ending[end] = c;
		for (size_t i = 0; i < constraint->n_scope; i++) {
			size_t *use = &build->last_use[build->level_of[constraint->scope[i]]];
			*use = end > *use ? end : *use;
		}
	}
	build->n_open = 0;
}

/* States of the node with this key, the levels being listed. */
static void unpack(struct build *build, uint64_t key)
{
	for (size_t i = 0; i < build->n_open; i++) {
		size_t level = build->open[i];
		build->state[level] = (size_t)(key % build->diagram->levels[level].n_states);
		key /= build->diagram->levels[level].n_states;
	}
}

/* Lists the levels by which nodes of the level below k differ, with the places of their states in
 * keys; false when keys do not fit. */
static bool lay_out_keys(struct build *build, size_t k)
{
	const struct cml_diagram_level *levels = build->diagram->levels;
	uint64_t place = 1;
	build->n_open_next = 0;
	for (size_t i = 0; i <= build->n_open; i++) {
		size_t level = i < build->n_open ? build->open[i] : k;
		build->radix[level] = 0;
		if (build->last_use[level] <= k || levels[level].n_states < 2)
			continue;
		build->open_next[build->n_open_next++] = level;
		build->radix[level] = place;
		if (__builtin_mul_overflow(place, levels[level].n_states, &place))
			return false;
	}
	return true;
}

/* Where in the table a constraint decided at level k stands, the state of k
 * being 0; *stride is what a state of k adds. */
static size_t find_base(const struct build *build, const struct cml_constraint *constraint,
			size_t k, size_t *stride)
{
	size_t base = 0;
	*stride = 0;
	for (size_t i = 0; i < constraint->n_scope; i++) {
		size_t level = build->level_of[constraint->scope[i]];
		if (level == k)
			*stride = constraint->stride[i];
		else
			base += constraint->stride[i] * build->state[level];
	}
	return base;
}

/* Fills the row of children of a node: 0 where a state is allowed. */
static void allow(const struct build *build, size_t k, uint32_t *children)
{
	const struct cml_diagram *diagram = build->diagram;
	size_t n_states = diagram->levels[k].n_states;
	memset(children, 0, n_states * sizeof *children);
	for (size_t c = build->first_ending[k]; c != SIZE_MAX; c = build->next_ending[c]) {
		size_t stride;
		const struct cml_constraint *constraint = &diagram->constraints->items[c];
		const uint8_t *table = constraint->table + find_base(build, constraint, k, &stride);
		for (size_t s = 0; s < n_states; s++)
			if (table[s * stride] != CML_VERDICT_ALLOWED)
				children[s] = CML_NO_NODE;
	}
}

/* Gives the children of a node that are allowed their numbers; base: of their keys. */
static bool number_children(struct build *build, size_t k, uint64_t base, uint32_t *children)
{
	size_t n_states = build->diagram->levels[k].n_states;
	for (size_t s = 0; s < n_states; s++) {
		uint64_t key = base + build->radix[k] * s;
		if (children[s] == CML_NO_NODE)
			continue;
		if (!node_map_number(&build->next, key, &children[s]))
			return false;
	}
	return true;
}

/* Makes the children of all nodes of a level; build->fits turns false when they
 * are too many. */
static enum cml_result grow_level(struct build *build, size_t k, struct cml_error *err)
{
	struct cml_diagram_level *level = &build->diagram->levels[k];
	level->n_nodes = build->now.n;
	size_t n = level->n_nodes * level->n_states;
	build->n_children += n;
	build->fits = build->n_children <= build->max_children && lay_out_keys(build, k);
	build->full_at = k;
	if (!build->fits)
		return CML_OK;
	if (!CML_NEW(&level->children, n))
		return cml_fail_memory(err);
	for (size_t node = 0; node < level->n_nodes; node++) {
		uint32_t *children = level->children + node * level->n_states;
		uint64_t base = 0;
		unpack(build, build->now.keys[node]);
		allow(build, k, children);
		for (size_t i = 0; i < build->n_open; i++)
			base += build->radix[build->open[i]] * build->state[build->open[i]];
		if (!number_children(build, k, base, children))
			return cml_fail_memory(err);
	}
	size_t *open = build->open;
	build->open = build->open_next;
	build->n_open = build->n_open_next;
	build->open_next = open;
	struct node_map done = build->now;
	build->now = build->next;
	build->next = done;
	node_map_clear(&build->next);
	return CML_OK;
}

static void forget(struct cml_diagram *diagram)
{
	for (size_t k = 0; diagram->levels && k <= diagram->n_levels; k++) {
		struct cml_diagram_level *level = &diagram->levels[k];
		free(level->children);
		free(level->count);
		free(level->weight);
		level->children = NULL;
		level->count = NULL;
		level->weight = NULL;
	}
}

static enum cml_result grow(struct build *build, struct cml_error *err)
{
	uint32_t root;
	plan(build);
	build->fits = true;
	build->n_children = 0;
	node_map_clear(&build->now);
	node_map_clear(&build->next);
	if (!node_map_number(&build->now, 0, &root))
		return cml_fail_memory(err);
	for (size_t k = 0; build->fits && k < build->diagram->n_levels; k++)
		if (grow_level(build, k, err) != CML_OK)
			return err->status;
	build->diagram->levels[build->diagram->n_levels].n_nodes = 1;
	return CML_OK;
}

/* How many levels a constraint keeps states in mind for; twice as many where the
 * full one is among them. */
static size_t find_span(const struct build *build, size_t c)
{
	const struct cml_constraint *constraint = &build->diagram->constraints->items[c];
	size_t first, end;
	if (!build->diagram->is_used[c] || constraint->n_scope < 2)
		return 0;
	find_ends(build, constraint, &first, &end);
	size_t span = end - first;
	return first <= build->full_at && build->full_at <= end ? 2 * span : span;
}

/* Leaves out used constraints that span most levels where the diagram was full:
 * one, and each time as many again as before, so that a hopeless diagram is not
 * tried for long. False when there are none. */
static bool drop_widest(struct build *build)
{
	struct cml_diagram *diagram = build->diagram;
	size_t n = build->n_dropped > 0 ? build->n_dropped : 1, n_now = 0;
	for (; n_now < n; n_now++) {
		size_t widest = SIZE_MAX, width = 0;
		for (size_t c = 0; c < diagram->constraints->n; c++) {
			size_t span = find_span(build, c);
			if (span > width) {
				widest = c;
				width = span;
			}
		}
		if (widest == SIZE_MAX)
			break;
		diagram->is_used[widest] = diagram->is_exact = false;
	}
	build->n_dropped += n_now;
	return n_now > 0;
}

static cml_count add_product(cml_count sum, cml_count count, size_t multiplicity)
{
	cml_count product;
	if (count == CML_COUNT_MAX || sum == CML_COUNT_MAX ||
	    __builtin_mul_overflow(count, (cml_count)multiplicity, &product) ||
	    __builtin_add_overflow(sum, product, &sum))
		return CML_COUNT_MAX;
	return sum;
}

/* Counts the completions of the nodes of a level, those of the next level being
 * counted, and cuts off what has none. */
static void count_level(struct cml_diagram *diagram, size_t k)
{
	struct cml_diagram_level *level = &diagram->levels[k];
	const struct cml_diagram_level *next = level + 1;
	const struct cml_variable *variable = &diagram->constraints->variables[level->variable];
	double largest = 0;
	for (size_t node = 0; node < level->n_nodes; node++) {
		level->count[node] = 0;
		level->weight[node] = 0;
		for (size_t s = 0; s < level->n_states; s++) {
			uint32_t *child = &level->children[node * level->n_states + s];
			if (*child == CML_NO_NODE)
				continue;
			size_t multiplicity = cml_diagram_multiplicity(variable, s);
			level->count[node] =
			    add_product(level->count[node], next->count[*child], multiplicity);
			level->weight[node] += (double)multiplicity * next->weight[*child];
			if (next->count[*child] == 0)
				*child = CML_NO_NODE;
		}
		largest = fmax(largest, level->weight[node]);
	}
	level->unit = largest > MAX_WEIGHT ? MAX_WEIGHT : 1;
	for (size_t node = 0; node < level->n_nodes; node++)
		level->weight[node] /= level->unit;
}

/* Constraints without variables hold everywhere or nowhere. */
static bool is_possible(const struct cml_diagram *diagram)
{
	for (size_t c = 0; c < diagram->constraints->n; c++) {
		const struct cml_constraint *constraint = &diagram->constraints->items[c];
		if (diagram->is_used[c] && constraint->n_scope == 0 && constraint->table &&
		    constraint->table[0] != CML_VERDICT_ALLOWED)
			return false;
	}
	return true;
}

static enum cml_result count(struct cml_diagram *diagram, struct cml_error *err)
{
	for (size_t k = diagram->n_levels + 1; k-- > 0;) {
		struct cml_diagram_level *level = &diagram->levels[k];
		if (!CML_NEW(&level->count, level->n_nodes) ||
		    !CML_NEW(&level->weight, level->n_nodes))
			return cml_fail_memory(err);
		if (k < diagram->n_levels) {
			count_level(diagram, k);
		} else {
			level->count[0] = is_possible(diagram);
			level->weight[0] = is_possible(diagram);
		}
	}
	return CML_OK;
}

static enum cml_result build_all(struct build *build, struct cml_error *err)
{
	struct cml_diagram *diagram = build->diagram;
	if (grow(build, err) != CML_OK)
		return err->status;
	while (!build->fits) {
		/* One node on each level is as small as it gets. */
		if (!drop_widest(build))
			build->max_children = SIZE_MAX;
		forget(diagram);
		if (grow(build, err) != CML_OK)
			return err->status;
	}
	return count(diagram, err);
}

static enum cml_result prepare(struct build *build, bool in_file_order, const bool *use,
			       struct cml_error *err)
{
	struct cml_diagram *diagram = build->diagram;
	const struct cml_constraints *constraints = diagram->constraints;
	size_t n = constraints->n_variables;
	size_t **arrays[] = {&build->level_of, &build->last_use,  &build->state,
			     &build->open,     &build->open_next, &build->first_ending};
	bool have_all = CML_NEW(&diagram->levels, n + 1) &&
			CML_NEW(&diagram->is_wanted, constraints->n) &&
			CML_NEW(&diagram->is_used, constraints->n) &&
			CML_ARENA_NEW(&build->arena, &build->next_ending, constraints->n) &&
			CML_ARENA_NEW(&build->arena, &build->radix, n + 1);
	/* Without levels all constraints end at level 0. */
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		have_all = have_all && CML_ARENA_NEW(&build->arena, arrays[i], n + 1);
	if (!have_all)
		return cml_fail_memory(err);
	if (!in_file_order && cml_diagram_order(constraints, build->state, err) != CML_OK)
		return err->status;
	diagram->n_levels = n;
	for (size_t k = 0; k < n; k++) {
		size_t variable = in_file_order ? k : build->state[k];
		diagram->levels[k].variable = variable;
		diagram->levels[k].n_states = constraints->variables[variable].n_states;
	}
	diagram->is_exact = true;
	for (size_t c = 0; c < constraints->n; c++) {
		const struct cml_constraint *constraint = &constraints->items[c];
		bool is_wanted = !constraint->is_trivial && (!use || use[c]);
		diagram->is_wanted[c] = is_wanted;
		diagram->is_used[c] = is_wanted && constraint->table;
		diagram->is_exact = diagram->is_exact && diagram->is_used[c] == is_wanted;
	}
	return CML_OK;
}

enum cml_result cml_diagram_init(struct cml_diagram *diagram,
				 const struct cml_constraints *constraints, bool in_file_order,
				 const bool *use, size_t max_children, struct cml_error *err)
{
	*diagram = (struct cml_diagram){.constraints = constraints};
	struct build build = {.diagram = diagram, .max_children = max_children};
	enum cml_result status = prepare(&build, in_file_order, use, err) != CML_OK
				     ? err->status
				     : build_all(&build, err);
	cml_arena_release(&build.arena);
	node_map_release(&build.now);
	node_map_release(&build.next);
	if (status != CML_OK)
		cml_diagram_release(diagram);
	return status;
}

void cml_diagram_release(struct cml_diagram *diagram)
{
	forget(diagram);
	free(diagram->levels);
	free(diagram->is_wanted);
	free(diagram->is_used);
	*diagram = (struct cml_diagram){0};
}

/* Memory for a diagram of the same shape. */
static enum cml_result copy_shape(struct cml_diagram *copy, const struct cml_diagram *diagram,
				  struct cml_error *err)
{
	size_t n = diagram->n_levels;
	*copy = (struct cml_diagram){.constraints = diagram->constraints, .n_levels = n};
	if (!CML_NEW(&copy->levels, n + 1))
		return cml_fail_memory(err);
	for (size_t k = 0; k <= n; k++) {
		const struct cml_diagram_level *from = &diagram->levels[k];
		struct cml_diagram_level *level = &copy->levels[k];
		*level = (struct cml_diagram_level){.variable = from->variable,
						    .n_states = from->n_states,
						    .n_nodes = from->n_nodes,
						    .unit = from->unit};
		if (!CML_NEW(&level->children, level->n_nodes * level->n_states) ||
		    !CML_NEW(&level->count, level->n_nodes) ||
		    !CML_NEW(&level->weight, level->n_nodes))
			return cml_fail_memory(err);
	}
	copy->levels[n].count[0] = diagram->levels[n].count[0];
	copy->levels[n].weight[0] = diagram->levels[n].weight[0];
	return CML_OK;
}

enum cml_result cml_diagram_restrict(struct cml_diagram *restricted,
				     const struct cml_diagram *diagram, const uint8_t *allowed,
				     struct cml_error *err)
{
	if (!restricted->levels && copy_shape(restricted, diagram, err) != CML_OK) {
		cml_diagram_release(restricted);
		return err->status;
	}
	for (size_t k = 0; k < diagram->n_levels; k++) {
		const struct cml_diagram_level *level = &diagram->levels[k];
		for (size_t i = 0; i < level->n_nodes * level->n_states; i++)
			restricted->levels[k].children[i] =
			    allowed[i % level->n_states] ? level->children[i] : CML_NO_NODE;
		allowed += level->n_states;
	}
	for (size_t k = diagram->n_levels; k-- > 0;)
		count_level(restricted, k);
	return CML_OK;
}
