#include "launch/history/history_columns.h"

#include "table/header.h"
#include "table/table_writer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Missing columns that a message names; the rest is counted. */
#define MAX_NAMED 5

void cml_history_columns_release(struct cml_history_columns *columns)
{
	cml_header_release(&columns->header);
	cml_buffer_release(&columns->text);
	free(columns->source);
	*columns = (struct cml_history_columns){0};
}

size_t cml_history_own_column(const struct cml_job_history_options *options, const char *name)
{
	for (size_t i = 0; i < options->n_columns; i++) {
		if (cml_slice_is(options->columns[i], name))
			return i;
	}
	return CML_NO_COLUMN;
}

bool cml_history_header_print(const struct cml_job_history_options *options,
			      struct cml_buffer *text)
{
	bool ok = true;

	for (size_t i = 0; i < options->n_columns && ok; i++)
		ok = (i == 0 || cml_buffer_append(text, &options->delimiter, 1)) &&
		     cml_append_cell(text, options->columns[i], options->delimiter);
	return ok && cml_buffer_append(text, "\n", 1);
}

/* Size of the first line of bytes that is not blank, with its line end, which is copied to
 * line_end; 0: none ends. */
static size_t find_header(struct cml_slice bytes, char line_end[3])
{
	bool in_quotes = false;
	size_t i = 0;

	while (i < bytes.size && (bytes.data[i] == '\n' || bytes.data[i] == '\r'))
		i++;
	for (; i < bytes.size; i++) {
		char c = bytes.data[i];
		bool crlf = c == '\r' && i + 1 < bytes.size && bytes.data[i + 1] == '\n';

		in_quotes ^= c == '"';
		if (in_quotes || (c != '\n' && c != '\r'))
			continue;
		strcpy(line_end, crlf ? "\r\n" : c == '\r' ? "\r" : "\n");
		return i + 1 + crlf;
	}
	return 0;
}

enum cml_result cml_history_header_is_torn(struct cml_slice bytes,
					   const struct cml_job_history_options *options,
					   bool *is_torn, struct cml_error *err)
{
	struct cml_buffer whole = {0};
	bool printed = cml_history_header_print(options, &whole);

	*is_torn = printed && bytes.size + 1 < whole.size &&
		   memcmp(bytes.data, whole.data, bytes.size) == 0;
	cml_buffer_release(&whole);
	return printed ? CML_OK : cml_fail_memory(err);
}

static enum cml_result parse_header(struct cml_history_columns *columns, const char *path,
				    struct cml_error *err)
{
	struct cml_table_reader *reader;
	enum cml_result status = cml_table_open_bytes(&reader, cml_buffer_slice(&columns->text),
						      path, columns->delimiter, err);

	if (status != CML_OK)
		return status;
	const struct cml_header *header = cml_table_header(reader);
	status = cml_header_init(&columns->header, header->names, header->n_columns, err);
	cml_table_free(reader);
	return status;
}

static enum cml_result bind(struct cml_history_columns *columns,
			    const struct cml_job_history_options *options, struct cml_error *err)
{
	size_t n_columns = columns->header.n_columns;

	columns->key = cml_header_find(&columns->header, cml_slice_of(CML_COLUMN_KEY));
	columns->status = cml_header_find(&columns->header, cml_slice_of(CML_COLUMN_STATUS));
	columns->attempt = cml_header_find(&columns->header, cml_slice_of(CML_COLUMN_ATTEMPT));
	columns->source = cml_array_new(n_columns, sizeof *columns->source);
	if (columns->source == NULL)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n_columns; i++)
		columns->source[i] = CML_NO_COLUMN;
	for (size_t i = 0; i < options->n_columns; i++) {
		size_t column = cml_header_find(&columns->header, options->columns[i]);

		if (column != CML_NO_COLUMN)
			columns->source[column] = i;
		else
			columns->n_missing++;
	}
	return CML_OK;
}

enum cml_result cml_history_columns_load(struct cml_history_columns *columns,
					 struct cml_slice bytes, const char *path,
					 const struct cml_job_history_options *options,
					 struct cml_error *err)
{
	cml_history_columns_release(columns);
	columns->delimiter = options->delimiter;
	strcpy(columns->line_end, "\n");
	size_t size = find_header(bytes, columns->line_end);
	columns->unended = size == 0;
	if (!cml_buffer_append(&columns->text, bytes.data, size > 0 ? size : bytes.size) ||
	    (columns->unended && !cml_buffer_append(&columns->text, "\n", 1)))
		return cml_fail_memory(err);
	enum cml_result status = parse_header(columns, path, err);
	return status == CML_OK ? bind(columns, options, err) : status;
}

static bool is_missing(const struct cml_history_columns *columns, struct cml_slice name)
{
	return cml_header_find(&columns->header, name) == CML_NO_COLUMN;
}

enum cml_result cml_history_columns_refuse(const struct cml_history_columns *columns,
					   const char *path,
					   const struct cml_job_history_options *options,
					   struct cml_error *err)
{
	struct cml_buffer names = {0};
	char quoted[CML_QUOTE_SIZE];
	size_t n_named = 0;

	for (size_t i = 0; i < options->n_columns && n_named < MAX_NAMED; i++) {
		if (is_missing(columns, options->columns[i]))
			cml_buffer_printf(
			    &names, "%s%s", n_named++ > 0 ? ", " : "",
			    cml_text_quote(options->columns[i], quoted, sizeof quoted));
	}
	if (columns->n_missing > n_named)
		cml_buffer_printf(&names, " and %zu more", columns->n_missing - n_named);
	cml_fail(err, CML_BAD_DATA, "history lacks column %.*s (--widen adds it)", (int)names.size,
		 names.data);
	cml_error_locate(err, path, 1, NULL);
	cml_buffer_release(&names);
	return CML_BAD_DATA;
}

enum cml_result cml_history_columns_widen(const struct cml_history_columns *columns,
					  struct cml_history_file *file, struct cml_slice rows,
					  const struct cml_job_history_options *options,
					  char aside[PATH_MAX], struct cml_error *err)
{
	struct cml_buffer names = {0};
	struct cml_buffer cells = {0};
	enum cml_result status;
	bool ok = true;

	for (size_t i = 0; i < options->n_columns && ok; i++) {
		if (is_missing(columns, options->columns[i]))
			ok = cml_buffer_append(&names, &columns->delimiter, 1) &&
			     cml_append_cell(&names, options->columns[i], columns->delimiter) &&
			     cml_buffer_append(&cells, &columns->delimiter, 1);
	}
	const struct cml_history_widening widening = {cml_buffer_slice(&names),
						      cml_buffer_slice(&cells)};
	status =
	    ok ? cml_history_file_widen(file, rows, &widening, aside, err) : cml_fail_memory(err);
	cml_buffer_release(&names);
	cml_buffer_release(&cells);
	return status;
}
