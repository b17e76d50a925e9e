#include "space/space.h"

#include "table/header.h"

#include <stdlib.h>
#include <string.h>

/* A space while its file is read. */
struct reading {
	struct cml_space *space;
	struct cml_table_reader *table;
	size_t column_of[CML_N_SPACE_FIELDS]; /* position in the file, or CML_NO_COLUMN */
	size_t capacity;                      /* of space->columns */
};

static bool has_field(const struct cml_header *header, enum cml_space_field field)
{
	return cml_header_find(header, cml_slice_of(cml_space_fields[field])) != CML_NO_COLUMN;
}

static enum cml_result bind_fields(struct reading *reading, struct cml_error *err)
{
	const struct cml_header *header = cml_table_header(reading->table);
	if (header->n_columns > 2 && !has_field(header, CML_FIELD_NAME) &&
	    !has_field(header, CML_FIELD_ROLE))
		return cml_fail(
		    err, CML_BAD_DATA,
		    "not a space file: its header has neither name nor role (cml-encode "
		    "--infer writes a space from a job table)");
	if (header->n_unnamed > 0)
		return cml_fail(err, CML_BAD_DATA, "column %zu of the header has no name",
				header->first_unnamed + 1);
	for (size_t i = 0; i < CML_N_SPACE_FIELDS; i++)
		reading->column_of[i] = CML_NO_COLUMN;
	for (size_t i = 0; i < header->n_columns; i++) {
		size_t field;
		if (cml_name_find(cml_slice_trim(header->names[i]), "a space file has no column",
				  cml_space_fields, CML_N_SPACE_FIELDS, &field, err) != CML_OK)
			return err->status = CML_BAD_DATA;
		if (reading->column_of[field] != CML_NO_COLUMN)
			return cml_fail(err, CML_BAD_DATA, "a second column '%s'",
					cml_space_fields[field]);
		reading->column_of[field] = i;
	}
	for (size_t i = CML_FIELD_NAME; i <= CML_FIELD_ROLE; i++)
		if (reading->column_of[i] == CML_NO_COLUMN)
			return cml_fail(err, CML_BAD_DATA, "a space file needs a column '%s'",
					cml_space_fields[i]);
	return CML_OK;
}

static enum cml_result copy_cells(struct reading *reading, const struct cml_row *row,
				  struct cml_space_column *column, struct cml_error *err)
{
	for (size_t i = 0; i < CML_N_SPACE_FIELDS; i++) {
		struct cml_slice cell = {0};
		if (reading->column_of[i] < row->n_cells)
			cell = row->cells[reading->column_of[i]];
		/* A name is matched with job tables byte for byte. */
		if (i != CML_FIELD_NAME)
			cell = cml_slice_trim(cell);
		if (cell.size > 0 && memchr(cell.data, '\0', cell.size))
			return cml_fail(err, CML_BAD_DATA, "binary data: not a space file");
		column->cells[i] = cml_arena_copy(&reading->space->arena, cell);
		if (!column->cells[i])
			return cml_fail_memory(err);
	}
	column->name = column->cells[CML_FIELD_NAME];
	column->unit = column->cells[CML_FIELD_UNIT];
	return CML_OK;
}

static enum cml_result check_name(struct reading *reading, const struct cml_space_column *column,
				  struct cml_error *err)
{
	struct cml_slice name = cml_slice_of(column->name);
	size_t slot = reading->space->n_columns - 1;
	if (cml_slice_trim(name).size == 0)
		return cml_fail(err, CML_BAD_DATA, "the row has no name");
	size_t symbol = cml_symbols_intern(&reading->space->names, name);
	if (symbol == CML_NO_SYMBOL)
		return cml_fail_memory(err);
	if (symbol != slot)
		return cml_fail(err, CML_BAD_DATA, "'%s' is the name of the row on line %zu too",
				column->name, reading->space->columns[symbol].line);
	return CML_OK;
}

static enum cml_result take_single_role(struct cml_space *space, size_t slot, struct cml_error *err)
{
	const struct cml_space_column *column = &space->columns[slot];
	bool is_second = column->role == CML_ROLE_METRIC && space->metric != CML_NO_COLUMN;
	size_t *place = is_second                         ? &space->second
			: column->role == CML_ROLE_METRIC ? &space->metric
			: column->role == CML_ROLE_ROOF   ? &space->roof
			: column->role == CML_ROLE_STATUS ? &space->status
			: column->role == CML_ROLE_REASON ? &space->reason
			: column->role == CML_ROLE_TIME   ? &space->time
			: column->role == CML_ROLE_WEIGHT ? &space->weight
							  : NULL;
	if (!place)
		return CML_OK;
	if (*place != CML_NO_COLUMN) {
		cml_fail(err, CML_BAD_DATA,
			 is_second ? "a third %s: '%s' on line %zu is the second; limits may be "
				     "as many as there are"
				   : "a second %s: '%s' on line %zu is one already",
			 cml_role_name(column->role), space->columns[*place].name,
			 space->columns[*place].line);
		return cml_error_locate(err, NULL, 0, cml_space_fields[CML_FIELD_ROLE]);
	}
	*place = slot;
	return CML_OK;
}

