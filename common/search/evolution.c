/* Regularised evolution: a population of configurations whose oldest member dies for
 * each child. */
#include "base/key.h"
#include "base/memory.h"
#include "search/search.h"
#include "space/config.h"
#include "space/feasible/sampler.h"

#include <string.h>

/* How often a known child is made again. */
#define MAX_REPEATS 10
/* Members drawn for a parent, which is the best of them. */
#define TOURNAMENT 10
/* Fraction of children with two parents. */
#define CROSSOVER 0.5
/* Probability that a mutation changes one more param, and so on. */
#define WIDE 0.1

struct evolution {
	struct cml_sampler *sampler;
	struct cml_random random;
	struct cml_key_set met;
	uint64_t max_tries;
	size_t population;
	size_t batch;
	double *members; /* population x n_columns: a ring */
	double *rewards; /* population */
	bool *is_free;   /* by slot */
	double *other;   /* n_columns */
	size_t n_members;
	size_t oldest; /* once the population is full */
	size_t n_told;
	size_t n_asked; /* since the last tell */
	struct cml_arena arena;
};

static const struct cml_hyper_spec hyper[] = {
    CML_COUNT_PARAM("population", "50", 2, 1000000, "size of the population"),
    CML_COUNT_PARAM("batch", "1", 1, 1000000, "children predicted together"),
};

static void release(void *state)
{
	struct evolution *search = state;
	cml_key_set_release(&search->met);
	cml_arena_release(&search->arena);
}

static enum cml_result start(void *state, const struct cml_searcher_start *from,
			     struct cml_error *err)
{
	struct evolution *search = state;
	size_t n_columns = from->sampler->space->n_columns;
	search->sampler = from->sampler;
	search->max_tries = from->max_tries;
	search->population = cml_hyper_count(from->search->hyper, "population");
	search->batch = cml_hyper_count(from->search->hyper, "batch");
	cml_random_init(&search->random, from->search->seed, 0);
	struct cml_arena *arena = &search->arena;
	return CML_ARENA_NEW(arena, &search->members, search->population * n_columns) &&
		       CML_ARENA_NEW(arena, &search->rewards, search->population) &&
		       CML_ARENA_NEW(arena, &search->is_free, n_columns) &&
		       CML_ARENA_NEW(arena, &search->other, n_columns)
		   ? CML_OK
		   : cml_fail_memory(err);
}

static const double *choose_parent(struct evolution *search)
{
	size_t best = (size_t)cml_random_below(&search->random, search->n_members);
	for (size_t i = 1; i < TOURNAMENT; i++) {
		size_t rival = (size_t)cml_random_below(&search->random, search->n_members);
		if (search->rewards[rival] > search->rewards[best])
			best = rival;
	}
	return search->members + best * search->sampler->space->n_columns;
}

static bool is_same(const struct evolution *search, const double *a, const double *b)
{
	const struct cml_space *space = search->sampler->space;
	return cml_config_key(space, a) == cml_config_key(space, b);
}

/* A child whose params are the parent's but for n_free of them, drawn at random. */
static enum cml_result free_some(struct evolution *search, size_t n_free, const double *parent,
				 double *child, struct cml_error *err)
{
	const struct cml_constraints *constraints = &search->sampler->constraints;
	size_t n = constraints->n_variables, n_columns = search->sampler->space->n_columns;
	memset(search->is_free, 0, n_columns * sizeof *search->is_free);
	for (size_t v = 0; v < n; v++) {
		bool takes = cml_random_below(&search->random, n - v) < n_free;
		search->is_free[constraints->variables[v].slot] = takes;
		n_free -= takes;
	}
	return cml_sampler_draw_within(search->sampler, &search->random, parent, parent,
				       search->is_free, search->max_tries, child, err);
}

/* Where rules leave no neighbour, more and more params are set free until something
 * moves; a space of one configuration gives the parent. */
