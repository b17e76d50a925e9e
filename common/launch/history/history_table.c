#include "launch/history/history_table.h"

#include "space/config.h"
#include "table/input.h"
#include "table/table_writer.h"

#include <stdlib.h>
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

enum cml_result cml_history_note_job(struct cml_job_history *history,
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
	cml_fail(err, CML_BAD_DATA, "%s %s", what, CML_QUOTED(cell));
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
	return cml_history_note_job(history, &job, err);
}

/* Counts the rows of a whole table. */
static enum cml_result note_all(struct cml_job_history *history, struct cml_slice bytes,
				struct cml_error *err)
{
	AUTOPTR(cml_table_reader) reader = NULL;
	enum cml_result status = cml_table_open_bytes(&reader, bytes, history->file.path,
						      history->options.delimiter, err);
	struct cml_row row;

	if (status != CML_OK)
		return cml_error_locate(err, history->file.path, 0, NULL);
	while ((status = cml_table_next(reader, &row, err)) == CML_OK &&
	       (status = note_row(history, &row, err)) == CML_OK)
		;
	return status == CML_END ? CML_OK : cml_error_locate(err, history->file.path, 0, NULL);
}

enum row_kind {
	ROW_NONE,    /* no row, or several */
	ROW_FOREIGN, /* one without a key */
	ROW_OURS,
};

/* What text is, without a line end, behind a header. */
static enum row_kind row_kind(const struct cml_job_history *history, struct cml_slice header,
			      struct cml_slice text)
{
	AUTO(cml_buffer) bytes = {0};
	AUTOPTR(cml_table_reader) reader = NULL;
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
	return !is_row ? ROW_NONE : ours ? ROW_OURS : ROW_FOREIGN;
}

static enum cml_result data_fail(const struct cml_job_history *history, size_t line,
				 const char *what, const char *which, struct cml_error *err)
{
	cml_fail(err, CML_BAD_DATA, "%s%s", what, which);
	return cml_error_locate(err, history->file.path, line, NULL);
}

/* Whether rest, which has no row's end, lacks no more than its line end. Of a row with a key
 * nobody can say: its last cell may be short. When the key comes last, of none. */
static bool is_whole(const struct cml_job_history *history, struct cml_slice header,
		     struct cml_slice rest)
{
	return rest.size > 0 && history->key + 1 != history->header.n_columns &&
	       row_kind(history, header, rest) == ROW_FOREIGN;
}

/* Whether a later line of rest is a whole row of ours: then a quote is open that should not
 * be, and all that follows it would be put aside. */
static bool hides_rows(const struct cml_job_history *history, struct cml_slice header,
		       struct cml_slice rest)
{
	const char *end = rest.data + rest.size;
	struct cml_slice line;

	cml_slice_line(&rest, &line);
	while (cml_slice_line(&rest, &line))
		if (line.data + line.size < end && row_kind(history, header, line) == ROW_OURS)
			return true;
	return false;
}

/* Writes the line end, or the part of it, that the file lacks. */
static enum cml_result end_row(struct cml_job_history *history, struct cml_slice bytes,
			       const char *line_end, struct cml_error *err)
{
	history->file.size = bytes.size;
	return cml_history_file_append(&history->file, cml_slice_of(line_end), err);
}

static size_t count_lines(struct cml_slice bytes)
{
	size_t n = 0;

	for (size_t i = 0; i < bytes.size; i++)
		n += bytes.data[i] == '\n' ||
		     (bytes.data[i] == '\r' && (i + 1 == bytes.size || bytes.data[i + 1] != '\n'));
	return n;
}

/* Ends the last row of bytes, or puts it aside: what comes behind the known size. */
static enum cml_result mend(struct cml_job_history *history, struct cml_slice header,
			    struct cml_slice bytes, struct cml_error *err)
{
	struct cml_slice known = {bytes.data, history->file.size};
	struct cml_slice rest = cml_slice_from(bytes, known.size);

	if (is_whole(history, header, rest))
		return end_row(history, bytes, history->line_end, err);
	if (hides_rows(history, header, rest))
		return data_fail(history, count_lines(known) + 1,
				 "a quoted cell is not closed, and whole rows follow", "", err);
	return cml_history_file_put_aside(&history->file, rest, err);
}

/* Takes the first row off bytes: returns it, and *end, its line end; a blank line is all end. Every
 * line end outside quotes ends a row, as for the table reader: a file may hold several kinds. */
static struct cml_slice take_row(struct cml_slice *bytes, struct cml_slice *end)
{
	struct cml_slice row = {bytes->data, 0};
	bool in_quotes = false;

