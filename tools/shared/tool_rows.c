/* The rows of a tool's input files, with --bad-rows. Part of tool.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "space/config.h"
#include "space/space_text.h"
#include "table/table_writer.h"
#include "tool.h"

#define COPY_SIZE 65536
/* Columns of more levels are not looked at for two that mean the same. */
#define MAX_LEVELS_COMPARED 30

static const char *file_path(const struct tool_rows *rows, size_t file)
{
	return rows->tool->files.n == 0 ? "-" : rows->tool->files.texts[file];
}

static size_t n_files(const struct tool_rows *rows)
{
	return rows->tool->files.n == 0 ? 1 : rows->tool->files.n;
}

/* Standard input can be read once only: for a second pass a copy takes its place, which has no name
 * and goes with the process. */
static enum cml_result spool_standard_input(struct cml_error *err)
{
	static const char what[] = "temporary copy of standard input";
	char bytes[COPY_SIZE];
	ssize_t n;
	int error_number = 0;
	FILE *copy = tmpfile();
	if (!copy)
		return cml_fail_errno(err, errno, what);
	while (error_number == 0 &&
	       (n = TEMP_FAILURE_RETRY(read(STDIN_FILENO, bytes, sizeof bytes))) > 0)
		error_number = cml_file_write(fileno(copy), bytes, (size_t)n);
	if (error_number == 0 && n < 0)
		cml_fail_errno(err, error_number = errno, "standard input");
	else if (error_number != 0 || dup2(fileno(copy), STDIN_FILENO) < 0)
		cml_fail_errno(err, error_number = errno, what);
	fclose(copy);
	return error_number == 0 ? CML_OK : err->status;
}

static void add_hint(struct cml_error *err, const char *hint)
{
	struct cml_error found = *err;
	cml_fail(err, found.status, "%.600s; %s", found.message, hint);
	cml_error_locate(err, found.file, found.line, found.column);
}

static size_t count(struct cml_slice text, char c)
{
	size_t n = 0;
	for (size_t i = 0; i < text.size; i++)
		n += text.data[i] == c;
	return n;
}

/* Whether a row has as many of a separator as the header; row NULL: there is none to ask. */
static bool has_as_many(struct cml_slice header, const struct cml_row *row, char separator)
{
	size_t n = 0;
	for (size_t i = 0; row && i < row->n_cells; i++)
		n += count(row->cells[i], separator);
	return count(header, separator) > 0 && (!row || n == count(header, separator));
}

/* A header of one column that holds another usual separator was most likely cut by the wrong one;
 * one without, of which a row below has more cells, is a title or a comment. row NULL: the header
 * is blamed. */
static void hint_delimiter(const struct tool_rows *rows, const struct cml_row *row,
			   struct cml_error *err)
{
	const struct cml_header *header = cml_table_header(rows->reader);
	static const char separators[] = "|;\t,";
	char hint[96];
	if (header->n_columns != 1)
		return;
	for (const char *at = separators; *at; at++)
		if (has_as_many(header->names[0], row, *at)) {
			snprintf(hint, sizeof hint,
				 "the header is one column: is '%s' the delimiter (-d)?",
				 *at == '\t' ? "\\t" : (char[]){*at, 0});
			add_hint(err, hint);
			return;
		}
	if (row && row->n_cells > 1) {
		snprintf(hint, sizeof hint,
			 "is a title or a comment above it? leave that out, as in tail -n +%zu",
			 err->line);
		add_hint(err, hint);
	} else if (count(header->names[0], ' ') > 1) {
		add_hint(err,
			 "the header is one column: are blanks the delimiter? write commas, as "
			 "with tr -s ' ' ,");
	}
}

/* How rows of the open file become rows of the first. */
static enum cml_result align_rows(struct tool_rows *rows, struct cml_error *err)
{
	const struct cml_header *header = cml_table_header(rows->reader);
	const struct cml_header *first = cml_table_header(rows->first);
	cml_align_release(&rows->align);
	if (cml_align_init(&rows->align, header, first, err) != CML_OK) {
		if (err->status == CML_BAD_DATA) {
			struct cml_error found = *err;
			cml_fail(err, found.status, "%.600s (%s, the first file, has it)",
				 found.message, file_path(rows, 0));
			cml_error_locate(err, cml_table_name(rows->reader), 1, NULL);
			hint_delimiter(rows, NULL, err);
		}
		return err->status;
	}
	size_t n = rows->align.n_left_out;
	if (n > 0 && !rows->is_learning)
		tool_note(rows->tool, "%s: column%s %s%s left out: %s lacks %s",
			  cml_table_name(rows->reader), n == 1 ? "" : "s",
			  header->names[rows->align.left_out].data, n == 1 ? "" : " and others",
			  file_path(rows, 0), n == 1 ? "it" : "them");
	return CML_OK;
}

