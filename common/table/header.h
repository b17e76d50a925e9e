/* Making and releasing a table's header; finding in it is in table_reader.h. */
#ifndef CML_TABLE_HEADER_H
#define CML_TABLE_HEADER_H

#include "base/error.h"
#include "table/table_reader.h"

#include <stddef.h>

/* Copies the names (each terminated in the copy) and indexes them.
 * CML_BAD_DATA for a name that is empty or stands twice, and for a NUL byte.
 * On failure nothing is left behind. */
enum cml_result cml_header_init(struct cml_header *header, const struct cml_slice *names, size_t n,
				struct cml_error *err);
void cml_header_release(struct cml_header *header); /* safe on a zeroed header */

#endif
