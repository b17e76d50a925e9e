#include "table/table_writer.h"

#include "base/number.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void cml_table_writer_init(struct cml_table_writer *writer, struct cml_output *output,
			   char delimiter)
{
	*writer = (struct cml_table_writer){.output = output, .delimiter = delimiter};
}

static bool needs_quotes(struct cml_slice cell, char delimiter)
{
	for (size_t i = 0; i < cell.size; i++) {
		char c = cell.data[i];

		if (c == delimiter || c == '"' || c == '\n' || c == '\r')
			return true;
	}
	return false;
}

/* Whether a file that starts with this cell could be taken for one with a byte
 * order mark, for gzip, or for comments; what follows a short cell may complete it. */
static bool looks_like_mark(struct cml_slice cell)
{
	static const char *const marks[] = {"\xef\xbb\xbf", "\x1f\x8b", "#"};

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		size_t size = strlen(marks[i]) < cell.size ? strlen(marks[i]) : cell.size;

		if (size > 0 && memcmp(cell.data, marks[i], size) == 0)
			return true;
	}
	return false;
}

/* The cell between quotes, each quote inside it doubled: every piece appended ends in a quote, and
 * the next one starts with its double. */
static bool append_quoted(struct cml_buffer *text, struct cml_slice cell)
{
	bool ok = cml_buffer_append(text, "\"", 1);
	while (ok && cell.size > 0) {
		const char *quote = memchr(cell.data, '"', cell.size);
		size_t size = quote ? (size_t)(quote - cell.data) + 1 : cell.size;

		ok = cml_buffer_append(text, cell.data, size) &&
		     (!quote || cml_buffer_append(text, "\"", 1));
		cell = cml_slice_from(cell, size);
	}
	return ok && cml_buffer_append(text, "\"", 1);
}

static enum cml_result write_quoted(struct cml_output *output, struct cml_slice cell,
				    struct cml_error *err)
{
	AUTO(cml_buffer) text = {0};
	return append_quoted(&text, cell) ? cml_output_write(output, text.data, text.size, err)
					  : cml_fail_memory(err);
}

enum cml_result cml_write_cell(struct cml_table_writer *writer, struct cml_slice cell,
			       struct cml_error *err)
{
	bool quoted = needs_quotes(cell, writer->delimiter);

	if (writer->n_in_row == 0)
		quoted = quoted || looks_like_mark(cell);
	else if (cml_output_write(writer->output, &writer->delimiter, 1, err) != CML_OK)
		return err->status;
	writer->n_in_row++;
	writer->has_text = writer->has_text || cell.size > 0;
	if (quoted)
		return write_quoted(writer->output, cell, err);
	return cml_output_write(writer->output, cell.data, cell.size, err);
}

enum cml_result cml_write_string(struct cml_table_writer *writer, const char *cell,
				 struct cml_error *err)
{
	return cml_write_cell(writer, cml_slice_of(cell), err);
}

enum cml_result cml_write_number(struct cml_table_writer *writer, double value,
				 struct cml_error *err)
{
	char text[CML_NUMBER_SIZE];

	if (isnan(value))
		return cml_write_cell(writer, (struct cml_slice){0}, err);
	if (isinf(value))
		return cml_fail(err, CML_BAD_DATA,
				"an infinite number cannot be written to a table");
	size_t size = cml_print_double(value, text);
	return cml_write_cell(writer, (struct cml_slice){text, size}, err);
}

enum cml_result cml_write_cells(struct cml_table_writer *writer, const struct cml_slice *cells,
				size_t n, struct cml_error *err)
{
	for (size_t i = 0; i < n; i++)
		if (cml_write_cell(writer, cells[i], err) != CML_OK)
			return err->status;
	return CML_OK;
}

enum cml_result cml_write_strings(struct cml_table_writer *writer, const char *const *cells,
				  size_t n, struct cml_error *err)
{
	for (size_t i = 0; i < n; i++)
		if (cml_write_string(writer, cells[i], err) != CML_OK)
			return err->status;
	return CML_OK;
}

enum cml_result cml_write_end_row(struct cml_table_writer *writer, struct cml_error *err)
{
	bool is_blank = !writer->has_text;

	assert(writer->n_in_row > 0);
	writer->n_in_row = 0;
	writer->has_text = false;
	if (is_blank && cml_output_write(writer->output, "\"\"", 2, err) != CML_OK)
		return err->status;
	return cml_output_write(writer->output, "\n", 1, err);
}

bool cml_append_cell(struct cml_buffer *text, struct cml_slice cell, char delimiter)
{
	return needs_quotes(cell, delimiter) ? append_quoted(text, cell)
					     : cml_buffer_append(text, cell.data, cell.size);
}

bool cml_append_row(struct cml_buffer *text, const struct cml_slice *cells, size_t n,
		    char delimiter, const char *line_end)
{
	bool ok = true;

	for (size_t i = 0; i < n && ok; i++)
		ok = (i == 0 || cml_buffer_append(text, &delimiter, 1)) &&
		     cml_append_cell(text, cells[i], delimiter);
	return ok && cml_buffer_append_string(text, line_end);
}
