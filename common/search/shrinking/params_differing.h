#ifndef CML_SEARCH_SHRINKING_PARAMS_DIFFERING_H
#define CML_SEARCH_SHRINKING_PARAMS_DIFFERING_H

#include "space/space.h"

#include <stddef.h>

/* In how many params two configurations differ: one that is absent differs from every value. */
size_t cml_params_differing(const struct cml_space *space, const double *a, const double *b);

#endif
