/* Uniform random search: the first round, and the baseline every other
 * searcher is held to. */
#ifndef CML_SEARCH_RANDOM_SEARCH_H
#define CML_SEARCH_RANDOM_SEARCH_H

#include "search/searcher.h"

/* Uniform draws among the feasible configurations; rewards are not looked at.
 * Option `design`: independent draws, or the points of a Latin hypercube over
 * n_samples or of a Halton sequence, placed into the space by
 * cml_diagram_place; maximin: uniform draws, of which those are proposed that are far from
 * each other (portfolio/maximin.h). Each draw alone is uniform whatever the design. */
extern const struct cml_searcher_kind cml_random_search;

#endif
