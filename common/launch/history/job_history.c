#include "launch/history/job_history.h"

#include "base/memory.h"
#include "launch/history/history_table.h"
#include "table/table_writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A row that waits for the commit. */
struct waiting_row {
	struct cml_history_outcome outcome;
	struct cml_slice *cells; /* n_columns of the options */
};

struct cml_job_history {
	struct cml_history_table known;
	size_t key; /* positions in the options' columns */
	size_t status;
	size_t attempt;
	struct waiting_row *waiting;
	size_t waiting_capacity;
	struct cml_arena cells;  /* of the waiting rows */
	struct cml_buffer lines; /* to be appended */
	size_t n_noticed;        /* bytes of the notices given out */
};

bool cml_job_history_find(const struct cml_job_history *history, uint64_t key,
			  struct cml_finished_job *found)
{
	return cml_history_table_find(&history->known, key, found);
}

const struct cml_history_facts *cml_job_history_facts(const struct cml_job_history *history)
{
	return &history->known.facts;
}

const char *cml_job_history_notice(struct cml_job_history *history)
{
	struct cml_buffer *notices = &history->known.notices;
	const char *notice = notices->data + history->n_noticed;

	if (history->n_noticed == notices->size) {
		cml_buffer_clear(notices);
		history->n_noticed = 0;
		return NULL;
	}
	history->n_noticed += strlen(notice) + 1;
	return notice;
}

/* Position of a column in options.columns, or CML_NO_COLUMN. */
static size_t own_column(const struct cml_job_history_options *options, const char *name)
{
	for (size_t i = 0; i < options->n_columns; i++)
		if (cml_slice_is(options->columns[i], name))
			return i;
	return CML_NO_COLUMN;
}

static enum cml_result open_history(struct cml_job_history *history, const char *path,
				    const struct cml_job_history_options *options,
				    struct cml_error *err)
{
	size_t size = strlen(path);

	history->known.options = *options;
	if (!options->delimiter)
		history->known.options.delimiter = cml_delimiter_for(path);
	history->known.file = (struct cml_history_file){
	    .fd = -1, .path = strdup(path), .read_only = options->read_only};
	history->key = own_column(options, CML_COLUMN_KEY);
	history->status = own_column(options, CML_COLUMN_STATUS);
	history->attempt = own_column(options, CML_COLUMN_ATTEMPT);
	if (!history->known.file.path)
		return cml_fail_memory(err);
	if (history->key == CML_NO_COLUMN || history->status == CML_NO_COLUMN ||
	    history->attempt == CML_NO_COLUMN)
		return cml_fail(err, CML_BAD_USAGE, "rows of a history have the columns %s",
				CML_COLUMN_KEY ", " CML_COLUMN_STATUS " and " CML_COLUMN_ATTEMPT);
	if (size >= 3 && strcmp(path + size - 3, ".gz") == 0) {
		cml_fail(err, CML_BAD_USAGE, "a history is appended to, which gzip does not allow");
		return cml_error_locate(err, path, 0, NULL);
	}
	return cml_history_table_load(&history->known, err);
}

enum cml_result cml_job_history_open(struct cml_job_history **history, const char *path,
				     const struct cml_job_history_options *options,
				     struct cml_error *err)
{
	struct cml_job_history *opened = cml_array_new(1, sizeof *opened);

	if (!opened)
		return cml_fail_memory(err);
	enum cml_result status = open_history(opened, path, options, err);
	if (status == CML_OK)
		*history = opened;
	else
		cml_job_history_free(opened);
	return status;
}

void cml_job_history_free(struct cml_job_history *history)
{
	if (!history)
		return;
	cml_history_table_release(&history->known);
	cml_arena_release(&history->cells);
	cml_buffer_release(&history->lines);
	free(history->waiting);
	free(history);
}

enum cml_result cml_job_history_add(struct cml_job_history *history, const struct cml_slice *cells,
				    struct cml_error *err)
{
	struct waiting_row row;
	enum cml_result status =
	    cml_history_outcome_parse(cells[history->key], cells[history->status],
				      cells[history->attempt], &row.outcome, err);

