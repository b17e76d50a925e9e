#include "tool_steps.h"

#include "base/number.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define N_PEEKED 64
#define DIGITS "0123456789_+"

/* JobID, job_id, JobIDRaw, SLURM_JOB_ID. */
static bool is_job_id(struct cml_slice name)
{
	static const char *const names[] = {"jobid", "jobidraw", "slurmjobid", "jobstep",
					    "job",   "slurmjob", "id"};
	char letters[16];
	size_t n = 0;
	for (size_t i = 0; i < name.size && n + 1 < sizeof letters; i++)
		if (isalpha((unsigned char)name.data[i]))
			letters[n++] = (char)tolower((unsigned char)name.data[i]);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (cml_slice_is((struct cml_slice){letters, n}, names[i]))
			return true;
	return false;
}

/* What stands behind the point of `4100.batch`; empty: it is no such id. */
static struct cml_slice step_of(struct cml_slice id)
{
	size_t n = 0;
	while (n < id.size && id.data[n] && strchr(DIGITS, id.data[n]))
		n++;
	return n > 0 && n < id.size && id.data[n] == '.' ? cml_slice_from(id, n + 1)
							 : (struct cml_slice){NULL, 0};
}

/* `ext+` is what a narrow column leaves of `extern`. */
static bool is_step_word(struct cml_slice step)
{
	static const char *const words[] = {"batch", "extern", "interactive"};
	bool is_cut = step.size > 2 && step.data[step.size - 1] == '+';
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (cml_slice_is(step, words[i]) ||
		    (is_cut && strncmp(step.data, words[i], step.size - 1) == 0))
			return true;
	return false;
}

/* Whether a word is among the first rows, or a number below the job that it is of. */
static bool peek(size_t column, const char *path, char delimiter)
{
	struct cml_table_reader *reader = NULL;
	struct cml_error ignored;
	struct cml_row row;
	bool found = false;
	char last[64] = "";
	if (cml_table_open(&reader, path, delimiter, &ignored) != CML_OK)
		return false;
	for (size_t i = 0; i < N_PEEKED && !found; i++) {
		if (cml_table_next(reader, &row, &ignored) != CML_OK || column >= row.n_cells)
			break;
		struct cml_slice id = cml_slice_trim(row.cells[column]), step = step_of(id);
		size_t n_job = step.size > 0 ? (size_t)(step.data - id.data) - 1 : 0;
		found = is_step_word(step) ||
			(n_job > 0 && cml_slice_is((struct cml_slice){id.data, n_job}, last));
		snprintf(last, sizeof last, "%.*s", (int)id.size, id.data);
	}
	cml_table_free(reader);
	return found;
}

struct tool_steps tool_steps_find(const struct cml_header *header, const char *path, char delimiter)
{
	struct tool_steps steps = {.column = CML_NO_COLUMN};
	for (size_t i = 0; i < header->n_columns && steps.column == CML_NO_COLUMN; i++)
		if (is_job_id(header->names[i]))
			steps.column = i;
	steps.has_numbers =
	    path && steps.column != CML_NO_COLUMN && peek(steps.column, path, delimiter);
	return steps;
}

bool tool_steps_have(const struct tool_steps *steps, const struct cml_row *row)
{
	if (steps->column == CML_NO_COLUMN)
		return false;
	struct cml_slice step = step_of(cml_slice_trim(row->cells[steps->column]));
	double number;
	return is_step_word(step) || (steps->has_numbers && cml_parse_double(step, &number));
}
