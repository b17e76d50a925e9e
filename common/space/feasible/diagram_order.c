#include "space/feasible/diagram_order.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

struct ordering {
	const struct cml_constraints *constraints;
	bool *is_placed;  /* by variable */
	size_t *n_open;   /* by constraint: variables of its scope not placed yet */
	double *score;    /* by variable: scratch */
	bool *is_started; /* by variable: shares a constraint with a placed one; scratch */
};

static bool is_link(const struct cml_constraint *constraint)
{
	return constraint->table && constraint->n_scope > 1;
}

/* A constraint with k variables left besides the candidate counts 2^-k. */
static void score_all(struct ordering *ordering)
{
	const struct cml_constraints *constraints = ordering->constraints;
	for (size_t v = 0; v < constraints->n_variables; v++) {
		ordering->score[v] = 0;
		ordering->is_started[v] = false;
	}
	for (size_t c = 0; c < constraints->n; c++) {
		const struct cml_constraint *constraint = &constraints->items[c];
		if (!is_link(constraint) || ordering->n_open[c] == 0)
			continue;
		double score = ldexp(1, -(int)ordering->n_open[c]);
		for (size_t i = 0; i < constraint->n_scope; i++) {
			size_t v = constraint->scope[i];
			ordering->score[v] += score;
			if (ordering->n_open[c] < constraint->n_scope)
				ordering->is_started[v] = true;
		}
	}
}

static size_t choose(struct ordering *ordering)
{
	size_t best = CML_NO_VARIABLE;
	score_all(ordering);
	for (size_t v = 0; v < ordering->constraints->n_variables; v++) {
		if (ordering->is_placed[v])
			continue;
		if (best == CML_NO_VARIABLE ||
		    ordering->is_started[v] > ordering->is_started[best] ||
		    (ordering->is_started[v] == ordering->is_started[best] &&
		     ordering->score[v] > ordering->score[best]))
			best = v;
	}
	return best;
}

static void place(struct ordering *ordering, size_t variable)
{
	const struct cml_constraints *constraints = ordering->constraints;
	ordering->is_placed[variable] = true;
	for (size_t c = 0; c < constraints->n; c++)
		for (size_t i = 0; i < constraints->items[c].n_scope; i++)
			ordering->n_open[c] -= constraints->items[c].scope[i] == variable;
}

enum cml_result cml_diagram_order(const struct cml_constraints *constraints, size_t *order,
				  struct cml_error *err)
{
	size_t n = constraints->n_variables;
	struct ordering ordering = {.constraints = constraints,
				    .is_placed = cml_array_new(n, sizeof(bool)),
				    .n_open = cml_array_new(constraints->n, sizeof(size_t)),
				    .score = cml_array_new(n, sizeof(double)),
				    .is_started = cml_array_new(n, sizeof(bool))};
	enum cml_result status = CML_OK;
	if (ordering.is_placed && ordering.n_open && ordering.score && ordering.is_started) {
		for (size_t c = 0; c < constraints->n; c++)
			ordering.n_open[c] = constraints->items[c].n_scope;
		for (size_t i = 0; i < n; i++) {
			order[i] = choose(&ordering);
			place(&ordering, order[i]);
		}
	} else {
		status = cml_fail_memory(err);
	}
	free(ordering.is_placed);
	free(ordering.n_open);
	free(ordering.score);
	free(ordering.is_started);
	return status;
}
