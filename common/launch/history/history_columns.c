#include "launch/history/history_columns.h"

#include "base/file.h"
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

static enum cml_result fail_at(const struct cml_history_file *file, const char *message,
			       struct cml_error *err)
{
	cml_fail(err, CML_BAD_DATA, "%s", message);
	cml_error_locate(err, file->path, 0, NULL);
	return CML_BAD_DATA;
}

/* The header line a new file gets. */
static bool print_header(const struct cml_job_history_options *options, struct cml_buffer *text)
{
	bool ok = true;

	for (size_t i = 0; i < options->n_columns && ok; i++)
		ok = (i == 0 || cml_buffer_append(text, &options->delimiter, 1)) &&
		     cml_append_cell(text, options->columns[i], options->delimiter);
	return ok && cml_buffer_append(text, "\n", 1);
}

/* Gives an empty file its header. */
static enum cml_result create(struct cml_history_columns *columns, struct cml_history_file *file,
			      const struct cml_job_history_options *options, struct cml_error *err)
{
	enum cml_result status;
	int error_number;

	if (!print_header(options, &columns->text))
		return cml_fail_memory(err);
	status = cml_history_file_append(file, cml_buffer_slice(&columns->text), err);
	if (status != CML_OK)
		return status;
	cml_history_file_take(file, cml_buffer_slice(&columns->text));
	error_number = cml_file_sync_directory(file->path);
	if (error_number == 0)
		return CML_OK;
	cml_fail_errno(err, error_number, "cannot sync");
	cml_error_locate(err, file->path, 0, NULL);
	return CML_IO_ERROR;
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

/* Whether bytes start the header a new file would get, and lack more than its line end. */
static enum cml_result ask_torn(struct cml_slice bytes,
				const struct cml_job_history_options *options, bool *is_torn,
				struct cml_error *err)
{
	struct cml_buffer whole = {0};

	if (!print_header(options, &whole)) {
		cml_buffer_release(&whole);
		return cml_fail_memory(err);
	}
	*is_torn = bytes.size + 1 < whole.size && memcmp(bytes.data, whole.data, bytes.size) == 0;
	cml_buffer_release(&whole);
	return CML_OK;
}

/* Finds and takes the header line in the first bytes of a file that is not empty. */
static enum cml_result take_header(struct cml_history_columns *columns,
				   struct cml_history_file *file, struct cml_slice bytes,
				   const struct cml_job_history_options *options,
				   struct cml_slice *torn, struct cml_error *err)
{
	size_t size = find_header(bytes, columns->line_end);
	enum cml_result status = CML_OK;
	bool is_torn = false;

	if (!cml_buffer_append(&columns->text, bytes.data, size > 0 ? size : bytes.size))
		return cml_fail_memory(err);
	if (size == 0) {
		if (!file->read_only)
			status = ask_torn(bytes, options, &is_torn, err);
		if (is_torn)
			*torn = cml_buffer_slice(&columns->text);
		if (status != CML_OK || is_torn)
			return status;
		columns->unended = true;
		strcpy(columns->line_end, "\n");
		if (!cml_buffer_append(&columns->text, "\n", 1))
			return cml_fail_memory(err);
	}
	cml_history_file_take(file, cml_buffer_slice(&columns->text));
	return CML_OK;
}

static enum cml_result parse_header(struct cml_history_columns *columns,
				    const struct cml_history_file *file, struct cml_error *err)
{
	struct cml_table_reader *reader;
	enum cml_result status = cml_table_open_bytes(&reader, cml_buffer_slice(&columns->text),
						      file->path, columns->delimiter, err);

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

static bool is_gzip(struct cml_slice bytes)
{
	return bytes.size >= 2 && memcmp(bytes.data, "\x1f\x8b", 2) == 0;
}

enum cml_result cml_history_columns_load(struct cml_history_columns *columns,
					 struct cml_history_file *file,
					 const struct cml_job_history_options *options,
					 struct cml_slice *torn, struct cml_error *err)
{
	struct cml_buffer piece = {0};
	struct cml_slice rows;
	struct cml_slice rest;
	enum cml_result status;

	cml_history_file_forget(file);
	cml_history_columns_release(columns);
	columns->delimiter = options->delimiter;
	strcpy(columns->line_end, "\n");
	status = cml_history_file_read(file, false, &piece, &rows, &rest, err);
	struct cml_slice bytes = cml_buffer_slice(&piece);
	if (status == CML_OK && is_gzip(bytes))
		status = fail_at(file, "a gzip file: a history is appended to, unpack it", err);
	else if (status == CML_OK && bytes.size > 0)
		status = take_header(columns, file, bytes, options, torn, err);
	else if (status == CML_OK && !file->read_only)
		status = create(columns, file, options, err);
	cml_buffer_release(&piece);
	if (status != CML_OK || torn->size > 0 || columns->text.size == 0)
		return status;
	columns->n_lines = file->n_lines;
	status = parse_header(columns, file, err);
	return status == CML_OK ? bind(columns, options, err) : status;
}

static bool is_missing(const struct cml_history_columns *columns, struct cml_slice name)
{
	return cml_header_find(&columns->header, name) == CML_NO_COLUMN;
}

enum cml_result cml_history_columns_refuse(const struct cml_history_columns *columns,
					   const struct cml_history_file *file,
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
	cml_fail(err, CML_BAD_DATA, "the history has no column %.*s: --widen gives it those",
		 (int)names.size, names.data);
	cml_error_locate(err, file->path, 1, NULL);
	cml_buffer_release(&names);
	return CML_BAD_DATA;
}

enum cml_result cml_history_columns_widen(const struct cml_history_columns *columns,
					  struct cml_history_file *file,
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
	status =
	    ok ? cml_history_file_widen(file,
					&(struct cml_history_widening){
					    .ends_in_return = strcmp(columns->line_end, "\r") == 0,
					    .names = cml_buffer_slice(&names),
					    .cells = cml_buffer_slice(&cells),
					},
					aside, err)
	       : cml_fail_memory(err);
	cml_buffer_release(&names);
	cml_buffer_release(&cells);
	return status;
}
