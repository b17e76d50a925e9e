/* Readings in a file that is a table: the cells of a column. */
#ifndef CML_LAUNCH_METRIC_READING_TABLE_H
#define CML_LAUNCH_METRIC_READING_TABLE_H

#include "base/error.h"
#include "base/memory.h"

/* Appends a line `name=cell` for each cell of the column called name, where bytes are a table that
 * has it, with any of the usual delimiters; *found says so. A quote that is not closed ends the
 * table. CML_NO_MEMORY only. */
enum cml_result cml_reading_table_print(struct cml_slice bytes, struct cml_slice name, bool *found,
					struct cml_buffer *text, struct cml_error *err);

#endif
