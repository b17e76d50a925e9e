/* Which column of a job table is the metric, and which ones are status, time
 * and ids. */
#ifndef CML_INFER_INFER_ROLE_H
#define CML_INFER_INFER_ROLE_H

#include "base/error.h"
#include "base/memory.h"
#include "infer/infer_column.h"

#include <stdbool.h>
#include <stddef.h>

/* The column called name; NULL: of the numeric ones whose name is a metric's
 * the one that cml_name_metric_rank prefers, of equals the last, and never a reading for less than
 * the job (`tok_s_gpu`) where the whole one is there; else the last numeric one. CML_BAD_DATA when
 * there is none. */
enum cml_result cml_infer_metric(struct cml_infer_column *columns, size_t n_columns,
				 const char *name, size_t *metric, struct cml_error *err);

/* Decides status, times, ids and the columns our own tools add; *status is the
 * status column or CML_NO_COLUMN. At most one column gets each of the roles
 * status and time. */
void cml_infer_bookkeeping(struct cml_infer_column *columns, size_t n_columns, size_t *status);

#endif