	if (status != CML_OK)
		return status;
	row.cells = cml_arena_copy_all(&history->cells, cells, history->known.options.n_columns);
	if (!row.cells || !cml_array_reserve((void **)&history->waiting, &history->waiting_capacity,
					     history->known.facts.n_waiting + 1, sizeof row))
		return cml_fail_memory(err);
	history->waiting[history->known.facts.n_waiting++] = row;
	return CML_OK;
}

enum cml_result cml_job_history_edit(struct cml_job_history *history, struct cml_history_edit *edit,
				     struct cml_error *err)
{
	assert(history->known.facts.n_waiting == 0);
	return cml_history_table_edit(&history->known, edit, err);
}

/* One row as the file wants it. */
static bool append_line(struct cml_job_history *history, const struct cml_slice *cells)
{
	const struct cml_history_table *known = &history->known;
	struct cml_buffer *lines = &history->lines;
	bool ok = true;

	for (size_t i = 0; i < known->header.n_columns && ok; i++) {
		size_t source = known->source[i];

		ok = i == 0 || cml_buffer_append(lines, &known->facts.delimiter, 1);
		if (ok && source != CML_NO_COLUMN)
			ok = cml_append_cell(lines, cells[source], known->facts.delimiter);
	}
	return ok && cml_buffer_append_string(lines, known->line_end);
}

/* Reads a file again that was changed, and counts the rows it lacks. */
static enum cml_result reload(struct cml_job_history *history, struct cml_error *err)
{
	struct cml_history_table *known = &history->known;
	size_t n_before = known->facts.n_rows;
	enum cml_result status = cml_history_table_load(known, err);

	if (status != CML_OK || known->facts.n_rows >= n_before)
		return status;
	size_t n_removed = n_before - known->facts.n_rows;
	known->facts.n_rows_removed += n_removed;
	bool noted =
	    cml_buffer_printf(&known->notices,
			      "somebody replaced or cut the history: %zu row%s fewer; a next run "
			      "writes those whose jobs have records%c",
			      n_removed, n_removed == 1 ? "" : "s", 0);
	return noted ? CML_OK : cml_fail_memory(err);
}

/* Appends what waits. */
static enum cml_result append_rows(struct cml_job_history *history, struct cml_error *err)
{
	enum cml_result status;

	cml_buffer_clear(&history->lines);
	for (size_t i = 0; i < history->known.facts.n_waiting; i++)
		if (!append_line(history, history->waiting[i].cells))
			return cml_fail_memory(err);
	status =
	    cml_history_file_append(&history->known.file, cml_buffer_slice(&history->lines), err);
	for (size_t i = 0; i < history->known.facts.n_waiting && status == CML_OK; i++)
		status = cml_history_table_note(&history->known, &history->waiting[i].outcome, err);
	return status;
}

/* Hands on what was appended. */
static enum cml_result hand_on(struct cml_job_history *history, size_t n,
			       const struct cml_row_sink *sink, struct cml_error *err)
{
	enum cml_result status = CML_OK;

	for (size_t i = 0; i < n && status == CML_OK; i++)
		status = sink->write(sink->context, history->waiting[i].cells,
				     history->known.options.n_columns, err);
	return status;
}

enum cml_result cml_job_history_commit(struct cml_job_history *history,
				       const struct cml_row_sink *sink, struct cml_error *err)
{
	size_t n = history->known.facts.n_waiting;
	enum cml_result status = CML_OK;

	if (cml_history_file_has_changed(&history->known.file))
		status = reload(history, err);
	if (status == CML_OK && n > 0)
		status = append_rows(history, err);
	if (status != CML_OK)
		return status;
	history->known.facts.n_waiting = 0;
	status = sink && sink->write ? hand_on(history, n, sink, err) : CML_OK;
	cml_arena_release(&history->cells);
	return status;
}