	for (; row.size < bytes->size; row.size++) {
		char c = row.data[row.size];

		in_quotes ^= c == '"';
		if (!in_quotes && (c == '\n' || c == '\r'))
			break;
	}
	struct cml_slice rest = cml_slice_from(*bytes, row.size);
	*bytes = rest;
	if (!cml_slice_skip(bytes, "\r\n") && !cml_slice_skip(bytes, "\r"))
		cml_slice_skip(bytes, "\n");
	*end = (struct cml_slice){rest.data, rest.size - bytes->size};
	return row;
}

/* The first line of bytes that is not blank, with those before it and its line end, which is copied
 * to line_end; empty: none ends. */
static struct cml_slice find_header(struct cml_slice bytes, char line_end[3])
{
	struct cml_slice rest = bytes, row = {0}, end = {0};

	while (rest.size > 0 && row.size == 0)
		row = take_row(&rest, &end);
	if (row.size == 0 || end.size == 0)
		return (struct cml_slice){bytes.data, 0};
	memcpy(line_end, end.data, end.size);
	line_end[end.size] = '\0';
	return (struct cml_slice){bytes.data, bytes.size - rest.size};
}

/* The part of bytes up to the last end of a row. */
static struct cml_slice whole_rows(struct cml_slice bytes)
{
	struct cml_slice whole = {bytes.data, 0}, end;

	for (struct cml_slice rest = bytes; rest.size > 0;) {
		take_row(&rest, &end);
		if (end.size > 0)
			whole.size = bytes.size - rest.size;
	}
	return whole;
}

static bool is_missing(const struct cml_job_history *history, struct cml_slice name)
{
	return cml_header_find(&history->header, name) == CML_NO_COLUMN;
}

/* The rows with the columns that are missing, whose cells are empty; blank lines stay blank. */
static enum cml_result widen(struct cml_job_history *history, struct cml_slice rows,
			     struct cml_error *err)
{
	const struct cml_header *columns = history->options.columns;
	const char delimiter = history->options.delimiter;
	AUTO(cml_buffer) names = {0}, cells = {0}, wider = {0};
	const struct cml_buffer *more = &names;
	const struct cml_slice all = rows;

	for (size_t i = 0; i < columns->n_columns; i++)
		if (is_missing(history, columns->names[i])) {
			cml_buffer_append(&names, &delimiter, 1);
			cml_append_cell(&names, columns->names[i], delimiter);
			cml_buffer_append(&cells, &delimiter, 1);
		}
	while (rows.size > 0) {
		struct cml_slice end, row = take_row(&rows, &end);

		cml_buffer_append(&wider, row.data, row.size);
		if (row.size > 0) {
			cml_buffer_append(&wider, more->data, more->size);
			more = &cells;
		}
		cml_buffer_append(&wider, end.data, end.size);
	}
	return names.has_failed || cells.has_failed || wider.has_failed
		   ? cml_fail_memory(err)
		   : cml_history_file_replace(&history->file, all, cml_buffer_slice(&wider), err);
}

/* The error about the first column that is missing. */
static enum cml_result refuse_columns(const struct cml_job_history *history, struct cml_error *err)
{
	const struct cml_slice *name = history->options.columns->names;

	while (!is_missing(history, *name))
		name++;
	cml_fail(err, CML_BAD_DATA, "history lacks column %s (--widen adds it)", CML_QUOTED(*name));
	return cml_error_locate(err, history->file.path, 1, NULL);
}

/* The header line a new file gets, in lines. False: memory is out. */
static bool print_header(struct cml_job_history *history)
{
	cml_buffer_clear(&history->lines);
	return cml_append_row(&history->lines, history->options.columns->names,
			      history->options.columns->n_columns, history->options.delimiter,
			      "\n");
}

/* Where the cells of each column come from. */
static void find_sources(struct cml_job_history *history)
{
	const struct cml_header *columns = history->options.columns;
	const struct cml_space *space = history->options.space;

	history->n_missing = columns->n_columns;
	for (size_t i = 0; i < history->header.n_columns; i++) {
		struct cml_slice name = history->header.names[i];
		size_t *source = &history->source[i];

		*source = cml_header_find(columns, name);
		if (*source != CML_NO_COLUMN)
			history->n_missing--;
		else if (space && space->time != CML_NO_COLUMN &&
			 cml_slice_is(name, space->columns[space->time].name))
			*source = cml_header_find(columns, cml_slice_of(CML_COLUMN_STARTED));
	}
}

