#include "launch/history/history_rows.h"

#include "base/file.h"
#include "base/number.h"
#include "space/config.h"
#include "table/table_reader.h"

#include <stdio.h>
#include <string.h>

/* The attempt above the three bits of the status. */
#define STATUS_BITS 3
#define MAX_ATTEMPT (((int64_t)1 << (32 - STATUS_BITS)) - 1)

static uint32_t note_of(enum cml_job_status status, uint32_t attempt)
{
	return attempt << STATUS_BITS | (uint32_t)status;
}

bool cml_history_rows_find(const struct cml_history_rows *known, uint64_t key,
			   struct cml_finished_job *found)
{
	uint32_t note;

	if (!cml_key_set_find(&known->keys, key, &note))
		return false;
	found->status = (enum cml_job_status)(note & ((1u << STATUS_BITS) - 1));
	found->attempt = note >> STATUS_BITS;
	return true;
}

enum cml_result cml_history_rows_note(struct cml_history_rows *known,
				      const struct cml_history_outcome *outcome,
				      struct cml_error *err)
{
	known->n_rows++;
	return cml_key_set_note(&known->keys, outcome->key,
				note_of(outcome->status, outcome->attempt), err);
}

enum cml_result cml_history_rows_tell(struct cml_history_rows *known, const char *text,
				      struct cml_error *err)
{
	bool told = cml_buffer_append(&known->notices, text, strlen(text) + 1);

	return told ? CML_OK : cml_fail_memory(err);
}

/* The three cells every row of ours has. CML_BAD_DATA with the column. */
enum cml_result cml_history_outcome_parse(struct cml_slice key_cell, struct cml_slice status_cell,
					  struct cml_slice attempt_cell,
					  struct cml_history_outcome *row, struct cml_error *err)
{
	const char *column = CML_COLUMN_KEY;
	char quoted[CML_QUOTE_SIZE];
	int64_t attempt = 0;

	if (!cml_key_parse(key_cell, &row->key)) {
		cml_fail(err, CML_BAD_DATA, "not a key, which is 16 hexadecimal digits: %s",
			 cml_text_quote(key_cell, quoted, sizeof quoted));
	} else if (!cml_job_status_parse(status_cell, &row->status)) {
		column = CML_COLUMN_STATUS;
		cml_fail(err, CML_BAD_DATA, "unknown status %s",
			 cml_text_quote(status_cell, quoted, sizeof quoted));
	} else if (attempt_cell.size > 0 &&
		   !cml_parse_int(attempt_cell, 0, MAX_ATTEMPT, &attempt)) {
		column = CML_COLUMN_ATTEMPT;
		cml_fail(err, CML_BAD_DATA, "not the number of an attempt: %s",
			 cml_text_quote(attempt_cell, quoted, sizeof quoted));
	} else {
		row->attempt = (uint32_t)attempt;
		return CML_OK;
	}
	cml_error_locate(err, NULL, 0, column);
	return CML_BAD_DATA;
}

static struct cml_slice cell_at(const struct cml_row *row, size_t column)
{
	struct cml_slice none = {0};

	return column == CML_NO_COLUMN ? none : row->cells[column];
}

/* Whether a row is one of a finished job: of a proposal, which has a key, too, nothing says
 * what became of it. */
static bool is_ours(const struct cml_history_rows *known, const struct cml_row *row)
{
	return cell_at(row, known->columns.key).size > 0 &&
	       cell_at(row, known->columns.status).size > 0;
}

static enum cml_result note_row(struct cml_history_rows *known, const struct cml_row *row,
				struct cml_error *err)
{
	struct cml_history_outcome found;
	enum cml_result status;

	if (!is_ours(known, row)) {
		known->n_rows++;
		known->n_foreign++;
		return CML_OK;
	}
	status = cml_history_outcome_parse(cell_at(row, known->columns.key),
					   cell_at(row, known->columns.status),
					   cell_at(row, known->columns.attempt), &found, err);
	if (status != CML_OK) {
		cml_error_locate(err, NULL, row->line, NULL);
		return status;
	}
	return cml_history_rows_note(known, &found, err);
}

/* Notes the rows of a whole table. */
static enum cml_result note_rows(struct cml_history_rows *known, struct cml_slice table,
				 struct cml_error *err)
{
	struct cml_table_reader *reader = NULL;
	enum cml_result status =
	    cml_table_open_bytes(&reader, table, known->file.path, known->columns.delimiter, err);
	struct cml_row row;

	while (status == CML_OK) {
		status = cml_table_next(reader, &row, err);
		if (status == CML_OK)
			status = note_row(known, &row, err);
	}
	cml_table_free(reader);
	if (status == CML_END)
		return CML_OK;
	cml_error_locate(err, known->file.path, 0, NULL);
	return status;
}