static enum cml_result open_file(struct tool_rows *rows, size_t file, struct cml_error *err)
{
	const char *path = file_path(rows, file);
	bool is_standard = strcmp(path, "-") == 0;
	if (rows->reader != rows->first)
		cml_table_free(rows->reader);
	rows->reader = NULL;
	rows->file = file;
	if (is_standard && rows->is_spooled)
		lseek(STDIN_FILENO, 0, SEEK_SET);
	if (cml_table_open(&rows->reader, path, rows->tool->delimiter, err) != CML_OK)
		return err->status;
	const struct cml_header *header = cml_table_header(rows->reader);
	if (header->n_unnamed > 1 && 2 * header->n_unnamed > header->n_columns) {
		cml_fail(
		    err, CML_BAD_DATA,
		    "%zu of %zu columns have no name: if the header is further down, leave out "
		    "what is above it, as in tail -n +2",
		    header->n_unnamed, header->n_columns);
		return cml_error_locate(err, cml_table_name(rows->reader), 1, NULL);
	}
	bool shows_names = rows->tool->shows_names || rows->tool->verbose;
	if (header->n_unnamed > 0 && !rows->is_learning && shows_names)
		tool_note(rows->tool, "%s: column %zu has no name%s: it is called '%s'",
			  cml_table_name(rows->reader), header->first_unnamed + 1,
			  header->n_unnamed > 1 ? ", like others" : "",
			  header->names[header->first_unnamed].data);
	if (!rows->first) {
		const char *place = is_standard ? "/dev/stdin" : path;
		rows->first = rows->reader;
		rows->steps = tool_steps_find(header, tool_is_regular(place) ? place : NULL,
					      rows->tool->delimiter);
		if (!CML_NEW(&rows->cells, cml_table_header(rows->first)->n_columns))
			return cml_fail_memory(err);
	}
	return align_rows(rows, err);
}

static bool reads_standard_input(const struct tool_rows *rows)
{
	for (size_t i = 0; i < n_files(rows); i++)
		if (strcmp(file_path(rows, i), "-") == 0)
			return true;
	return false;
}

enum cml_result tool_rows_open(struct tool_rows *rows, struct tool *tool, bool again,
			       struct cml_error *err)
{
	memset(rows, 0, sizeof *rows);
	rows->tool = tool;
	rows->is_spooled = again && reads_standard_input(rows);
	if (cml_na_init(&rows->na, tool->na_list, err) != CML_OK ||
	    (rows->is_spooled && spool_standard_input(err) != CML_OK))
		return err->status;
	return open_file(rows, 0, err);
}

/* 1 and 1.0, of two exports, are two levels of a column of texts. */
static void note_twins(const struct tool *tool, const struct cml_space *space)
{
	for (size_t i = 0; i < space->n_columns; i++) {
		const struct cml_space_column *column = &space->columns[i];
		struct cml_slice levels[MAX_LEVELS_COMPARED];
		size_t twins[2], n = column->domain.n_values;
		char text[CML_TWINS_SIZE];
		if (column->type != CML_TYPE_CATEGORICAL || n > MAX_LEVELS_COMPARED)
			continue;
		for (size_t k = 0; k < n; k++)
			levels[k] = space->symbols.texts[(size_t)column->domain.levels[k]];
		if (cml_level_twins(levels, n, twins))
			tool_note(tool, "column '%s': %s", column->name,
				  cml_level_twins_print(levels, twins, text));
	}
}

enum cml_result tool_rows_learn(struct tool_rows *rows, struct cml_space *space,
				struct cml_error *err)
{
	const struct tool_list *files = &rows->tool->files;
	if (tool_copies_find(&rows->copies, space, tool_rows_header(rows), files->texts, files->n,
			     rows->tool->delimiter, err) != CML_OK)
		return err->status;
	if (!cml_space_has_open(space))
		return CML_OK;
	rows->is_learning = true;
	enum cml_result status = cml_space_learn(space, rows->reader, &rows->na, err);
	for (size_t file = 1; !status && file < n_files(rows); file++)
		if ((status = open_file(rows, file, err)) == CML_OK)
			status = cml_space_learn(space, rows->reader, &rows->na, err);
	if (!status)
		status = cml_space_close(space, err);
	rows->is_learning = false;
	if (status != CML_OK)
		return status;
	note_twins(rows->tool, space);
	return open_file(rows, 0, err);
}

