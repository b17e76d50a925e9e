/* Rows of a table that stay where they are while the next ones are read, so that
 * other threads can work on them. */
#ifndef CML_TABLE_ROW_BLOCK_H
#define CML_TABLE_ROW_BLOCK_H

#include "base/text.h"

#include <stddef.h>

/* One row, as views. */
struct cml_row {
	const struct cml_slice *cells;
	size_t n_cells;
	size_t line; /* 1-based line the row starts on */
};

/* The same in a block. */
struct cml_block_row {
	size_t first_cell;
	size_t n_cells; /* as many as it has: may be more or fewer than the header's */
	size_t line;    /* 1-based line the row starts on */
};

/* Zeroed is empty. A block that is filled again keeps its memory. */
struct cml_row_block {
	struct cml_block_row *rows;
	size_t first_row; /* those before have been given out as single rows */
	size_t n_rows;
	size_t rows_capacity;
	struct cml_slice *cells; /* of all rows */
	size_t n_cells;
	size_t cells_capacity;
	char *text; /* of the cells that are not in the piece verbatim */
	size_t text_size;
	size_t text_capacity;
	char *piece; /* of the input; the table reader's */
};

/* Row i in [first_row, n_rows). */
static inline struct cml_row cml_row_block_get(const struct cml_row_block *block, size_t i)
{
	const struct cml_block_row *row = &block->rows[i];

	return (struct cml_row){block->cells + row->first_cell, row->n_cells, row->line};
}

void cml_row_block_release(struct cml_row_block *block);

#endif
