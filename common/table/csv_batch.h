/* Rows by the batch: a piece of input becomes the rows that are whole in it, and what is left of
 * it begins the next piece. Memory is bounded by one piece and one row. For the table reader only.
 *
 * Cells are views into the piece, split there up to the first of a row that holds a doubled or a
 * misplaced quote: several times faster than by libcsv, which reads the rest of that row, and to
 * the same cells. */
#ifndef CML_TABLE_CSV_BATCH_H
#define CML_TABLE_CSV_BATCH_H

#include "base/error.h"
#include "table/header.h"

#include <csv.h>

/* Most bytes a row may take in memory, cells and their text together. */
#define CML_ROW_MAX_SIZE ((size_t)64 << 20)

struct cml_csv_batch {
	struct csv_parser parser;
	struct cml_row_block out; /* whole rows, and their piece */
	size_t used;              /* bytes of the piece before the row that is not whole */
	size_t n_open;            /* cells of that row before the one that is not */
	size_t line;              /* that it starts on */
	bool after_return;        /* the line before it ended in CR: a LF is part of that */
	bool has_quoted_empty;    /* it has a cell "" */
	bool has_ended;           /* libcsv has seen its end */
	bool is_special[256];     /* by byte: the delimiter, the quote, the line ends */
};

/* delimiter: any byte but a quote or a line end. Between bars, a quote inside an unquoted cell
 * is text; elsewhere it is an error. */
void cml_csv_batch_init(struct cml_csv_batch *batch, char delimiter);
void cml_csv_batch_release(struct cml_csv_batch *batch); /* safe on a zeroed one */

/* Drops the whole rows, and makes room for n_bytes behind what is left of the piece: from
 * out.piece + out.piece_size on, which the caller moves past what it puts there. */
enum cml_result cml_csv_batch_clear(struct cml_csv_batch *batch, size_t n_bytes,
				    struct cml_error *err);

/* Finds the whole rows of the piece; is_last: the input ends with it, and so does its last row. On
 * failure, rows before the fault are in the batch, line and n_open say where it is, and no more may
 * be asked for. */
enum cml_result cml_csv_batch_split(struct cml_csv_batch *batch, bool is_last,
				    struct cml_error *err);

/* Moves the whole rows into *taken, whose memory is used from here on; what is left of the piece
 * stays. */
enum cml_result cml_csv_batch_take(struct cml_csv_batch *batch, struct cml_row_block *taken,
				   struct cml_error *err);

#endif
