/* Uniform random search: the first round, and the baseline every other
 * searcher is held to. */
#include "base/memory.h"
#include "search/search.h"
#include "search/searcher.h"

#include <stdlib.h>
#include <string.h>

static enum cml_result start(void *state, const struct cml_searcher_start *from,
			     struct cml_error *err)
{
	struct cml_uniform_draws *made = state;
	(void)err;
	made->sampler = from->sampler;
	made->max_tries = from->max_tries;
	cml_random_init(&made->random, from->search->seed, 0);
	return CML_OK;
}

enum cml_result cml_draw_uniform(struct cml_uniform_draws *draws, double *values,
				 struct cml_error *err)
{
	return cml_sampler_draw(draws->sampler, &draws->random, draws->max_tries, values, err);
}

static enum cml_result ask(void *state, double *values, struct cml_error *err)
{
	return cml_draw_uniform(state, values, err);
}

/* Uniform draws among the feasible configurations; rewards are not looked at. */
const struct cml_searcher_kind cml_random_search = {
    .name = "random",
    .doc = "uniform over the feasible configurations",
    .state_size = sizeof(struct cml_uniform_draws),
    .start = start,
    .ask = ask,
};

struct list_state {
	const struct cml_configs *candidates;
	size_t n_columns;
	size_t *order;
	size_t next;
};

static void release_list(void *state)
{
	struct list_state *list = state;
	free(list->order);
}

static enum cml_result start_list(void *state, const struct cml_searcher_start *from,
				  struct cml_error *err)
{
	struct list_state *made = state;
	struct cml_random random;
	made->candidates = from->search->candidates;
	made->n_columns = from->search->space->n_columns;
	if (!CML_NEW(&made->order, made->candidates->n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < made->candidates->n; i++)
		made->order[i] = i;
	/* Of equal ones the first is the best: what is to be the best of all stays in its order. */
	cml_random_init(&random, from->search->seed, 0);
	if (!from->search->kind->lists_all)
		cml_random_shuffle(&random, made->order, made->candidates->n);
	return CML_OK;
}

static enum cml_result ask_list(void *state, double *values, struct cml_error *err)
{
	struct list_state *list = state;
	const struct cml_configs *candidates = list->candidates;
	if (list->next == candidates->n)
		return cml_fail(err, CML_NOTHING, "there are no candidates");
	memcpy(values, candidates->values + list->order[list->next++] * list->n_columns,
	       list->n_columns * sizeof *values);
	return CML_OK;
}

const struct cml_searcher_kind cml_candidate_list = {
    .name = "candidates",
    .doc = "a list of configurations",
    .state_size = sizeof(struct list_state),
    .start = start_list,
    .ask = ask_list,
    .release = release_list,
    .lists_all = true,
};
