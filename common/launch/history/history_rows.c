#include "launch/history/history_rows.h"

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

static enum cml_result add_notice(struct cml_history_rows *known, const char *text,
				  struct cml_error *err)
{
	return cml_buffer_append(&known->notices, text, strlen(text) + 1) ? CML_OK
									  : cml_fail_memory(err);
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

/* rows as a table: with the header before them. */
static enum cml_result open_rows(struct cml_history_rows *known, struct cml_slice rows,
				 struct cml_table_reader **reader, struct cml_error *err)
{
	const struct cml_buffer *header = &known->columns.text;

	cml_buffer_clear(&known->parsed);
	if (!cml_buffer_append(&known->parsed, header->data, header->size) ||
	    !cml_buffer_append(&known->parsed, rows.data, rows.size))
		return cml_fail_memory(err);
	return cml_table_open_bytes(reader, cml_buffer_slice(&known->parsed), known->file.path,
				    known->columns.delimiter, err);
}

/* Notes whole rows and takes them. */
static enum cml_result note_rows(struct cml_history_rows *known, struct cml_slice rows,
				 struct cml_error *err)
{
	struct cml_table_reader *reader = NULL;
	enum cml_result status = open_rows(known, rows, &reader, err);
	struct cml_row row;

	while (status == CML_OK) {
		status = cml_table_next(reader, &row, err);
		if (status == CML_OK)
			status = note_row(known, &row, err);
	}
	cml_table_free(reader);
	if (status == CML_END) {
		cml_history_file_take(&known->file, rows);
		return CML_OK;
	}
	cml_error_locate(err, known->file.path, 0, NULL);
	if (err->line > known->columns.n_lines)
		err->line += known->file.n_lines - known->columns.n_lines;
	return status;
}

/* Reads text, a row without its line end. False when it is no row. */
static bool parse_single(struct cml_history_rows *known, struct cml_slice text, bool *ours)
{
	struct cml_table_reader *reader = NULL;
	struct cml_history_outcome found;
	struct cml_error ignored;
	struct cml_row row;
	bool is_row;

	if (memchr(text.data, '\0', text.size) != NULL ||
	    open_rows(known, text, &reader, &ignored) != CML_OK)
		return false;
	is_row = cml_table_next(reader, &row, &ignored) == CML_OK;
	*ours = is_row && cell_at(&row, known->columns.key).size > 0;
	if (*ours)
		is_row = cml_history_outcome_parse(cell_at(&row, known->columns.key),
						   cell_at(&row, known->columns.status),
						   cell_at(&row, known->columns.attempt), &found,
						   &ignored) == CML_OK;
	is_row = is_row && cml_table_next(reader, &row, &ignored) == CML_END;
	cml_table_free(reader);
	return is_row;
}

/* Whether rest, which has no row's end, lacks no more than its line end. Of a row with a key
 * nobody can say: its last cell may be short. When the key comes last, of none. */
static bool is_whole(struct cml_history_rows *known, struct cml_slice rest)
{
	bool ours;

	return known->columns.key + 1 != known->columns.header.n_columns &&
	       parse_single(known, rest, &ours) && !ours;
}

/* Whether a later line of rest is a whole row of ours: then a quote is open that should not
 * be, and all that follows it would be put aside. */
static bool hides_rows(struct cml_history_rows *known, struct cml_slice rest)
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
	return add_notice(known, notice, err);
}

/* Ends the last row, or puts it aside. */
static enum cml_result settle_rest(struct cml_history_rows *known, struct cml_slice rest,
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
	cml_error_locate(err, known->file.path, known->file.n_lines + 1, NULL);
	return CML_BAD_DATA;
}

/* Takes all rows there are, and leaves the file ending in a whole one. */
static enum cml_result take_rows(struct cml_history_rows *known, struct cml_error *err)
{
	bool ends_in_return = strcmp(known->columns.line_end, "\r") == 0;
	enum cml_result status = CML_OK;

