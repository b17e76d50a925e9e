#include "launch/submission_state.h"

#include <math.h>
#include <stdio.h>

#include "base/number.h"
#include "launch/job/template.h"
#include "space/cell.h"
#include "table/table_writer.h"

/* What a job gets of a cell that a column of the space reads: its level; 4, in number, of the 4.0
 * that a whole number becomes on its way through pandas; else the cell. */
static struct cml_slice text_for_job(const struct cml_space *space, size_t slot,
				     struct cml_slice cell, char number[CML_NUMBER_SIZE])
{
	const struct cml_space_column *column = &space->columns[slot];
	bool is_level = column->type == CML_TYPE_CATEGORICAL || column->type == CML_TYPE_ORDINAL;
	struct cml_error ignored;
	double value;

	if (is_level)
		return cml_cell_read(column, &space->symbols, cml_slice_trim(cell), false, &value,
				     &ignored) == CML_OK &&
			       value >= 0
			   ? space->symbols.texts[(size_t)value]
			   : cell;
	bool is_whole = column->type == CML_TYPE_INT || column->type == CML_TYPE_BOOL;
	if (!is_whole || !cml_parse_double(cell, &value) || value != floor(value) ||
	    cml_parse_int(cell, INT64_MIN, INT64_MAX, &(int64_t){0}))
		return cell;
	return (struct cml_slice){number, cml_print_double(value, number)};
}

/* The values of all names, for one attempt; texts that differ from the cells stand in numbers. */
static enum cml_result find_values(struct cml_submission *submission,
				   const struct cml_job_entry *entry, struct cml_attempt_id attempt,
				   const char *dir, char (*numbers)[CML_NUMBER_SIZE],
				   struct cml_error *err)
{
	struct cml_row row = {.cells = entry->cells, .n_cells = submission->input->n_columns};
	struct cml_slice *value = submission->values;
	const size_t *source = submission->sources;
	size_t n_input = submission->names.n_columns - submission->n_derived - 3;
	uint64_t key;

	for (size_t i = 0; i < n_input; i++, source++)
		*value++ =
		    submission->slots[*source] != CML_NO_COLUMN
			? text_for_job(submission->options->space, submission->slots[*source],
				       entry->cells[*source], numbers[2 + i])
			: entry->cells[*source];
	if (submission->n_derived > 0 && cml_row_key(&submission->keys, &row, &key, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < submission->n_derived; i++, source++)
		*value++ =
		    cml_value_text(submission->options->space, *source,
				   submission->keys.values[*source], numbers[2 + n_input + i]);
	cml_key_print(attempt.key, numbers[0]);
	snprintf(numbers[1], sizeof numbers[1], "%lu", (unsigned long)attempt.number);
	*value++ = cml_slice_of(numbers[0]);
	*value++ = cml_slice_of(numbers[1]);
	*value++ = cml_slice_of(dir);
	return CML_OK;
}

enum cml_result cml_submission_expand(struct cml_submission *submission,
				      const struct cml_job_entry *entry,
				      struct cml_attempt_id attempt, const char *dir,
				      struct cml_error *err)
{
	AUTOFREE char(*numbers)[CML_NUMBER_SIZE] =
	    cml_array_new(submission->names.n_columns, sizeof *numbers);

	if (!numbers)
		return cml_fail_memory(err);
	cml_buffer_clear(&submission->argv);
	if (find_values(submission, entry, attempt, dir, numbers, err) != CML_OK ||
	    cml_template_expand(&submission->template, submission->values, &submission->argv,
				err) != CML_OK)
		return err->status;
	return cml_template_environment(&submission->template, submission->values,
					&submission->environment, err);
}

void cml_submission_carry(struct cml_submission *submission, const struct cml_job_entry *entry)
{
	const struct cml_job_columns *columns = &submission->columns;

	for (size_t i = 0; i < columns->n_carried; i++)
		submission->cells[i] = entry->cells[columns->carried[i]];
}

bool cml_submission_print_row(struct cml_submission *submission, const struct cml_job_entry *entry)
{
	const struct cml_job_columns *columns = &submission->columns;
	struct cml_buffer *row = &submission->row;

	cml_submission_carry(submission, entry);
	cml_buffer_clear(row);
	return cml_append_row(row, columns->header.names, columns->n_carried, ',', "\n") &&
	       cml_append_row(row, submission->cells, columns->n_carried, ',', "\n");
}

enum cml_result cml_submission_try_row(struct cml_submission *submission, uint64_t key,
				       const struct cml_row *row, struct cml_error *err)
{
	const struct cml_job_entry entry = {.key = key, .cells = row->cells};

	cml_buffer_clear(&submission->environment);
	if (cml_submission_expand(submission, &entry, (struct cml_attempt_id){key, 1},
				  submission->options->jobs_dir, err) == CML_OK)
		return CML_OK;
	return err->status == CML_BAD_DATA ? cml_error_locate(err, NULL, row->line, NULL)
					   : err->status;
}

/* Appends the line that would run for an entry. */
static enum cml_result print_entry(struct cml_submission *submission,
				   const struct cml_job_entry *entry, struct cml_buffer *text,
				   struct cml_error *err)
{
	const struct cml_attempt_id attempt = {
	    entry->key, cml_job_history_next_attempt(submission->history, entry->key)};
	char dir[PATH_MAX + CML_ATTEMPT_NAME_SIZE], name[CML_ATTEMPT_NAME_SIZE];

	cml_attempt_name(attempt, name);
	snprintf(dir, sizeof dir, "%s/%s", submission->options->jobs_dir, name);
	cml_buffer_clear(&submission->environment);
	if (cml_submission_expand(submission, entry, attempt, dir, err) != CML_OK)
		return err->status;
	/* By way of env: a shell's own echo, test or time does not take the place of the program.
	 */
	cml_buffer_append_string(text, "env");
	cml_shell_quote_all(text, cml_buffer_slice(&submission->environment));
	cml_shell_quote_all(text, cml_buffer_slice(&submission->argv));
	return cml_buffer_append(text, "\n", 1) ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_submission_print(struct cml_submission *submission, struct cml_buffer *text,
				     struct cml_error *err)
{
	for (size_t i = 0; i < submission->list.n; i++)
		if (print_entry(submission, &submission->list.entries[i], text, err) != CML_OK)
			return err->status;
	return CML_OK;
}
