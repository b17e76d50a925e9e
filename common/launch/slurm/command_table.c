#include "launch/slurm/slurm_queue.h"

#include "table/table_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What comes before a command. A batch script believes what it is said about arrays of Slurm, in
 * one of which we may run ourselves. */
#define PROLOGUE "unset SLURM_JOB_ID SLURM_ARRAY_JOB_ID SLURM_ARRAY_TASK_ID SLURM_RESTART_COUNT\n"

static enum cml_result add_state(struct cml_command_table *table, const char *word,
				 const char *state, struct cml_error *err)
{
	struct cml_slice known = cml_slice_of(state);
	if (!cml_slurm_has_ended(known) && !cml_slice_is(known, "PENDING") &&
	    !cml_slice_is(known, "RUNNING"))
		return cml_fail(err, CML_BAD_USAGE,
				"%s is no state: PENDING, RUNNING, or one of an ended job of "
				"Slurm, such as COMPLETED, FAILED, CANCELLED, TIMEOUT, NODE_FAIL",
				state);
	if (!CML_RESERVE(&table->states, &table->capacity, table->n_states + 1))
		return cml_fail_memory(err);
	table->states[table->n_states++] = (struct cml_command_state){word, state};
	return CML_OK;
}

static enum cml_result take_row(struct cml_command_table *table, const struct cml_slice cells[2],
				struct cml_error *err)
{
	const struct {
		const char *name, **value;
	} fields[] = {{"scheduler", &table->scheduler},
		      {"submit", &table->submit},
		      {"poll", &table->poll},
		      {"cancel", &table->cancel}};
	const char *name = cml_arena_copy(&table->texts, cells[0]),
		   *value = cml_arena_copy(&table->texts, cells[1]);
	if (!name || !value)
		return cml_fail_memory(err);
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (strcmp(name, fields[i].name) == 0) {
			*fields[i].value = value;
			return CML_OK;
		}
	return add_state(table, name, value, err);
}

enum cml_result cml_command_table_read(struct cml_command_table *table, const char *path,
				       struct cml_error *err)
{
	struct cml_table_reader *reader = NULL;
	struct cml_row row;
	enum cml_result status = cml_table_open(&reader, path, ',', err);
	if (status != CML_OK)
		goto out;
	const struct cml_header *header = cml_table_header(reader);
	if (header->n_columns != 2 || cml_header_find(header, cml_slice_of("name")) != 0) {
		status = cml_fail(err, CML_BAD_USAGE,
				  "a table of commands has the columns name "
				  "and value");
		goto out;
	}
	while ((status = cml_table_next(reader, &row, err)) == CML_OK)
		if ((status = take_row(table, row.cells, err)) != CML_OK)
			goto out;
	if (status != CML_END)
		goto out;
	status = table->scheduler && table->submit && table->poll && table->cancel
		     ? CML_OK
		     : cml_fail(err, CML_BAD_USAGE,
				"the table needs the rows scheduler, submit, poll and cancel");
out:
	cml_table_free(reader);
	if (status != CML_OK)
		cml_error_locate(err, path, 0, NULL);
	return status;
}

void cml_command_table_release(struct cml_command_table *table)
{
	cml_arena_release(&table->texts);
	free(table->states);
	*table = (struct cml_command_table){0};
}

void cml_command_print(struct cml_buffer *argv, const char *before, const char *command)
{
	cml_buffer_printf(argv, "sh%c-c%c" PROLOGUE "%s%s%csh%c", 0, 0, before, command, 0, 0);
}

static struct cml_slice next_word(struct cml_slice *line)
{
	size_t start = 0, end;
	while (start < line->size && (line->data[start] == ' ' || line->data[start] == '\t'))
		start++;
	for (end = start; end < line->size && line->data[end] != ' ' && line->data[end] != '\t';)
		end++;
	struct cml_slice word = {line->data + start, end - start};
	*line = cml_slice_from(*line, end);
	return word;
}

bool cml_command_next_job(const struct cml_command_table *table, struct cml_slice *text,
			  struct cml_slurm_job *job)
{
	struct cml_slice line;
	while (cml_slice_line(text, &line)) {
		*job = (struct cml_slurm_job){.start = NAN, .end = NAN, .name = next_word(&line)};
		job->state = next_word(&line);
		for (size_t i = 0; i < table->n_states; i++)
			if (cml_slice_is(job->state, table->states[i].word)) {
				job->state = cml_slice_of(table->states[i].state);
				break;
			}
		if (job->state.size > 0)
			return true;
	}
	return false;
}
