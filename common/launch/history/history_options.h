/* What a history is opened with, and what it says of a finished job. */
#ifndef CML_LAUNCH_HISTORY_HISTORY_OPTIONS_H
#define CML_LAUNCH_HISTORY_HISTORY_OPTIONS_H

#include "base/job_status.h"
#include "base/notes.h"
#include "base/text.h"
#include "space/space.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Columns a history must have beside those of the configurations. */
#define CML_COLUMN_KEY "cml_key"
#define CML_COLUMN_STATUS "cml_status"
#define CML_COLUMN_ATTEMPT "cml_attempt"
#define CML_COLUMN_STARTED "cml_started"

struct cml_job_history_options {
	/* Of the rows that will be added, and of a new history; key, status and attempt are among
	 * them. The history may have more, which stay empty, and any other order. They outlive it.
	 */
	const struct cml_slice *columns;
	size_t n_columns;
	/* Of a new history; 0: cml_delimiter_for its path. Of one that has a header, the first of
	 * this, comma, tab, semicolon and bar with which the header names most of columns. */
	char delimiter;
	/* Columns the history does not have are added, and the table as it was stays as
	 * HISTORY.narrow-1, -2, ... Without this, they are refused by name. */
	bool widen;
	/* Rows whose keys are not those of their configurations in this space are counted; its
	 * time, where the history has it and rows to add do not, is the start of the job. NULL:
	 * none. */
	const struct cml_space *space;
	const struct cml_na *na;
	/* Nothing is created or mended, and nothing can be added. A torn last row is not there. */
	bool read_only;
	/* What happened to the file: a torn row was put aside, the table was widened. */
	struct cml_notes notes;
};

/* What a history is. */
struct cml_history_facts {
	char delimiter;        /* of its cells */
	size_t n_rows;         /* in the file */
	size_t n_rows_removed; /* that somebody took out while it was open here, or with it */
	size_t n_other_keys; /* with a space: whose keys are of other columns, as without a space */
	size_t n_waiting;    /* added, for the next commit */
	bool has_ok;         /* a row with a key is of a job that was ok */
};

/* What the last row of a key says. */
struct cml_finished_job {
	uint64_t key;
	enum cml_job_status status;
	uint32_t attempt; /* 0: the row does not say */
};

#endif
