#include "searcher_fixture.h"

#include "space/config.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void check(const struct cml_space *space, const double *values)
{
	double completed[FIXTURE_COLUMNS];
	struct cml_error err;
	size_t broken;
	memcpy(completed, values, space->n_columns * sizeof *values);
	cr_assert_eq(cml_config_complete(space, completed, &broken, &err), CML_OK, "%s",
		     err.message);
	cr_assert_eq(broken, CML_NO_COLUMN);
	for (size_t slot = 0; slot < space->n_columns; slot++)
		cr_assert(completed[slot] == values[slot] ||
			  (isnan(completed[slot]) && isnan(values[slot])));
}

static void take(struct fixture_run *run, const struct cml_space *space, const double *values,
		 double reward)
{
	check(space, values);
	run->digest = run->digest * 1099511628211u + cml_config_key(space, values);
	if (reward > run->best_reward || run->n == 0) {
		run->best_reward = reward;
		memcpy(run->best, values, space->n_columns * sizeof *values);
	}
	run->n++;
}

static void loop(struct fixture_run *run, const struct cml_searcher_kind *kind, void *state,
		 const struct cml_space *space)
{
	struct cml_error err;
	double *values = cml_array_new(run->n_at_a_time * space->n_columns, sizeof *values);
	double *rewards = cml_array_new(run->n_at_a_time, sizeof *rewards);
	size_t n, budget = kind->budget ? kind->budget(state) : run->n_samples;
	cr_assert(values && rewards);
	while (run->n < budget) {
		cr_assert_eq(kind->ask(state, run->n_at_a_time, values, &n, &err), CML_OK, "%s",
			     err.message);
		cr_assert(n > 0 && n <= run->n_at_a_time);
		for (size_t i = 0; i < n; i++) {
			rewards[i] = run->reward(values + i * space->n_columns);
			take(run, space, values + i * space->n_columns, rewards[i]);
		}
		cr_assert_eq(kind->tell(state, n, values, rewards, &err), CML_OK);
	}
	if (kind->budget)
		cr_assert_eq(kind->ask(state, run->n_at_a_time, values, &n, &err), CML_NOTHING);
	free(values);
	free(rewards);
}

void fixture_search(struct fixture_run *run)
{
	struct cml_space *space;
	struct cml_sampler sampler;
	struct cml_hyper hyper = {0};
	struct cml_error err;
	const struct cml_searcher_kind *kind;
	void *state = NULL;
	cr_assert_eq(cml_space_from_text(&space, cml_slice_of(run->space), "s", &err), CML_OK, "%s",
		     err.message);
	cr_assert_leq(space->n_columns, FIXTURE_COLUMNS);
	cr_assert_eq(cml_sampler_init(&sampler, space, NULL, 0, &err), CML_OK);
	cr_assert_eq(cml_searcher_find(run->method, &kind, &err), CML_OK);
	for (size_t i = 0; run->options && run->options[i]; i += 2)
		cr_assert_eq(cml_hyper_set(&hyper, run->options[i], run->options[i + 1], &err),
			     CML_OK);
	cr_assert_eq(cml_hyper_resolve(&hyper, kind->hyper, kind->n_hyper, kind->name, &err),
		     CML_OK, "%s", err.message);
	run->n = 0;
	run->digest = 0;
	if (run->n_at_a_time == 0)
		run->n_at_a_time = 512;
	struct cml_searcher_start start = {.sampler = &sampler,
					   .hyper = &hyper,
					   .n_samples = run->n_samples,
					   .seed = run->seed,
					   .max_tries = 100000,
					   .pool = run->pool,
					   .log = run->log};
	cr_assert_eq(kind->start(&state, &start, &err), CML_OK);
	loop(run, kind, state, space);
	kind->free(state);
	cml_hyper_release(&hyper);
	cml_sampler_release(&sampler);
	cml_space_free(space);
}
