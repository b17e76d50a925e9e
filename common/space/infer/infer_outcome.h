/* Which columns of a job table were known only when the job had run. */
#ifndef CML_SPACE_INFER_INFER_OUTCOME_H
#define CML_SPACE_INFER_INFER_OUTCOME_H

#include "base/error.h"
#include "space/infer/infer_column.h"

#include <stdbool.h>
#include <stddef.h>

/* The rows kept for comparison, and the columns that may be settings. */
struct cml_infer_rows {
	struct cml_infer_column *columns; /* samples of n_rows values */
	size_t n_columns;
	size_t n_rows;
	size_t metric;
	bool *job_ok;    /* by row: no status contradicts its metric */
	bool has_oom;    /* a job ran out of memory, by its status */
	bool *candidate; /* by column: neither metric, status, time nor id */
};

/* Fills suspicion (and what goes with it) of the candidates. Distinct values
 * must have been counted. */
enum cml_result cml_infer_suspect(struct cml_infer_rows *rows, struct cml_error *err);

#endif
