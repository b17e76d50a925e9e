/* The rows of a history. Part of history_table.h and job_history.h. */
#include "launch/history/job_history.h"

#include "launch/history/history_table.h"

#include <string.h>

/* The attempt above the bits of the status and of the number of rows. */
#define STATUS_BITS 3
#define ROWS_BITS 10
#define LOW_BITS (STATUS_BITS + ROWS_BITS)
#define MAX_ATTEMPT (((int64_t)1 << (32 - LOW_BITS)) - 1)

bool cml_job_history_find(const struct cml_job_history *history, uint64_t key,
			  struct cml_finished_job *found)
{
	uint32_t note;

	if (!cml_key_set_find(&history->keys, key, &note))
		return false;
	found->key = key;
	found->status = (enum cml_job_status)(note & ((1u << STATUS_BITS) - 1));
	found->attempt = note >> LOW_BITS;
	found->n_rows = note >> STATUS_BITS & ((1u << ROWS_BITS) - 1);
	return true;
}

uint32_t cml_job_history_next_attempt(const struct cml_job_history *history, uint64_t key)
{
	struct cml_finished_job finished = {.attempt = 0};

	if (history)
		cml_job_history_find(history, key, &finished);
	return finished.attempt + 1;
}

enum cml_result cml_history_note_row(struct cml_job_history *history,
				     const struct cml_finished_job *job, struct cml_error *err)
{
	struct cml_finished_job before = {.n_rows = 0};

	cml_job_history_find(history, job->key, &before);
	before.n_rows += before.n_rows < CML_MAX_REPEATS;
	history->facts.n_rows++;
	history->facts.has_ok = history->facts.has_ok || job->status == CML_JOB_OK;
	return cml_key_set_note(
	    &history->keys, job->key,
	    job->attempt << LOW_BITS | before.n_rows << STATUS_BITS | (uint32_t)job->status, err);
}

/* The error of a cell in one of our own columns. */
static enum cml_result cell_fail(const char *column, const char *what, struct cml_slice cell,
				 struct cml_error *err)
{
	char quoted[CML_QUOTE_SIZE];

	cml_fail(err, CML_BAD_DATA, "%s %s", what, cml_text_quote(cell, quoted, sizeof quoted));
	return cml_error_locate(err, NULL, 0, column);
}

static struct cml_slice cell_at(const struct cml_row *row, size_t column)
{
	return column == CML_NO_COLUMN ? (struct cml_slice){0} : row->cells[column];
}

/* Status, attempt and key in a row of the file. CML_BAD_DATA with the column. */
static enum cml_result parse_job(const struct cml_job_history *history, const struct cml_row *row,
				 struct cml_finished_job *job, struct cml_error *err)
{
	struct cml_slice key = cell_at(row, history->key);
	struct cml_slice status = cell_at(row, history->status);
	struct cml_slice attempt = cell_at(row, history->attempt);
	int64_t number = 0;

	if (!cml_key_parse(key, &job->key)) {
		cml_key_refuse(key, err);
		return cml_error_locate(err, NULL, 0, CML_COLUMN_KEY);
	}
	if (!cml_job_status_parse(status, &job->status))
		return cell_fail(CML_COLUMN_STATUS, "unknown status", status, err);
	if (attempt.size > 0 && !cml_parse_int(attempt, 0, MAX_ATTEMPT, &number))
		return cell_fail(CML_COLUMN_ATTEMPT, "not the number of an attempt:", attempt, err);
	job->attempt = (uint32_t)number;
	return CML_OK;
}

static enum cml_result note_row(struct cml_job_history *history, const struct cml_row *row,
				struct cml_error *err)
{
	struct cml_finished_job job;

	/* A proposal has a key, too, but nothing says what became of it. */
	if (cell_at(row, history->key).size == 0 || cell_at(row, history->status).size == 0) {
		history->facts.n_rows++;
		return CML_OK;
	}
	if (parse_job(history, row, &job, err) != CML_OK)
		return cml_error_locate(err, NULL, row->line, NULL);
	return cml_history_note_row(history, &job, err);
}

enum cml_result cml_history_note_all(struct cml_job_history *history, struct cml_slice bytes,
				     struct cml_error *err)
{
	struct cml_table_reader *reader;
	enum cml_result status = cml_table_open_bytes(&reader, bytes, history->file.path,
						      history->options.delimiter, err);
	struct cml_row row;

	if (status != CML_OK)
		return cml_error_locate(err, history->file.path, 0, NULL);
	while ((status = cml_table_next(reader, &row, err)) == CML_OK &&
	       (status = note_row(history, &row, err)) == CML_OK)
		;
	cml_table_free(reader);
	return status == CML_END ? CML_OK : cml_error_locate(err, history->file.path, 0, NULL);
}

enum cml_row_kind cml_history_row_kind(const struct cml_job_history *history,
				       struct cml_slice header, struct cml_slice text)
{
	struct cml_buffer bytes = {0};
	struct cml_table_reader *reader = NULL;
	struct cml_finished_job job;
	struct cml_error ignored;
	struct cml_row row;
	bool is_row = !memchr(text.data, '\0', text.size) &&
		      cml_buffer_append(&bytes, header.data, header.size) &&
		      cml_buffer_append(&bytes, text.data, text.size) &&
		      cml_table_open_bytes(&reader, cml_buffer_slice(&bytes), history->file.path,
					   history->options.delimiter, &ignored) == CML_OK &&
		      cml_table_next(reader, &row, &ignored) == CML_OK;

	bool ours = is_row && cell_at(&row, history->key).size > 0;

	if (ours)
		is_row = parse_job(history, &row, &job, &ignored) == CML_OK;
	is_row = is_row && cml_table_next(reader, &row, &ignored) == CML_END;
	cml_table_free(reader);
	cml_buffer_release(&bytes);
	return !is_row ? CML_ROW_NONE : ours ? CML_ROW_OURS : CML_ROW_FOREIGN;
}
