#include "table/expand.h"

#include "table/dict.h"

#include <stdlib.h>
#include <string.h>

struct column {
	bool is_expanded;
	struct cml_symbols keys; /* in the order of their first row */
	bool *is_flag;           /* by key, in all rows: false where a row lacks it */
	size_t capacity;
};

struct leaf {
	size_t column;
	size_t key;
	struct cml_slice value;
};

struct expanded_row {
	struct cml_slice *cells; /* of all columns; those of expanded ones are not used */
	struct leaf *leaves;     /* by column */
	size_t n_leaves;
};

struct cml_expand {
	struct cml_arena arena;
	struct cml_slice *names; /* of the columns, terminated */
	struct column *columns;
	size_t n_columns;
	struct expanded_row *rows;
	size_t n_rows;
	size_t capacity;
	struct cml_dict dict; /* of one cell */
};

static bool start(struct cml_expand *expand, const struct cml_header *header)
{
	expand->names = cml_arena_copy_all(&expand->arena, header->names, header->n_columns);
	if (!expand->names || !CML_ARENA_NEW(&expand->arena, &expand->columns, header->n_columns))
		return false;
	expand->n_columns = header->n_columns;
	return true;
}

enum cml_result cml_expand_new(struct cml_expand **expand, const struct cml_header *header,
			       const char *const *names, size_t n_names, struct cml_error *err)
{
	AUTOPTR(cml_expand) made = cml_array_new(1, sizeof *made);
	if (!made || !start(made, header))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n_names; i++) {
		size_t column;
		if (cml_find_column(header, cml_slice_of(names[i]), &column, err) != CML_OK)
			return err->status;
		made->columns[column].is_expanded = true;
	}
	*expand = made;
	made = NULL;
	return CML_OK;
}

void cml_expand_free(struct cml_expand *expand)
{
	if (!expand)
		return;
	for (size_t i = 0; i < expand->n_columns; i++) {
		cml_symbols_release(&expand->columns[i].keys);
		free(expand->columns[i].is_flag);
	}
	free(expand->rows);
	cml_dict_release(&expand->dict);
	cml_arena_release(&expand->arena);
	free(expand);
}

/* The number of a key, which is added when it is new; CML_NO_COLUMN when memory is out. */
static size_t number_of(struct column *column, struct cml_slice path)
{
	size_t n = column->keys.n, key = cml_symbols_intern(&column->keys, path);
	if (key == n && !CML_RESERVE(&column->is_flag, &column->capacity, n + 1))
		return CML_NO_COLUMN;
	if (key == n)
		column->is_flag[key] = true;
	return key;
}

/* The step of the row before, with the same dicts: a sweep that was cut and began anew. */
static bool is_again(const struct cml_expand *expand, const struct cml_row *row)
{
	size_t i = 0, n = expand->n_columns;
	if (expand->n_rows == 0 || !cml_slice_is(expand->names[0], "step"))
		return false;
	const struct cml_slice *before = expand->rows[expand->n_rows - 1].cells;
	while (i < n && ((i > 0 && !expand->columns[i].is_expanded) ||
			 cml_slice_equal(row->cells[i], before[i])))
		i++;
	return i == n;
}

/* Whether a list or dict has no end, and that of the row before has: a file that was cut. */
static bool is_cut(const struct cml_expand *expand, size_t column, struct cml_slice cell)
{
	char end = cell.size == 0 ? 0 : *cell.data == '[' ? ']' : *cell.data == '{' ? '}' : 0;
	if (!end || expand->n_rows == 0 || memchr(cell.data, end, cell.size))
		return false;
	cell = cml_slice_trim(expand->rows[expand->n_rows - 1].cells[column]);
	return cell.size > 0 && *cell.data == end - 2 && cell.data[cell.size - 1] == end;
}

/* The leaves of all dicts of the row, read before anything is added. */
static enum cml_result read_dicts(struct cml_expand *expand, const struct cml_row *row,
				  const struct cml_na *na, size_t *ends, struct cml_error *err)
{
	cml_dict_release(&expand->dict);
	for (size_t i = 0; i < expand->n_columns; i++) {
		struct cml_slice cell = cml_slice_trim(row->cells[i]);
		enum cml_result status = CML_OK;
		if (expand->columns[i].is_expanded && cell.size > 0 && !cml_na_has(na, cell))
			status = cml_settings_parse(&expand->dict, cell, err);
		else if (is_cut(expand, i, cell))
			status = cml_fail(err, CML_BAD_DATA,
					  "it has no end: leave the row out if the file was cut");
		if (status != CML_OK)
			return cml_error_locate(err, NULL, row->line, expand->names[i].data);
		ends[i] = expand->dict.n;
	}
	if (!is_again(expand, row))
		return CML_OK;
	cml_fail(err, CML_BAD_DATA,
		 "the row before has this step and dict: leave one of the two out");
	return cml_error_locate(err, NULL, row->line, "step");
}

