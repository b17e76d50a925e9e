/* The file of a history as bytes: locked, appended to by whole rows or not at all, and freed
 * of what a dead writer left at its end. Which rows are in it is job_history.h's part. */
#ifndef CML_LAUNCH_HISTORY_HISTORY_FILE_H
#define CML_LAUNCH_HISTORY_HISTORY_FILE_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "launch/history/owner_lock.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* Bytes before taken that are kept, to see whether somebody edited the file in place. */
#define CML_HISTORY_MARK_SIZE 64

/* Zeroed is closed. */
struct cml_history_file {
	int fd;     /* plus 1; 0: none */
	char *path; /* owned */
	bool read_only;
	bool locked;
	struct cml_owner_lock owner;      /* held on network file systems, or when asked for */
	long long taken;                  /* bytes whose rows are known: whole rows */
	size_t n_lines;                   /* in them */
	char mark[CML_HISTORY_MARK_SIZE]; /* the last of them */
};

/* Opens or, unless read_only, creates; a missing file is read as an empty one. Owns it where
 * that is needed. */
enum cml_result cml_history_file_open(struct cml_history_file *file, const char *path,
				      bool read_only, bool one_writer, struct cml_error *err);
void cml_history_file_release(struct cml_history_file *file); /* safe on a zeroed one */

/* The next read begins at the start. */
void cml_history_file_forget(struct cml_history_file *file);

/* Waits for the lock. *replaced: another file has its name, or other bytes stand where rows
 * were known: taken is 0 again. */
enum cml_result cml_history_file_lock(struct cml_history_file *file, bool *replaced,
				      struct cml_error *err);
void cml_history_file_unlock(struct cml_history_file *file);

/* Size of the part of [data, data + size) up to its last end of a row, when a row starts at
 * data: rows end in line ends outside quotes, which are LF, and CR as well in a file whose
 * header ends in CR alone. 0: no row ends there. */
size_t cml_history_whole_rows(struct cml_slice bytes, bool ends_in_return);

/* Reads on behind taken: some whole rows, or, at the end of the file, *rows empty and in
 * *rest what stands behind the last one. Both point into buffer. Nothing is taken yet. */
enum cml_result cml_history_file_read(struct cml_history_file *file, bool ends_in_return,
				      struct cml_buffer *buffer, struct cml_slice *rows,
				      struct cml_slice *rest, struct cml_error *err);
/* Counts rows that read gave, or that were appended, as taken. */
void cml_history_file_take(struct cml_history_file *file, struct cml_slice rows);

/* Writes bytes at the end, which is where the rows taken end, and syncs. On failure the file
 * ends where it did. The lock is held. */
enum cml_result cml_history_file_append(struct cml_history_file *file, struct cml_slice bytes,
					struct cml_error *err);

/* Writes the line end that the last row lacks, and syncs. Nothing is cut on failure. */
enum cml_result cml_history_file_end_row(struct cml_history_file *file, const char *line_end,
					 struct cml_error *err);

/* Copies rest, all that stands behind taken, to a new file PATH.torn-N, synced, and cuts it
 * off. aside gets that file's name. */
enum cml_result cml_history_file_put_aside(struct cml_history_file *file, struct cml_slice rest,
					   char aside[PATH_MAX], struct cml_error *err);

/* How a table gets more columns. */
struct cml_history_widening {
	bool ends_in_return;
	struct cml_slice names; /* appended to the header line, delimiters and all */
	struct cml_slice cells; /* appended to every other row */
};

/* Puts a wider copy of the table in its place, whole, synced and by rename, and leaves the
 * table as it was under PATH.narrow-N, whose name aside gets. The file is closed: who locks
 * it next, this process or another, finds it replaced. The lock is held, and all rows are
 * taken. On failure everything is as it was. */
enum cml_result cml_history_file_widen(struct cml_history_file *file,
				       const struct cml_history_widening *widening,
				       char aside[PATH_MAX], struct cml_error *err);

#endif
