/* Rows by the batch out of libcsv, which calls back for every cell and cannot
 * be stopped: each piece of input fed in becomes as many whole rows as it
 * completes, and the row it leaves open waits for the next piece. Memory is
 * bounded by one piece and one row. For the table reader only.
 *
 * Where a line lies whole in a piece, its cells are split in place up
 * to the first that holds a doubled or a misplaced quote: several times faster
 * and to the same cells. Fed byte by byte, all rows go to libcsv. */
#ifndef CML_TABLE_CSV_BATCH_H
#define CML_TABLE_CSV_BATCH_H

#include "base/error.h"
#include "table/header.h"

#include <csv.h>

/* Most bytes a row may take in memory, cells and their text together. */
#define CML_ROW_MAX_SIZE ((size_t)64 << 20)

struct cml_csv_batch {
	struct csv_parser parser;

	/* Whole rows, and the cells of the open one after theirs. */
	struct cml_row_block out;

	size_t first_open_cell; /* of the row that is not complete */
	size_t open_line;       /* line it starts on */
	size_t line;            /* line of the next byte that is outside quotes */
	bool in_row;            /* libcsv is inside a row */
	char stopped_at;        /* the byte that libcsv refused */
	bool may_hold_lines;    /* cells libcsv is about to give may hold line ends */
	bool has_quoted_empty;  /* the open row has a cell "" */
	bool after_return;      /* the last line ended in CR: a LF is part of it */
	bool is_special[256];   /* by byte: the delimiter, the quote, the line ends */
};

/* delimiter: any byte but a quote or a line end. Between bars, a quote inside an unquoted cell
 * is text; elsewhere it is an error. */
void cml_csv_batch_init(struct cml_csv_batch *batch, char delimiter);
void cml_csv_batch_release(struct cml_csv_batch *batch); /* safe on a zeroed one */

/* Drops the whole rows and parses size more bytes, which must stay as they are
 * until the next call: cells may point into them. On failure, rows that were
 * completed before the fault are in the batch, open_line and
 * cml_csv_batch_n_open() say where the fault is, and nothing more may be fed. */
enum cml_result cml_csv_batch_feed(struct cml_csv_batch *batch, const char *data, size_t size,
				   struct cml_error *err);

/* Drops the whole rows and completes the open one, if there is one: the end of
 * the input. As feed otherwise. */
enum cml_result cml_csv_batch_finish(struct cml_csv_batch *batch, struct cml_error *err);

/* Moves the whole rows into *taken, whose memory is used from here on; the open
 * row stays. */
enum cml_result cml_csv_batch_take(struct cml_csv_batch *batch, struct cml_row_block *taken,
				   struct cml_error *err);

/* Cells of the open row before the one that is being read. */
size_t cml_csv_batch_n_open(const struct cml_csv_batch *batch);

#endif
