/* The file of a history as bytes: read whole, appended to by whole rows or not at all, and freed
 * of what a killed writer left at its end. Which rows are in it is history_table.h's part. */
#ifndef CML_LAUNCH_HISTORY_HISTORY_FILE_H
#define CML_LAUNCH_HISTORY_HISTORY_FILE_H

#include "base/error.h"
#include "base/memory.h"
#include "base/notes.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct cml_history_file {
	int fd;     /* -1: none */
	char *path; /* owned */
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
 * new file PATH.KIND-N: a note of what was done says where. The file is to be read again. On
 * failure everything is as it was. */
enum cml_result cml_history_file_replace(struct cml_history_file *file, const char *kind,
					 const char *what, struct cml_slice old,
					 struct cml_slice bytes, struct cml_error *err);

#endif
