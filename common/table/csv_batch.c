#include "table/csv_batch.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* libcsv grows its cell buffer by this much at a time, never geometrically. */
#define CELL_BUFFER_STEP ((size_t)1 << 16)

/* Blanks belong to the cell: nothing is a space that libcsv may trim. */
static int never_space(unsigned char c)
{
	(void)c;
	return 0;
}

void cml_row_block_release(struct cml_row_block *block)
{
	free(block->rows);
	free(block->cells);
	free(block->text);
	free(block->piece);
	*block = (struct cml_row_block){0};
}

void cml_csv_batch_init(struct cml_csv_batch *batch, char delimiter)
{
	*batch = (struct cml_csv_batch){.open_line = 1, .line = 1};
	/* sacct quotes nothing: {"tp": 8} stands between its bars as it is. */
	csv_init(&batch->parser,
		 CSV_EMPTY_IS_NULL | (delimiter == '|' ? 0 : CSV_STRICT | CSV_STRICT_FINI));
	csv_set_delim(&batch->parser, (unsigned char)delimiter);
	csv_set_space_func(&batch->parser, never_space);
	/* libcsv would make room for 128 bytes at a time. */
	csv_set_blk_size(&batch->parser, CELL_BUFFER_STEP);
	batch->is_special[(unsigned char)delimiter] = true;
	batch->is_special['"'] = true;
	batch->is_special['\n'] = true;
	batch->is_special['\r'] = true;
}

void cml_csv_batch_release(struct cml_csv_batch *batch)
{
	if (batch->parser.free_func)
		csv_free(&batch->parser);
	cml_row_block_release(&batch->out);
	*batch = (struct cml_csv_batch){0};
}

size_t cml_csv_batch_n_open(const struct cml_csv_batch *batch)
{
	return batch->out.n_cells - batch->first_open_cell;
}

/* Line ends inside a cell: LF, CRLF or CR. */
static size_t count_lines(const char *text, size_t size)
{
	size_t n = 0;

	for (size_t i = 0; i < size; i++)
		n += text[i] == '\n' || (text[i] == '\r' && (i + 1 == size || text[i + 1] != '\n'));
	return n;
}

/* libcsv's callback for a cell, data being NULL for an empty one without quotes. There is room: see
 * reserve(). */
static void on_cell(void *data, size_t size, void *context)
{
	struct cml_csv_batch *batch = context;
	char *text = batch->out.text + batch->out.text_size;

	if (size > 0)
		memcpy(text, data, size);
	else if (data)
		batch->has_quoted_empty = true;
	batch->out.cells[batch->out.n_cells++] = (struct cml_slice){text, size};
	batch->out.text_size += size;
	if (batch->may_hold_lines)
		batch->line += count_lines(text, size);
}

/* A row of delimiters alone, as spreadsheets write below a table. */
static bool is_blank(const struct cml_csv_batch *batch)
{
	size_t i = batch->first_open_cell;
	while (i < batch->out.n_cells && batch->out.cells[i].size == 0)
		i++;
	return i == batch->out.n_cells && !batch->has_quoted_empty;
}

/* libcsv's callback for the end of a row (-1: by the end of the input), called
 * for blank lines too, and for CR and LF each: CRLF ends a row and a blank one. */
static void on_line_end(int terminator, void *context)
{
	struct cml_csv_batch *batch = context;
	size_t n_open = cml_csv_batch_n_open(batch);

	if (n_open > 0 || terminator != '\n' || !batch->after_return)
		batch->line++;
	batch->in_row = false;
	batch->after_return = terminator == '\r';
	if (n_open > 0 && !is_blank(batch))
		batch->out.rows[batch->out.n_rows++] =
		    (struct cml_block_row){batch->first_open_cell, n_open, batch->open_line};
	batch->has_quoted_empty = false;
	batch->first_open_cell = batch->out.n_cells;
	batch->open_line = batch->line;
}

/* Moves the text of the open row, its size bytes at the end of text, to `to`. */
static void move_open_text(struct cml_csv_batch *batch, char *to, size_t size)
{
	const char *from = batch->out.text + batch->out.text_size - size;

	memmove(to, from, size);
	for (size_t i = 0; i < batch->out.n_cells; i++)
		batch->out.cells[i].data = to + (batch->out.cells[i].data - from);
	batch->out.text_size = size;
}

