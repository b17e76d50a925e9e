/* The history of a submission: a table that only grows, one row for each finished
 * job, shared by every process that appends to it.
 *
 * A row counts as finished once a commit has returned: then it is whole, in the file,
 * and synced. Rows that are committed together share one write and one sync.
 *
 * Several processes of one machine may append to one history: each commit holds
 * flock(2) on the file, first reads what the others have appended, and leaves out
 * rows that somebody has written already. On a network file system, where such a
 * lock may bind one machine only, one process at a time owns the history: see
 * owner_lock.h.
 *
 * A last row that was cut off (the machine went down, the disk was full, a writer
 * was killed) is copied to HISTORY.torn-1, -2, ... and cut from the history when it is
 * opened or next written; it is never completed by guessing. That holds for a last
 * row of the right width without a line end, too, if it has a key: its last cell may
 * be short. (What the job gave still stands in its directory: see job_folder.h.) Rows
 * that no submission wrote, those without a key, get their line end instead.
 *
 * Its descriptors are closed on exec. A child by fork that goes on without exec closes them
 * first of all: a lock lives as long as its last copy.
 *
 * What stands in the file stays byte for byte: rows are appended with the file's own
 * delimiter, line ends, columns and their order. */
#ifndef CML_LAUNCH_HISTORY_JOB_HISTORY_H
#define CML_LAUNCH_HISTORY_JOB_HISTORY_H

#include "base/error.h"
#include "base/text.h"
#include "space/job_status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Columns a history must have beside those of the configurations. */
#define CML_COLUMN_KEY "cml_key"
#define CML_COLUMN_STATUS "cml_status"
#define CML_COLUMN_ATTEMPT "cml_attempt"

struct cml_job_history; /* opaque */

struct cml_job_history_options {
	/* Of the rows that will be added, in their order; the three above are among them.
	 * The history may have more, which stay empty, and any other order. A new history
	 * gets these. To be kept by the caller until the history is freed. */
	const struct cml_slice *columns;
	size_t n_columns;
	char delimiter; /* of a table with this name when 0: see cml_delimiter_for */
	/* Columns the history does not have: a wider copy takes its place, all rows with
	 * empty cells at their ends, and the table as it was stays as HISTORY.narrow-1,
	 * -2, ... Without this, they are refused by name. */
	bool widen;
	/* Nothing is created, mended, owned or waited for, and nothing can be added;
	 * columns may be empty. A torn last row is not there. */
	bool read_only;
	/* One process at a time on local file systems too. */
	bool one_writer;
};

/* What the last row of a key says. */
struct cml_finished_job {
	enum cml_job_status status;
	uint32_t attempt; /* 0: the row does not say */
};

/* Opens, or creates with its directory entry synced. Reads every row once: memory is
 * 24 to 48 bytes for each key. CML_BAD_DATA, with line and column where there are any: a gzip
 * file; a duplicate column; columns that are missing, unless widen; a row of the wrong
 * width or a misplaced quote before the last row; a key that is none; an unknown
 * status. CML_IO_ERROR: cannot be written; owned by another process, which is named. */
enum cml_result cml_job_history_open(struct cml_job_history **history, const char *path,
				     const struct cml_job_history_options *options,
				     struct cml_error *err);

/* Whether a job of this key has finished, whatever its status. O(1). */
bool cml_job_history_find(const struct cml_job_history *history, uint64_t key,
			  struct cml_finished_job *found);

size_t cml_job_history_n_rows(const struct cml_job_history *history);
char cml_job_history_delimiter(const struct cml_job_history *history); /* the file's own */
/* Rows that were in the file and that somebody took out while it was open here, or with it. */
size_t cml_job_history_n_gone(const struct cml_job_history *history);
/* Rows without a key: written by hand, or by other tools. */
size_t cml_job_history_n_foreign(const struct cml_job_history *history);

/* Reads what others have appended, and keeps them from appending more until the next commit: what
 * is added now fits to what stands there. Errors as of the commit. */
enum cml_result cml_job_history_hold(struct cml_job_history *history, struct cml_error *err);

/* Takes up a row, whose cells belong to options.columns, for the next commit. Cells may
 * hold any bytes. CML_BAD_DATA: no key, no status or no attempt in their cells. */
enum cml_result cml_job_history_add(struct cml_job_history *history, const struct cml_slice *cells,
				    struct cml_error *err);
size_t cml_job_history_n_waiting(const struct cml_job_history *history); /* for the commit */

/* Appends and syncs the rows that were added. A row whose key has one of the same or a
 * later attempt in the history by now is dropped: another process saw the same job end.
 * On CML_IO_ERROR (no space, a quota, a failing disk) the file is cut back to where it
 * ended, and the rows wait for the next commit. CML_BAD_DATA: somebody else appended what
 * is no row. Without rows to add it still reads what others have appended. */
enum cml_result cml_job_history_commit(struct cml_job_history *history, struct cml_error *err);

/* What happened to the file that its owner should hear about (a torn row was put aside,
 * the table was widened), one line at a time, oldest first; NULL: nothing more. Valid
 * until the next call on the history. */
const char *cml_job_history_notice(struct cml_job_history *history);

/* Rows that were added but not committed are dropped. NULL is allowed. */
void cml_job_history_free(struct cml_job_history *history);

#endif