static enum cml_result mutate(struct evolution *search, const double *parent, double *child,
			      struct cml_error *err)
{
	const struct cml_constraints *constraints = &search->sampler->constraints;
	size_t n = constraints->n_variables, n_free = 1;
	while (n_free < n && cml_random_uniform(&search->random) < WIDE)
		n_free++;
	if (n_free == 1 && cml_neighbour_draw(constraints, &search->random, parent, child))
		return CML_OK;
	for (n_free = n_free > 1 ? n_free : 2;; n_free *= 2) {
		enum cml_result status =
		    free_some(search, n_free < n ? n_free : n, parent, child, err);
		if (status != CML_OK || n_free >= n || !is_same(search, parent, child))
			return status;
	}
}

static enum cml_result breed(struct evolution *search, double *child, struct cml_error *err)
{
	const double *mother = choose_parent(search);
	if (cml_random_uniform(&search->random) >= CROSSOVER)
		return mutate(search, mother, child, err);
	const double *father = choose_parent(search);
	enum cml_result status =
	    cml_sampler_draw_within(search->sampler, &search->random, mother, father, NULL,
				    search->max_tries, search->other, err);
	if (status != CML_OK)
		return status;
	if (is_same(search, search->other, mother) || is_same(search, search->other, father))
		return mutate(search, search->other, child, err);
	memcpy(child, search->other, search->sampler->space->n_columns * sizeof *child);
	return CML_OK;
}

/* A child, or while the population is not full a draw; not met before if possible. */
static enum cml_result make_new(struct evolution *search, double *child, struct cml_error *err)
{
	bool is_new = false;
	for (size_t i = 0; !is_new && i < MAX_REPEATS; i++) {
		enum cml_result status = search->n_members < search->population
					     ? cml_sampler_draw(search->sampler, &search->random,
								search->max_tries, child, err)
					     : breed(search, child, err);
		if (status != CML_OK)
			return status;
		if (cml_key_set_add(&search->met, cml_config_key(search->sampler->space, child),
				    &is_new, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

static enum cml_result ask(void *state, double *values, struct cml_error *err)
{
	struct evolution *search = state;
	size_t n_missing = search->population - search->n_members;
	if (search->n_asked == (n_missing > 0 ? n_missing : search->batch))
		return CML_END;
	enum cml_result status = make_new(search, values, err);
	search->n_asked += status == CML_OK;
	return status;
}

static enum cml_result tell(void *state, size_t n, const double *values, const double *rewards,
			    struct cml_error *err)
{
	struct evolution *search = state;
	size_t n_columns = search->sampler->space->n_columns;
	(void)err;
	search->n_asked = 0;
	for (size_t i = 0; i < n; i++) {
		size_t place =
		    search->n_members < search->population ? search->n_members++ : search->oldest;
		if (++search->n_told > search->population)
			search->oldest = (search->oldest + 1) % search->population;
		memcpy(search->members + place * n_columns, values + i * n_columns,
		       n_columns * sizeof *values);
		search->rewards[place] = rewards[i];
	}
	return CML_OK;
}

/* The population starts with `population` uniform draws. From then on a parent is the
 * best of TOURNAMENT members drawn at random, with replacement; its child has one
 * param changed (cml_neighbour_draw), with chance WIDE another one, and so on, so
 * that params which rules tie to each other can move together. With chance
 * CROSSOVER the child first takes each param from one of two parents
 * (cml_sampler_draw_within), and is then changed only if it is one of them. The child
 * takes the place of the oldest member. One that was met before is made again, a few
 * times, so that few samples are spent on what is known. Every child obeys the rules.
 *
 * `batch` children are made from one population before their rewards are looked at:
 * one for the method as published, more to keep many threads busy.
 * Source: E. Real, A. Aggarwal, Y. Huang, Q. V. Le, "Regularized evolution for image
 * classifier architecture search", AAAI 2019, algorithm 1; crossover and wider
 * mutations are not in it. */
const struct cml_searcher_kind cml_evolution_search = {
    .name = "evolution",
    .doc = "regularized evolution",
    .hyper = hyper,
    .n_hyper = sizeof hyper / sizeof *hyper,
    .needs_model = true,
    .state_size = sizeof(struct evolution),
    .start = start,
    .ask = ask,
    .tell = tell,
    .release = release,
};
