/* Tables whose cells hold dicts, or command lines (dict.h), with a column for each key
 * instead. */
#ifndef CML_TABLE_EXPAND_H
#define CML_TABLE_EXPAND_H

#include "table/table_reader.h"
#include "table/table_writer.h"

/* Holds all rows, since any may have a key that those before it lack. */
struct cml_expand; /* opaque */

/* A table of these columns, of which the named ones are expanded. The header is copied.
 * CML_BAD_DATA for a name the table does not have, with the nearest. */
enum cml_result cml_expand_new(struct cml_expand **expand, const struct cml_header *header,
			       const char *const *names, size_t n_names, struct cml_error *err);
void cml_expand_free(struct cml_expand *expand); /* NULL is allowed */
AUTOPTR_BY(cml_expand, cml_expand_free)

/* Adds a row. A cell without text, or that na lists, is a dict without keys. CML_BAD_DATA, with
 * line and column: another that is no dict; a list that was cut, as in the row before it ends; a
 * first column, `step`, and dicts as in the row before. The row is then not added. */
enum cml_result cml_expand_add(struct cml_expand *expand, const struct cml_row *row,
			       const struct cml_na *na, struct cml_error *err);

/* Writes header and rows. In the place of an expanded column stand those of its keys,
 * `config.tp`, in the order in which they were first seen; cells without the key are empty, or
 * `false` where it is a flag in all rows and the row has other keys.
 * CML_BAD_DATA: a name would occur twice, or an expanded column never has a key. */
enum cml_result cml_expand_write(struct cml_expand *expand, struct cml_table_writer *writer,
				 struct cml_error *err);

#endif