static enum cml_result read_header(struct cml_job_history *history, struct cml_slice text,
				   struct cml_error *err)
{
	AUTOPTR(cml_table_reader) reader = NULL;
	if (cml_table_open_bytes(&reader, text, history->file.path, history->options.delimiter,
				 err) != CML_OK)
		return err->status;
	const struct cml_header *header = cml_table_header(reader);
	if (cml_header_init(&history->header, header->names, header->n_columns, err) != CML_OK)
		return err->status;
	history->key = cml_header_find(&history->header, cml_slice_of(CML_COLUMN_KEY));
	history->status = cml_header_find(&history->header, cml_slice_of(CML_COLUMN_STATUS));
	history->attempt = cml_header_find(&history->header, cml_slice_of(CML_COLUMN_ATTEMPT));
	if (!CML_NEW(&history->source, history->header.n_columns) ||
	    !CML_NEW(&history->row, history->header.n_columns))
		return cml_fail_memory(err);
	find_sources(history);
	return CML_OK;
}

/* The file was changed, and is to be read again: CML_END. */
static enum cml_result again(enum cml_result status)
{
	return status != CML_OK ? status : CML_END;
}

/* The header, and whether the rows to come fit it. CML_END as of again. */
static enum cml_result load_header(struct cml_job_history *history, struct cml_slice header,
				   struct cml_slice bytes, struct cml_error *err)
{
	bool unended = header.size == 0, read_only = history->file.read_only;

	/* The start of our line, which lacks more than its line end. */
	if (unended && !read_only && print_header(history) &&
	    bytes.size + 1 < history->lines.size &&
	    memcmp(bytes.data, history->lines.data, bytes.size) == 0)
		return again(cml_history_file_put_aside(&history->file, bytes, err));
	enum cml_result status = read_header(history, unended ? bytes : header, err);
	if (status != CML_OK || read_only)
		return status;
	const char *other = history->n_missing > 0 ? cml_other_table(&history->header) : NULL;
	if (other)
		return data_fail(history, 1, "no job table, and no history: it is ", other, err);
	if (history->n_missing > 0 && !history->options.widen)
		return refuse_columns(history, err);
	return unended ? again(end_row(history, bytes, "\n", err)) : CML_OK;
}

/* The rows behind a header. CML_END as of again. */
static enum cml_result load_rows(struct cml_job_history *history, struct cml_slice header,
				 struct cml_slice bytes, struct cml_error *err)
{
	struct cml_slice whole = whole_rows(bytes);
	struct cml_slice rest = cml_slice_from(bytes, whole.size);
	bool read_only = history->file.read_only;

	history->file.size = whole.size;
	enum cml_result status =
	    note_all(history, read_only && is_whole(history, header, rest) ? bytes : whole, err);
	if (status != CML_OK || read_only)
		return status;
	if (rest.size > 0)
		return again(mend(history, header, bytes, err));
	return history->n_missing > 0 ? again(widen(history, whole, err)) : CML_OK;
}

void cml_history_unload(struct cml_job_history *history)
{
	cml_history_file_close(&history->file);
	cml_header_release(&history->header);
	free(history->source);
	free(history->row);
	history->source = NULL;
	history->row = NULL;
	history->n_missing = 0;
	cml_key_set_release(&history->keys);
	history->facts = (struct cml_history_facts){.n_waiting = history->facts.n_waiting};
}

/* CML_END as of again. */
static enum cml_result load(struct cml_job_history *history, struct cml_buffer *buffer,
			    struct cml_error *err)
{
	cml_history_unload(history);
	if (cml_history_file_read(&history->file, buffer, err) != CML_OK)
		return err->status;
	struct cml_slice bytes = cml_buffer_slice(buffer);
	if (bytes.size == 0 && history->file.read_only)
		return CML_OK;
	if (bytes.size == 0 && !print_header(history))
		return cml_fail_memory(err);
	if (bytes.size == 0)
		return again(cml_history_file_append(&history->file,
						     cml_buffer_slice(&history->lines), err));
	if (bytes.size >= 2 && memcmp(bytes.data, "\x1f\x8b", 2) == 0)
		return data_fail(history, 0, "a gzip file: a history is appended to, unpack it", "",
				 err);
	const char *foreign = cml_foreign_file(bytes);
	if (foreign)
		return data_fail(history, 1, "not a table, but ", foreign, err);
	struct cml_slice header = find_header(bytes, history->line_end);
	enum cml_result status = load_header(history, header, bytes, err);
	if (status != CML_OK || header.size == 0)
		return status;
	return load_rows(history, header, bytes, err);
}

enum cml_result cml_history_load(struct cml_job_history *history, struct cml_error *err)
{
	AUTO(cml_buffer) bytes = {0};
	enum cml_result status;

	do
		status = load(history, &bytes, err);
	while (status == CML_END);
	if (status != CML_OK)
		cml_history_file_close(&history->file);
	return status;
}
