/* A history from inside: the table in its file, of whose rows the keys alone are kept, and the rows
 * that wait for the commit. */
#ifndef CML_LAUNCH_HISTORY_HISTORY_TABLE_H
#define CML_LAUNCH_HISTORY_HISTORY_TABLE_H

#include "base/error.h"
#include "base/key.h"
#include "base/memory.h"
#include "base/text.h"
#include "launch/history/job_history.h"
#include "table/table_reader.h"

/* The file of a history as bytes: read whole, appended to by whole rows or not at all, and freed
 * of what a killed writer left at its end. Which rows are in it is history_table.h's part. */

struct cml_history_file {
	int fd;           /* -1: none */
	const char *path; /* of cml_job_history_open */
	bool read_only;
	struct cml_notes notes; /* where a copy is */
	size_t size;            /* bytes that are known; any others come behind them */
};

void cml_history_file_close(struct cml_history_file *file); /* safe on one that is not open */

/* Whether the path leads to another file than the open one, or to one of another size: it was
 * edited, replaced or removed. True of one that is not open. */
bool cml_history_file_has_changed(const struct cml_history_file *file);

/* Opens the file anew, or, unless read_only, creates it, and reads all of it; a missing file is
 * read as an empty one. CML_BAD_USAGE: not a regular file, or one with a second name. */
enum cml_result cml_history_file_read(struct cml_history_file *file, struct cml_buffer *bytes,
				      struct cml_error *err);

/* Writes bytes behind the known ones and syncs; size grows by them. On failure the file ends
 * where it did. */
enum cml_result cml_history_file_append(struct cml_history_file *file, struct cml_slice bytes,
					struct cml_error *err);

/* Copies rest, all that comes behind size, to a new file PATH.torn-N, synced, and cuts it off. A
 * note says where it is. */
enum cml_result cml_history_file_put_aside(struct cml_history_file *file, struct cml_slice rest,
					   struct cml_error *err);

/* Puts other bytes in the place of all, synced and by rename, after a copy of what was there to a
 * new file PATH.narrow-N: a note says where. The file is to be read again. On
 * failure everything is as it was. */
enum cml_result cml_history_file_replace(struct cml_history_file *file, struct cml_slice old,
					 struct cml_slice bytes, struct cml_error *err);

struct cml_job_history {
	struct cml_job_history_options options; /* with a delimiter */
	struct cml_history_facts facts;
	struct cml_history_file file;
	struct cml_header header;
	char line_end[3]; /* LF, CRLF or CR */
	size_t *source;   /* by column of the file: which of options.columns, or CML_NO_COLUMN */
	size_t n_missing; /* of options.columns */
	struct cml_slice *row; /* cells of one, by column of the file */
	/* In the file; CML_NO_COLUMN where it has none. */
	size_t key;
	size_t status;
	size_t attempt;
	struct cml_key_set keys; /* the note beside each: status and attempt */
	struct cml_history_row {
		struct cml_finished_job job;
		struct cml_slice *cells; /* of options.columns */
	} * waiting;                     /* facts.n_waiting */
	size_t waiting_capacity;
	struct cml_arena cells;  /* of these */
	struct cml_buffer lines; /* to be appended */
};

/* Reads the file, and leaves it ending in a whole row, with the columns it has to have. Errors
 * as of cml_job_history_open; the file is closed then, so that the next look finds it changed. */
enum cml_result cml_history_load(struct cml_job_history *history, struct cml_error *err);

/* Forgets all that was read, and closes the file. */
void cml_history_unload(struct cml_job_history *history);

/* Counts a row that is in the file. */
enum cml_result cml_history_note_job(struct cml_job_history *history,
				     const struct cml_finished_job *job, struct cml_error *err);

#endif
