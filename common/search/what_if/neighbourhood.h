/* All configurations next to one, for the question what else it could be. Room of what_if.h.
 *
 * A neighbour has another value of one param. Where a rule refuses that, the params that the rule
 * ties to it move with it: each other param of the rule in turn takes the nearest values, on both
 * sides, at which the rule holds (of params without an order any such value); and so on for the
 * rules that this breaks, until CML_MAX_CHANGES params are changed. `tp * pp * dp == gpus` makes
 * neighbours of tp 8 -> 4 with pp 1 -> 2, and with dp 8 -> 16. */
#ifndef CML_SEARCH_WHAT_IF_NEIGHBOURHOOD_H
#define CML_SEARCH_WHAT_IF_NEIGHBOURHOOD_H

#include "base/error.h"
#include "model/model.h"
#include "search/configs.h"

/* Params that a neighbour differs in at most, those that conditions bring not counted. */
#define CML_MAX_CHANGES 4
/* A param of more values, or of a continuous range, takes the deciles of what measured jobs have.
 */
#define CML_MAX_LISTED 32
/* How far on each side the nearest value is looked for at which a rule holds. */
#define CML_MAX_STEPS 512

/* Adds the neighbours of values (by slot, completed, feasible; contexts stay) to configs, in the
 * order of the space. The model has a space and a support. CML_BAD_DATA: an active param
 * without a value, with the column; a param that cannot be drawn, see cml_constraints_init. */
enum cml_result cml_neighbourhood_list(const struct cml_model *model, const double *values,
				       struct cml_configs *configs, struct cml_error *err);

#endif
