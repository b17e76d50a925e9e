/* The history of a submission: a table that only grows, one row for each finished job. One process
 * at a time appends to it, which owns it: see owner_lock.h.
 *
 * A row counts as finished once a commit has returned: then it is whole, in the file, and synced.
 * Rows that are committed together share one write and one sync. What stands in the file stays byte
 * for byte: rows are appended with its own delimiter, line ends, columns and their order. A file
 * that was edited, replaced or removed meanwhile is read again before the next row.
 *
 * A last row that was cut off is copied to HISTORY.torn-1, -2, ... and cut from the history when it
 * is opened, never completed by guessing. That holds for a last row of the right width without a
 * line end, too, if it has a key: its last cell may be short, and its job's directory still has it.
 * Rows without a key, which no submission wrote, get their line end instead. */
#ifndef CML_LAUNCH_HISTORY_JOB_HISTORY_H
#define CML_LAUNCH_HISTORY_JOB_HISTORY_H

#include "base/error.h"
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
	/* 0: cml_delimiter_for its path. */
	char delimiter;
	/* Columns the history does not have are added, and the table as it was stays as
	 * HISTORY.narrow-1, -2, ... Without this, they are refused by name. */
	bool widen;
	/* Its time, where the history has it and rows to add do not, is the start of the job. NULL:
	 * none. */
	const struct cml_space *space;
	/* Nothing is created or mended, and nothing can be added. A torn last row is not there. */
	bool read_only;
	/* What happened to the file: a torn row was put aside, the table was widened. */
	struct cml_notes notes;
};

/* What a history is. */
struct cml_history_facts {
	size_t n_rows;    /* in the file */
	size_t n_waiting; /* added, for the next commit */
	bool has_ok;      /* a row with a key is of a job that was ok */
};

/* What the last row of a key says. */
struct cml_finished_job {
	uint64_t key;
	enum cml_job_status status;
	uint32_t attempt; /* 0: the row does not say */
	uint32_t n_rows;  /* of the key, CML_MAX_REPEATS at most; of no matter to add */
};
#define CML_MAX_REPEATS 1000

struct cml_job_history; /* opaque */

/* Opens, or creates with its directory entry synced. Reads the whole file once, and keeps 24 to
 * 48 bytes for each key. CML_BAD_DATA, with line and column where there are any: a gzip file; a
 * duplicate column; columns that are missing, unless widen; a row of the wrong width or a
 * misplaced quote before the last row; a key that is none; an unknown status. CML_BAD_USAGE: no
 * regular file, or one with a second name. CML_IO_ERROR: cannot be written. */
enum cml_result cml_job_history_open(struct cml_job_history **history, const char *path,
				     const struct cml_job_history_options *options,
				     struct cml_error *err);

/* Whether a job of this key has finished, whatever its status. O(1). */
bool cml_job_history_find(const struct cml_job_history *history, uint64_t key,
			  struct cml_finished_job *found);

/* The attempt behind that of a key's last row. history NULL: none. */
uint32_t cml_job_history_next_attempt(const struct cml_job_history *history, uint64_t key);

/* As of now. */
const struct cml_history_facts *cml_job_history_facts(const struct cml_job_history *history);

/* Takes up a row, whose cells belong to options.columns and say the same of the job, for the next
 * commit. Cells may hold any bytes. */
enum cml_result cml_job_history_add(struct cml_job_history *history,
				    const struct cml_finished_job *job,
				    const struct cml_slice *cells, struct cml_error *err);

/* Appends and syncs the rows that were added, then hands each on to the sink (NULL: to nobody).
 * On CML_IO_ERROR (no space, a quota, a failing disk) the file is cut back to where it ended,
 * and the rows wait for the next commit. Errors of a file that somebody changed are as of the
 * opening. */
struct cml_row_sink {
	enum cml_result (*write)(void *context, const struct cml_slice *cells, size_t n,
				 struct cml_error *err); /* NULL: nobody */
	void *context;
};
enum cml_result cml_job_history_commit(struct cml_job_history *history,
				       const struct cml_row_sink *sink, struct cml_error *err);

/* Rows that were added but not committed are dropped. NULL is allowed. */
void cml_job_history_free(struct cml_job_history *history);

#endif
