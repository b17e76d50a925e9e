#include "space/feasible/diagram.h"

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
	struct cml_arena *arena;
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
	if (!CML_ARENA_NEW(ordering->arena, &ordering->links, n))
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
	AUTO(cml_arena) arena = {0};
	struct ordering ordering = {.constraints = constraints, .arena = &arena};
	if (!CML_ARENA_NEW(&arena, &ordering.n_open, constraints->n) ||
	    !CML_ARENA_NEW(&arena, &ordering.wish, n) ||
	    !CML_ARENA_NEW(&arena, &ordering.first, n) ||
	    !CML_ARENA_NEW(&arena, &ordering.rest, n) || !list_links(&ordering))
		return cml_fail_memory(err);
	for (size_t v = 0; v < n; v++)
		if (ordering.wish[v].score > 0)
			ordering.rest[ordering.n_rest++] = v;
	size_t n_linked = ordering.n_rest;
	for (size_t i = 0; i < n_linked; i++) {
		order[i] = choose(&ordering);
		place(&ordering, order[i]);
	}
	for (size_t v = 0; v < n; v++)
		if (ordering.wish[v].score == 0)
			order[n_linked++] = v;
	return CML_OK;
}
