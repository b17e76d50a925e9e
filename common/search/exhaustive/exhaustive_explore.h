/* What a search knows before it goes through the space. */
#ifndef CML_SEARCH_EXHAUSTIVE_EXHAUSTIVE_EXPLORE_H
#define CML_SEARCH_EXHAUSTIVE_EXHAUSTIVE_EXPLORE_H

#include "search/exhaustive/exhaustive_batch.h"

/* How to go through the space (run->branching), from a sample of all of it, so that it is the same
 * for all shards; and good incumbents to begin with. CML_NOTHING: nothing is feasible. */
enum cml_result cml_exhaustive_explore(struct cml_exhaustive_run *run, struct cml_error *err);
enum cml_result cml_exhaustive_fail_infeasible(struct cml_error *err);

#endif
