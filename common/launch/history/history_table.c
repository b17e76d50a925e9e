#include "launch/history/history_table.h"

#include "space/config.h"
#include "table/table_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Missing columns that a message names; the rest is counted. */
#define MAX_NAMED 5

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
	bool ours;

	return rest.size > 0 && history->key + 1 != history->header.n_columns &&
	       cml_history_is_row(history, header, rest, &ours) && !ours;
}

/* Whether a later line of rest is a whole row of ours: then a quote is open that should not
 * be, and all that follows it would be put aside. */
static bool hides_rows(const struct cml_job_history *history, struct cml_slice header,
		       struct cml_slice rest)
{
	const char *end = rest.data + rest.size;
	struct cml_slice line;
	bool ours;

	cml_slice_line(&rest, &line);
	while (cml_slice_line(&rest, &line))
		if (line.data + line.size < end &&
		    cml_history_is_row(history, header, line, &ours) && ours)
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
	struct cml_slice rest = {bytes.data + known.size, bytes.size - known.size};
	struct cml_slice row = {rest.data, rest.size - 1};
	bool ours;

	if (rest.data[row.size] == '\r' && strcmp(history->line_end, "\r\n") == 0 &&
	    cml_history_is_row(history, header, row, &ours))
		return end_row(history, bytes, "\n", err);
	if (is_whole(history, header, rest))
		return end_row(history, bytes, history->line_end, err);
	if (hides_rows(history, header, rest))
		return data_fail(history, count_lines(known) + 1,
				 "a quoted cell is not closed, and whole rows follow", "", err);
	return cml_history_file_put_aside(&history->file, rest, err);
}

static bool is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

/* Size of the first row of bytes with its line end; 0: none ends. */
static size_t first_row(struct cml_slice bytes)
{
	bool in_quotes = false;

	for (size_t i = 0; i < bytes.size; i++) {
		in_quotes ^= bytes.data[i] == '"';
		if (!in_quotes && is_line_end(bytes.data[i]))
			return i + 1 +
			       (bytes.data[i] == '\r' && i + 1 < bytes.size &&
				bytes.data[i + 1] == '\n');
	}
	return 0;
}

struct cml_slice cml_history_take_row(struct cml_slice *bytes, struct cml_slice *end)
{
	size_t size = first_row(*bytes), filled = size > 0 ? size : bytes->size;
	struct cml_slice all = *bytes;

	while (filled > 0 && is_line_end(all.data[filled - 1]))
		filled--;
	*bytes = cml_slice_from(all, size > 0 ? size : all.size);
	*end = (struct cml_slice){all.data + filled, (size_t)(bytes->data - all.data) - filled};
	return (struct cml_slice){all.data, filled};
}

/* Size of the first line of bytes that is not blank, with those before it and its line end, which
 * is copied to line_end; 0: none ends. */
static size_t find_header(struct cml_slice bytes, char line_end[3])
{
	struct cml_slice rest = bytes, end;

	while (rest.size > 0 && is_line_end(*rest.data))
		rest = cml_slice_from(rest, 1);
	if (first_row(rest) == 0)
		return 0;
	cml_history_take_row(&rest, &end);
	memcpy(line_end, end.data, end.size);
	line_end[end.size] = '\0';
	return (size_t)(rest.data - bytes.data);
}

/* Size of the part of bytes up to the last end of a row, which is LF, and CR as well in a file
 * whose header ends in CR alone. */
static size_t whole_rows(struct cml_slice bytes, bool ends_in_return)
{
	size_t whole = 0;

	for (size_t at = 0, size; (size = first_row(cml_slice_from(bytes, at))) > 0;) {
		at += size;
		if (ends_in_return || bytes.data[at - 1] == '\n')
			whole = at;
	}
	return whole;
}

static bool is_missing(const struct cml_job_history *history, struct cml_slice name)
{
	return cml_header_find(&history->header, name) == CML_NO_COLUMN;
}

/* The rows with the columns that are missing, whose cells are empty; blank lines stay blank. */
static bool print_wider(const struct cml_job_history *history, struct cml_slice rows,
			struct cml_buffer *wider)
{
	const struct cml_job_history_options *options = &history->options;
	struct cml_buffer names = {0}, cells = {0};
	struct cml_buffer *more = &names;
	bool ok = true;

	for (size_t i = 0; i < options->n_columns && ok; i++)
		if (is_missing(history, options->columns[i]))
			ok = cml_buffer_append(&names, &history->facts.delimiter, 1) &&
			     cml_append_cell(&names, options->columns[i],
					     history->facts.delimiter) &&
			     cml_buffer_append(&cells, &history->facts.delimiter, 1);
	while (ok && rows.size > 0) {
		struct cml_slice end, row = cml_history_take_row(&rows, &end);

		ok = cml_buffer_append(wider, row.data, row.size) &&
		     (row.size == 0 || cml_buffer_append(wider, more->data, more->size)) &&
		     cml_buffer_append(wider, end.data, end.size);
		if (row.size > 0)
			more = &cells;
	}
	cml_buffer_release(&names);
	cml_buffer_release(&cells);
	return ok;
}

