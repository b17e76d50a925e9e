/* Uniform random search: the first round, and the baseline every other
 * searcher is held to. */
#include "base/memory.h"
#include "search/search.h"

#include <stdlib.h>

struct random_state {
	struct cml_sampler *sampler;
	struct cml_random random;
	uint64_t max_tries;
};

enum { DESIGN_UNIFORM, DESIGN_MAXIMIN };
static const struct cml_hyper_spec hyper[] = {
    CML_CHOICE_PARAM("design", "uniform", "uniform|maximin",
		     "independent draws, or draws far from each other and from the history"),
};

static enum cml_result start(void *state, const struct cml_searcher_start *from,
			     struct cml_error *err)
{
	struct random_state *made = state;
	(void)err;
	made->sampler = from->sampler;
	made->max_tries = from->max_tries;
	cml_random_init(&made->random, from->seed, 0);
	return CML_OK;
}

static void plan(const struct cml_search *search, struct cml_acquisition *acquisition,
		 struct cml_selection *selection)
{
	(void)acquisition;
	if (!search->model && cml_hyper_choice(search->hyper, "design") == DESIGN_MAXIMIN)
		selection->by = CML_SELECT_SPREAD;
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
		enum cml_result status =
		    cml_sampler_draw(search->sampler, &search->random, search->max_tries,
				     values + *n_asked * n_columns, err);
		if (status == CML_NOTHING && *n_asked > 0)
			return CML_OK;
		if (status != CML_OK)
			return status;
	}
	return CML_OK;
}

/* Uniform draws among the feasible configurations; rewards are not looked at.
 * Option `design`: independent draws; maximin: uniform draws, of which those are proposed that are
 * far from each other (portfolio/maximin.c). */
const struct cml_searcher_kind cml_random_search = {
    .name = "random",
    .doc = "uniform over the feasible configurations",
    .hyper = hyper,
    .n_hyper = sizeof hyper / sizeof *hyper,
    .state_size = sizeof(struct random_state),
    .start = start,
    .ask = ask,
    .plan = plan,
    .takes_lists = true,
};
