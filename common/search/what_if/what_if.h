/* What else could it be: one configuration and its neighbours, best first. */
#ifndef CML_SEARCH_WHAT_IF_WHAT_IF_H
#define CML_SEARCH_WHAT_IF_WHAT_IF_H

#include "base/error.h"
#include "base/parallel.h"
#include "model/model.h"
#include "model/model_worth.h"
#include "search/proposals.h"

#include <stdbool.h>
#include <stddef.h>

struct cml_what_if {
	const struct cml_model *model; /* with a space and support */
	const double *values;          /* the configuration: by slot, completed, feasible */
	size_t n;                      /* so many of the best; 0: all */
	struct cml_acquisition acquisition;
	struct cml_failures failures;
	bool within_log; /* leave out what the log does not cover */
	struct cml_pool *pool;
};

/* The neighbours (neighbourhood.h) as proposals, and the configuration itself, predicted, in *self,
 * whose values are those of what_if. CML_BAD_DATA: see cml_neighbourhood_list. CML_NOTHING: no
 * neighbour obeys the rules, the log covers none, or all are below the floor of failures.
 * CML_BAD_USAGE as cml_model_worth. */
enum cml_result cml_what_if_run(const struct cml_what_if *what_if, struct cml_proposals *proposals,
				struct cml_proposal *self, struct cml_error *err);

#endif
