/* Other cells in rows of a history. Part of job_history.h. */
#include "launch/history/job_history.h"

#include "base/memory.h"
#include "launch/history/history_table.h"
#include "table/table_writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct editing {
	struct cml_job_history *history;
	struct cml_history_edit *edit;
	struct cml_slice *cells; /* of options.columns */
	struct cml_buffer text;  /* of the whole table */
};

/* Of one of options.columns, in history->row. */
static struct cml_slice *cell_of(const struct cml_job_history *history, size_t column)
{
	return &history->row[cml_header_find(&history->header, history->options.columns[column])];
}

/* Has the row edited, if it is of a job. *changed: history->row has other cells. */
static enum cml_result edit_row(struct editing *editing, const struct cml_row *row, bool *changed,
				struct cml_error *err)
{
	struct cml_job_history *history = editing->history;
	struct cml_history_edit *edit = editing->edit;
	size_t n = history->options.n_columns;
	struct cml_finished_job job;
	struct cml_error foreign;

	*changed = false;
	if (cml_history_parse_job(history, row, &job, &foreign) != CML_OK || job.attempt == 0)
		return CML_OK;
	memcpy(history->row, row->cells, row->n_cells * sizeof *history->row);
	for (size_t i = 0; i < n; i++)
		editing->cells[i] = *cell_of(history, i);
	if (edit->edit(edit->context, &job, editing->cells, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < n; i++) {
		*changed |= !cml_slice_equal(*cell_of(history, i), editing->cells[i]);
		*cell_of(history, i) = editing->cells[i];
	}
	edit->n_changed += *changed;
	return CML_OK;
}

/* All lines of the file: the header and blank ones as they stand. */
static enum cml_result edit_rows(struct editing *editing, struct cml_table_reader *reader,
				 struct cml_slice bytes, struct cml_error *err)
{
	char delimiter = editing->history->facts.delimiter;
	bool is_header = true;

	while (bytes.size > 0) {
		struct cml_slice end, text = cml_history_take_row(&bytes, &end);
		struct cml_row row;
		enum cml_result status = CML_OK;
		bool changed = false;

		if (text.size > 0 && !is_header &&
		    (status = cml_table_next(reader, &row, err)) == CML_OK)
			status = edit_row(editing, &row, &changed, err);
		if (status != CML_OK)
			return status;
		if (!(changed ? cml_append_row(&editing->text, editing->history->row, row.n_cells,
					       delimiter, "")
			      : cml_buffer_append(&editing->text, text.data, text.size)) ||
		    !cml_buffer_append(&editing->text, end.data, end.size))
			return cml_fail_memory(err);
		is_header = is_header && text.size == 0;
	}
	return CML_OK;
}

enum cml_result cml_job_history_edit(struct cml_job_history *history, struct cml_history_edit *edit,
				     struct cml_error *err)
{
	struct editing editing = {
	    .history = history,
	    .edit = edit,
	    .cells = cml_array_new(history->options.n_columns, sizeof *editing.cells)};
	struct cml_table_reader *reader = NULL;
	struct cml_buffer old = {0};

	assert(history->facts.n_waiting == 0);
	edit->n_changed = 0;
	if (!editing.cells)
		return cml_fail_memory(err);
	/* What a killed writer left at the end is no row. */
	bool ok = cml_history_load(history, err) == CML_OK &&
		  cml_history_file_read(&history->file, &old, err) == CML_OK &&
		  cml_table_open_bytes(&reader, cml_buffer_slice(&old), history->file.path,
				       history->facts.delimiter, err) == CML_OK &&
		  edit_rows(&editing, reader, cml_buffer_slice(&old), err) == CML_OK;
	cml_table_free(reader);
	if (ok && edit->n_changed > 0)
		ok = cml_history_file_replace(&history->file, "before", "cells were replaced",
					      cml_buffer_slice(&old),
					      cml_buffer_slice(&editing.text), err) == CML_OK &&
		     cml_history_load(history, err) == CML_OK;
	cml_buffer_release(&old);
	cml_buffer_release(&editing.text);
	free(editing.cells);
	return ok ? CML_OK : err->status;
}