static enum cml_result widen(struct cml_job_history *history, struct cml_slice rows,
			     struct cml_error *err)
{
	struct cml_buffer wider = {0};
	enum cml_result status =
	    print_wider(history, rows, &wider)
		? cml_history_file_replace(&history->file, "narrow", "columns were added", rows,
					   cml_buffer_slice(&wider), err)
		: cml_fail_memory(err);

	cml_buffer_release(&wider);
	return status;
}

/* The error about the columns that are missing. */
static enum cml_result refuse_columns(const struct cml_job_history *history, struct cml_error *err)
{
	const struct cml_job_history_options *options = &history->options;
	char quoted[CML_QUOTE_SIZE];
	struct cml_buffer names = {0};
	size_t n_named = 0;

	for (size_t i = 0; i < options->n_columns && n_named < MAX_NAMED; i++)
		if (is_missing(history, options->columns[i]))
			cml_buffer_printf(
			    &names, "%s%s", n_named++ > 0 ? ", " : "",
			    cml_text_quote(options->columns[i], quoted, sizeof quoted));
	if (history->n_missing > n_named)
		cml_buffer_printf(&names, " and %zu more", history->n_missing - n_named);
	cml_fail(err, CML_BAD_DATA, "history lacks column %.*s (--widen adds it)", (int)names.size,
		 names.data);
	cml_buffer_release(&names);
	return cml_error_locate(err, history->file.path, 1, NULL);
}

/* The header line a new file gets. */
static bool print_header(const struct cml_job_history *history, struct cml_buffer *text)
{
	return cml_append_row(text, history->options.columns, history->options.n_columns,
			      history->facts.delimiter, "\n");
}

/* Gives an empty file its header. */
static enum cml_result create(struct cml_job_history *history, struct cml_error *err)
{
	struct cml_buffer text = {0};
	enum cml_result status =
	    print_header(history, &text)
		? cml_history_file_append(&history->file, cml_buffer_slice(&text), err)
		: cml_fail_memory(err);

	cml_buffer_release(&text);
	return status;
}

/* Whether bytes are the start of that line, and lack more than its line end. */
static bool is_torn_header(const struct cml_job_history *history, struct cml_slice bytes)
{
	struct cml_buffer whole = {0};
	bool is_torn = print_header(history, &whole) && bytes.size + 1 < whole.size &&
		       memcmp(bytes.data, whole.data, bytes.size) == 0;

	cml_buffer_release(&whole);
	return is_torn;
}

/* Which of the columns of rows to add is called so. */
static size_t find_source(const struct cml_job_history_options *options, struct cml_slice name)
{
	for (size_t i = 0; i < options->n_columns; i++)
		if (cml_slice_equal(options->columns[i], name))
			return i;
	return CML_NO_COLUMN;
}

/* Where the cells of each column come from. */
static void find_sources(struct cml_job_history *history)
{
	const struct cml_space *space = history->options.space;

	history->n_missing = history->options.n_columns;
	for (size_t i = 0; i < history->header.n_columns; i++) {
		struct cml_slice name = history->header.names[i];
		size_t *source = &history->source[i];

		*source = find_source(&history->options, name);
		if (*source != CML_NO_COLUMN)
			history->n_missing--;
		else if (space && space->time != CML_NO_COLUMN &&
			 cml_slice_is(name, space->columns[space->time].name))
			*source = find_source(&history->options, cml_slice_of(CML_COLUMN_STARTED));
	}
}

static enum cml_result read_header(struct cml_job_history *history, struct cml_slice text,
				   struct cml_error *err)
{
	struct cml_table_reader *reader;
	struct cml_error ignored;
	enum cml_result status =
	    cml_table_open_bytes(&reader, text, history->file.path, history->facts.delimiter, err);

	if (status != CML_OK)
		return status;
	const struct cml_header *header = cml_table_header(reader);
	status = cml_header_init(&history->header, header->names, header->n_columns, err);
	cml_table_free(reader);
	if (status != CML_OK)
		return status;
	history->key = cml_header_find(&history->header, cml_slice_of(CML_COLUMN_KEY));
	history->status = cml_header_find(&history->header, cml_slice_of(CML_COLUMN_STATUS));
	history->attempt = cml_header_find(&history->header, cml_slice_of(CML_COLUMN_ATTEMPT));
	history->source = cml_array_new(history->header.n_columns, sizeof *history->source);
	history->row = cml_array_new(history->header.n_columns, sizeof *history->row);
	if (!history->source || !history->row)
		return cml_fail_memory(err);
	find_sources(history);
	if (!history->options.space)
		return CML_OK;
	status = cml_row_key_init(&history->row_keys, history->options.space, &history->header,
				  history->options.na, false, &ignored);
	/* Rows that lack a column of the space have no keys of it. */
	if (status != CML_OK)
		cml_row_key_release(&history->row_keys);
	return status == CML_NO_MEMORY ? cml_fail_memory(err) : CML_OK;
}

