#include "launch/history/job_history.h"

#include "base/memory.h"
#include "launch/history/history_table.h"
#include "table/table_writer.h"

#include <stdlib.h>

const struct cml_history_facts *cml_job_history_facts(const struct cml_job_history *history)
{
	return &history->facts;
}

enum cml_result cml_job_history_open(struct cml_job_history **history, const char *path,
				     const struct cml_job_history_options *options,
				     struct cml_error *err)
{
	struct cml_job_history *opened = cml_array_new(1, sizeof *opened);
	struct cml_slice name = cml_slice_of(path);

	if (!opened)
		return cml_fail_memory(err);
	opened->options = *options;
	if (!options->delimiter)
		opened->options.delimiter = cml_delimiter_for(path, ',');
	opened->file = (struct cml_history_file){
	    .fd = -1, .path = path, .read_only = options->read_only, .notes = options->notes};
	if (cml_slice_cut(&name, ".gz")) {
		cml_fail(err, CML_BAD_USAGE, "a history is appended to, which gzip does not allow");
		cml_error_locate(err, path, 0, NULL);
	} else if (cml_history_load(opened, err) == CML_OK) {
		*history = opened;
		return CML_OK;
	}
	cml_job_history_free(opened);
	return err->status;
}

void cml_job_history_free(struct cml_job_history *history)
{
	if (!history)
		return;
	cml_history_unload(history);
	cml_arena_release(&history->cells);
	cml_buffer_release(&history->lines);
	free(history->waiting);
	free(history);
}

enum cml_result cml_job_history_add(struct cml_job_history *history,
				    const struct cml_finished_job *job,
				    const struct cml_slice *cells, struct cml_error *err)
{
	size_t n = history->facts.n_waiting;
	struct cml_history_row row = {
	    *job, cml_arena_copy_all(&history->cells, cells, history->options.columns->n_columns)};

	if (!row.cells || !CML_RESERVE(&history->waiting, &history->waiting_capacity, n + 1))
		return cml_fail_memory(err);
	history->waiting[n] = row;
	history->facts.n_waiting++;
	return CML_OK;
}

/* Appends what waits, as the file wants it. */
static enum cml_result append_rows(struct cml_job_history *history, struct cml_error *err)
{
	cml_buffer_clear(&history->lines);
	for (size_t i = 0; i < history->facts.n_waiting; i++) {
		const struct cml_slice *cells = history->waiting[i].cells;

		for (size_t j = 0; j < history->header.n_columns; j++)
			history->row[j] = history->source[j] == CML_NO_COLUMN
					      ? (struct cml_slice){0}
					      : cells[history->source[j]];
		cml_append_row(&history->lines, history->row, history->header.n_columns,
			       history->options.delimiter, history->line_end);
	}
	if (history->lines.has_failed)
		return cml_fail_memory(err);
	if (cml_history_file_append(&history->file, cml_buffer_slice(&history->lines), err) !=
	    CML_OK)
		return err->status;
	size_t n = history->facts.n_waiting; /* written, whatever happens now */
	history->facts.n_waiting = 0;
	for (size_t i = 0; i < n; i++)
		if (cml_history_note_job(history, &history->waiting[i].job, err) != CML_OK)
			return err->status;
	return CML_OK;
}

enum cml_result cml_job_history_commit(struct cml_job_history *history,
				       const struct cml_row_sink *sink, struct cml_error *err)
{
	size_t n = history->facts.n_waiting;

	if (n == 0)
		return CML_OK;
	if (cml_history_file_has_changed(&history->file) &&
	    cml_history_load(history, err) != CML_OK)
		return err->status;
	if (append_rows(history, err) != CML_OK)
		return err->status;
	for (size_t i = 0; sink && sink->write && i < n; i++)
		if (sink->write(sink->context, history->waiting[i].cells,
				history->options.columns->n_columns, err) != CML_OK)
			return err->status;
	cml_arena_release(&history->cells);
	return CML_OK;
}
