#include "advise/text_table.h"

#include <stdlib.h>
#include <string.h>

#define GAP 2

void cml_text_word(struct cml_slice word, struct cml_buffer *text)
{
	for (size_t i = 0, n; i < word.size; i += n) {
		n = cml_text_printable(cml_slice_from(word, i), &(uint32_t){0});
		cml_buffer_append(text, n > 0 ? word.data + i : "?", n > 0 ? n : 1);
		n = n > 0 ? n : 1;
	}
}

size_t cml_text_width_of(const char *data, size_t size)
{
	size_t width = 0;
	for (size_t i = 0; i < size; i++)
		width += ((unsigned char)data[i] & 0xc0) != 0x80;
	return width;
}

void cml_text_table_release(struct cml_text_table *table)
{
	cml_buffer_release(&table->cells);
	*table = (struct cml_text_table){0};
}

void cml_text_table_add(struct cml_text_table *table, struct cml_slice cell)
{
	table->n_cells++;
	cml_text_word(cell, &table->cells);
	cml_buffer_append(&table->cells, "", 1);
}

void cml_text_table_take(struct cml_text_table *table, struct cml_buffer *cell)
{
	cml_text_table_add(table, cml_buffer_slice(cell));
	table->cells.has_failed |= cell->has_failed;
	cml_buffer_release(cell);
}

/* The value that all rows have of a column; NULL: it stays in its place. */
static const char *find_common(const struct cml_text_table *table, const char *const *cells,
			       size_t column)
{
	const char *common = "";
	bool keeps = table->left != 0 || table->n_cells == 2 * table->n_columns ||
		     (column > 0 && column == table->stays);
	for (size_t at = table->n_columns + column; at < table->n_cells; at += table->n_columns) {
		if (*cells[at] && (keeps || (*common && strcmp(common, cells[at]) != 0)))
			return NULL;
		common = *cells[at] ? cells[at] : common;
	}
	return common;
}

static size_t width_of(const struct cml_text_table *table, const char *const *cells, size_t column)
{
	size_t width = 0;
	for (size_t at = column; at < table->n_cells; at += table->n_columns) {
		size_t own = cml_text_width_of(cells[at], strlen(cells[at]));
		width = own > width ? own : width;
	}
	return width;
}

static void print_common(const struct cml_text_table *table, const char *const *cells,
			 struct cml_buffer *text)
{
	const char *separator = "all: ";
	for (size_t c = 0; c < table->n_columns; c++) {
		const char *common = find_common(table, cells, c);
		if (!common || !*common)
			continue;
		cml_buffer_printf(text, "%s%s=%s", separator, cells[c], common);
		separator = " ";
	}
	if (*separator == ' ')
		cml_buffer_append_string(text, "\n");
}

/* Widths of 0 are of columns that do not stand there. */
static void print_row(const struct cml_text_table *table, const char *const *row,
		      const size_t *width, struct cml_buffer *text)
{
	unsigned gap = table->indent;
	bool is_empty = true;
	for (size_t c = 0; c < table->n_columns; c++) {
		if (width[c] == 0)
			continue;
		int room = (int)(width[c] - cml_text_width_of(row[c], strlen(row[c])));
		bool is_left = c < 8 && (table->left >> c & 1);
		is_empty = is_empty && *row[c] == '\0';
		cml_buffer_printf(text, "%*s%s%*s", (int)gap + (is_left ? 0 : room), "", row[c],
				  is_left ? room : 0, "");
		gap = GAP;
	}
	while (text->size > 0 && text->data[text->size - 1] == ' ')
		text->size--;
	if (!is_empty)
		cml_buffer_append_string(text, "\n");
}

bool cml_text_table_print(const struct cml_text_table *table, struct cml_buffer *text)
{
	const char *cell = table->cells.data;
	AUTOFREE const char **cells = NULL;
	AUTOFREE size_t *width = NULL;
	size_t n = table->n_columns;
	bool ok = !table->cells.has_failed && CML_NEW(&cells, table->n_cells) && CML_NEW(&width, n);
	for (size_t at = 0; ok && at < table->n_cells; cell += strlen(cell) + 1)
		cells[at++] = cell;
	for (size_t c = 0; ok && c < n; c++)
		width[c] = find_common(table, cells, c) ? 0 : width_of(table, cells, c);
	for (size_t row = 0; ok && row < table->n_cells / n; row++) {
		if (table->title && row == table->title_at)
			cml_buffer_append_string(text, table->title);
		print_row(table, cells + row * n, width, text);
	}
	if (ok)
		print_common(table, cells, text);
	return ok && !text->has_failed;
}