static enum cml_result read_row(struct reading *reading, const struct cml_row *row,
				struct cml_error *err)
{
	struct cml_space *space = reading->space;
	size_t slot = space->n_columns;
	if (!CML_RESERVE(&space->columns, &reading->capacity, slot + 1))
		return cml_fail_memory(err);
	struct cml_space_column *column = &space->columns[slot];
	*column = (struct cml_space_column){.line = row->line};
	space->n_columns++;
	if (copy_cells(reading, row, column, err) != CML_OK)
		return err->status;
	if (check_name(reading, column, err) != CML_OK)
		return cml_error_locate(err, NULL, 0, cml_space_fields[CML_FIELD_NAME]);
	if (cml_space_row_parse(space, column, err) != CML_OK)
		return err->status;
	return take_single_role(space, slot, err);
}

/* Of a row with more cells than the header, or a misplaced quote: of an expression, mostly. */
static enum cml_result fail_cells(const struct cml_row *row, struct cml_error *err)
{
	struct cml_error found = *err;
	cml_fail(
	    err, CML_BAD_DATA,
	    "%.600s; a cell with commas in it, such as min(a, b) in a rule, is put in quotes; in "
	    "it texts are written 'a', names with blanks `a b`; values have bars between them: "
	    "1|2|4",
	    found.message);
	return cml_error_locate(err, found.file, row ? row->line : found.line, found.column);
}

/* The next row, in which empty cells at the end may be left out. */
static enum cml_result next_row(struct reading *reading, struct cml_row *row, struct cml_error *err)
{
	enum cml_result status = cml_table_next(reading->table, row, err);
	if (status != CML_BAD_DATA)
		return status;
	if (cml_table_broken(reading->table))
		return fail_cells(NULL, err);
	if (row->n_cells > cml_table_header(reading->table)->n_columns)
		return fail_cells(row, err);
	*err = (struct cml_error){0};
	return CML_OK;
}

static enum cml_result read_rows(struct reading *reading, struct cml_error *err)
{
	struct cml_row row;
	enum cml_result status;
	while ((status = next_row(reading, &row, err)) == CML_OK) {
		status = row.n_cells > 0 && cml_marks_merge(row.cells[0])
			     ? cml_fail(err, CML_BAD_DATA, CML_MERGE)
			     : read_row(reading, &row, err);
		if (status != CML_OK)
			return cml_error_locate(err, NULL, row.line, NULL);
	}
	return status == CML_END ? CML_OK : status;
}

static enum cml_result order_keys(struct cml_space *space, struct cml_error *err)
{
	if (!CML_ARENA_NEW(&space->arena, &space->key_order, space->n_columns))
		return cml_fail_memory(err);
	for (size_t i = 0; i < space->n_columns; i++)
		if (cml_is_config_role(space->columns[i].role))
			space->key_order[space->n_key++] = i;
	if (space->n_key == 0)
		return cml_fail(err, CML_BAD_DATA, "no row has the role param or context");
	qsort_r(space->key_order, space->n_key, sizeof *space->key_order, cml_symbols_compare,
		&space->names);
	return CML_OK;
}

/* Compiles the expression in a cell of the row; the error names the row and
 * the cell. */
static enum cml_result compile(struct cml_space *space, size_t slot, enum cml_space_field field,
			       size_t before, enum cml_value_type want,
			       struct cml_expression **expression, struct cml_error *err)
{
	const struct cml_space_column *column = &space->columns[slot];
	bool is_bound = column->role == CML_ROLE_LIMIT;
	struct cml_space_scope scope;
	cml_space_scope_init(&scope, space, before);
	enum cml_result status = cml_space_compile(
	    expression, is_bound ? cml_limit_bound(column) : cml_slice_of(column->cells[field]),
	    &scope, want, err);
	if (status != CML_BAD_DATA)
		return status;
	struct cml_error found = *err;
	cml_fail(err, status, "row '%s': %s", column->name, found.message);
	return cml_error_locate(err, NULL, column->line, cml_space_fields[field]);
}

