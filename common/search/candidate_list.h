/* The searcher over a list: its configurations in an order shuffled by the seed, each
 * once. Takes the place of the searcher of a search with candidates. */
#ifndef CML_SEARCH_CANDIDATE_LIST_H
#define CML_SEARCH_CANDIDATE_LIST_H

#include "search/searcher.h"

extern const struct cml_searcher_kind cml_candidate_list;

#endif
