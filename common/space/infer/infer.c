#include "space/infer/infer.h"

#include "base/number.h"
#include "base/random.h"
#include "space/infer/infer_column.h"
#include "space/infer/infer_memory.h"
#include "space/infer/infer_name.h"
#include "space/infer/infer_outcome.h"
#include "space/infer/infer_role.h"
#include "space/space_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SAMPLE 20000
/* A text column with more levels than this, each in few rows, names things one
 * by one: nothing can be learned from it. */
#define MANY_LEVELS 30
#define MIN_ROWS_PER_LEVEL 4
/* A column of numbers but for this fraction of cells was meant to be numeric. */
#define MOSTLY_NUMBERS 0.9
/* Ratio of the largest to the smallest number of a column that gets its logarithm. */
#define WIDE_SPAN 100
#define NOTE_SIZE 512

struct infer {
	const struct cml_infer_options *options;
	struct cml_infer_rows rows;
	size_t n_read;
	struct cml_arena names;
	struct cml_buffer *space_text;
	struct cml_buffer *notes;
	bool no_memory;
};

static enum cml_result make_columns(struct infer *infer, const struct cml_header *header,
				    struct cml_error *err)
{
	infer->rows.columns = cml_array_new(header->n_columns, sizeof *infer->rows.columns);
	infer->rows.candidate = cml_array_new(header->n_columns, sizeof *infer->rows.candidate);
	if (!infer->rows.columns || !infer->rows.candidate)
		return cml_fail_memory(err);
	infer->rows.n_columns = header->n_columns;
	for (size_t i = 0; i < header->n_columns; i++) {
		infer->rows.columns[i].name = cml_arena_copy(&infer->names, header->names[i]);
		if (!infer->rows.columns[i].name)
			return cml_fail_memory(err);
	}
	return CML_OK;
}

static void release(struct infer *infer)
{
	for (size_t i = 0; infer->rows.columns && i < infer->rows.n_columns; i++)
		cml_infer_column_release(&infer->rows.columns[i]);
	free(infer->rows.columns);
	free(infer->rows.candidate);
	free(infer->rows.job_ok);
	cml_arena_release(&infer->names);
}

/* Which place of the sample row number n_read takes, if any: every row has the
 * same chance.
 * Source: J. S. Vitter, "Random sampling with a reservoir", 1985, algorithm R. */
static size_t sample_place(const struct infer *infer, struct cml_random *random)
{
	if (infer->n_read < MAX_SAMPLE)
		return infer->n_read;
	return (size_t)cml_random_below(random, infer->n_read + 1);
}

static enum cml_result add_row(struct infer *infer, const struct cml_row *row, size_t place,
			       struct cml_error *err)
{
	for (size_t i = 0; i < infer->rows.n_columns; i++) {
		struct cml_infer_column *column = &infer->rows.columns[i];
		struct cml_slice cell = cml_slice_trim(row->cells[i]);
		if (!cml_infer_column_add(column, cell, cml_na_has(infer->options->na, cell)) ||
		    (place < MAX_SAMPLE && !cml_infer_column_keep(column, place)))
			return cml_fail_memory(err);
	}
	return CML_OK;
}

static enum cml_result read_table(struct infer *infer, struct cml_table_reader *reader,
				  struct cml_error *err)
{
	struct cml_random random;
	struct cml_row row;
	cml_random_init(&random, 1, 0);
	enum cml_result status = make_columns(infer, cml_table_header(reader), err);
	while (status == CML_OK && (status = cml_table_next(reader, &row, err)) == CML_OK) {
		status = add_row(infer, &row, sample_place(infer, &random), err);
		infer->n_read++;
	}
	if (status != CML_END)
		return status;
	if (infer->n_read == 0)
		return cml_fail(err, CML_BAD_DATA, "the table has no rows to learn from");
	infer->rows.n_rows = infer->n_read < MAX_SAMPLE ? infer->n_read : MAX_SAMPLE;
	for (size_t i = 0; i < infer->rows.n_columns; i++)
		if (!cml_infer_column_count(&infer->rows.columns[i], infer->rows.n_rows))
			return cml_fail_memory(err);
	return CML_OK;
}

