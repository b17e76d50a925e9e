/* A byte stream to write, all or nothing.
 *
 * A named file is written beside its final place, synced and renamed when it
 * is committed; released without a commit it leaves the old file as it was.
 * A name that ends in .gz is written as gzip (no time stamp, so the same bytes
 * give the same file). Standard output, and any path that exists and is not a
 * regular file (/dev/null, /dev/full, a pipe), is written as it comes; released
 * without a commit, what was written there ends with a quote, an open cell of a
 * table, so that whoever reads it does not take the part for the whole. */
#ifndef CML_TABLE_OUTPUT_H
#define CML_TABLE_OUTPUT_H

#include "base/memory.h"

struct cml_output; /* opaque */

/* path NULL or "-" is standard output. */
enum cml_result cml_output_open(struct cml_output **output, const char *path,
				struct cml_error *err);

/* Before the first byte: what is written becomes gzip, whatever the output's name, and once. */
enum cml_result cml_output_pack(struct cml_output *output, struct cml_error *err);

/* The file that is written beside the final place, for who must remove it when the
 * process is stopped; NULL: there is none. Lives as long as the output. */
const char *cml_output_temporary(const struct cml_output *output);

/* Buffered; an error may show at a later write or at the commit. After an
 * error every further call returns it again. */
enum cml_result cml_output_write(struct cml_output *output, const void *data, size_t size,
				 struct cml_error *err);

/* Hands buffered bytes to the system now (for streams that a reader waits on). */
enum cml_result cml_output_flush(struct cml_output *output, struct cml_error *err);

/* Flushes, checks, syncs and renames. The only call that makes a named file
 * appear. */
enum cml_result cml_output_commit(struct cml_output *output, struct cml_error *err);

/* A committed file gets its name with a suffix behind it, in place of what has that name. Standard
 * output, and what is no regular file, stay as they are. */
enum cml_result cml_output_set_aside(const char *path, const char *suffix, struct cml_error *err);

/* A whole file in one call: path is never NULL or "-". */
enum cml_result cml_output_put(const char *path, struct cml_slice bytes, struct cml_error *err);

/* Frees; removes what was written beside when there was no commit. NULL is
 * allowed. */
void cml_output_free(struct cml_output *output);
AUTOPTR_BY(cml_output, cml_output_free)

#endif