/* How many columns of rows to add the header has, cut by a delimiter. */
static size_t count_known(const struct cml_job_history *history, struct cml_slice header,
			  char delimiter)
{
	struct cml_table_reader *reader;
	struct cml_error ignored;
	size_t n = 0;

	if (cml_table_open_bytes(&reader, header, history->file.path, delimiter, &ignored) !=
	    CML_OK)
		return 0;
	for (size_t i = 0; i < history->options.n_columns; i++)
		n += cml_header_find(cml_table_header(reader), history->options.columns[i]) !=
		     CML_NO_COLUMN;
	cml_table_free(reader);
	return n;
}

static void find_delimiter(struct cml_job_history *history, struct cml_slice header)
{
	const char choices[] = {history->options.delimiter, ',', '\t', ';', '|'};
	size_t most = 0;

	for (size_t i = 0; i < sizeof choices; i++) {
		size_t n = count_known(history, header, choices[i]);

		if (i > 0 && n <= most)
			continue;
		most = n;
		history->facts.delimiter = choices[i];
	}
}

/* The header, and whether the rows to come fit it. *again: the file was changed, and is to be
 * read once more. */
static enum cml_result load_header(struct cml_job_history *history, struct cml_slice header,
				   struct cml_slice bytes, bool *again, struct cml_error *err)
{
	bool unended = header.size == 0;

	*again = unended && !history->file.read_only;
	find_delimiter(history, unended ? bytes : header);
	if (*again && is_torn_header(history, bytes))
		return cml_history_file_put_aside(&history->file, bytes, err);
	enum cml_result status = read_header(history, unended ? bytes : header, err);
	if (status != CML_OK || history->file.read_only)
		return status;
	const char *other = history->n_missing > 0 ? cml_other_table(&history->header) : NULL;
	if (other)
		return data_fail(history, 1, "no job table, and no history: it is ", other, err);
	if (history->n_missing > 0 && !history->options.widen)
		return refuse_columns(history, err);
	return unended ? end_row(history, bytes, "\n", err) : CML_OK;
}

/* The rows behind a header. *again: as of load_header. */
static enum cml_result load_rows(struct cml_job_history *history, struct cml_slice header,
				 struct cml_slice bytes, bool *again, struct cml_error *err)
{
	size_t whole = whole_rows(bytes, strcmp(history->line_end, "\r") == 0);
	struct cml_slice rest = {bytes.data + whole, bytes.size - whole};
	struct cml_slice rows = {bytes.data, whole};

	if (history->file.read_only && is_whole(history, header, rest))
		rows = bytes;
	history->file.size = whole;
	enum cml_result status = cml_history_note_all(history, rows, err);
	if (status != CML_OK || history->file.read_only)
		return status;
	*again = rest.size > 0 || history->n_missing > 0;
	if (rest.size > 0)
		return mend(history, header, bytes, err);
	return history->n_missing > 0 ? widen(history, rows, err) : CML_OK;
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
	history->facts = (struct cml_history_facts){.n_rows_removed = history->facts.n_rows_removed,
						    .n_waiting = history->facts.n_waiting};
	cml_row_key_release(&history->row_keys);
}

static enum cml_result load(struct cml_job_history *history, struct cml_buffer *buffer, bool *again,
			    struct cml_error *err)
{
	cml_history_unload(history);
	enum cml_result status = cml_history_file_read(&history->file, buffer, err);
	struct cml_slice bytes = cml_buffer_slice(buffer);

	if (status != CML_OK)
		return status;
	*again = bytes.size == 0 && !history->file.read_only;
	history->facts.delimiter = history->options.delimiter;
	if (bytes.size == 0)
		return *again ? create(history, err) : CML_OK;
	if (bytes.size >= 2 && memcmp(bytes.data, "\x1f\x8b", 2) == 0)
		return data_fail(history, 0, "a gzip file: a history is appended to, unpack it", "",
				 err);
	struct cml_slice header = {bytes.data, find_header(bytes, history->line_end)};
	status = load_header(history, header, bytes, again, err);
	if (status != CML_OK || header.size == 0)
		return status;
	return load_rows(history, header, bytes, again, err);
}

enum cml_result cml_history_load(struct cml_job_history *history, struct cml_error *err)
{
	struct cml_buffer bytes = {0};
	enum cml_result status;
	bool again;

	do
		status = load(history, &bytes, &again, err);
	while (status == CML_OK && again);
	cml_buffer_release(&bytes);
	if (status != CML_OK)
		cml_history_file_close(&history->file);
	return status;
}
