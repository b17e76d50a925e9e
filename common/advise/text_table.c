#include "advise/text_table.h"

#include "advise/why_cells.h"

#include <stdlib.h>
#include <string.h>

#define GAP 2

void cml_text_table_release(struct cml_text_table *table)
{
	cml_buffer_release(&table->cells);
	*table = (struct cml_text_table){0};
}

bool cml_text_table_add(struct cml_text_table *table, struct cml_slice cell)
{
	table->n_cells++;
	return cml_text_word(cell, &table->cells) && cml_buffer_append(&table->cells, "", 1);
}

/* The value that all rows have of a column; NULL: they differ, or there is one row. */
static const char *find_common(const struct cml_text_table *table, const char *const *cells,
			       size_t column)
{
	const char *common = "";
	for (size_t at = table->n_columns + column; at < table->n_cells; at += table->n_columns) {
		if (*common && *cells[at] && strcmp(common, cells[at]) != 0)
			return NULL;
		common = *cells[at] ? cells[at] : common;
	}
	return table->n_cells > 2 * table->n_columns ? common : NULL;
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

static bool print_common(const struct cml_text_table *table, const char *const *cells,
			 struct cml_buffer *text)
{
	bool is_first = true, ok = true;
	for (size_t c = 0; ok && c < table->n_columns; c++) {
		const char *common = find_common(table, cells, c);
		if (!common || !*common)
			continue;
		ok = cml_buffer_printf(text, "%s%s=%s", is_first ? "all: " : " ", cells[c], common);
		is_first = false;
	}
	return ok && (is_first || cml_buffer_append_string(text, "\n"));
}

bool cml_text_table_print(const struct cml_text_table *table, struct cml_buffer *text)
{
	const char **cells = NULL;
	size_t *width = NULL;
	bool ok = CML_NEW(&cells, table->n_cells) && CML_NEW(&width, table->n_columns);
	const char *cell = table->cells.data;
	for (size_t at = 0; ok && at < table->n_cells; cell += strlen(cell) + 1)
		cells[at++] = cell;
	for (size_t c = 0; ok && c < table->n_columns; c++)
		width[c] = find_common(table, cells, c) ? 0 : width_of(table, cells, c);
	for (size_t at = 0; ok && at < table->n_cells; at++) {
		size_t c = at % table->n_columns;
		if (width[c] > 0) {
			size_t own = cml_text_width_of(cells[at], strlen(cells[at]));
			ok = cml_buffer_printf(text, "%*s%s", (int)(GAP + width[c] - own), "",
					       cells[at]);
		}
		if (!ok || c + 1 < table->n_columns)
			continue;
		while (text->size > 0 && text->data[text->size - 1] == ' ')
			text->size--;
		ok = cml_buffer_append_string(text, "\n");
	}
	ok = ok && print_common(table, cells, text);
	free(cells);
	free(width);
	return ok;
}
