/* Files of other kinds where a table is expected. */
#ifndef CML_TABLE_FOREIGN_H
#define CML_TABLE_FOREIGN_H

#include "base/text.h"

/* What a file is that begins with these bytes, and how it becomes a table, as a sentence for a
 * message; NULL: it may be a table. Knows UTF-16, zip (workbooks such as .xlsx and .ods), old
 * workbooks (.xls), zstd, bzip2, xz, Parquet, SQLite, JSON, HTML and XML, by their first bytes; a
 * table whose header begins so is none that anybody has: quotes and brackets of JSON count together
 * only. */
const char *cml_foreign_file(struct cml_slice start);

#endif
