/* Which rows of a dataset teach what: a dataset for each of the things to learn. */
#ifndef CML_MODEL_CHANCE_CHANCE_ROWS_H
#define CML_MODEL_CHANCE_CHANCE_ROWS_H

#include "base/error.h"
#include "base/job_status.h"
#include "learn/data/dataset.h"

/* All of them empty datasets to begin with, for the caller to release. */

/* Jobs that ran, y = 1, and those that failed, y = 0. */
enum cml_result cml_chance_rows_run(const struct cml_dataset *data, struct cml_dataset *rows,
				    struct cml_error *err);

/* Jobs that report the limit, y being what they report. */
enum cml_result cml_chance_rows_limit(const struct cml_dataset *data, size_t limit,
				      struct cml_dataset *rows, struct cml_error *err);

/* Jobs of data->failed that ended as status. */
size_t cml_chance_count(const struct cml_dataset *data, enum cml_job_status status);

#endif
