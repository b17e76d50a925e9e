#include "table/header.h"

#include "base/date.h"
#include "base/memory.h"
#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t cml_header_find(const struct cml_header *header, struct cml_slice name)
{
	return cml_symbols_find(&header->by_name, name);
}

static bool is_value(struct cml_slice name)
{
	double number;
	struct cml_time time;
	return cml_parse_double(name, &number) || cml_time_parse(name, CML_MONTH_FIRST, &time) ||
	       cml_time_parse(name, CML_DAY_FIRST, &time) || cml_slice_is_nocase(name, "true") ||
	       cml_slice_is_nocase(name, "false");
}

bool cml_header_is_row(const struct cml_slice *names, size_t n)
{
	size_t n_named = 0, n_values = 0, n_in_order = 0;
	double first = 0;
	for (size_t i = 0; i < n; i++) {
		struct cml_slice name = cml_slice_trim(names[i]);
		double number;
		n_named += name.size > 0;
		if (name.size == 0 || !is_value(name))
			continue;
		if (cml_parse_double(name, &number)) {
			first = n_values == 0 && number == 1 ? 1 : first;
			n_in_order += number == first + (double)n_values;
		}
		n_values++;
	}
	return n_named >= 2 && 2 * n_values >= n_named && n_in_order < n_values;
}

/* names: as the table has them, where those that are made here are empty. */
static enum cml_result refuse_twice(const struct cml_slice *names, size_t n, size_t first,
				    size_t second, struct cml_slice name, struct cml_error *err)
{
	if (cml_header_is_row(names, n))
		return cml_fail(err, CML_BAD_DATA, "the header is missing: " CML_NO_HEADER);
	const char *quoted = CML_QUOTED(name);
	if (names[first].size == 0 || names[second].size == 0) {
		size_t unnamed = names[first].size == 0 ? first : second;

		return cml_fail(err, CML_BAD_DATA,
				"column %zu of the header has no name and would be called %s, as "
				"column %zu is: name it",
				unnamed + 1, quoted, first + second - unnamed + 1);
	}
	/* An index has no names in the first of them, columns of statistics have the same. */
	bool has_two_lines = names[0].size == 0 || second == first + 1;
	return cml_fail(
	    err, CML_BAD_DATA, "columns %zu and %zu of the header are both named %s: rename one%s",
	    first + 1, second + 1, quoted,
	    has_two_lines ? "; of two header lines, as pandas writes them, make one" : "");
}

/* "column_" and a position. */
#define MADE_NAME_SIZE 32

/* The next name; names: all, as the table has them. */
static enum cml_result add_name(struct cml_header *header, const struct cml_slice *names, size_t n,
				struct cml_error *err)
{
	char made[MADE_NAME_SIZE];
	size_t i = header->n_columns++;
	struct cml_slice name = names[i];
	if (name.size == 0) {
		snprintf(made, sizeof made, "column_%zu", i + 1);
		name = cml_slice_of(made);
		header->first_unnamed = header->n_unnamed++ > 0 ? header->first_unnamed : i;
	}
	if (memchr(name.data, '\0', name.size))
		return cml_fail(err, CML_BAD_DATA, "binary data: not a table");
	size_t at = cml_symbols_intern(&header->by_name, name);
	if (at == CML_NO_SYMBOL)
		return cml_fail_memory(err);
	return at == i ? CML_OK : refuse_twice(names, n, at, i, name, err);
}

enum cml_result cml_header_init(struct cml_header *header, const struct cml_slice *names, size_t n,
				struct cml_error *err)
{
	*header = (struct cml_header){0};
	for (size_t i = 0; i < n; i++)
		if (add_name(header, names, n, err) != CML_OK) {
			cml_header_release(header);
			return err->status;
		}
	header->names = header->by_name.texts;
	return CML_OK;
}

void cml_header_release(struct cml_header *header)
{
	cml_symbols_release(&header->by_name);
	*header = (struct cml_header){0};
}

const char *cml_near_column(const struct cml_header *header, struct cml_slice name,
			    char text[CML_SUGGESTION_SIZE])
{
	AUTOFREE const char **names = cml_array_new(header->n_columns, sizeof *names);
	for (size_t i = 0; names && i < header->n_columns; i++)
		names[i] = header->names[i].data;
	const char *nearest = names ? cml_name_nearest(name, names, header->n_columns) : NULL;
	text[0] = '\0';
	if (nearest)
		snprintf(text, CML_SUGGESTION_SIZE, "; did you mean '%.128s'?", nearest);
	return text;
}

enum cml_result cml_find_column(const struct cml_header *header, struct cml_slice name,
				size_t *column, struct cml_error *err)
{
	char near[CML_SUGGESTION_SIZE];
	size_t found = cml_header_find(header, name);
	if (found != CML_NO_COLUMN) {
		*column = found;
		return CML_OK;
	}
	if (cml_header_is_row(header->names, header->n_columns))
		return cml_fail(err, CML_BAD_DATA, "the table has no column '%.*s': " CML_NO_HEADER,
				(int)name.size, name.data);
	return cml_fail(err, CML_BAD_DATA, "the table has no column '%.*s'%s", (int)name.size,
			name.data, cml_near_column(header, name, near));
}

bool cml_is_own_column(struct cml_slice name)
{
	return cml_slice_skip(&name, "cml_");
}

enum cml_result cml_align_init(struct cml_align *align, const struct cml_header *from,
			       const struct cml_header *to, struct cml_error *err)
{
	*align = (struct cml_align){.is_same = from->n_columns == to->n_columns,
				    .n_columns = to->n_columns,
				    .source = cml_array_new(to->n_columns, sizeof *align->source)};
	if (!align->source)
		return cml_fail_memory(err);
	for (size_t i = 0; i < to->n_columns; i++) {
		size_t source = cml_header_find(from, to->names[i]);
		align->source[i] = source;
		align->is_same = align->is_same && source == i;
		if (source == CML_NO_COLUMN && !cml_is_own_column(to->names[i])) {
			cml_align_release(align);
			return cml_find_column(from, to->names[i], &source, err);
		}
	}
	for (size_t i = from->n_columns; i-- > 0;)
		if (cml_header_find(to, from->names[i]) == CML_NO_COLUMN) {
			align->left_out = i;
			align->n_left_out++;
		}
	return CML_OK;
}

void cml_align_release(struct cml_align *align)
{
	free(align->source);
	*align = (struct cml_align){0};
}

struct cml_row cml_align_row(const struct cml_align *align, const struct cml_row *row,
			     struct cml_slice *cells)
{
	if (align->is_same)
		return *row;
	for (size_t i = 0; i < align->n_columns; i++)
		cells[i] = align->source[i] == CML_NO_COLUMN ? (struct cml_slice){"", 0}
							     : row->cells[align->source[i]];
	return (struct cml_row){cells, align->n_columns, row->line};
}
