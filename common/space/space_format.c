#include "space/space_text.h"

#include "table/table_reader.h"

#include <stdlib.h>
#include <string.h>

/* A longer cell does not make its column wider. */
#define MAX_WIDTH 40

struct format_row {
	struct cml_slice *cells;
	size_t n_cells;
};

struct formatting {
	struct cml_buffer *out;
	char delimiter;
	struct cml_arena arena;
	struct format_row *rows; /* the header is the first */
	size_t n_rows;
	size_t capacity;
	size_t *widths;
	size_t name; /* column of the names, which keep their blanks */
};

/* Characters, not bytes. */
static size_t width_of(struct cml_slice text)
{
	size_t n = 0;
	for (size_t i = 0; i < text.size; i++)
		n += ((unsigned char)text.data[i] & 0xc0) != 0x80;
	return n;
}

static bool add_row(struct formatting *formatting, const struct cml_slice *cells, size_t n)
{
	if (!cml_array_reserve((void **)&formatting->rows, &formatting->capacity,
			       formatting->n_rows + 1, sizeof *formatting->rows))
		return false;
	struct cml_slice *copies = cml_arena_copy_all(&formatting->arena, cells, n);
	if (!copies)
		return false;
	for (size_t i = 0; i < n; i++)
		if (i != formatting->name)
			copies[i] = cml_slice_trim(copies[i]);
	while (n > 1 && copies[n - 1].size == 0)
		n--;
	formatting->rows[formatting->n_rows++] = (struct format_row){copies, n};
	for (size_t i = 0; i < n; i++) {
		size_t width = width_of(copies[i]);
		if (width <= MAX_WIDTH && width > formatting->widths[i])
			formatting->widths[i] = width;
	}
	return true;
}

static enum cml_result read_rows(struct formatting *formatting, struct cml_table_reader *table,
				 struct cml_error *err)
{
	const struct cml_header *header = cml_table_header(table);
	struct cml_row row;
	enum cml_result status;
	formatting->widths = cml_array_new(header->n_columns, sizeof *formatting->widths);
	if (!formatting->widths)
		return cml_fail_memory(err);
	formatting->name = CML_NO_COLUMN;
	if (!add_row(formatting, header->names, header->n_columns))
		return cml_fail_memory(err);
	for (size_t i = 0; i < header->n_columns; i++)
		if (cml_slice_is(cml_slice_trim(header->names[i]),
				 cml_space_fields[CML_FIELD_NAME]))
			formatting->name = i;
	while ((status = cml_table_next(table, &row, err)) != CML_END) {
		bool is_short = status == CML_BAD_DATA && !cml_table_broken(table) &&
				row.n_cells < header->n_columns;
		if (status != CML_OK && !is_short)
			return status;
		if (!add_row(formatting, row.cells, row.n_cells))
			return cml_fail_memory(err);
	}
	return CML_OK;
}

static bool write_row(struct formatting *formatting, const struct format_row *row)
{
	struct cml_buffer *out = formatting->out;
	size_t start = out->size, column = 0;
	bool ok = true;
	for (size_t i = 0; ok && i < row->n_cells; i++) {
		struct cml_slice line = {out->data ? out->data + start : "", out->size - start};
		size_t at = width_of(line), pad = i > 0;
		if (at + pad < column)
			pad = column - at;
		ok = cml_space_text_cell(out, row->cells[i], formatting->delimiter, i == 0,
					 i == formatting->name || i == 0 ? 0 : pad);
		if (ok && i + 1 < row->n_cells)
			ok = cml_buffer_append(out, &formatting->delimiter, 1);
		column += formatting->widths[i] + 2;
	}
	return ok && cml_buffer_append(out, "\n", 1);
}

/* Goes through the lines of text: comments and blank ones are copied, for each other record comes
 * the next row. */
static bool write_lines(struct formatting *formatting, struct cml_slice text)
{
	size_t row = 0, at = 0;
	bool ok = true;
	while (ok && at < text.size) {
		size_t start = at;
		bool quoted = false, comment = text.data[at] == '#';
		for (; at < text.size; at++) {
			if (!quoted && (text.data[at] == '\n' || text.data[at] == '\r'))
				break;
			quoted ^= !comment && text.data[at] == '"';
		}
		struct cml_slice line = {text.data + start, at - start};
		at += at < text.size && text.data[at] == '\r' && at + 1 < text.size &&
		      text.data[at + 1] == '\n';
		at += at < text.size;
		if (comment || line.size == 0)
			ok = cml_buffer_append(formatting->out, line.data, line.size) &&
			     cml_buffer_append(formatting->out, "\n", 1);
		else if (row < formatting->n_rows)
			ok = write_row(formatting, &formatting->rows[row++]);
	}
	return ok;
}

enum cml_result cml_space_format(struct cml_buffer *out, struct cml_slice text, char delimiter,
				 struct cml_error *err)
{
	static const char mark[] = "\xef\xbb\xbf";
	struct formatting formatting = {.out = out, .delimiter = delimiter};
	struct cml_buffer rows = {0};
	struct cml_table_reader *table = NULL;
	cml_slice_skip(&text, mark);
	if (!cml_buffer_append(&rows, text.data, text.size))
		return cml_fail_memory(err);
	struct cml_slice bytes = {rows.data, cml_space_strip_comments(rows.data, rows.size)};
	enum cml_result status = cml_table_open_bytes(&table, bytes, "", delimiter, err);
	if (status != CML_OK || (status = read_rows(&formatting, table, err)) != CML_OK)
		goto out;
	status = write_lines(&formatting, text) ? CML_OK : cml_fail_memory(err);
out:
	cml_table_free(table);
	cml_buffer_release(&rows);
	cml_arena_release(&formatting.arena);
	free(formatting.rows);
	free(formatting.widths);
	return status;
}
