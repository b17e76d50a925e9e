/* Uniform random search: the first round, and the baseline every other
 * searcher is held to. */
#ifndef CML_SEARCH_RANDOM_SEARCH_H
#define CML_SEARCH_RANDOM_SEARCH_H

#include "search/searcher.h"

/* Independent uniform draws among the feasible configurations; rewards are not
 * looked at. */
extern const struct cml_searcher_kind cml_random_search;

#endif
