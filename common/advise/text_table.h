/* A table for people: columns aligned to the right; those that have one value in all rows stand
 * below, once. */
#ifndef CML_ADVISE_TEXT_TABLE_H
#define CML_ADVISE_TEXT_TABLE_H

#include "base/memory.h"
#include "base/text.h"

/* Zeroed is empty. */
struct cml_text_table {
	struct cml_buffer cells; /* row by row, each with a zero byte behind it; names first */
	size_t n_cells;
	size_t n_columns; /* set after the names were added */
};
void cml_text_table_release(struct cml_text_table *table);

/* The next cell; what is not printable becomes `?`. False: out of memory. */
bool cml_text_table_add(struct cml_text_table *table, struct cml_slice cell);

/* Appends the table to text; rows are complete. An empty cell differs from no other; a table of one
 * row has all columns. False: out of memory. */
bool cml_text_table_print(const struct cml_text_table *table, struct cml_buffer *text);

#endif