enum cml_result tool_rows_again(struct tool_rows *rows, struct cml_error *err)
{
	rows->is_learning = false;
	rows->n_rows = 0;
	rows->n_steps = rows->n_copies = rows->n_alike = 0;
	return open_file(rows, 0, err);
}

enum cml_result tool_rows_blame_header(const struct tool_rows *rows, enum cml_result status,
				       struct cml_error *err)
{
	if (status == CML_BAD_DATA) {
		cml_error_locate(err, cml_table_name(rows->reader), 1, NULL);
		hint_delimiter(rows, NULL, err);
	}
	return status;
}

enum cml_result tool_rows_bind(const struct tool_rows *rows, struct cml_binding *binding,
			       const struct cml_space *space, bool outcomes, bool unknown_zero,
			       struct cml_error *err)
{
	return tool_rows_blame_header(rows,
				      cml_binding_init(binding, space, tool_rows_header(rows),
						       &rows->na, outcomes, unknown_zero, err),
				      err);
}

const struct cml_header *tool_rows_header(const struct tool_rows *rows)
{
	return cml_table_header(rows->first);
}

char tool_rows_delimiter(const struct tool_rows *rows)
{
	return cml_table_delimiter(rows->reader);
}

const char *tool_rows_name(const struct tool_rows *rows)
{
	return cml_table_name(rows->reader);
}

/* Whether a row is no job of its own, which is counted. */
static bool is_left_out(struct tool_rows *rows, const struct cml_row *row)
{
	enum tool_copy copy = tool_copies_have(&rows->copies, row, rows->file);
	bool is_step = tool_steps_have(&rows->steps, row);
	rows->n_steps += is_step;
	rows->n_copies += !is_step && copy == TOOL_COPY_SURE;
	rows->n_alike += !is_step && copy == TOOL_COPY_UNSURE;
	return is_step || copy == TOOL_COPY_SURE;
}

enum cml_result tool_rows_next(struct tool_rows *rows, struct cml_row *row, struct cml_error *err)
{
	for (;;) {
		enum cml_result status = cml_table_next(rows->reader, row, err);
		switch (status) {
		case CML_OK:
			*row = cml_align_row(&rows->align, row, rows->cells);
			if (is_left_out(rows, row)) {
				rows->steps.has_numbers |= rows->n_steps > 0;
				continue;
			}
			rows->n_rows++;
			if (rows->tool->progress)
				tool_progress(rows->tool, "rows", rows->n_rows, 0);
			return CML_OK;
		case CML_END:
			if (rows->file + 1 == n_files(rows))
				return CML_END;
			status = open_file(rows, rows->file + 1, err);
			break;
		default:
			if (!cml_table_broken(rows->reader))
				status = tool_rows_reject(rows, row, err);
		}
		if (status != CML_OK)
			return status;
	}
}

bool tool_rows_each(struct tool_rows *rows, struct cml_row *row, enum cml_result *status,
		    struct cml_error *err)
{
	if (*status != CML_OK)
		*status = tool_rows_reject(rows, row, err);
	if (!*status)
		*status = tool_rows_next(rows, row, err);
	if (*status != CML_END)
		return *status == CML_OK;
	*status = tool_rows_close(rows, err);
	return false;
}

/* With the header of the first file. */
static enum cml_result open_rejects(struct tool_rows *rows, struct cml_error *err)
{
	const struct cml_header *header = cml_table_header(rows->first);
	char delimiter = cml_delimiter_for(rows->tool->bad_rows, cml_table_delimiter(rows->reader));
	if (tool_output_open(rows->tool->bad_rows, &rows->rejects.output, err) != CML_OK)
		return err->status;
	cml_table_writer_init(&rows->rejects.writer, rows->rejects.output, delimiter);
	return cml_write_row(&rows->rejects.writer, header->names, header->n_columns, err);
}

static enum cml_result keep_reject(struct tool_rows *rows, const struct cml_row *row,
				   struct cml_error *err)
{
	if (!rows->rejects.output && open_rejects(rows, err) != CML_OK)
		return err->status;
	return cml_write_row(&rows->rejects.writer, row->cells, row->n_cells, err);
}

enum cml_result tool_rows_reject(struct tool_rows *rows, const struct cml_row *row,
				 struct cml_error *err)
{
	char text[CML_ERROR_TEXT_SIZE];
	if (err->status != CML_BAD_DATA)
		return err->status;
	cml_error_locate(err, cml_table_name(rows->reader), row->line, NULL);
	if (!rows->tool->bad_rows) {
		hint_delimiter(rows, row, err);
		return err->status;
	}
	if (rows->is_learning)
		return CML_OK;
	rows->n_bad++;
	bool is_kept = strcmp(rows->tool->bad_rows, "skip") != 0;
	if (is_kept || rows->tool->verbose)
		tool_note(rows->tool, "%s", cml_error_format(err, text, sizeof text));
	return is_kept ? keep_reject(rows, row, err) : CML_OK;
}

