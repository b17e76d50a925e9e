/* Rows of one table in the columns of another: tables with the same columns in another order are
 * read together. */
#ifndef CML_TABLE_ALIGN_H
#define CML_TABLE_ALIGN_H

#include "base/error.h"
#include "table/header.h"
#include "table/table_reader.h"

#include <stdbool.h>
#include <stddef.h>

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

#endif
