/* A table for people: numbers in columns, and what is the same in all rows below them, once. */
#ifndef CML_ADVISE_TEXT_TABLE_H
#define CML_ADVISE_TEXT_TABLE_H

#include "base/memory.h"
#include "base/text.h"

/* Zeroed is empty. */
struct cml_text_table {
	struct cml_buffer cells; /* row by row, each with a zero byte behind it; names first, empty
				  * where there are none */
	size_t n_cells;
	size_t n_columns; /* set after the names were added */
	unsigned left;    /* bits of columns that are aligned to the left; then all but empty ones
			   * stay in their place */
	size_t stays;     /* a column that stays in its place, unless it is empty; 0: none */
	unsigned indent;
	const char *title; /* a line before the row title_at; NULL: none */
	size_t title_at;   /* 1: the first behind the names */
};
void cml_text_table_release(struct cml_text_table *table);

/* The next cell; what is not printable becomes `?`. Of a buffer, which is released. Where memory is
 * out, printing says so. */
void cml_text_table_add(struct cml_text_table *table, struct cml_slice cell);
void cml_text_table_take(struct cml_text_table *table, struct cml_buffer *cell);

/* Appends the table to text; rows are complete. An empty cell differs from no other; a table of one
 * row has all columns. False: out of memory. */
bool cml_text_table_print(const struct cml_text_table *table, struct cml_buffer *text);

/* A name or a value as a terminal may have it: bytes that are not printable are `?`. */
void cml_text_word(struct cml_slice word, struct cml_buffer *text);
/* Columns that text takes on a terminal, a character in each. */
size_t cml_text_width_of(const char *data, size_t size);

#endif
