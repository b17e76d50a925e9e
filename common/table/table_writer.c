#include "table/table_writer.h"

#include "base/key.h"
#include "base/number.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void cml_table_writer_init(struct cml_table_writer *writer, struct cml_output *output,
			   char delimiter)
{
	*writer = (struct cml_table_writer){.output = output, .delimiter = delimiter};
}

static bool needs_quotes(struct cml_slice cell, char delimiter)
{
	const char special[] = {delimiter, '"', '\n', '\r'};
	size_t i = 0;
	while (i < cell.size && !memchr(special, cell.data[i], sizeof special))
		i++;
	return i < cell.size;
}

/* Whether a file that starts with this cell could be taken for one with a byte
 * order mark, for gzip, or for comments; what follows a short cell may complete it. */
static bool looks_like_mark(struct cml_slice cell)
{
	static const char *const marks[] = {"\xef\xbb\xbf", "\x1f\x8b", "#"};
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		size_t size = strnlen(marks[i], cell.size);
		if (size > 0 && memcmp(cell.data, marks[i], size) == 0)
			return true;
	}
	return false;
}

/* The cell between quotes, each quote inside it doubled: every piece appended ends in a quote, and
 * the next one starts with its double. */
static bool append_quoted(struct cml_buffer *text, struct cml_slice cell)
{
	cml_buffer_append(text, "\"", 1);
	while (cell.size > 0) {
		const char *quote = memchr(cell.data, '"', cell.size);
		size_t size = quote ? (size_t)(quote - cell.data) + 1 : cell.size;
		cml_buffer_append(text, cell.data, size);
		cml_buffer_append(text, "\"", quote ? 1 : 0);
		cell = cml_slice_from(cell, size);
	}
	return cml_buffer_append(text, "\"", 1);
}

void cml_write_cell(struct cml_table_writer *writer, struct cml_slice cell)
{
	AUTO(cml_buffer) quoted = {0};
	bool is_first = writer->n_in_row++ == 0;
	if (writer->failure.status != CML_OK)
		return;
	writer->has_text = writer->has_text || cell.size > 0;
	if (needs_quotes(cell, writer->delimiter) || (is_first && looks_like_mark(cell))) {
		if (!append_quoted(&quoted, cell))
			cml_fail_memory(&writer->failure);
		cell = cml_buffer_slice(&quoted);
	}
	if (!is_first)
		cml_output_write(writer->output, &writer->delimiter, 1, &writer->failure);
	cml_output_write(writer->output, cell.data, cell.size, &writer->failure);
}

void cml_write_string(struct cml_table_writer *writer, const char *cell)
{
	cml_write_cell(writer, cml_slice_of(cell));
}

void cml_write_buffer(struct cml_table_writer *writer, const struct cml_buffer *cell)
{
	if (cell->has_failed)
		cml_fail_memory(&writer->failure);
	cml_write_cell(writer, cml_buffer_slice(cell));
}

void cml_write_format(struct cml_table_writer *writer, const char *format, ...)
{
	AUTOFREE char *text = NULL;
	va_list arguments;
	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		cml_fail_memory(&writer->failure);
	else
		cml_write_string(writer, text);
	va_end(arguments);
}

void cml_write_key(struct cml_table_writer *writer, uint64_t key)
{
	char text[CML_KEY_SIZE];
	cml_key_print(key, text);
	cml_write_string(writer, text);
}

void cml_write_number(struct cml_table_writer *writer, double value)
{
	char text[CML_NUMBER_SIZE];
	if (isinf(value))
		cml_fail(&writer->failure, CML_BAD_DATA,
			 "an infinite number cannot be written to a table");
	size_t size = isfinite(value) ? cml_print_double(value, text) : 0;
	cml_write_cell(writer, (struct cml_slice){text, size});
}

enum cml_result cml_write_row(struct cml_table_writer *writer, const struct cml_slice *cells,
			      size_t n, struct cml_error *err)
{
	for (size_t i = 0; i < n; i++)
		cml_write_cell(writer, cells[i]);
	return cml_write_end_row(writer, err);
}

void cml_write_strings(struct cml_table_writer *writer, const char *const *cells, size_t n)
{
	for (size_t i = 0; i < n; i++)
		cml_write_string(writer, cells[i]);
}

enum cml_result cml_write_end_row(struct cml_table_writer *writer, struct cml_error *err)
{
	struct cml_slice end = cml_slice_of(writer->has_text ? "\n" : "\"\"\n");
	assert(writer->n_in_row > 0);
	writer->n_in_row = 0;
	writer->has_text = false;
	if (!writer->failure.status)
		cml_output_write(writer->output, end.data, end.size, &writer->failure);
	if (writer->failure.status)
		*err = writer->failure;
	return writer->failure.status;
}

bool cml_append_cell(struct cml_buffer *text, struct cml_slice cell, char delimiter)
{
	return needs_quotes(cell, delimiter) ? append_quoted(text, cell)
					     : cml_buffer_append(text, cell.data, cell.size);
}

bool cml_append_row(struct cml_buffer *text, const struct cml_slice *cells, size_t n,
		    char delimiter, const char *line_end)
{
	for (size_t i = 0; i < n; i++) {
		cml_buffer_append(text, &delimiter, i > 0 ? 1 : 0);
		cml_append_cell(text, cells[i], delimiter);
	}
	return cml_buffer_append_string(text, line_end);
}