/* What cml_table_map calls back with. */
struct mapping {
	struct tool_rows *rows;
	const struct cml_table_map *map;
	struct cml_slice *cells; /* of a row in the columns of the first file, by thread */
};

static enum cml_result append_mapped(void *context, unsigned thread, const struct cml_row *row,
				     struct cml_buffer *lines, struct cml_error *err)
{
	const struct mapping *mapping = context;
	const struct cml_align *align = &mapping->rows->align;
	struct cml_row aligned =
	    cml_align_row(align, row, mapping->cells + thread * align->n_columns);
	if (is_left_out(mapping->rows, &aligned))
		return CML_OK;
	return mapping->map->append(mapping->map->context, thread, &aligned, lines, err);
}

static enum cml_result refuse_mapped(void *context, const struct cml_row *row,
				     struct cml_error *err)
{
	const struct mapping *mapping = context;
	struct tool_rows *rows = mapping->rows;
	struct cml_row aligned = *row;
	if (row->n_cells == cml_table_header(rows->reader)->n_columns)
		aligned = cml_align_row(&rows->align, row, rows->cells);
	return tool_rows_reject(rows, &aligned, err);
}

static void count_mapped(void *context, size_t n_rows)
{
	const struct mapping *mapping = context;
	mapping->rows->n_rows += n_rows;
	tool_progress(mapping->rows->tool, "rows", mapping->rows->n_rows, 0);
}

enum cml_result tool_rows_map(struct tool_rows *rows, const struct cml_table_map *map,
			      struct cml_error *err)
{
	size_t n_columns = cml_table_header(rows->first)->n_columns;
	AUTOFREE struct cml_slice *cells =
	    cml_array_new(cml_pool_n_threads(map->pool) * n_columns, sizeof *cells);
	struct mapping mapping = {rows, map, cells};
	if (!cells)
		return cml_fail_memory(err);
	for (size_t file = rows->file; file < n_files(rows); file++) {
		if (file != rows->file && open_file(rows, file, err) != CML_OK)
			return err->status;
		struct cml_table_map table = {.reader = rows->reader,
					      .output = map->output,
					      .pool = map->pool,
					      .context = &mapping,
					      .append = append_mapped,
					      .refuse = refuse_mapped,
					      .count = count_mapped};
		if (cml_table_map_run(&table, err) != CML_OK)
			return err->status;
	}
	return tool_rows_close(rows, err);
}

enum cml_result tool_rows_close(struct tool_rows *rows, struct cml_error *err)
{
	tool_progress_end(rows->tool);
	size_t n_steps = rows->n_steps;
	if (n_steps > 0)
		tool_note(
		    rows->tool,
		    "%zu row%s of steps of jobs, as 4100.batch of 4100, left out: they are no "
		    "jobs (sacct -X prints none)",
		    n_steps, n_steps == 1 ? "" : "s");
	size_t n_copies = rows->n_copies, n_alike = rows->n_alike;
	if (n_copies > 0)
		tool_note(
		    rows->tool,
		    "%zu job%s stand%s in two files: each counts once, as the later one has it",
		    n_copies, n_copies == 1 ? "" : "s", n_copies == 1 ? "s" : "");
	if (n_alike > 0)
		tool_note(
		    rows->tool,
		    "%zu row%s stand%s in two files, in all cells alike, without an id, a time "
		    "or a result of %d digits: they count twice; if they are the same jobs, "
		    "give one of the files alone",
		    n_alike, n_alike == 1 ? "" : "s", n_alike == 1 ? "s" : "", TOOL_COPY_DIGITS);
	if (rows->n_bad > 0)
		tool_note(rows->tool, "%zu bad row%s left out", rows->n_bad,
			  rows->n_bad == 1 ? "" : "s");
	return tool_sheet_commit(&rows->rejects, err);
}

void tool_rows_release(struct tool_rows *rows)
{
	if (!rows->tool)
		return;
	tool_progress_end(rows->tool);
	if (rows->reader != rows->first)
		cml_table_free(rows->reader);
	cml_table_free(rows->first);
	tool_sheet_release(&rows->rejects);
	cml_na_release(&rows->na);
	cml_align_release(&rows->align);
	tool_copies_release(&rows->copies);
	free(rows->cells);
	memset(rows, 0, sizeof *rows);
}
