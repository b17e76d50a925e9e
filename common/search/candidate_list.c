/* The searcher over a list: its configurations in an order shuffled by the seed, each
 * once. Takes the place of the searcher of a search with candidates. */
#include "search/searcher.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct list_state {
	const struct cml_configs *candidates;
	size_t n_columns;
	size_t *order;
	size_t next;
};

static void release(void *state)
{
	struct list_state *list = state;
	free(list->order);
}

static enum cml_result start(void *state, const struct cml_searcher_start *from,
			     struct cml_error *err)
{
	struct list_state *made = state;
	struct cml_random random;
	made->candidates = from->candidates;
	made->n_columns = from->n_columns;
	if (!CML_NEW(&made->order, from->candidates->n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < from->candidates->n; i++)
		made->order[i] = i;
	cml_random_init(&random, from->seed, 0);
	cml_random_shuffle(&random, made->order, from->candidates->n);
	return CML_OK;
}

static enum cml_result ask(void *state, size_t n, double *values, size_t *n_asked,
			   struct cml_error *err)
{
	struct list_state *list = state;
	const struct cml_configs *candidates = list->candidates;
	if (list->next == candidates->n)
		return cml_fail(err, CML_NOTHING,
				candidates->n > 0 ? "every candidate is excluded"
						  : "there are no candidates");
	for (*n_asked = 0; *n_asked < n && list->next < candidates->n; ++*n_asked)
		memcpy(values + *n_asked * list->n_columns,
		       candidates->values + list->order[list->next++] * list->n_columns,
		       list->n_columns * sizeof *values);
	return CML_OK;
}

const struct cml_searcher_kind cml_candidate_list = {
    .name = "candidates",
    .doc = "a list of configurations",
    .state_size = sizeof(struct list_state),
    .start = start,
    .ask = ask,
    .release = release,
};
