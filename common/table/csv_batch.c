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

/* sacct quotes nothing: {"tp": 8} stands between its bars as it is. */
static unsigned char options_of(char delimiter)
{
	return CSV_EMPTY_IS_NULL | (delimiter == '|' ? 0 : CSV_STRICT | CSV_STRICT_FINI);
}

void cml_csv_batch_init(struct cml_csv_batch *batch, char delimiter)
{
	*batch = (struct cml_csv_batch){.line = 1};
	csv_init(&batch->parser, options_of(delimiter));
	csv_set_delim(&batch->parser, (unsigned char)delimiter);
	csv_set_space_func(&batch->parser, never_space);
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

enum cml_result cml_csv_batch_clear(struct cml_csv_batch *batch, size_t n_bytes,
				    struct cml_error *err)
{
	struct cml_row_block *out = &batch->out;
	size_t left = out->piece_size - batch->used;
	if (left > 0)
		memmove(out->piece, out->piece + batch->used, left);
	batch->used = 0;
	out->piece_size = left;
	out->n_rows = out->n_cells = out->text_size = 0;
	/* And a line end behind it. */
	return cml_array_reserve((void **)&out->piece, &out->piece_capacity, left + n_bytes + 1, 1)
		   ? CML_OK
		   : cml_fail_memory(err);
}

enum cml_result cml_csv_batch_take(struct cml_csv_batch *batch, struct cml_row_block *taken,
				   struct cml_error *err)
{
	size_t left = batch->out.piece_size - batch->used;
	if (!cml_array_reserve((void **)&taken->piece, &taken->piece_capacity, left + 1, 1))
		return cml_fail_memory(err);
	if (left > 0)
		memcpy(taken->piece, batch->out.piece + batch->used, left);
	struct cml_row_block whole = batch->out;
	batch->out = *taken;
	*taken = whole;
	batch->out.n_rows = batch->out.n_cells = batch->out.text_size = 0;
	batch->out.piece_size = left;
	batch->used = 0;
	return CML_OK;
}

/* Line ends inside a cell: LF, CRLF or CR. */
static size_t count_lines(const char *text, size_t size)
{
	size_t n = 0;
	for (size_t i = 0; i < size; i++)
		n += text[i] == '\n' || (text[i] == '\r' && (i + 1 == size || text[i + 1] != '\n'));
	return n;
}

/* A row while it is read. */
struct row {
	size_t first_cell;
	size_t line;
};

static inline bool add_cell(struct cml_row_block *out, const char *data, size_t size)
{
	if (out->n_cells == out->cells_capacity &&
	    !CML_RESERVE(&out->cells, &out->cells_capacity, out->n_cells + 1))
		return false;
	out->cells[out->n_cells++] = (struct cml_slice){data, size};
	return true;
}

/* A row of delimiters alone, as spreadsheets write below a table. */
static bool is_blank(const struct cml_csv_batch *batch, size_t first_cell)
{
	size_t i = first_cell;
	while (i < batch->out.n_cells && batch->out.cells[i].size == 0)
		i++;
	return i == batch->out.n_cells && !batch->has_quoted_empty;
}

/* Ends a row of some cells, or a blank line: CRLF ends a row and a blank one. */
static bool end_row(struct cml_csv_batch *batch, struct row *row, char terminator)
{
	struct cml_row_block *out = &batch->out;
	size_t n = out->n_cells - row->first_cell;
	bool is_row = n > 0 && !is_blank(batch, row->first_cell);
	if (is_row && !CML_RESERVE(&out->rows, &out->rows_capacity, out->n_rows + 1))
		return false;
	if (is_row)
		out->rows[out->n_rows++] = (struct cml_block_row){row->first_cell, n, batch->line};
	if (n > 0 || terminator != '\n' || !batch->after_return)
		row->line++;
	batch->after_return = terminator == '\r';
	batch->has_quoted_empty = false;
	batch->line = row->line;
	row->first_cell = out->n_cells;
	return true;
}

/* The byte beside a misplaced quote, as advice where it is likely the delimiter that was meant. */
static const char *advise(char byte)
{
	return byte == ';'    ? "; is ';' the delimiter (-d)?"
	       : byte == '\t' ? "; is '\\t' the delimiter (-d)?"
	       : byte == '|'  ? "; is '|' the delimiter (-d)?"
			      : "";
}

/* Why libcsv stopped at a byte. Only a closing quote can be followed by something, so the one
 * strict error in a quoted cell is text after it. */
static enum cml_result parser_fail(const struct cml_csv_batch *batch, char stopped_at,
				   struct cml_error *err)
{
	const char *cell = (const char *)batch->parser.entry_buf;
	size_t size = batch->parser.entry_pos;
	if (batch->parser.status != CSV_EPARSE)
		return cml_fail_memory(err);
	if (batch->parser.quoted)
		return cml_fail(err, CML_BAD_DATA, "text after the closing quote of a cell%s",
				advise(stopped_at));
	return cml_fail(err, CML_BAD_DATA, "a quote inside an unquoted cell%s",
			advise(size > 0 ? cell[size - 1] : '\0'));
}

/* libcsv's callback for a cell, data being NULL for an empty one without quotes. There is room: the
 * cells of a piece are no longer than it is, and libcsv gives one for each byte at most. */
static void on_cell(void *data, size_t size, void *context)
{
	struct cml_csv_batch *batch = context;
	struct cml_row_block *out = &batch->out;
	char *text = out->text + out->text_size;
	if (size > 0)
		memcpy(text, data, size);
	else if (data)
		batch->has_quoted_empty = true;
	out->cells[out->n_cells++] = (struct cml_slice){text, size};
	out->text_size += size;
}

static void on_line_end(int terminator, void *context)
{
	struct cml_csv_batch *batch = context;
	(void)terminator;
	batch->has_ended = true;
}

/* Forgets the row that libcsv is inside. */
static void reset_parser(struct cml_csv_batch *batch)
{
	unsigned char options = (unsigned char)csv_get_opts(&batch->parser);
	csv_set_opts(&batch->parser, 0);
	csv_fini(&batch->parser, NULL, NULL, NULL);
	csv_set_opts(&batch->parser, options);
}

/* One past the first line end in [data, end), or end when there is none. */
static const char *after_first_line(const char *data, const char *end)
{
	while (data < end && *data != '\n' && *data != '\r')
		data++;
	return data < end ? data + 1 : end;
}

/* Reads the rest of a row, from the start of a cell on, by libcsv, which cannot be stopped: line by
 * line. *after: behind its line end, or NULL where that is not in the piece. */
static enum cml_result parse_rest(struct cml_csv_batch *batch, struct row *row, const char *data,
				  const char *end, const char **after, struct cml_error *err)
{
	struct cml_row_block *out = &batch->out;
	const char *start = data;
	*after = NULL;
	if (out->text_size == 0 && out->text_capacity < out->piece_capacity) {
		free(out->text);
		out->text = malloc(out->piece_capacity);
		out->text_capacity = out->text ? out->piece_capacity : 0;
	}
	/* Its own buffer grows by such steps: by its half, or a long cell is copied time and again.
	 */
	csv_set_blk_size(&batch->parser,
			 CELL_BUFFER_STEP + csv_get_buffer_size(&batch->parser) / 2);
	batch->has_ended = false;
	while (data < end && !batch->has_ended) {
		const char *stop = after_first_line(data, end);
		size_t size = (size_t)(stop - data);
		if (!out->text ||
		    !CML_RESERVE(&out->cells, &out->cells_capacity, out->n_cells + size + 1))
			return cml_fail_memory(err);
		size_t n_taken = csv_parse(&batch->parser, data, size, on_cell, on_line_end, batch);
		if (n_taken < size)
			return parser_fail(batch, data[n_taken], err);
		data = stop;
	}
	if (!batch->has_ended)
		return CML_OK;
	row->line += count_lines(start, (size_t)(data - 1 - start));
	*after = data;
	return end_row(batch, row, data[-1]) ? CML_OK : cml_fail_memory(err);
}

/* The quote that closes the cell whose opening quote is at data, when the cell ends there and
 * another byte follows; NULL when it is not as plain as that. */
static const char *closing_quote(const struct cml_csv_batch *batch, const char *data,
				 const char *end)
{
	const char *quote = memchr(data + 1, '"', (size_t)(end - data - 1));
	if (!quote || quote + 1 == end || quote[1] == '"' ||
	    !batch->is_special[(unsigned char)quote[1]])
		return NULL;
	return quote;
}

/* Splits rows from batch->used on, up to one that is not whole in [.., end), where a line end
 * stands at end. */
static enum cml_result split_rows(struct cml_csv_batch *batch, const char *end, struct row *row,
				  struct cml_error *err)
{
	struct cml_row_block *out = &batch->out;
	const char *data = out->piece + batch->used;
	while (data < end) {
		const char *start = data;
		struct cml_slice cell = {data, 0};
		while (!batch->is_special[(unsigned char)*data])
			data++;
		cell.size = (size_t)(data - start);
		if (data == end)
			return CML_OK;
		if (*data == '"') {
			const char *quote = data == start ? closing_quote(batch, data, end) : NULL;
			if (!quote && parse_rest(batch, row, start, end, &data, err) != CML_OK)
				return err->status;
			if (!quote && !data)
				return CML_OK;
			if (!quote) {
				batch->used = (size_t)(data - out->piece);
				continue;
			}
			cell = (struct cml_slice){start + 1, (size_t)(quote - start - 1)};
			batch->has_quoted_empty = batch->has_quoted_empty || cell.size == 0;
			row->line += count_lines(cell.data, cell.size);
			data = quote + 1;
		}
		bool is_line_end = *data == '\n' || *data == '\r';
		bool is_cell = data > start || !is_line_end || out->n_cells > row->first_cell;
		if ((is_cell && !add_cell(out, cell.data, cell.size)) ||
		    (is_line_end && !end_row(batch, row, *data)))
			return cml_fail_memory(err);
		data++;
		if (is_line_end)
			batch->used = (size_t)(data - out->piece);
	}
	return CML_OK;
}

enum cml_result cml_csv_batch_split(struct cml_csv_batch *batch, bool is_last,
				    struct cml_error *err)
{
	struct cml_row_block *out = &batch->out;
	struct row row = {0, batch->line};
	out->piece[out->piece_size] = '\n';
	enum cml_result status =
	    split_rows(batch, out->piece + out->piece_size + is_last, &row, err);
	batch->n_open = out->n_cells - row.first_cell;
	if (status != CML_OK)
		return status;
	if (batch->used > out->piece_size)
		batch->used = out->piece_size;
	size_t left = out->piece_size - batch->used;
	if (left > CML_ROW_MAX_SIZE ||
	    batch->n_open > (CML_ROW_MAX_SIZE - left) / sizeof *out->cells)
		return cml_fail(err, CML_BAD_DATA,
				"a row of more than 64 MiB (is a quote not closed?)");
	if (is_last && batch->used < out->piece_size)
		return cml_fail(err, CML_BAD_DATA, "a quoted cell is not closed");
	reset_parser(batch);
	out->n_cells = row.first_cell;
	batch->has_quoted_empty = false;
	return CML_OK;
}
