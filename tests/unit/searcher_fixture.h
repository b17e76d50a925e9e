/* Runs a searcher as the search loop does, with a reward known in closed form in the
 * place of a model. */
#ifndef CML_TEST_SEARCHER_FIXTURE_H
#define CML_TEST_SEARCHER_FIXTURE_H

#include "search/searcher.h"

#define FIXTURE_COLUMNS 16

typedef double fixture_reward(const double *values);

struct fixture_run {
	const char *method;
	const char *space;
	const char *const *options; /* name, value, ..., NULL */
	fixture_reward *reward;
	size_t n_samples;
	uint64_t seed;
	size_t n_at_a_time; /* most proposals of one ask */
	struct cml_pool *pool;
	struct cml_search_log *log;

	/* Filled in. */
	double best[FIXTURE_COLUMNS];
	double best_reward;
	size_t n;        /* proposals */
	uint64_t digest; /* of all proposals, in order */
};

/* Ends the test when anything fails, or a proposal is not complete, not in the space
 * or breaks a rule. */
void fixture_search(struct fixture_run *run);

#endif