/* Reads text, a row without its line end. False when it is no row. */
static bool parse_single(const struct cml_history_rows *known, struct cml_slice text, bool *ours)
{
	const struct cml_buffer *header = &known->columns.text;
	struct cml_buffer table = {0};
	struct cml_table_reader *reader = NULL;
	struct cml_history_outcome found;
	struct cml_error ignored;
	struct cml_row row;
	bool is_row = !memchr(text.data, '\0', text.size) &&
		      cml_buffer_append(&table, header->data, header->size) &&
		      cml_buffer_append(&table, text.data, text.size) &&
		      cml_table_open_bytes(&reader, cml_buffer_slice(&table), known->file.path,
					   known->columns.delimiter, &ignored) == CML_OK &&
		      cml_table_next(reader, &row, &ignored) == CML_OK;

	*ours = is_row && cell_at(&row, known->columns.key).size > 0;
	if (*ours)
		is_row = cml_history_outcome_parse(cell_at(&row, known->columns.key),
						   cell_at(&row, known->columns.status),
						   cell_at(&row, known->columns.attempt), &found,
						   &ignored) == CML_OK;
	is_row = is_row && cml_table_next(reader, &row, &ignored) == CML_END;
	cml_table_free(reader);
	cml_buffer_release(&table);
	return is_row;
}

/* Whether rest, which has no row's end, lacks no more than its line end. Of a row with a key
 * nobody can say: its last cell may be short. When the key comes last, of none. */
static bool is_whole(const struct cml_history_rows *known, struct cml_slice rest)
{
	bool ours;

	return known->columns.key + 1 != known->columns.header.n_columns &&
	       parse_single(known, rest, &ours) && !ours;
}

/* Whether a later line of rest is a whole row of ours: then a quote is open that should not
 * be, and all that follows it would be put aside. */
static bool hides_rows(const struct cml_history_rows *known, struct cml_slice rest)
{
	const char *end = rest.data + rest.size;
	const char *line = memchr(rest.data, '\n', rest.size);

	while (line != NULL) {
		const char *next = memchr(line + 1, '\n', (size_t)(end - line - 1));
		struct cml_slice text = {line + 1, (size_t)((next ? next : end) - line - 1)};
		bool ours = false;

		if (next != NULL && parse_single(known, text, &ours) && ours)
			return true;
		line = next;
	}
	return false;
}

static enum cml_result put_aside(struct cml_history_rows *known, struct cml_slice rest,
				 struct cml_error *err)
{
	char notice[PATH_MAX + 128];
	char aside[PATH_MAX];
	enum cml_result status = cml_history_file_put_aside(&known->file, rest, aside, err);

	if (status != CML_OK)
		return status;
	snprintf(notice, sizeof notice, "a torn last row (%zu bytes) was put aside in %s",
		 rest.size, aside);
	return cml_history_rows_tell(known, notice, err);
}

/* Ends the last row, or puts it aside. */
static enum cml_result mend_rest(struct cml_history_rows *known, struct cml_slice rest, size_t line,
				 struct cml_error *err)
{
	const char *line_end = known->columns.line_end;
	bool has_return = rest.data[rest.size - 1] == '\r' && strcmp(line_end, "\r\n") == 0;
	struct cml_slice row = {rest.data, rest.size - has_return};
	bool ours;

	if (has_return && parse_single(known, row, &ours))
		return cml_history_file_end_row(&known->file, "\n", err);
	if (is_whole(known, rest))
		return cml_history_file_end_row(&known->file, line_end, err);
	if (!hides_rows(known, rest))
		return put_aside(known, rest, err);
	cml_fail(err, CML_BAD_DATA, "a quoted cell is not closed, and whole rows follow");
	cml_error_locate(err, known->file.path, line, NULL);
	return CML_BAD_DATA;
}

static size_t count_lines(struct cml_slice bytes)
{
	size_t n = 0;

	for (size_t i = 0; i < bytes.size; i++)
		n += bytes.data[i] == '\n' ||
		     (bytes.data[i] == '\r' && (i + 1 == bytes.size || bytes.data[i + 1] != '\n'));
	return n;
}

static enum cml_result widen(struct cml_history_rows *known, struct cml_slice table,
			     struct cml_error *err)
{
	char notice[PATH_MAX + 128];
	char aside[PATH_MAX];
	enum cml_result status = cml_history_columns_widen(&known->columns, &known->file, table,
							   &known->options, aside, err);

	if (status != CML_OK)
		return status;
	snprintf(notice, sizeof notice, "columns were added; the table as it was is %s", aside);
	return cml_history_rows_tell(known, notice, err);
}

