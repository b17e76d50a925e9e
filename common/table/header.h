/* The header of a table: its columns by name. */
#ifndef CML_TABLE_HEADER_H
#define CML_TABLE_HEADER_H

#include "base/error.h"
#include "base/memory.h"
#include "table/symbols.h"

/* What to do where that is so, for messages. */
#define CML_NO_HEADER                                                                              \
	"its first line has values, not names: put a line with the names of the columns before it"

/* The columns of a table. Names are unique and not empty. */
struct cml_header {
	size_t n_columns;
	const struct cml_slice *names; /* terminated, in by_name, whose ids are the columns */
	struct cml_symbols by_name;
	size_t n_unnamed; /* columns that had no name, and are called column_N by their position, */
	size_t first_unnamed; /* and the first of them */
};
#define CML_NO_COLUMN SIZE_MAX
/* Whether the names are the cells of a row, so that the header line is missing: two columns or
 * more, and at least half of the names that are not empty are numbers, dates or truths; columns
 * that are numbered from 0 or 1, as pandas does, are named so. */
bool cml_header_is_row(const struct cml_slice *names, size_t n);

/* Position of a column, or CML_NO_COLUMN. O(1). */
size_t cml_header_find(const struct cml_header *header, struct cml_slice name);

/* Whether a column is one of those that the tools themselves add: its name begins with cml_. */
bool cml_is_own_column(struct cml_slice name);
/* Before the name of a measured limit, and of a second metric, in a feature table. */
#define CML_LIMIT_PREFIX "cml_limit_"
#define CML_METRIC_PREFIX "cml_metric_"

/* Copies the names (each terminated in the copy) and indexes them. An empty one, as of the index
 * that pandas writes, becomes `column_` with its position, from 1.
 * CML_BAD_DATA for a name that occurs twice, and for a NUL byte.
 * On failure nothing is left behind. */
enum cml_result cml_header_init(struct cml_header *header, const struct cml_slice *names, size_t n,
				struct cml_error *err);
void cml_header_release(struct cml_header *header); /* safe on a zeroed header */

/* Finding a column the user named. */

/* CML_BAD_DATA when the table has no such column, with the nearest name it
 * has. */
enum cml_result cml_find_column(const struct cml_header *header, struct cml_slice name,
				size_t *column, struct cml_error *err);

/* `; did you mean 'tp_size'?`, to be put behind a name that no column has. Empty where none is
 * near, or memory is out. Returns text. */
const char *cml_near_column(const struct cml_header *header, struct cml_slice name,
			    char text[CML_SUGGESTION_SIZE]);

/* Rows of one table in the columns of another: tables with the same columns in another order are
 * read together. */

/* Zeroed is empty. */
struct cml_align {
	bool is_same; /* rows need no change */
	size_t n_columns;
	size_t *source;    /* by column of to: the column of from, or CML_NO_COLUMN */
	size_t n_left_out; /* columns of from that to lacks, */
	size_t left_out;   /* the first of them */
};

/* From rows under header from to rows under header to. Columns that begin with cml_, which the
 * tools themselves add, may be missing in from; their cells are then empty. CML_BAD_DATA, naming
 * the column: another one is missing. */
enum cml_result cml_align_init(struct cml_align *align, const struct cml_header *from,
			       const struct cml_header *to, struct cml_error *err);
void cml_align_release(struct cml_align *align);

/* row, of the right width, in the columns of to; cells: room for n_columns of them, which the
 * result points to unless is_same. */
struct cml_row cml_align_row(const struct cml_align *align, const struct cml_row *row,
			     struct cml_slice *cells);

/* Rows of a table that stay where they are while the next ones are read, so that
 * other threads can work on them. */

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
	char *piece; /* of the input, and room for a byte more */
	size_t piece_size;
	size_t piece_capacity;
};

/* Row i in [first_row, n_rows). */
static inline struct cml_row cml_row_block_get(const struct cml_row_block *block, size_t i)
{
	const struct cml_block_row *row = &block->rows[i];

	return (struct cml_row){block->cells + row->first_cell, row->n_cells, row->line};
}

void cml_row_block_release(struct cml_row_block *block);

#endif
