/* Contexts that follow from others by a rule: `gpus == 8 * nodes` leaves one number of nodes. */
#ifndef CML_SPACE_FEASIBLE_IMPLIED_H
#define CML_SPACE_FEASIBLE_IMPLIED_H

#include "space/space.h"

#include <stdbool.h>
#include <stddef.h>

/* given: by slot, NaN: not given; not changed in the end. Whether exactly one value of the domain
 * of `slot` obeys a rule that reads it and otherwise only what is given; *rule is the first such
 * rule. False for a domain of no or more than a million values, and for rules that are undefined or
 * missing with one of them. O(rules x values). */
bool cml_rule_implies(const struct cml_space *space, double *given, size_t slot, double *value,
		      size_t *rule);

#endif
