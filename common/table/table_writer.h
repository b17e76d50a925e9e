/* Writing tables: cells one after the other, quoted where they must be. */
#ifndef CML_TABLE_TABLE_WRITER_H
#define CML_TABLE_TABLE_WRITER_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "table/output.h"

/* Cells of a row are separated by the delimiter, rows end in LF. A cell is
 * quoted when it holds the delimiter, a quote, CR or LF, and when it begins a row
 * as a byte order mark, gzip or a comment begins a file; a row of empty cells
 * ends in "" so that it is not taken for a blank line. Cells give no status: what fails is said at
 * the end of the row, and of all rows behind it. */
struct cml_table_writer {
	struct cml_output *output; /* not owned */
	char delimiter;
	size_t n_in_row;          /* cells written to the current row */
	bool has_text;            /* one of them is not empty, for the rule above */
	struct cml_error failure; /* status CML_OK: none */
};

void cml_table_writer_init(struct cml_table_writer *writer, struct cml_output *output,
			   char delimiter);
void cml_write_cell(struct cml_table_writer *writer, struct cml_slice cell);
void cml_write_string(struct cml_table_writer *writer, const char *cell);
void cml_write_format(struct cml_table_writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A buffer that has failed is a failure. */
void cml_write_buffer(struct cml_table_writer *writer, const struct cml_buffer *cell);
void cml_write_key(struct cml_table_writer *writer, uint64_t key);
/* Shortest exact text; NaN is written as an empty cell; infinities are refused as CML_BAD_DATA. */
void cml_write_number(struct cml_table_writer *writer, double value);
void cml_write_strings(struct cml_table_writer *writer, const char *const *cells, size_t n);
enum cml_result cml_write_end_row(struct cml_table_writer *writer, struct cml_error *err);
/* All cells of a row or header, and its end. */
enum cml_result cml_write_row(struct cml_table_writer *writer, const struct cml_slice *cells,
			      size_t n, struct cml_error *err);

/* Appends a cell to text that is no output yet, quoted by its content alone. False when
 * memory is out. */
bool cml_append_cell(struct cml_buffer *text, struct cml_slice cell, char delimiter);
/* The same for all cells of a row, and its line end. */
bool cml_append_row(struct cml_buffer *text, const struct cml_slice *cells, size_t n,
		    char delimiter, const char *line_end);

#endif
