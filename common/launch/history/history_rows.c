/* The rows of a history. Part of history_table.h. */
#include "launch/history/history_table.h"

#include "base/number.h"
#include "space/config.h"

#include <string.h>

/* The attempt above the three bits of the status. */
#define STATUS_BITS 3
#define MAX_ATTEMPT (((int64_t)1 << (32 - STATUS_BITS)) - 1)

bool cml_history_table_find(const struct cml_history_table *table, uint64_t key,
			    struct cml_finished_job *found)
{
	uint32_t note;

	if (!cml_key_set_find(&table->keys, key, &note))
		return false;
	found->status = (enum cml_job_status)(note & ((1u << STATUS_BITS) - 1));
	found->attempt = note >> STATUS_BITS;
	return true;
}

enum cml_result cml_history_table_note(struct cml_history_table *table,
				       const struct cml_history_outcome *outcome,
				       struct cml_error *err)
{
	table->facts.n_rows++;
	table->facts.has_ok = table->facts.has_ok || outcome->job.status == CML_JOB_OK;
	return cml_key_set_note(&table->keys, outcome->key,
				outcome->job.attempt << STATUS_BITS | (uint32_t)outcome->job.status,
				err);
}

/* The error of a cell in one of our own columns. */
static enum cml_result cell_fail(const char *column, const char *what, struct cml_slice cell,
				 struct cml_error *err)
{
	char quoted[CML_QUOTE_SIZE];

	cml_fail(err, CML_BAD_DATA, "%s %s", what, cml_text_quote(cell, quoted, sizeof quoted));
	return cml_error_locate(err, NULL, 0, column);
}

enum cml_result cml_history_outcome_parse(struct cml_slice key, struct cml_slice status,
					  struct cml_slice attempt,
					  struct cml_history_outcome *outcome,
					  struct cml_error *err)
{
	int64_t number = 0;

	if (!cml_key_parse(key, &outcome->key))
		return cell_fail(CML_COLUMN_KEY, "not a key, which is 16 hexadecimal digits:", key,
				 err);
	if (!cml_job_status_parse(status, &outcome->job.status))
		return cell_fail(CML_COLUMN_STATUS, "unknown status", status, err);
	if (attempt.size > 0 && !cml_parse_int(attempt, 0, MAX_ATTEMPT, &number))
		return cell_fail(CML_COLUMN_ATTEMPT, "not the number of an attempt:", attempt, err);
	outcome->job.attempt = (uint32_t)number;
	return CML_OK;
}

static struct cml_slice cell_at(const struct cml_row *row, size_t column)
{
	return column == CML_NO_COLUMN ? (struct cml_slice){0} : row->cells[column];
}

static enum cml_result parse_row(const struct cml_history_table *table, const struct cml_row *row,
				 struct cml_history_outcome *outcome, struct cml_error *err)
{
	return cml_history_outcome_parse(cell_at(row, table->key), cell_at(row, table->status),
					 cell_at(row, table->attempt), outcome, err);
}

/* Whether the configuration of a row has another key in the space. */
static bool has_other_key(struct cml_history_table *table, const struct cml_row *row, uint64_t key)
{
	struct cml_error refused;
	uint64_t now;

	return table->row_keys.space &&
	       cml_row_key(&table->row_keys, row, &now, &refused) == CML_OK && now != key;
}

static enum cml_result note_row(struct cml_history_table *table, const struct cml_row *row,
				struct cml_error *err)
{
	struct cml_history_outcome outcome;

	/* A proposal has a key, too, but nothing says what became of it. */
	if (cell_at(row, table->key).size == 0 || cell_at(row, table->status).size == 0) {
		table->facts.n_rows++;
		table->facts.n_foreign++;
		return CML_OK;
	}
	enum cml_result status = parse_row(table, row, &outcome, err);
	if (status != CML_OK)
		return cml_error_locate(err, NULL, row->line, NULL);
	table->facts.n_other_keys += has_other_key(table, row, outcome.key);
	return cml_history_table_note(table, &outcome, err);
}

enum cml_result cml_history_table_note_all(struct cml_history_table *table, struct cml_slice bytes,
					   struct cml_error *err)
{
	struct cml_table_reader *reader = NULL;
	enum cml_result status =
	    cml_table_open_bytes(&reader, bytes, table->file.path, table->facts.delimiter, err);
	struct cml_row row;

	while (status == CML_OK) {
		status = cml_table_next(reader, &row, err);
		if (status == CML_OK)
			status = note_row(table, &row, err);
	}
	cml_table_free(reader);
	return status == CML_END ? CML_OK : cml_error_locate(err, table->file.path, 0, NULL);
}

bool cml_history_table_parse(const struct cml_history_table *table, struct cml_slice header,
			     struct cml_slice text, bool *ours)
{
	struct cml_buffer bytes = {0};
	struct cml_table_reader *reader = NULL;
	struct cml_history_outcome outcome;
	struct cml_error ignored;
	struct cml_row row;
	bool is_row = !memchr(text.data, '\0', text.size) &&
		      cml_buffer_append(&bytes, header.data, header.size) &&
		      cml_buffer_append(&bytes, text.data, text.size) &&
		      cml_table_open_bytes(&reader, cml_buffer_slice(&bytes), table->file.path,
					   table->facts.delimiter, &ignored) == CML_OK &&
		      cml_table_next(reader, &row, &ignored) == CML_OK;

	*ours = is_row && cell_at(&row, table->key).size > 0;
	if (*ours)
		is_row = parse_row(table, &row, &outcome, &ignored) == CML_OK;
	is_row = is_row && cml_table_next(reader, &row, &ignored) == CML_END;
	cml_table_free(reader);
	cml_buffer_release(&bytes);
	return is_row;
}
