/* Whether what another program computed of configurations is in the unit that it has in the log. */
#ifndef CML_ADVISE_GIVEN_UNIT_H
#define CML_ADVISE_GIVEN_UNIT_H

#include "base/error.h"
#include "model/model.h"

/* Looks at n configurations (values: n x n_columns of the model's space), 1,000 at most. *times:
 * what was computed of half of them by the largest of the log, or, below its smallest, by that;
 * NaN unless it is 30 times that or a thirtieth, times the proportion in which contexts that were
 * let in (cml_cell_admit) exceed their domains, or they are predicted as far from what they are
 * predicted without it: no scale of jobs does that, units do. */
enum cml_result cml_given_check_unit(const struct cml_model *model, size_t n, const double *values,
				     double *times, struct cml_error *err);

#endif
