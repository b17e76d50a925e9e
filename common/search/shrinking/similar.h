/* Proposals that are one idea written twice. */
#ifndef CML_SEARCH_SHRINKING_SIMILAR_H
#define CML_SEARCH_SHRINKING_SIMILAR_H

#include "base/memory.h"
#include "search/proposals.h"
#include "space/space.h"

#include <stdbool.h>
#include <stddef.h>

/* Repeats of a job differ by about as much. */
#define CML_SIMILAR_PERCENT 1

/* In how many params two configurations differ: one that is absent differs from every value. */
size_t cml_params_differing(const struct cml_space *space, const double *a, const double *b);

/* Whether two differ in one param alone, and their predictions by CML_SIMILAR_PERCENT at most. */
bool cml_proposals_are_similar(const struct cml_space *space, const struct cml_proposal *a,
			       const struct cml_proposal *b);

/* Whether two differ in a param by a step or more: two levels, or two values of a domain of at most
 * 21; of a larger one or a range, numbers a twentieth of it apart, on the scale that the space
 * encodes. Absence differs from every value. */
bool cml_configs_are_apart(const struct cml_space *space, const double *a, const double *b);

/* *n: how many of the proposals are similar to one before them; names of the params in which they
 * differ from the first such one are appended, in the order of the space, with commas between
 * them. False: out of memory. O(proposals^2 * columns). */
bool cml_similar_print(const struct cml_space *space, const struct cml_proposals *proposals,
		       size_t *n, struct cml_buffer *names);

#endif
