#include "space/feasible/diagram_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How much a variable is wanted next. */
struct wish {
	bool is_started; /* shares a constraint with a placed one */
	double score;    /* of its constraints: with k variables left, 2^-k */
};

struct ordering {
	const struct cml_constraints *constraints;
	size_t *n_open;    /* by constraint: variables of its scope not placed yet */
	struct wish *wish; /* by variable */
	size_t *first;     /* by variable: of its links; 0: none, 1: links[0] */
	struct link {
		size_t constraint; /* that ties it to others */
		size_t next;       /* as first */
	} * links;
	size_t *rest; /* variables that have links and are not placed yet, in file order */
	size_t n_rest;
	struct cml_arena arena;
};

/* What allows everything is not part of a diagram. */
static bool is_link(const struct cml_constraint *constraint)
{
	return constraint->table && constraint->n_scope > 1 && !constraint->is_trivial;
}

/* Takes the one that is wanted most out of the rest: of equal ones the first in the file. */
static size_t choose(struct ordering *ordering)
{
	size_t best = 0, *rest = ordering->rest;
	for (size_t i = 1; i < ordering->n_rest; i++) {
		const struct wish *a = &ordering->wish[rest[i]], *b = &ordering->wish[rest[best]];
		if (a->is_started != b->is_started ? a->is_started : a->score > b->score)
			best = i;
	}
	size_t chosen = rest[best];
	memmove(&rest[best], &rest[best + 1], (--ordering->n_rest - best) * sizeof *rest);
	return chosen;
}

static void place(struct ordering *ordering, size_t variable)
{
	for (size_t i = ordering->first[variable]; i > 0; i = ordering->links[i - 1].next) {
		size_t c = ordering->links[i - 1].constraint;
		const struct cml_constraint *constraint = &ordering->constraints->items[c];
		/* From 2^-k to 2^-(k - 1). */
		double more = ldexp(1, -(int)ordering->n_open[c]--);
		for (size_t s = 0; s < constraint->n_scope; s++) {
			struct wish *wish = &ordering->wish[constraint->scope[s]];
			wish->is_started = true;
			wish->score += more;
		}
	}
}

/* Lists for each variable the constraints that link it. */
static bool list_links(struct ordering *ordering)
{
	const struct cml_constraints *constraints = ordering->constraints;
	size_t n = 0;
	for (size_t c = 0; c < constraints->n; c++)
		n += is_link(&constraints->items[c]) ? constraints->items[c].n_scope : 0;
	if (!CML_ARENA_NEW(&ordering->arena, &ordering->links, n))
		return false;
	n = 0;
	for (size_t c = 0; c < constraints->n; c++) {
		const struct cml_constraint *constraint = &constraints->items[c];
		ordering->n_open[c] = constraint->n_scope;
		for (size_t i = 0; is_link(constraint) && i < constraint->n_scope; i++) {
			size_t variable = constraint->scope[i];
			ordering->links[n] = (struct link){c, ordering->first[variable]};
			ordering->first[variable] = ++n;
			ordering->wish[variable].score += ldexp(1, -(int)constraint->n_scope);
		}
	}
	return true;
}

enum cml_result cml_diagram_order(const struct cml_constraints *constraints, size_t *order,
				  struct cml_error *err)
{
	size_t n = constraints->n_variables;
	struct ordering ordering = {.constraints = constraints};
	struct cml_arena *arena = &ordering.arena;
	bool fits = CML_ARENA_NEW(arena, &ordering.n_open, constraints->n) &&
		    CML_ARENA_NEW(arena, &ordering.wish, n) &&
		    CML_ARENA_NEW(arena, &ordering.first, n) &&
		    CML_ARENA_NEW(arena, &ordering.rest, n) && list_links(&ordering);
	for (size_t v = 0; fits && v < n; v++)
		if (ordering.wish[v].score > 0)
			ordering.rest[ordering.n_rest++] = v;
	size_t n_linked = ordering.n_rest;
	for (size_t i = 0; fits && i < n_linked; i++) {
		order[i] = choose(&ordering);
		place(&ordering, order[i]);
	}
	for (size_t v = 0; fits && v < n; v++)
		if (ordering.wish[v].score == 0)
			order[n_linked++] = v;
	cml_arena_release(arena);
	return fits ? CML_OK : cml_fail_memory(err);
}

void cml_node_map_release(struct cml_node_map *map)
{
	free(map->keys);
	cml_key_set_release(&map->numbers);
	*map = (struct cml_node_map){0};
}

void cml_node_map_clear(struct cml_node_map *map)
{
	map->n = 0;
	cml_key_set_release(&map->numbers);
}

bool cml_node_map_number(struct cml_node_map *map, uint64_t key, uint32_t *number)
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

enum { DIGIT_OBEYED, DIGIT_REFUSED, FIRST_DIGIT };

static int compare_levels(const void *a, const void *b)
{
	size_t left = ((const struct cml_running_term *)a)->level;
	size_t right = ((const struct cml_running_term *)b)->level;
	return (left > right) - (left < right);
}