/* Compiles what a row stands for and nobody wrote. Empty: memory is out. */
static enum cml_result compile_made(struct cml_space *space, size_t before,
				    enum cml_value_type want, struct cml_buffer *text,
				    struct cml_expression **expression, struct cml_error *err)
{
	struct cml_space_scope scope;
	cml_space_scope_init(&scope, space, before);
	if (text->size == 0)
		return cml_fail_memory(err);
	return cml_space_compile(expression, cml_buffer_slice(text), &scope, want, err);
}

/* Of a limit that is learned as a fraction of its bound so is a term. */
static enum cml_result compile_term(struct cml_space *space, size_t slot, struct cml_error *err)
{
	struct cml_space_column *column = &space->columns[slot];
	struct cml_slice bound = cml_limit_bound(&space->columns[column->law_of]);
	AUTO(cml_buffer) text = {0};
	enum cml_result status = compile(space, slot, CML_FIELD_DOMAIN, slot, CML_VALUE_NUMBER,
					 &column->expression, err);
	if (status != CML_OK || bound.size == 0)
		return status;
	cml_expression_free(column->expression);
	column->expression = NULL;
	cml_buffer_printf(&text, "(%s) / (%.*s)", column->cells[CML_FIELD_DOMAIN], (int)bound.size,
			  bound.data);
	return compile_made(space, slot, CML_VALUE_NUMBER, &text, &column->expression, err);
}

/* Nothing fits into less than nothing: such a bound is a rule too. */
static enum cml_result compile_positive(struct cml_space *space, size_t slot, struct cml_error *err)
{
	struct cml_space_column *column = &space->columns[slot];
	struct cml_slice bound = cml_limit_bound(column);
	AUTO(cml_buffer) text = {0};
	cml_buffer_printf(&text, "(%.*s) > 0", (int)bound.size, bound.data);
	return compile_made(space, space->n_columns, CML_VALUE_TRUTH, &text, &column->expression,
			    err);
}

/* What is given is itself. */
static enum cml_result compile_given(struct cml_space *space, size_t slot, struct cml_error *err)
{
	struct cml_space_column *column = &space->columns[slot];
	AUTO(cml_buffer) text = {0};
	cml_buffer_printf(&text, "`%s`", column->name);
	return compile_made(space, slot + 1, CML_VALUE_NUMBER, &text, &column->expression, err);
}

static enum cml_result compile_row(struct cml_space *space, size_t slot, struct cml_error *err)
{
	struct cml_space_column *column = &space->columns[slot];
	if (column->role == CML_ROLE_ID || column->role == CML_ROLE_IGNORE)
		return CML_OK;
	if (*column->cells[CML_FIELD_WHEN] &&
	    compile(space, slot, CML_FIELD_WHEN, slot, CML_VALUE_TRUTH, &column->when, err) !=
		CML_OK)
		return err->status;
	if (column->role == CML_ROLE_TERM)
		return compile_term(space, slot, err);
	if (cml_is_given(column))
		return compile_given(space, slot, err);
	if (cml_is_computed_role(column->role))
		return compile(space, slot, CML_FIELD_DOMAIN, slot, CML_VALUE_NUMBER,
			       &column->expression, err);
	if (column->role == CML_ROLE_RULE)
		return compile(space, slot, CML_FIELD_DOMAIN, space->n_columns, CML_VALUE_TRUTH,
			       &column->expression, err);
	if (cml_limit_bound(column).size == 0)
		return CML_OK;
	if (compile(space, slot, CML_FIELD_DOMAIN, space->n_columns, CML_VALUE_NUMBER,
		    &column->bound, err) != CML_OK)
		return err->status;
	return compile_positive(space, slot, err);
}

static enum cml_result list_limits(struct cml_space *space, struct cml_error *err)
{
	if (!CML_ARENA_NEW(&space->arena, &space->limits, space->n_columns))
		return cml_fail_memory(err);
	for (size_t i = 0; i < space->n_columns; i++)
		if (space->columns[i].role == CML_ROLE_LIMIT)
			space->limits[space->n_limits++] = i;
	space->n_measured = space->n_limits;
	if (space->second != CML_NO_COLUMN)
		space->limits[space->n_measured++] = space->second;
	return CML_OK;
}

static enum cml_result fail_term(const struct cml_space_column *column, enum cml_space_field field,
				 const char *problem, const char *name, struct cml_error *err)
{
	cml_fail(err, CML_BAD_DATA, "row '%s': %s%s%s%s", column->name, problem, name ? " '" : "",
		 name ? name : "", name ? "'" : "");
	return cml_error_locate(err, NULL, column->line, cml_space_fields[field]);
}

