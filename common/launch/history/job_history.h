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
#include "base/text.h"
#include "launch/history/history_options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
 * opening. Without rows to add it still looks at the file. */
struct cml_row_sink {
	enum cml_result (*write)(void *context, const struct cml_slice *cells, size_t n,
				 struct cml_error *err); /* NULL: nobody */
	void *context;
};
enum cml_result cml_job_history_commit(struct cml_job_history *history,
				       const struct cml_row_sink *sink, struct cml_error *err);

/* Other cells in rows that are there: what the output of their jobs says when it is read in another
 * way. */
struct cml_history_edit {
	/* Is given the cells of options.columns in the row of an attempt, from 1, and may put
	 * others in their place, which stay valid until the next call. */
	enum cml_result (*edit)(void *context, const struct cml_finished_job *job,
				struct cml_slice *cells, struct cml_error *err);
	void *context;
	size_t n_changed; /* out: rows with other cells than before */
};

/* Offers each row with a key, a status and an attempt to edit->edit, in the order of the file.
 * Where a cell became another, the table with the new cells replaces the file, synced and by
 * rename, after a copy to PATH.before-N, of which a note tells; the other rows are the same bytes.
 * No row was added since the last commit. Errors of the callback, and as of the opening; then the
 * file is as it was. */
enum cml_result cml_job_history_edit(struct cml_job_history *history, struct cml_history_edit *edit,
				     struct cml_error *err);

/* Rows that were added but not committed are dropped. NULL is allowed. */
void cml_job_history_free(struct cml_job_history *history);

#endif