static bool add_leaves(struct cml_expand *expand, struct expanded_row *row, const size_t *ends)
{
	size_t n = expand->dict.n;
	row->leaves = cml_arena_new(&expand->arena, n * sizeof *row->leaves);
	if (!row->leaves)
		return false;
	for (size_t i = 0, column = 0; i < n; i++) {
		while (i == ends[column])
			column++;
		const struct cml_dict_leaf *leaf = &expand->dict.leaves[i];
		size_t key = number_of(&expand->columns[column], leaf->path);
		const char *value = cml_arena_copy(&expand->arena, leaf->value);
		if (key == CML_NO_COLUMN || !value)
			return false;
		expand->columns[column].is_flag[key] &= leaf->is_flag;
		row->leaves[row->n_leaves++] =
		    (struct leaf){column, key, {value, leaf->value.size}};
	}
	return true;
}

enum cml_result cml_expand_add(struct cml_expand *expand, const struct cml_row *row,
			       const struct cml_na *na, struct cml_error *err)
{
	AUTOFREE size_t *ends = cml_array_new(expand->n_columns, sizeof *ends);
	struct expanded_row added = {0};
	if (!ends)
		return cml_fail_memory(err);
	if (read_dicts(expand, row, na, ends, err) != CML_OK)
		return err->status;
	added.cells = cml_arena_copy_all(&expand->arena, row->cells, expand->n_columns);
	if (!added.cells || !add_leaves(expand, &added, ends) ||
	    !CML_RESERVE(&expand->rows, &expand->capacity, expand->n_rows + 1))
		return cml_fail_memory(err);
	expand->rows[expand->n_rows++] = added;
	return CML_OK;
}

/* The name of each column that is written: COLUMN.PATH of a key. False: out of memory. */
static bool list_names(const struct cml_expand *expand, struct cml_slice *names,
		       struct cml_arena *arena)
{
	AUTO(cml_buffer) text = {0};
	size_t n = 0;
	for (size_t i = 0; i < expand->n_columns; i++) {
		const struct column *column = &expand->columns[i];
		if (!column->is_expanded)
			names[n++] = expand->names[i];
		for (size_t k = 0; k < column->keys.n; k++) {
			cml_buffer_clear(&text);
			cml_buffer_printf(&text, "%s.", expand->names[i].data);
			cml_buffer_append(&text, column->keys.texts[k].data,
					  column->keys.texts[k].size);
			const char *name = cml_arena_copy(arena, cml_buffer_slice(&text));
			if (text.has_failed || !name)
				return false;
			names[n++] = (struct cml_slice){name, text.size};
		}
	}
	return true;
}

/* Names are checked as those of a table that is read. */
static enum cml_result write_header(const struct cml_expand *expand, struct cml_slice *names,
				    size_t n, struct cml_table_writer *writer,
				    struct cml_error *err)
{
	AUTO(cml_arena) arena = {0};
	AUTO(cml_header) header = {0};
	if (!list_names(expand, names, &arena))
		return cml_fail_memory(err);
	return cml_header_init(&header, names, n, err) == CML_OK
		   ? cml_write_row(writer, names, n, err)
		   : err->status;
}

static enum cml_result write_row(const struct cml_expand *expand, const struct expanded_row *row,
				 struct cml_slice *cells, struct cml_table_writer *writer,
				 struct cml_error *err)
{
	size_t n = 0, leaf = 0;
	for (size_t i = 0; i < expand->n_columns; i++) {
		const struct column *column = &expand->columns[i];
		if (!column->is_expanded) {
			cells[n++] = row->cells[i];
			continue;
		}
		bool has_leaves = leaf < row->n_leaves && row->leaves[leaf].column == i;
		for (size_t k = 0; k < column->keys.n; k++)
			cells[n + k] = has_leaves && column->is_flag[k] ? cml_slice_of("false")
									: (struct cml_slice){"", 0};
		for (; leaf < row->n_leaves && row->leaves[leaf].column == i; leaf++)
			cells[n + row->leaves[leaf].key] = row->leaves[leaf].value;
		n += column->keys.n;
	}
	return cml_write_row(writer, cells, n, err);
}

enum cml_result cml_expand_write(struct cml_expand *expand, struct cml_table_writer *writer,
				 struct cml_error *err)
{
	size_t n = 0;
	for (size_t i = 0; i < expand->n_columns; i++) {
		const struct column *column = &expand->columns[i];
		if (column->is_expanded && column->keys.n == 0) {
			cml_fail(err, CML_BAD_DATA, "no row has a dict with keys here");
			return cml_error_locate(err, NULL, 0, expand->names[i].data);
		}
		n += column->is_expanded ? column->keys.n : 1;
	}
	AUTOFREE struct cml_slice *cells = cml_array_new(n, sizeof *cells);
	if (!cells)
		return cml_fail_memory(err);
	if (write_header(expand, cells, n, writer, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < expand->n_rows; i++)
		if (write_row(expand, &expand->rows[i], cells, writer, err) != CML_OK)
			return err->status;
	return CML_OK;
}