/* What a term is a part of: its type names it; without one the first metric. */
static enum cml_result find_law(struct cml_space *space, size_t slot, struct cml_error *err)
{
	struct cml_space_column *column = &space->columns[slot];
	const char *name = column->cells[CML_FIELD_TYPE];
	column->law_of = *name ? cml_space_find(space, cml_slice_of(name)) : space->metric;
	if (column->law_of == CML_NO_COLUMN)
		return fail_term(column, CML_FIELD_TYPE,
				 *name ? "a term is of a metric or a limit, and no row is called"
				       : "a term without a row of role metric",
				 *name ? name : NULL, err);
	enum cml_role role = space->columns[column->law_of].role;
	if (column->law_of == space->metric || role == CML_ROLE_LIMIT || role == CML_ROLE_IGNORE)
		return CML_OK;
	return fail_term(column, CML_FIELD_TYPE, "a term is of the first metric or a limit, not of",
			 name, err);
}

/* Terms and the roof: what they are about. */
static enum cml_result check_laws(struct cml_space *space, struct cml_error *err)
{
	for (size_t i = 0; i < space->n_columns; i++) {
		const struct cml_space_column *column = &space->columns[i];
		if (column->role == CML_ROLE_TERM && find_law(space, i, err) != CML_OK)
			return err->status;
		if (column->role == CML_ROLE_ROOF && space->metric == CML_NO_COLUMN)
			return fail_term(column, CML_FIELD_ROLE,
					 "a roof without a row of role metric", NULL, err);
	}
	return CML_OK;
}

static enum cml_result read_space(struct reading *reading, struct cml_error *err)
{
	struct cml_space *space = reading->space;
	space->metric = space->second = space->roof = CML_NO_COLUMN;
	space->status = space->reason = space->time = space->weight = CML_NO_COLUMN;
	if (bind_fields(reading, err) != CML_OK || read_rows(reading, err) != CML_OK ||
	    order_keys(space, err) != CML_OK || check_laws(space, err) != CML_OK ||
	    list_limits(space, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < space->n_columns; i++)
		if (compile_row(space, i, err) != CML_OK)
			return err->status;
	return cml_space_rows_write(space, err);
}

static enum cml_result read_table(struct cml_space **space, struct cml_slice text, const char *name,
				  char delimiter, struct cml_error *err)
{
	AUTOPTR(cml_table_reader) table = NULL;
	AUTOPTR(cml_space) made = cml_array_new(1, sizeof *made);
	if (!made)
		return cml_fail_memory(err);
	if (cml_table_open_bytes(&table, text, name, delimiter, err) != CML_OK)
		return err->status;
	struct reading reading = {.table = table, .space = made};
	if (read_space(&reading, err) != CML_OK)
		return cml_error_locate(err, name, 0, NULL);
	*space = made;
	made = NULL;
	return CML_OK;
}

/* Where each domain stands. */
static enum cml_result note_places(struct cml_space *space, const char *name, struct cml_error *err)
{
	AUTO(cml_buffer) place = {0};
	bool ok = true;
	for (size_t i = 0; ok && i < space->n_columns; i++) {
		cml_buffer_clear(&place);
		ok = cml_buffer_printf(&place, "%s:%zu", name, space->columns[i].line) &&
		     (space->columns[i].place =
			  cml_arena_copy(&space->arena, cml_buffer_slice(&place)));
	}
	return ok ? CML_OK : cml_fail_memory(err);
}

void cml_space_set_place(struct cml_space *space, const char *text)
{
	for (size_t i = 0; i < space->n_columns; i++)
		space->columns[i].place = text;
}

enum cml_result cml_space_open_text(struct cml_space **space, struct cml_buffer *text,
				    const char *path, struct cml_error *err)
{
	const char *name = path && strcmp(path, "-") != 0 ? path : "standard input";
	struct cml_slice rows = {text->data, cml_space_strip_comments(text->data, text->size)};
	if (read_table(space, rows, name, cml_delimiter_for(path, ','), err) != CML_OK)
		return err->status;
	if (note_places(*space, name, err) == CML_OK)
		return CML_OK;
	cml_space_free(*space);
	*space = NULL;
	return err->status;
}

enum cml_result cml_space_open(struct cml_space **space, const char *path, struct cml_error *err)
{
	AUTO(cml_buffer) text = {0};
	return cml_space_read_text(&text, path, err) != CML_OK
		   ? err->status
		   : cml_space_open_text(space, &text, path, err);
}

enum cml_result cml_space_from_text(struct cml_space **space, struct cml_slice text,
				    const char *name, struct cml_error *err)
{
	return read_table(space, text, name, ',', err);
}