	while (status == CML_OK) {
		struct cml_slice rows;
		struct cml_slice rest;

		status = cml_history_file_read(&known->file, ends_in_return, &known->piece, &rows,
					       &rest, err);
		if (status != CML_OK || rows.size + rest.size == 0)
			return status;
		if (rows.size > 0)
			status = note_rows(known, rows, err);
		else if (!known->file.read_only)
			status = settle_rest(known, rest, err);
		else
			return is_whole(known, rest) ? note_rows(known, rest, err) : CML_OK;
	}
	return status;
}

static enum cml_result widen(struct cml_history_rows *known, struct cml_error *err)
{
	char notice[PATH_MAX + 128];
	char aside[PATH_MAX];
	enum cml_result status = take_rows(known, err);

	if (status == CML_OK)
		status = cml_history_columns_widen(&known->columns, &known->file, &known->options,
						   aside, err);
	if (status != CML_OK)
		return status;
	snprintf(notice, sizeof notice, "columns were added; the table as it was is %s", aside);
	return add_notice(known, notice, err);
}

/* Reads the locked file from its start. Widening lets go of it: *again. */
static enum cml_result load(struct cml_history_rows *known, bool *again, struct cml_error *err)
{
	const struct cml_job_history_options *options = &known->options;
	struct cml_slice torn = {0};
	enum cml_result status;

	*again = false;
	cml_key_set_release(&known->keys);
	known->n_rows = 0;
	known->n_foreign = 0;
	status = cml_history_columns_load(&known->columns, &known->file, options, &torn, err);
	if (status == CML_OK && torn.size > 0) {
		status = put_aside(known, torn, err);
		*again = status == CML_OK;
		return status;
	}
	if (status != CML_OK || known->columns.header.n_columns == 0)
		return status;
	if (known->columns.n_missing > 0 && !options->read_only && !options->widen)
		return cml_history_columns_refuse(&known->columns, &known->file, options, err);
	if (known->columns.unended && !options->read_only)
		status = cml_history_file_end_row(&known->file, "\n", err);
	if (status != CML_OK)
		return status;
	if (known->columns.n_missing == 0 || options->read_only)
		return take_rows(known, err);
	*again = true;
	return widen(known, err);
}

/* Counts the rows that a file which was replaced, cut or removed lacks. */
static enum cml_result miss_rows(struct cml_history_rows *known, size_t n_before,
				 struct cml_error *err)
{
	char notice[128];

	if (known->n_rows >= n_before)
		return CML_OK;
	known->n_gone += n_before - known->n_rows;
	snprintf(notice, sizeof notice,
		 "somebody replaced or cut the history: %zu rows fewer; a next run writes those "
		 "whose jobs have records",
		 n_before - known->n_rows);
	return add_notice(known, notice, err);
}

/* Locks the file and takes what is new in it. The lock is held on success alone. */
enum cml_result cml_history_rows_lock(struct cml_history_rows *known, bool from_start,
				      struct cml_error *err)
{
	enum cml_result status;
	size_t n_before = known->n_rows;
	/* A table that was refused is looked at anew: nothing goes into it by its columns. */
	bool again = from_start || known->refused;

	do {
		bool replaced;

		status = cml_history_file_lock(&known->file, &replaced, err);
		if (status == CML_OK && (replaced || again)) {
			status = load(known, &again, err);
			known->refused = status != CML_OK;
		} else if (status == CML_OK) {
			status = take_rows(known, err);
		}
		if (status == CML_OK && !again)
			status = miss_rows(known, n_before, err);
		if (status != CML_OK || again)
			cml_history_file_unlock(&known->file);
	} while (status == CML_OK && again);
	return status;
}

void cml_history_rows_release(struct cml_history_rows *known)
{
	cml_history_file_unlock(&known->file);
	cml_history_file_release(&known->file);
	cml_history_columns_release(&known->columns);
	cml_key_set_release(&known->keys);
	cml_buffer_release(&known->piece);
	cml_buffer_release(&known->parsed);
	cml_buffer_release(&known->notices);
	*known = (struct cml_history_rows){0};
}
