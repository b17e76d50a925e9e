/* Uniform random search: the first round, and the baseline every other
 * searcher is held to. */
#include "base/memory.h"
#include "math/design.h"
#include "search/search.h"

#include <stdlib.h>

struct random_state {
	struct cml_sampler *sampler;
	struct cml_random random;
	struct cml_design design;
	double *point;
	uint64_t max_tries;
};

static void release(void *state)
{
	struct random_state *search = state;
	if (!search)
		return;
	cml_design_release(&search->design);
	free(search->point);
	free(search);
}

/* Those of enum cml_design_kind, in its order, and one that is chosen among uniform draws. */
enum { DESIGN_MAXIMIN = CML_DESIGN_HALTON + 1 };
static const struct cml_hyper_spec hyper[] = {
    {.name = "design",
     .type = CML_HYPER_CHOICE,
     .fallback = "uniform",
     .choices = "uniform|lhs|halton|maximin",
     .doc = "independent draws, a Latin hypercube, a Halton sequence, or draws far from each "
	    "other and from the history"},
};

static enum cml_result start(void **state, const struct cml_searcher_start *from,
			     struct cml_error *err)
{
	struct random_state *made = cml_array_new(1, sizeof *made);
	if (!made)
		return cml_fail_memory(err);
	*state = made;
	made->sampler = from->sampler;
	made->max_tries = from->max_tries;
	cml_random_init(&made->random, from->seed, 0);
	size_t n_levels = from->sampler->diagram.n_levels;
	made->point = cml_array_new(n_levels, sizeof *made->point);
	if (!made->point)
		return cml_fail_memory(err);
	size_t design = cml_hyper_choice(from->hyper, "design");
	return cml_design_init(&made->design,
			       design == DESIGN_MAXIMIN ? CML_DESIGN_UNIFORM
							: (enum cml_design_kind)design,
			       from->n_samples, n_levels, from->seed, err);
}

static void plan(const struct cml_search *search, struct cml_acquisition *acquisition,
		 struct cml_selection *selection)
{
	(void)acquisition;
	if (!search->model && cml_hyper_choice(search->hyper, "design") == DESIGN_MAXIMIN)
		selection->by = CML_SELECT_SPREAD;
}

/* A point that rules outside the diagram refuse is left to the next one: a few
 * holes in the design, as its points are placed under all other rules. */
static enum cml_result draw(struct random_state *search, double *values, struct cml_error *err)
{
	for (size_t i = 0; i < search->design.n_points; i++) {
		if (search->design.kind == CML_DESIGN_UNIFORM)
			break;
		cml_design_next(&search->design, search->point);
		if (cml_sampler_place(search->sampler, search->point, values))
			return CML_OK;
	}
	return cml_sampler_draw(search->sampler, &search->random, search->max_tries, values, err);
}

static enum cml_result ask(void *state, size_t n, double *values, size_t *n_asked,
			   struct cml_error *err)
{
	struct random_state *search = state;
	size_t n_columns = search->sampler->space->n_columns;
	uint64_t enough = search->sampler->n_drawn + search->max_tries / 10;
	/* In a sparse space a few now are better than all of them much later. */
	for (*n_asked = 0; *n_asked < n && (*n_asked == 0 || search->sampler->n_drawn < enough);
	     ++*n_asked) {
		enum cml_result status = draw(search, values + *n_asked * n_columns, err);
		if (status == CML_NOTHING && *n_asked > 0)
			return CML_OK;
		if (status != CML_OK)
			return status;
	}
	return CML_OK;
}

static enum cml_result tell(void *state, size_t n, const double *values, const double *rewards,
			    struct cml_error *err)
{
	(void)state, (void)n, (void)values, (void)rewards, (void)err;
	return CML_OK;
}

/* Uniform draws among the feasible configurations; rewards are not looked at.
 * Option `design`: independent draws, or the points of a Latin hypercube over
 * n_samples or of a Halton sequence, placed into the space by
 * cml_diagram_place; maximin: uniform draws, of which those are proposed that are far from
 * each other (portfolio/maximin.c). Each draw alone is uniform whatever the design. */
const struct cml_searcher_kind cml_random_search = {
    .name = "random",
    .doc = "uniform over the feasible configurations",
    .hyper = hyper,
    .n_hyper = sizeof hyper / sizeof *hyper,
    .start = start,
    .ask = ask,
    .tell = tell,
    .free = release,
    .plan = plan,
    .takes_lists = true,
};
