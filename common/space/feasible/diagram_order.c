#include "space/feasible/diagram.h"

#include "base/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* How much a variable is wanted next. */
struct wish {
	bool is_started; /* shares a constraint with a placed one */
	double score;    /* of its constraints: with k variables left besides it, 2^-k */
	size_t variable;
};

struct ordering {
	const struct cml_constraints *constraints;
	bool *is_placed;   /* by variable */
	size_t *n_open;    /* by constraint: variables of its scope not placed yet */
	struct wish *wish; /* by variable */
	size_t *first;     /* by variable, and one more: where its links begin in links */
	size_t *links;     /* constraints that tie it to others */
	size_t *touched;   /* variables whose wish has changed */
	bool *is_touched;
	/* A heap of wishes, the greatest first. Those that changed are there again; what no
	 * longer holds is passed over. */
	struct wish *heap;
	size_t n_heap, capacity;
};

/* What allows everything is not part of a diagram. */
static bool is_link(const struct cml_constraint *constraint)
{
	return constraint->table && constraint->n_scope > 1 && !constraint->is_trivial;
}

/* Equal ones: the first in the file. */
static bool is_before(const struct wish *a, const struct wish *b)
{
	if (a->is_started != b->is_started)
		return a->is_started;
	return a->score != b->score ? a->score > b->score : a->variable < b->variable;
}

static bool push(struct ordering *ordering, struct wish wish)
{
	if (!CML_RESERVE(&ordering->heap, &ordering->capacity, ordering->n_heap + 1))
		return false;
	size_t at = ordering->n_heap++;
	for (; at > 0 && is_before(&wish, &ordering->heap[(at - 1) / 2]); at = (at - 1) / 2)
		ordering->heap[at] = ordering->heap[(at - 1) / 2];
	ordering->heap[at] = wish;
	return true;
}

static struct wish pop(struct ordering *ordering)
{
	struct wish top = ordering->heap[0], last = ordering->heap[--ordering->n_heap];
	size_t at = 0;
	for (size_t child; (child = 2 * at + 1) < ordering->n_heap; at = child) {
		if (child + 1 < ordering->n_heap &&
		    is_before(&ordering->heap[child + 1], &ordering->heap[child]))
			child++;
		if (!is_before(&ordering->heap[child], &last))
			break;
		ordering->heap[at] = ordering->heap[child];
	}
	ordering->heap[at] = last;
	return top;
}

/* Works out the wish of a variable. */
static bool wish_for(struct ordering *ordering, size_t variable)
{
	struct wish wish = {.variable = variable};
	for (size_t i = ordering->first[variable]; i < ordering->first[variable + 1]; i++) {
		size_t c = ordering->links[i];
		wish.score += ldexp(1, -(int)ordering->n_open[c]);
		wish.is_started = wish.is_started ||
				  ordering->n_open[c] < ordering->constraints->items[c].n_scope;
	}
	ordering->wish[variable] = wish;
	return push(ordering, wish);
}

static size_t choose(struct ordering *ordering)
{
	for (;;) {
		struct wish wish = pop(ordering);
		const struct wish *now = &ordering->wish[wish.variable];
		if (!ordering->is_placed[wish.variable] && now->score == wish.score &&
		    now->is_started == wish.is_started)
			return wish.variable;
	}
}

static bool place(struct ordering *ordering, size_t variable)
{
	size_t n_touched = 0;
	ordering->is_placed[variable] = true;
	for (size_t i = ordering->first[variable]; i < ordering->first[variable + 1]; i++) {
		const struct cml_constraint *constraint =
		    &ordering->constraints->items[ordering->links[i]];
		ordering->n_open[ordering->links[i]]--;
		for (size_t s = 0; s < constraint->n_scope; s++) {
			size_t other = constraint->scope[s];
			if (!ordering->is_touched[other] && !ordering->is_placed[other])
				ordering->touched[n_touched++] = other;
			ordering->is_touched[other] = true;
		}
	}
	ordering->is_touched[variable] = false;
	for (size_t i = 0; i < n_touched; i++) {
		ordering->is_touched[ordering->touched[i]] = false;
		if (!wish_for(ordering, ordering->touched[i]))
			return false;
	}
	return true;
}

/* Lists for each variable the constraints that link it. */
static bool list_links(struct ordering *ordering)
{
	const struct cml_constraints *constraints = ordering->constraints;
	size_t n = constraints->n_variables, *first = ordering->first;
	for (size_t c = 0; c < constraints->n; c++)
		for (size_t i = 0;
		     is_link(&constraints->items[c]) && i < constraints->items[c].n_scope; i++)
			first[constraints->items[c].scope[i] + 2]++;
	for (size_t v = 0; v < n; v++)
		first[v + 2] += first[v + 1];
	ordering->links = cml_array_new(first[n + 1] + 1, sizeof *ordering->links);
	for (size_t c = 0; ordering->links && c < constraints->n; c++) {
		const struct cml_constraint *constraint = &constraints->items[c];
		ordering->n_open[c] = constraint->n_scope;
		for (size_t i = 0; is_link(constraint) && i < constraint->n_scope; i++)
			ordering->links[first[constraint->scope[i] + 1]++] = c;
	}
	return ordering->links != NULL;
}

static bool run(struct ordering *ordering, size_t *order)
{
	size_t n = ordering->constraints->n_variables;
	if (!list_links(ordering))
		return false;
	for (size_t v = 0; v < n; v++)
		if (!wish_for(ordering, v))
			return false;
	for (size_t i = 0; i < n; i++) {
		order[i] = choose(ordering);
		if (!place(ordering, order[i]))
			return false;
	}
	return true;
}

enum cml_result cml_diagram_order(const struct cml_constraints *constraints, size_t *order,
				  struct cml_error *err)
{
	size_t n = constraints->n_variables;
	struct ordering ordering = {.constraints = constraints,
				    .is_placed = cml_array_new(n, sizeof(bool)),
				    .n_open = cml_array_new(constraints->n, sizeof(size_t)),
				    .wish = cml_array_new(n, sizeof(struct wish)),
				    .first = cml_array_new(n + 2, sizeof(size_t)),
				    .touched = cml_array_new(n, sizeof(size_t)),
				    .is_touched = cml_array_new(n, sizeof(bool))};
	bool fits = ordering.is_placed && ordering.n_open && ordering.wish && ordering.first &&
		    ordering.touched && ordering.is_touched && run(&ordering, order);
	free(ordering.is_placed);
	free(ordering.n_open);
	free(ordering.wish);
	free(ordering.first);
	free(ordering.links);
	free(ordering.touched);
	free(ordering.is_touched);
	free(ordering.heap);
	return fits ? CML_OK : cml_fail_memory(err);
}
