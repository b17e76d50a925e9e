/* Which columns of a job table were known only when the job had run. */
#ifndef CML_INFER_INFER_OUTCOME_H
#define CML_INFER_INFER_OUTCOME_H

#include "base/error.h"
#include "infer/infer_column.h"

#include <stdbool.h>
#include <stddef.h>

/* Fills suspicion (and what goes with it) of the candidates. Distinct values
 * must have been counted. */
enum cml_result cml_infer_suspect(struct cml_infer_rows *rows, struct cml_error *err);

#endif
