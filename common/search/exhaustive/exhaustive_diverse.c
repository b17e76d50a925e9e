#include "search/exhaustive/exhaustive.h"

#include <stdio.h>

/* Incumbents kept at first for each configuration wanted, and how they grow. */
#define FIRST_INCUMBENTS 16
#define GROWTH 8

static void explain(const struct cml_search *search, size_t n_incumbents, bool is_whole,
		    struct cml_proposals *proposals)
{
	snprintf(proposals->shortfall, sizeof proposals->shortfall,
		 "%zu of %zu wanted: of the %s%zu configurations no more differ in %zu params",
		 proposals->n, search->n, is_whole ? "" : "best ", n_incumbents,
		 search->selection.diversity);
}

enum cml_result cml_exhaustive_run_diverse(struct cml_exhaustive *exhaustive, const double *first,
					   struct cml_proposals *proposals, struct cml_error *err)
{
	const struct cml_search *wanted = exhaustive->search;
	struct cml_search search = *wanted;
	struct cml_selection_problem problem = {.selection = &wanted->selection,
						.space = wanted->space,
						.first = first,
						.n = wanted->n,
						.seed = wanted->seed};
	size_t n_incumbents = wanted->n > CML_EXHAUSTIVE_INCUMBENTS / FIRST_INCUMBENTS
				  ? CML_EXHAUSTIVE_INCUMBENTS
				  : wanted->n * FIRST_INCUMBENTS;
	enum cml_result status = CML_OK;
	struct cml_exhaustive part = *exhaustive;
	part.search = &search;
	while (status == CML_OK) {
		search.n = n_incumbents;
		status = cml_exhaustive_run(&part, proposals, err);
		if (status != CML_OK)
			break;
		size_t n_pool = proposals->n;
		bool is_whole = n_pool < n_incumbents || part.is_stopped;
		proposals->shortfall[0] = '\0';
		status = cml_select(&problem, proposals, err);
		if (status != CML_OK || proposals->n == wanted->n)
			break;
		if (is_whole || n_incumbents >= CML_EXHAUSTIVE_INCUMBENTS) {
			explain(wanted, n_pool, is_whole, proposals);
			break;
		}
		cml_proposals_release(proposals);
		n_incumbents = n_incumbents > CML_EXHAUSTIVE_INCUMBENTS / GROWTH
				   ? CML_EXHAUSTIVE_INCUMBENTS
				   : n_incumbents * GROWTH;
	}
	exhaustive->n_configurations = part.n_configurations;
	exhaustive->n_predicted = part.n_predicted;
	exhaustive->n_bounded = part.n_bounded;
	exhaustive->is_stopped = part.is_stopped;
	exhaustive->done = part.done;
	if (status == CML_OK && proposals->n == 0)
		status = cml_fail(err, CML_NOTHING, "%s", proposals->shortfall);
	return status;
}
