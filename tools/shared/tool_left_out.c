#include "tool.h"

#include "base/memory.h"
#include "base/number.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG_ID 6

/* Of the cells of a row; only: NULL, or of those columns that name the job. */
static uint64_t hash_row(const struct cml_row *row, const struct tool_copy_column *only)
{
	uint64_t key = CML_HASH_SEED;
	for (size_t i = 0; i < row->n_cells; i++) {
		if (only && !only[i].names)
			continue;
		struct cml_slice cell = cml_slice_trim(row->cells[i]);
		double number;
		if (cml_parse_double(cell, &number))
			cell = (struct cml_slice){(const char *)&number, sizeof number};
		key = cml_hash(cml_hash_uint64(key, cell.size), cell.data, cell.size);
	}
	return key;
}

/* One that no counter of trials gives. */
static bool has_long_id(const struct tool_copies *copies, const struct cml_row *row)
{
	for (size_t i = 0; i < row->n_cells; i++)
		if (copies->columns[i].is_id && cml_slice_trim(row->cells[i]).size >= LONG_ID)
			return true;
	return false;
}

static enum cml_result add_rows(struct tool_copies *copies, struct cml_table_reader *reader,
				const struct cml_align *align, struct cml_slice *cells,
				uint32_t file, struct cml_error *err)
{
	struct cml_error ignored = {0};
	struct cml_row row;
	enum cml_result status;
	while ((status = cml_table_next(reader, &row, &ignored)) != CML_END &&
	       !cml_table_broken(reader)) {
		if (status != CML_OK)
			continue;
		row = cml_align_row(align, &row, cells);
		uint64_t id = hash_row(&row, copies->columns);
		uint32_t last;
		copies->ids_repeat = copies->ids_repeat || !has_long_id(copies, &row) ||
				     (cml_key_set_find(&copies->ids, id, &last) && last == file);
		if (cml_key_set_note(&copies->keys, hash_row(&row, NULL), file, err) != CML_OK ||
		    cml_key_set_note(&copies->ids, id, file, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

static enum cml_result add_file(struct tool_copies *copies, const struct cml_header *header,
				const char *path, char delimiter, uint32_t file,
				struct cml_error *err)
{
	AUTOPTR(cml_table_reader) reader = NULL;
	AUTO(cml_align) align = {0};
	struct cml_error ignored = {0};
	AUTOFREE struct cml_slice *cells = cml_array_new(header->n_columns, sizeof *cells);
	if (!cells)
		return cml_fail_memory(err);
	if (tool_is_regular(path) && cml_table_open(&reader, path, delimiter, &ignored) == CML_OK &&
	    cml_align_init(&align, cml_table_header(reader), header, &ignored) == CML_OK)
		return add_rows(copies, reader, &align, cells, file, err);
	return CML_OK;
}

enum cml_result tool_copies_find(struct tool_copies *copies, const struct cml_space *space,
				 const struct cml_header *header, const char *const *paths,
				 size_t n_paths, char delimiter, struct cml_error *err)
{
	*copies = (struct tool_copies){.metric = CML_NO_COLUMN};
	if (n_paths < 2)
		return CML_OK;
	if (!CML_NEW(&copies->columns, header->n_columns))
		return cml_fail_memory(err);
	for (size_t i = 0; i < header->n_columns; i++) {
		size_t slot = cml_space_find(space, header->names[i]);
		enum cml_role role =
		    slot == CML_NO_COLUMN ? CML_ROLE_IGNORE : space->columns[slot].role;
		bool is_id = role == CML_ROLE_ID;
		copies->columns[i] =
		    (struct tool_copy_column){is_id, is_id || cml_is_config_role(role),
					      is_id || role == CML_ROLE_TIME ||
						  cml_slice_is(header->names[i], "cml_started")};
		copies->metric =
		    slot != CML_NO_COLUMN && slot == space->metric ? i : copies->metric;
	}
	for (size_t file = 0; file < n_paths; file++)
		if (add_file(copies, header, paths[file], delimiter, (uint32_t)file, err) != CML_OK)
			return err->status;
	return CML_OK;
}

void tool_copies_release(struct tool_copies *copies)
{
	cml_key_set_release(&copies->keys);
	cml_key_set_release(&copies->ids);
	free(copies->columns);
	*copies = (struct tool_copies){0};
}

static size_t count_digits(struct cml_slice cell)
{
	size_t n = 0;
	for (size_t i = 0; i < cell.size && !memchr("eE", cell.data[i], 2); i++)
		n += cml_is_digit(cell.data[i]) && (n > 0 || cell.data[i] != '0');
	return n;
}

/* Whether the row has what no other job has: an id, a time that is no mere date, a result with so
 * many digits that a repeat would differ. */
static bool is_of_one_job(const struct tool_copies *copies, const struct cml_row *row)
{
	for (size_t i = 0; i < row->n_cells; i++) {
		struct cml_slice cell = cml_slice_trim(row->cells[i]);
		bool is_date = cell.size == strlen("2026-11-29") && cell.data[4] == '-';
		if (copies->columns[i].tells && cell.size > 0 && !is_date)
			return true;
	}
	return copies->metric != CML_NO_COLUMN &&
	       count_digits(row->cells[copies->metric]) >= TOOL_COPY_DIGITS;
}

enum tool_copy tool_copies_have(const struct tool_copies *copies, const struct cml_row *row,
				size_t file)
{
	uint32_t last;
	if (copies->keys.n == 0)
		return TOOL_COPY_NONE;
	if (!copies->ids_repeat)
		return cml_key_set_find(&copies->ids, hash_row(row, copies->columns), &last) &&
			       last > file
			   ? TOOL_COPY_SURE
			   : TOOL_COPY_NONE;
	if (!cml_key_set_find(&copies->keys, hash_row(row, NULL), &last) || last <= file)
		return TOOL_COPY_NONE;
	return is_of_one_job(copies, row) ? TOOL_COPY_SURE : TOOL_COPY_UNSURE;
}

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
	AUTOPTR(cml_table_reader) reader = NULL;
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
