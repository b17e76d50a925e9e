#include "search/random_search.h"

#include "base/memory.h"

#include <stdlib.h>

struct random_state {
	struct cml_sampler *sampler;
	struct cml_random random;
	uint64_t max_tries;
};

static enum cml_status start(void **state, const struct cml_searcher_start *from,
			     struct cml_error *err)
{
	struct random_state *made = cml_array_new(1, sizeof *made);
	if (!made)
		return cml_fail_memory(err);
	made->sampler = from->sampler;
	made->max_tries = from->max_tries;
	cml_random_init(&made->random, from->seed, 0);
	*state = made;
	return CML_OK;
}

static enum cml_status ask(void *state, size_t n, double *values, size_t *n_asked,
			   struct cml_error *err)
{
	struct random_state *search = state;
	size_t n_columns = search->sampler->space->n_columns;
	uint64_t enough = search->sampler->n_drawn + search->max_tries / 10;
	/* In a sparse space a few now are better than all of them much later. */
	for (*n_asked = 0; *n_asked < n && (*n_asked == 0 || search->sampler->n_drawn < enough);
	     ++*n_asked) {
		enum cml_status status =
		    cml_sampler_draw(search->sampler, &search->random, search->max_tries,
				     values + *n_asked * n_columns, err);
		if (status == CML_NOTHING && *n_asked > 0)
			return CML_OK;
		if (status != CML_OK)
			return status;
	}
	return CML_OK;
}

static enum cml_status tell(void *state, size_t n, const double *values, const double *rewards,
			    struct cml_error *err)
{
	(void)state, (void)n, (void)values, (void)rewards, (void)err;
	return CML_OK;
}

const struct cml_searcher_kind cml_random_search = {
    .name = "random",
    .doc = "uniform over the feasible configurations",
    .start = start,
    .ask = ask,
    .tell = tell,
    .free = free,
};
