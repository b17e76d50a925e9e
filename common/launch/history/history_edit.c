#include "launch/history/history_edit.h"

#include "base/memory.h"
#include "launch/history/history_table.h"
#include "table/table_writer.h"

#include <stdlib.h>
#include <string.h>

struct editing {
	const struct cml_history_table *table;
	struct cml_history_edit *edit;
	size_t *places;          /* of edit->columns, in the file */
	struct cml_slice *cells; /* of these columns, n */
	struct cml_slice *row;   /* all cells of a row */
	struct cml_buffer text;  /* of the whole table */
};

static enum cml_result begin(struct editing *editing, struct cml_error *err)
{
	const struct cml_history_edit *edit = editing->edit;
	const struct cml_header *header = &editing->table->header;
	editing->places = cml_array_new(edit->n, sizeof *editing->places);
	editing->cells = cml_array_new(edit->n, sizeof *editing->cells);
	editing->row = cml_array_new(header->n_columns, sizeof *editing->row);
	if (!editing->places || !editing->cells || !editing->row)
		return cml_fail_memory(err);
	for (size_t i = 0; i < edit->n; i++) {
		editing->places[i] = cml_header_find(header, edit->columns[i]);
		if (editing->places[i] == CML_NO_COLUMN)
			return cml_fail(err, CML_BAD_DATA, "history lacks column %.*s",
					(int)edit->columns[i].size, edit->columns[i].data);
	}
	return CML_OK;
}

/* Whether the row is of a job, and which. */
static bool is_of_job(const struct editing *editing, const struct cml_row *row,
		      struct cml_history_outcome *outcome)
{
	const struct cml_history_table *table = editing->table;
	struct cml_error ignored;
	return table->key != CML_NO_COLUMN && table->status != CML_NO_COLUMN &&
	       table->attempt != CML_NO_COLUMN &&
	       cml_history_outcome_parse(row->cells[table->key], row->cells[table->status],
					 row->cells[table->attempt], outcome, &ignored) == CML_OK &&
	       outcome->job.attempt > 0;
}

/* The row with the cells that edit gives; text is its line without the end. */
static enum cml_result edit_row(struct editing *editing, const struct cml_row *row,
				struct cml_slice text, struct cml_error *err)
{
	struct cml_history_edit *edit = editing->edit;
	struct cml_history_outcome outcome;
	bool changed = false;
	if (is_of_job(editing, row, &outcome)) {
		for (size_t i = 0; i < edit->n; i++)
			editing->cells[i] = row->cells[editing->places[i]];
		if (edit->edit(edit->context, outcome.key, outcome.job.attempt, editing->cells,
			       err) != CML_OK)
			return err->status;
		for (size_t i = 0; i < edit->n; i++)
			changed |=
			    !cml_slice_equal(editing->cells[i], row->cells[editing->places[i]]);
	}
	edit->n_changed += changed;
	if (!changed)
		return cml_buffer_append(&editing->text, text.data, text.size)
			   ? CML_OK
			   : cml_fail_memory(err);
	memcpy(editing->row, row->cells, row->n_cells * sizeof *editing->row);
	for (size_t i = 0; i < edit->n; i++)
		editing->row[editing->places[i]] = editing->cells[i];
	return cml_append_row(&editing->text, editing->row, row->n_cells,
			      editing->table->facts.delimiter, "")
		   ? CML_OK
		   : cml_fail_memory(err);
}

/* All lines of the file: the header and blank ones as they stand. */
static enum cml_result edit_rows(struct editing *editing, struct cml_slice bytes,
				 struct cml_error *err)
{
	struct cml_table_reader *reader = NULL;
	struct cml_row row;
	bool is_header = true;
	enum cml_result status = cml_table_open_bytes(&reader, bytes, editing->table->file.path,
						      editing->table->facts.delimiter, err);
	while (status == CML_OK && bytes.size > 0) {
		struct cml_slice end, text = cml_history_take_row(&bytes, &end);

		if (text.size > 0 && !is_header &&
		    (status = cml_table_next(reader, &row, err)) == CML_OK)
			status = edit_row(editing, &row, text, err);
		else if (status == CML_OK &&
			 !cml_buffer_append(&editing->text, text.data, text.size))
			status = cml_fail_memory(err);
		if (status == CML_OK && !cml_buffer_append(&editing->text, end.data, end.size))
			status = cml_fail_memory(err);
		is_header = is_header && text.size == 0;
	}
	cml_table_free(reader);
	return status;
}

static enum cml_result replace(struct cml_history_table *table, struct cml_slice old,
			       struct cml_slice bytes, struct cml_error *err)
{
	char aside[PATH_MAX];
	enum cml_result status =
	    cml_history_file_replace(&table->file, "before", old, bytes, aside, err);
	if (status == CML_OK && !cml_buffer_printf(&table->notices,
						   "cells were replaced; the table as it was is "
						   "%s%c",
						   aside, 0))
		status = cml_fail_memory(err);
	return status;
}

enum cml_result cml_history_table_edit(struct cml_history_table *table,
				       struct cml_history_edit *edit, struct cml_error *err)
{
	struct editing editing = {.table = table, .edit = edit};
	struct cml_buffer bytes = {0};
	edit->n_changed = 0;
	/* What a killed writer left at the end is no row. */
	enum cml_result status = cml_history_table_load(table, err);
	if (status == CML_OK &&
	    (status = cml_history_file_read(&table->file, &bytes, err)) == CML_OK &&
	    (status = begin(&editing, err)) == CML_OK &&
	    (status = edit_rows(&editing, cml_buffer_slice(&bytes), err)) == CML_OK &&
	    edit->n_changed > 0 &&
	    (status = replace(table, cml_buffer_slice(&bytes), cml_buffer_slice(&editing.text),
			      err)) == CML_OK)
		status = cml_history_table_load(table, err);
	cml_buffer_release(&bytes);
	cml_buffer_release(&editing.text);
	free(editing.places);
	free(editing.cells);
	free(editing.row);
	return status;
}