/* A line of notes, and the reason that the column's doc cell gives. */
static void note(struct infer *infer, struct cml_infer_column *column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void note(struct infer *infer, struct cml_infer_column *column, const char *format, ...)
{
	char text[NOTE_SIZE];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	column->reason = cml_arena_copy(&column->arena, cml_slice_of(text));
	size_t start = infer->notes->size;
	bool ok = column->reason &&
		  cml_buffer_printf(infer->notes, "column '%s': %s\n", column->name, text);
	infer->no_memory = infer->no_memory || !ok;
	/* A note is one line, whatever a name holds. */
	for (size_t i = start; ok && i + 1 < infer->notes->size; i++)
		if ((unsigned char)infer->notes->data[i] < ' ')
			infer->notes->data[i] = '?';
}

static bool is_minimized(const struct infer *infer)
{
	if (infer->options->direction)
		return strcmp(infer->options->direction, "min") == 0;
	return cml_name_is_minimized(infer->rows.columns[infer->rows.metric].name);
}

static void note_metric(struct infer *infer)
{
	struct cml_infer_column *metric = &infer->rows.columns[infer->rows.metric];
	const char *goal = is_minimized(infer) ? "min" : "max", *guess = metric->reason;
	size_t n_odd = cml_infer_n_present(metric) - metric->n_numbers;
	if (metric->odd) {
		char quoted[CML_QUOTE_SIZE];
		note(infer, metric,
		     "%zu cell%s no number%s, such as %s: add such texts to the "
		     "missing values (--na)",
		     n_odd, n_odd == 1 ? " is" : "s are", n_odd == 1 ? "" : "s",
		     cml_text_quote(cml_slice_of(metric->odd), quoted, sizeof quoted));
	}
	if (!infer->options->metric)
		note(infer, metric, "%s; %s is taken for the goal", guess, goal);
	else if (!infer->options->direction)
		note(infer, metric, "metric as asked; %s is guessed for the goal", goal);
}

/* The rows of the sample in which no status says that the job is not ok. */
static enum cml_result find_ok_jobs(struct infer *infer, size_t status, struct cml_error *err)
{
	struct cml_infer_rows *rows = &infer->rows;
	rows->job_ok = cml_array_new(rows->n_rows, sizeof *rows->job_ok);
	if (!rows->job_ok)
		return cml_fail_memory(err);
	for (size_t i = 0; i < rows->n_rows; i++)
		rows->job_ok[i] = true;
	if (status == CML_NO_COLUMN)
		return CML_OK;
	const struct cml_infer_column *column = &rows->columns[status];
	for (size_t word = 0; word < column->texts.n; word++) {
		enum cml_job_status meaning;
		if (cml_job_status_parse(column->texts.texts[word], &meaning) &&
		    meaning == CML_JOB_OK)
			continue;
		double value = cml_unknown_symbol(column->texts.texts[word]);
		for (size_t i = 0; i < rows->n_rows; i++)
			if (column->sample[i] == value)
				rows->job_ok[i] = false;
	}
	return CML_OK;
}

static void decide_suspect(struct infer *infer, struct cml_infer_column *column)
{
	const char *metric = infer->rows.columns[infer->rows.metric].name;
	column->decided = true;
	column->role = CML_ROLE_IGNORE;
	switch (column->suspicion) {
	case CML_SUSPECT_NAME:
		note(infer, column, "suspected outcome: named like a measurement");
		break;
	case CML_SUSPECT_MISSING:
		note(infer, column, "suspected outcome: missing exactly where '%s' is missing",
		     metric);
		break;
	case CML_SUSPECT_PRESENT:
		note(infer, column, "suspected outcome: present exactly where '%s' is missing",
		     metric);
		break;
	case CML_SUSPECT_CORRELATION:
		note(infer, column, "suspected outcome: rank correlation %.3f with '%s'",
		     column->correlation, metric);
		break;
	case CML_SUSPECT_PRODUCT:
		note(infer, column, "suspected outcome: times '%s' it is '%s', up to a constant",
		     column->partner, metric);
		break;
	case CML_SUSPECT_QUOTIENT:
		note(infer, column,
		     "suspected outcome: its quotient with '%s' is '%s', up to a constant",
		     column->partner, metric);
		break;
	default:
		note(infer, column,
		     "suspected outcome: looks measured: fractional and almost always different");
	}
}

/* Memory that jobs used is a limit where it is known how much there is. */
static void decide_memory(struct infer *infer, struct cml_infer_column *column)
{
	struct cml_infer_rows *rows = &infer->rows;
	const char *devices;
	column->decided = true;
	column->role = CML_ROLE_IGNORE;
	column->bound = cml_infer_memory_bound(column, rows->columns, rows->n_columns, &devices);
	if (isnan(column->bound)) {
		note(infer, column,
		     "memory that jobs used: to have it learned, give it the role limit and its "
		     "bound as the domain, such as :78");
		return;
	}
	column->role = CML_ROLE_LIMIT;
	note(infer, column,
	     "guessed: limit, as '%s' names devices of %g GB; a lower bound leaves a margin",
	     devices, column->bound);
}

static void ignore(struct cml_infer_column *column)
{
	column->decided = true;
	column->role = CML_ROLE_IGNORE;
}

static void decide_config(struct infer *infer, struct cml_infer_column *column)
{
	size_t n_present = cml_infer_n_present(column), n_levels = column->n_sample_distinct;
	bool text = cml_infer_is_text(column) && !cml_infer_is_bool(column);
	bool context = cml_name_is_context(column->name);
	column->decided = true;
	column->role = context ? CML_ROLE_CONTEXT : CML_ROLE_PARAM;
	column->reason = context ? "guessed: context by its name"
				 : "guessed: param, as its name is not one of a context";
	if (n_present == 0) {
		ignore(column);
		note(infer, column, "every cell is missing");
	} else if (text && cml_infer_is_unlistable(column)) {
		ignore(column);
		note(infer, column,
		     "its texts cannot be listed: more than %d, or one holds '|' or looks like a "
		     "range",
		     CML_INFER_MAX_LEVELS);
	} else if (text && n_levels > MANY_LEVELS &&
		   column->n_sample_present / n_levels < MIN_ROWS_PER_LEVEL) {
		ignore(column);
		note(infer, column, "%zu different texts in %zu rows: too many to learn from",
		     n_levels, column->n_sample_present);
	} else if (cml_infer_is_constant(column)) {
		column->role = CML_ROLE_CONTEXT;
		note(infer, column, "constant: the same value in every row");
	} else if (text && (double)column->n_numbers >= MOSTLY_NUMBERS * (double)n_present) {
		char quoted[CML_QUOTE_SIZE];
		note(infer, column,
		     "taken for text, as %zu of %zu cells are not numbers, such as %s",
		     n_present - column->n_numbers, n_present,
		     cml_text_quote(cml_slice_of(column->odd), quoted, sizeof quoted));
	} else if (cml_infer_is_whole(column) && n_present > MANY_LEVELS &&
		   n_levels == column->n_sample_present) {
		note(infer, column, "a different number in every row: a setting, or an id?");
	}
}

static void note_bookkeeping(struct infer *infer, struct cml_infer_column *column)
{
	if (column->role == CML_ROLE_ID || column->role == CML_ROLE_IGNORE) {
		note(infer, column, "%s", column->reason);
	} else if (column->role == CML_ROLE_STATUS) {
		struct cml_buffer domain = {0};
		if (!cml_infer_status_domain(column, &domain))
			infer->no_memory = true;
		else if (domain.size > 0)
			note(infer, column,
			     "words that are not a job's final status, or unknown: %.*s",
			     (int)domain.size, domain.data);
		cml_buffer_release(&domain);
	}
}

static enum cml_result decide_roles(struct infer *infer, struct cml_error *err)
{
	struct cml_infer_rows *rows = &infer->rows;
	const char *name = infer->options->metric;
	size_t job_status;
	enum cml_result status = CML_OK;
	if (name)
		status = cml_infer_metric(rows->columns, rows->n_columns, name, &rows->metric, err);
	if (status == CML_OK)
		cml_infer_bookkeeping(rows->columns, rows->n_columns, &job_status);
	if (status == CML_OK && !name)
		status = cml_infer_metric(rows->columns, rows->n_columns, name, &rows->metric, err);
	if (status == CML_OK)
		status = find_ok_jobs(infer, job_status, err);
	for (size_t i = 0; status == CML_OK && i < rows->n_columns; i++)
		rows->candidate[i] = !rows->columns[i].decided;
	if (status == CML_OK)
		status = cml_infer_suspect(rows, err);
	if (status != CML_OK)
		return status;
	note_metric(infer);
	size_t n_config = 0;
	for (size_t i = 0; i < rows->n_columns; i++) {
		struct cml_infer_column *column = &rows->columns[i];
		if (!rows->candidate[i])
			note_bookkeeping(infer, column);
		else if (column->suspicion != CML_SUSPECT_NOTHING && cml_infer_is_memory(column))
			decide_memory(infer, column);
		else if (column->suspicion != CML_SUSPECT_NOTHING)
			decide_suspect(infer, column);
		else
			decide_config(infer, column);
		n_config += cml_is_config_role(column->role);
	}
	if (infer->no_memory)
		return cml_fail_memory(err);
	return n_config > 0
		   ? CML_OK
		   : cml_fail(err, CML_BAD_DATA, "no column is left that could be a setting");
}

/* Sizes and rates: what matters is how many times larger one is than another. */
static bool spans_decades(const struct cml_infer_column *column)
{
	return cml_infer_is_number(column) && column->lo > 0 &&
	       column->hi >= WIDE_SPAN * column->lo;
}

/* What the last job of the table had, as text; "" where that is not known. Jobs
 * share their contexts, so the last one's go together. */
static const char *last_value(struct infer *infer, const struct cml_infer_column *column)
{
	char number[CML_NUMBER_SIZE];
	if (isnan(column->last))
		return "";
	for (size_t i = 0; i < column->texts.n; i++)
		if (cml_unknown_symbol(column->texts.texts[i]) == column->last)
			return column->texts.texts[i].data;
	if (!cml_infer_is_number(column))
		return "";
	cml_print_double(column->last, number);
	const char *text = cml_arena_copy(&infer->names, cml_slice_of(number));
	infer->no_memory = infer->no_memory || !text;
	return text;
}

static bool write_row(struct infer *infer, const struct cml_infer_column *column,
		      struct cml_buffer *domain)
{
	static const char *const types[] = {"", "int", "float", "bool", "ordinal", "categorical"};
	const char *cells[CML_N_SPACE_FIELDS] = {0};
	enum cml_type type = CML_TYPE_NONE;
	bool ok = true, config = cml_is_config_role(column->role);
	cml_buffer_clear(domain);
	if (config)
		ok = cml_infer_domain(column, &type, domain);
	else if (column->role == CML_ROLE_STATUS)
		ok = cml_infer_status_domain(column, domain);
	else if (column->role == CML_ROLE_LIMIT)
		ok = cml_buffer_printf(domain, ":%g", column->bound);
	if (!ok || !cml_buffer_append(domain, "", 1))
		return false;
	cells[CML_FIELD_NAME] = column->name;
	cells[CML_FIELD_ROLE] = cml_role_name(column->role);
	cells[CML_FIELD_TYPE] = types[type];
	if (column->role == CML_ROLE_LIMIT)
		cells[CML_FIELD_TYPE] = "float";
	if (column->role == CML_ROLE_METRIC)
		cells[CML_FIELD_TYPE] = is_minimized(infer) ? "min" : "max";
	cells[CML_FIELD_DOMAIN] = domain->data;
	if (config && spans_decades(column))
		cells[CML_FIELD_ENCODING] = "log";
	if (column->role == CML_ROLE_CONTEXT)
		cells[CML_FIELD_DEFAULT] = last_value(infer, column);
	cells[CML_FIELD_DOC] = column->reason;
	return !infer->no_memory &&
	       cml_space_text_row(infer->space_text, cells, CML_N_USUAL_SPACE_FIELDS);
}

static enum cml_result write_space(struct infer *infer, struct cml_error *err)
{
	struct cml_buffer domain = {0};
	size_t start = infer->space_text->size;
	bool ok = cml_space_text_row(infer->space_text, cml_space_fields, CML_N_USUAL_SPACE_FIELDS);
	for (size_t i = 0; ok && i < infer->rows.n_columns; i++)
		ok = write_row(infer, &infer->rows.columns[i], &domain);
	cml_buffer_release(&domain);
	if (!ok)
		return cml_fail_memory(err);
	/* Names and texts come from strangers: what is written must read back. */
	struct cml_space *space;
	struct cml_slice text = {infer->space_text->data + start, infer->space_text->size - start};
	enum cml_result status = cml_space_from_text(&space, text, "the inferred space", err);
	if (status == CML_OK)
		cml_space_free(space);
	if (status != CML_BAD_DATA)
		return status;
	/* Names of blanks, and names that differ in blanks alone, are none in a space;
	 * the place that counts is in the table. */
	char place[CML_ERROR_TEXT_SIZE];
	return cml_fail(err, CML_BAD_DATA, "no space file can be written for this table: %s",
			cml_error_format(err, place, sizeof place));
}

enum cml_result cml_infer(struct cml_table_reader *reader, const struct cml_infer_options *options,
			  struct cml_buffer *space_text, struct cml_buffer *notes,
			  struct cml_error *err)
{
	struct infer infer = {.options = options, .space_text = space_text, .notes = notes};
	enum cml_result status = read_table(&infer, reader, err);
	if (status == CML_OK)
		status = decide_roles(&infer, err);
	if (status == CML_OK)
		status = write_space(&infer, err);
	if (status != CML_OK)
		cml_error_locate(err, cml_table_name(reader), 0, NULL);
	release(&infer);
	return status;
}
