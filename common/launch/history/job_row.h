/* The row that a finished job becomes: the cells of its configuration, the metric, the measured
 * limits, and the columns cml_... that say what became of it. */
#ifndef CML_LAUNCH_HISTORY_JOB_ROW_H
#define CML_LAUNCH_HISTORY_JOB_ROW_H

#include "base/error.h"
#include "base/job_status.h"
#include "base/number.h"
#include "launch/job/job_folder.h"
#include "launch/job/reason.h"
#include "space/space.h"
#include "table/table_reader.h"

#include <stdbool.h>
#include <stddef.h>

/* Columns of rows. Zeroed is empty. */
struct cml_job_columns {
	struct cml_header header;
	size_t *carried; /* columns of the input that go into the row, each kind in its order */
	size_t n_carried;
	size_t n_settings; /* the first of them, which are the configuration */
	size_t metric;     /* CML_NO_COLUMN: none */
	size_t limits;     /* the first of those of the space's limits, in their order */
	size_t n_limits;
	size_t time; /* the space's, if it is carried: empty cells get the start of the job */
	size_t own;  /* the first of those that begin with cml_ */
};

/* Carries all columns of the input but those whose names begin with `cml_` and those that hold
 * results: the metric, and the space's metric, limit and status columns. metric: its column, or
 * NULL for none. more: comma-separated names of columns with `cml_` that are carried all the same,
 * behind those of the configuration, or NULL. CML_BAD_DATA: nothing would be left. CML_BAD_USAGE: a
 * name of more is not in the input, does not begin with `cml_`, is a row's own, or is there twice.
 */
enum cml_result cml_job_columns_init(struct cml_job_columns *columns,
				     const struct cml_header *input, const struct cml_space *space,
				     const char *metric, const char *more, struct cml_error *err);
void cml_job_columns_release(struct cml_job_columns *columns); /* safe on a zeroed one */

/* What became of a job. */
struct cml_job_result {
	struct cml_attempt_id attempt;
	enum cml_job_status status;
	double value;         /* NaN: none */
	size_t n_readings;    /* 0: none */
	bool is_unread;       /* exit 0, and nothing in the output that could be a reading */
	double spread;        /* NaN: unknown */
	const double *limits; /* of the space, NaN: not reported; NULL: none is */
	struct cml_missing_limit no_limit; /* of those that were looked for */
	double started;                    /* seconds since 1970 UTC; 0: unknown */
	double seconds;                    /* NaN: unknown */
	bool has_exit;
	int exit_code; /* of a job that a signal ended: 128 + its number */
	struct cml_reason reason;
	char job[48]; /* the backend's name for it */
};

/* Columns of our own, from columns->own. */
enum cml_own_column {
	CML_OWN_KEY,
	CML_OWN_STATUS,
	CML_OWN_STARTED,
	CML_OWN_SECONDS,
	CML_OWN_ATTEMPT,
	CML_OWN_EXIT,
	CML_OWN_READINGS,
	CML_OWN_SPREAD,
	CML_OWN_REASON,
	CML_OWN_JOB,
	CML_N_OWN_COLUMNS,
};

/* Room for the texts of one row. */
struct cml_job_row {
	char texts[CML_N_OWN_COLUMNS + 1][48];
	char (*limits)[CML_NUMBER_SIZE]; /* columns->n_limits; given to cml_job_row_fill */
};

/* Fills the cells behind those that are carried (columns->header.n_columns with them), which point
 * into result and row. */
void cml_job_row_fill(struct cml_job_row *row, const struct cml_job_columns *columns,
		      const struct cml_job_result *result, struct cml_slice *cells);

#endif