/* Gives an empty file its header. */
static enum cml_result create(struct cml_history_rows *known, struct cml_error *err)
{
	struct cml_buffer text = {0};
	enum cml_result status = CML_NO_MEMORY;
	int error_number;

	if (!cml_history_header_print(&known->options, &text)) {
		cml_fail_memory(err);
		goto out;
	}
	status = cml_history_file_append(&known->file, cml_buffer_slice(&text), err);
	if (status != CML_OK)
		goto out;
	error_number = cml_file_sync_directory(known->file.path);
	if (error_number != 0) {
		status = cml_fail_errno(err, error_number, "cannot sync");
		cml_error_locate(err, known->file.path, 0, NULL);
	}
out:
	cml_buffer_release(&text);
	return status;
}

static bool is_gzip(struct cml_slice bytes)
{
	return bytes.size >= 2 && memcmp(bytes.data, "\x1f\x8b", 2) == 0;
}

/* The header, and whether the rows to come fit it. *again: the file was changed, and is to be
 * read once more. */
static enum cml_result load_header(struct cml_history_rows *known, struct cml_slice bytes,
				   bool *again, struct cml_error *err)
{
	const struct cml_job_history_options *options = &known->options;
	struct cml_history_columns *columns = &known->columns;
	bool is_torn = false;

	if (is_gzip(bytes)) {
		cml_fail(err, CML_BAD_DATA, "a gzip file: a history is appended to, unpack it");
		cml_error_locate(err, known->file.path, 0, NULL);
		return CML_BAD_DATA;
	}
	enum cml_result status =
	    cml_history_columns_load(columns, bytes, known->file.path, options, err);
	if (known->file.read_only || status == CML_NO_MEMORY)
		return status;
	if (columns->unended && cml_history_header_is_torn(bytes, options, &is_torn, err) != CML_OK)
		return err->status;
	*again = is_torn || (status == CML_OK && columns->unended);
	if (is_torn)
		return put_aside(known, bytes, err);
	if (status != CML_OK)
		return status;
	if (columns->n_missing > 0 && !options->widen)
		return cml_history_columns_refuse(columns, known->file.path, options, err);
	return columns->unended ? cml_history_file_end_row(&known->file, "\n", err) : CML_OK;
}

/* The rows behind a header. *again: as of load_header. */
static enum cml_result load_rows(struct cml_history_rows *known, struct cml_slice bytes,
				 bool *again, struct cml_error *err)
{
	bool ends_in_return = strcmp(known->columns.line_end, "\r") == 0;
	struct cml_slice table = {bytes.data, cml_history_whole_rows(bytes, ends_in_return)};
	struct cml_slice rest = {bytes.data + table.size, bytes.size - table.size};

	if (known->columns.unended || table.size < known->columns.text.size)
		return CML_OK; /* a header alone, read only */
	if (known->file.read_only && rest.size > 0 && is_whole(known, rest))
		table = bytes;
	known->file.size = (long long)table.size;
	enum cml_result status = note_rows(known, table, err);
	if (status != CML_OK || known->file.read_only)
		return status;
	*again = rest.size > 0 || known->columns.n_missing > 0;
	if (rest.size > 0)
		return mend_rest(known, rest, count_lines(table) + 1, err);
	return known->columns.n_missing > 0 ? widen(known, table, err) : CML_OK;
}

static enum cml_result load(struct cml_history_rows *known, struct cml_buffer *bytes, bool *again,
			    struct cml_error *err)
{
	*again = false;
	cml_key_set_release(&known->keys);
	known->n_rows = 0;
	known->n_foreign = 0;
	enum cml_result status = cml_history_file_read(&known->file, bytes, err);
	if (status != CML_OK)
		return status;
	if (bytes->size == 0) {
		*again = !known->file.read_only;
		return *again ? create(known, err) : CML_OK;
	}
	status = load_header(known, cml_buffer_slice(bytes), again, err);
	if (status == CML_OK && !*again)
		status = load_rows(known, cml_buffer_slice(bytes), again, err);
	return status;
}

enum cml_result cml_history_rows_load(struct cml_history_rows *known, struct cml_error *err)
{
	struct cml_buffer bytes = {0};
	enum cml_result status;
	bool again;

	do
		status = load(known, &bytes, &again, err);
	while (status == CML_OK && again);
	cml_buffer_release(&bytes);
	if (status != CML_OK)
		cml_history_file_close(&known->file);
	return status;
}

void cml_history_rows_release(struct cml_history_rows *known)
{
	cml_history_file_release(&known->file);
	cml_history_columns_release(&known->columns);
	cml_key_set_release(&known->keys);
	cml_buffer_release(&known->notices);
}