/* Drops the whole rows: the cells and text of the open one move to the front.
 * Then makes room for all that n_bytes more can hold (each of them can end a
 * cell and a row at most, and so can the end of the input), so that the
 * callbacks, which have no way to fail, need not grow anything. */
static enum cml_result reserve(struct cml_csv_batch *batch, size_t n_bytes, struct cml_error *err)
{
	size_t n_open = cml_csv_batch_n_open(batch);
	struct cml_slice *open = batch->out.cells + batch->first_open_cell;
	size_t open_size = 0;
	size_t needed;

	if (n_open > 0)
		open_size = (size_t)(batch->out.text + batch->out.text_size - open[0].data);
	needed = open_size + batch->parser.entry_pos + n_bytes;
	if (n_open > CML_ROW_MAX_SIZE / sizeof *open ||
	    needed - n_bytes > CML_ROW_MAX_SIZE - n_open * sizeof *open)
		return cml_fail(err, CML_BAD_DATA,
				"a row of more than 64 MiB (is a quote not closed?)");
	if (batch->first_open_cell > 0) {
		memmove(batch->out.cells, open, n_open * sizeof *open);
		batch->out.n_cells = n_open;
		batch->first_open_cell = 0;
		move_open_text(batch, batch->out.text, open_size);
	}
	batch->out.n_rows = 0;
	/* The parser's own buffer grows by such steps: by its half, or a long cell is copied time
	 * and again. */
	csv_set_blk_size(&batch->parser,
			 CELL_BUFFER_STEP + csv_get_buffer_size(&batch->parser) / 2);
	if (needed > batch->out.text_capacity || !batch->out.text) {
		size_t capacity = needed + needed / 2 + 1;
		char *text = malloc(capacity);

		if (!text)
			return cml_fail_memory(err);
		if (batch->out.text)
			move_open_text(batch, text, open_size);
		free(batch->out.text);
		batch->out.text = text;
		batch->out.text_capacity = capacity;
	}
	if (!CML_RESERVE(&batch->out.cells, &batch->out.cells_capacity, n_open + n_bytes + 1) ||
	    !CML_RESERVE(&batch->out.rows, &batch->out.rows_capacity, n_bytes + 1))
		return cml_fail_memory(err);
	return CML_OK;
}

enum cml_result cml_csv_batch_take(struct cml_csv_batch *batch, struct cml_row_block *taken,
				   struct cml_error *err)
{
	struct cml_row_block *out = &batch->out;
	struct cml_slice *open = out->cells + batch->first_open_cell;
	size_t n_open = cml_csv_batch_n_open(batch);
	size_t open_size = n_open > 0 ? (size_t)(out->text + out->text_size - open[0].data) : 0;

	if (!CML_RESERVE(&taken->cells, &taken->cells_capacity, n_open) ||
	    !cml_array_reserve((void **)&taken->text, &taken->text_capacity, open_size, 1))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n_open; i++)
		taken->cells[i] =
		    (struct cml_slice){taken->text + (open[i].data - open[0].data), open[i].size};
	if (open_size > 0)
		memcpy(taken->text, open[0].data, open_size);
	taken->n_rows = 0;
	taken->n_cells = n_open;
	taken->text_size = open_size;
	struct cml_row_block whole = *out;
	whole.n_cells = batch->first_open_cell;
	batch->out = *taken;
	batch->first_open_cell = 0;
	*taken = whole;
	return CML_OK;
}

/* The byte beside a misplaced quote, as advice where it is likely the delimiter that was meant. */
static const char *advise(char byte)
{
	return byte == ';'    ? "; is ';' the delimiter (-d)?"
	       : byte == '\t' ? "; is '\\t' the delimiter (-d)?"
	       : byte == '|'  ? "; is '|' the delimiter (-d)?"
			      : "";
}

/* Why libcsv stopped. Only a closing quote can be followed by something, so
 * the one strict error in a quoted cell is text after it. */
static enum cml_result parser_fail(const struct cml_csv_batch *batch, struct cml_error *err)
{
	const char *cell = (const char *)batch->parser.entry_buf;
	size_t size = batch->parser.entry_pos;

	if (batch->parser.status != CSV_EPARSE)
		return cml_fail_memory(err);
	if (batch->parser.quoted)
		return cml_fail(err, CML_BAD_DATA, "text after the closing quote of a cell%s",
				advise(batch->stopped_at));
	return cml_fail(err, CML_BAD_DATA, "a quote inside an unquoted cell%s",
			advise(size > 0 ? cell[size - 1] : '\0'));
}

