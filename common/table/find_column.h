/* Finding a column the user named. */
#ifndef CML_TABLE_FIND_COLUMN_H
#define CML_TABLE_FIND_COLUMN_H

#include "base/error.h"
#include "base/text.h"
#include "table/table_reader.h"

#include <stddef.h>

/* CML_BAD_DATA when the table has no such column, with the nearest name it
 * has. */
enum cml_result cml_find_column(const struct cml_header *header, struct cml_slice name,
				size_t *column, struct cml_error *err);

/* `; did you mean 'tp_size'?`, to be put behind a name that no column has. Empty where none is
 * near, or memory is out. Returns text. */
const char *cml_near_column(const struct cml_header *header, struct cml_slice name,
			    char text[CML_SUGGESTION_SIZE]);

#endif