static bool add_sum(struct cml_running_sums *sums, const struct cml_constraints *constraints,
		    const struct cml_sum *sum, const size_t *level_of)
{
	struct cml_running_sum *running = &sums->items[sums->n++];
	*running = (struct cml_running_sum){.sum = sum, .now = {.radix = 1}};
	if (!CML_ARENA_NEW(&sums->arena, &running->terms, sum->n_terms))
		return false;
	for (size_t i = 0; i < sum->n_terms; i++) {
		const struct cml_sum_term *term = &sum->terms[i];
		size_t level = level_of[constraints->variable_of[term->slot]];
		running->terms[i] = (struct cml_running_term){level, term};
		running->rest += term->most;
		running->n_may_miss += term->may_miss;
	}
	qsort(running->terms, sum->n_terms, sizeof *running->terms, compare_levels);
	return true;
}

enum cml_result cml_running_sums_init(struct cml_running_sums *sums,
				      const struct cml_constraints *constraints, const bool *used,
				      const size_t *level_of, struct cml_error *err)
{
	size_t n = 0;
	*sums = (struct cml_running_sums){0};
	for (size_t c = 0; c < constraints->n; c++)
		n += used[c] ? constraints->items[c].n_sums : 0;
	if (!CML_ARENA_NEW(&sums->arena, &sums->items, n))
		return cml_fail_memory(err);
	for (size_t c = 0; c < constraints->n; c++)
		for (size_t i = 0; used[c] && i < constraints->items[c].n_sums; i++)
			if (!add_sum(sums, constraints, &constraints->items[c].sums[i], level_of))
				return cml_fail_memory(err);
	return CML_OK;
}

void cml_running_sums_release(struct cml_running_sums *sums)
{
	cml_arena_release(&sums->arena);
	*sums = (struct cml_running_sums){0};
}

/* Which totals are undecided once all but rest is added. */
static struct cml_running_layout find_layout(const struct cml_running_sum *running)
{
	const struct cml_sum *sum = running->sum;
	int64_t base = sum->lo - running->rest;
	int64_t top = sum->hi < running->reach ? sum->hi : running->reach;
	if (sum->lo <= 0 && sum->hi - running->rest >= base)
		base = sum->hi - running->rest + 1;
	base = base > 0 ? base : 0;
	return (struct cml_running_layout){
	    base, FIRST_DIGIT + (top < base ? 0 : (uint64_t)(top - base) + 1), 0};
}

bool cml_running_sums_lay_out(struct cml_running_sums *sums, size_t level, uint64_t *place)
{
	for (size_t i = 0; i < sums->n; i++) {
		struct cml_running_sum *running = &sums->items[i];
		size_t n_terms = running->sum->n_terms;
		running->term = NULL;
		if (running->next < n_terms && running->terms[running->next].level == level) {
			running->term = running->terms[running->next++].term;
			running->reach += running->term->most;
			running->rest -= running->term->most;
			running->n_may_miss -= running->term->may_miss;
		}
		bool is_open = running->next > 0 && running->next < n_terms;
		running->then =
		    is_open ? find_layout(running) : (struct cml_running_layout){0, 1, 0};
		running->then.place = *place;
		if (__builtin_mul_overflow(*place, running->then.radix, place))
			return false;
	}
	return true;
}

void cml_running_sums_unpack(struct cml_running_sums *sums, uint64_t key)
{
	for (size_t i = 0; i < sums->n; i++) {
		struct cml_running_sum *running = &sums->items[i];
		running->digit = key % running->now.radix;
		key /= running->now.radix;
	}
}

/* The digit of a total. */
static uint64_t classify(const struct cml_running_sum *running, int64_t total)
{
	const struct cml_sum *sum = running->sum;
	bool inside = total >= sum->lo && total + running->rest <= sum->hi;
	bool outside = total > sum->hi || total + running->rest < sum->lo;
	if (inside || outside)
		return inside == sum->is_excluded ? DIGIT_REFUSED : DIGIT_OBEYED;
	return FIRST_DIGIT + (uint64_t)(total - running->then.base);
}

bool cml_running_sums_child(const struct cml_running_sums *sums, size_t state, uint64_t *key)
{
	for (size_t i = 0; i < sums->n; i++) {
		const struct cml_running_sum *running = &sums->items[i];
		const struct cml_sum_term *term = running->term;
		uint64_t digit = running->digit;
		/* Not begun: nothing is distinguished, and the total is 0. */
		bool has_total = digit >= FIRST_DIGIT || running->now.radix == 1;
		if (term && term->by_state[state] == CML_SUM_MISSING)
			digit = DIGIT_OBEYED;
		else if (term && has_total)
			digit = classify(
			    running, term->by_state[state] +
					 (digit >= FIRST_DIGIT
					      ? (int64_t)(digit - FIRST_DIGIT) + running->now.base
					      : 0));
		if (digit == DIGIT_REFUSED && running->n_may_miss == 0)
			return false;
		*key += running->then.radix > 1 ? digit * running->then.place : 0;
	}
	return true;
}

void cml_running_sums_next(struct cml_running_sums *sums)
{
	for (size_t i = 0; i < sums->n; i++)
		sums->items[i].now = sums->items[i].then;
}
