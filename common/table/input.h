/* A byte stream to read: a file or standard input, plain or gzip.
 *
 * gzip is recognised by its two magic bytes, never by the name; concatenated
 * members are one stream. A truncated or damaged gzip, or bytes after the last
 * member that are not gzip, is CML_BAD_DATA, never a short read. */
#ifndef CML_TABLE_INPUT_H
#define CML_TABLE_INPUT_H

#include "base/memory.h"

struct cml_input; /* opaque */

/* path NULL or "-" is standard input, which messages call `standard input`. */
enum cml_result cml_input_open(struct cml_input **input, const char *path, struct cml_error *err);

/* Reads up to size bytes into data, size > 0; *n_read is 0 at the end only.
 * After an error every further call returns it again. */
enum cml_result cml_input_read(struct cml_input *input, void *data, size_t size, size_t *n_read,
			       struct cml_error *err);

const char *cml_input_name(const struct cml_input *input); /* for messages */

/* False for a path that leads to standard input, such as /dev/stdin. */
bool cml_input_is_standard(const struct cml_input *input);

void cml_input_free(struct cml_input *input); /* NULL is allowed */
AUTOPTR_BY(cml_input, cml_input_free)

/* What a file is that begins with these bytes, and how it becomes a table, as a sentence for a
 * message; NULL: it may be a table. Knows UTF-16, zip (workbooks such as .xlsx and .ods), old
 * workbooks (.xls), zstd, bzip2, xz, Parquet, SQLite, JSON, YAML, HTML and XML, pointers of
 * git-lfs, unfinished merges, comments and `sep=;` before a table, by their first bytes; a table
 * whose header begins so is none that anybody has: quotes and brackets of JSON count together only.
 */
const char *cml_foreign_file(struct cml_slice start);

#endif
