/* The file of a history as bytes: read whole, appended to by whole rows or not at all, and freed
 * of what a killed writer left at its end. Which rows are in it is job_history.h's part. */
#ifndef CML_LAUNCH_HISTORY_HISTORY_FILE_H
#define CML_LAUNCH_HISTORY_HISTORY_FILE_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct cml_history_file {
	int fd;     /* -1: none */
	char *path; /* owned */
	bool read_only;
	long long size; /* bytes of whole rows, which are known; any others come behind them */
};

/* Nothing is opened before the first read. */
enum cml_result cml_history_file_init(struct cml_history_file *file, const char *path,
				      bool read_only, struct cml_error *err);
void cml_history_file_release(struct cml_history_file *file);

/* Whether the path leads to another file than the open one, or to one of another size: somebody
 * edited, replaced or removed it. */
bool cml_history_file_has_changed(const struct cml_history_file *file);

/* Opens the file anew, or, unless read_only, creates it, and reads all of it; a missing file is
 * read as an empty one. CML_BAD_USAGE: not a regular file, or one with a second name. */
enum cml_result cml_history_file_read(struct cml_history_file *file, struct cml_buffer *bytes,
				      struct cml_error *err);
/* The same later, when the file was found unreadable: the next look finds it changed. */
void cml_history_file_close(struct cml_history_file *file);

/* Size of the part of bytes up to the last end of a row, when a row starts at their start: rows
 * end in line ends outside quotes, which are LF, and CR as well in a file whose header ends in
 * CR alone. 0: no row ends there. */
size_t cml_history_whole_rows(struct cml_slice bytes, bool ends_in_return);

/* Writes bytes behind the known ones and syncs; size grows by them. On failure the file ends
 * where it did. */
enum cml_result cml_history_file_append(struct cml_history_file *file, struct cml_slice bytes,
					struct cml_error *err);

/* Writes the line end that the last row lacks, and syncs. Nothing is cut on failure. */
enum cml_result cml_history_file_end_row(struct cml_history_file *file, const char *line_end,
					 struct cml_error *err);

/* Copies rest, all that comes behind size, to a new file PATH.torn-N, synced, and cuts it off.
 * aside gets that file's name. */
enum cml_result cml_history_file_put_aside(struct cml_history_file *file, struct cml_slice rest,
					   char aside[PATH_MAX], struct cml_error *err);

/* How a table gets more columns. */
struct cml_history_widening {
	struct cml_slice names; /* appended to the header line, delimiters and all */
	struct cml_slice cells; /* appended to every other row */
};

/* Puts a wider copy of the table, whose whole rows are given, in its place, synced and by rename,
 * and leaves the table as it was under PATH.narrow-N, whose name aside gets. The file is to be
 * read again. On failure everything is as it was. */
enum cml_result cml_history_file_widen(struct cml_history_file *file, struct cml_slice rows,
				       const struct cml_history_widening *widening,
				       char aside[PATH_MAX], struct cml_error *err);

#endif