/* One past the last line end in [data, end), or data when there is none. */
static const char *after_last_line(const char *data, const char *end)
{
	while (end > data && end[-1] != '\n' && end[-1] != '\r')
		end--;
	return end;
}

/* One past the first line end in [data, end), or end when there is none. */
static const char *after_first_line(const char *data, const char *end)
{
	while (data < end && *data != '\n' && *data != '\r')
		data++;
	return data < end ? data + 1 : end;
}

/* Moves the cells of the open row from the piece to where libcsv's cells go. */
static void keep_open_cells(struct cml_csv_batch *batch)
{
	for (size_t i = batch->first_open_cell; i < batch->out.n_cells; i++) {
		struct cml_slice *cell = &batch->out.cells[i];

		memcpy(batch->out.text + batch->out.text_size, cell->data, cell->size);
		cell->data = batch->out.text + batch->out.text_size;
		batch->out.text_size += cell->size;
	}
}

/* The quote that closes the cell whose opening quote is at data, when the cell
 * ends there; NULL when it is not as plain as that. [data, end) ends in a line
 * end, so that something follows every quote in it. */
static const char *closing_quote(const struct cml_csv_batch *batch, const char *data,
				 const char *end)
{
	const char *quote = memchr(data + 1, '"', (size_t)(end - data - 1));

	if (!quote || quote[1] == '"' || !batch->is_special[(unsigned char)quote[1]])
		return NULL;
	return quote;
}

/* Splits whole lines, [data, end) with a line end last, up to the first cell
 * that is left to libcsv. Returns where that starts, or end. */
static const char *split_lines(struct cml_csv_batch *batch, const char *data, const char *end)
{
	while (data < end) {
		const char *start = data;
		struct cml_slice cell = {data, 0};

		while (!batch->is_special[(unsigned char)*data])
			data++;
		cell.size = (size_t)(data - start);
		if (*data == '"') {
			const char *quote = data == start ? closing_quote(batch, data, end) : NULL;

			if (!quote) {
				keep_open_cells(batch);
				return start;
			}
			cell = (struct cml_slice){start + 1, (size_t)(quote - start - 1)};
			batch->has_quoted_empty = batch->has_quoted_empty || cell.size == 0;
			batch->line += count_lines(cell.data, cell.size);
			data = quote + 1;
		}
		bool is_line_end = *data == '\n' || *data == '\r';

		if (data > start || !is_line_end || cml_csv_batch_n_open(batch) > 0)
			batch->out.cells[batch->out.n_cells++] = cell;
		if (is_line_end)
			on_line_end(*data, batch);
		data++;
	}
	return end;
}

/* At most one line, so that a line end in a cell can only have come in before. */
static bool parse_line(struct cml_csv_batch *batch, const char *data, const char *end)
{
	size_t size = (size_t)(end - data);

	batch->may_hold_lines = batch->in_row;
	batch->in_row = true;
	size_t n_taken = csv_parse(&batch->parser, data, size, on_cell, on_line_end, batch);
	if (n_taken < size)
		batch->stopped_at = data[n_taken];
	return n_taken == size;
}

enum cml_result cml_csv_batch_feed(struct cml_csv_batch *batch, const char *data, size_t size,
				   struct cml_error *err)
{
	const char *end = data + size;
	const char *last = after_last_line(data, end);
	if (reserve(batch, size, err) != CML_OK)
		return err->status;
	while (data < end) {
		if (!batch->in_row && data < last)
			data = split_lines(batch, data, last);
		if (data < end) {
			const char *stop = after_first_line(data, end);

			if (!parse_line(batch, data, stop))
				return parser_fail(batch, err);
			data = stop;
		}
	}
	return CML_OK;
}

enum cml_result cml_csv_batch_finish(struct cml_csv_batch *batch, struct cml_error *err)
{
	if (reserve(batch, 0, err) != CML_OK)
		return err->status;
	batch->may_hold_lines = batch->in_row;
	/* A quote that is not closed is an error between bars, too. */
	csv_set_opts(&batch->parser, CSV_EMPTY_IS_NULL | CSV_STRICT | CSV_STRICT_FINI);
	if (csv_fini(&batch->parser, on_cell, on_line_end, batch) != 0)
		return cml_fail(err, CML_BAD_DATA, "a quoted cell is not closed");
	return CML_OK;
}
