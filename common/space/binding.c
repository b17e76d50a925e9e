#include "space/config.h"

#include "base/memory.h"

#include <stdlib.h>

static enum cml_result fail_no_column(const char *name, const struct cml_header *header,
				      struct cml_error *err)
{
	struct cml_arena arena = {0};
	const char *nearest = NULL;
	for (size_t i = 0; i < header->n_columns; i++) {
		const char *other = cml_arena_copy(&arena, header->names[i]);
		if (!other) {
			cml_arena_release(&arena);
			return cml_fail_memory(err);
		}
		const char *pair[] = {nearest ? nearest : other, other};
		nearest = cml_text_nearest(cml_slice_of(name), pair, 2);
	}
	enum cml_result status = cml_fail(err, CML_BAD_DATA, "the table has no column '%s'%s%s%s",
					  name, nearest ? "; did you mean '" : "",
					  nearest ? nearest : "", nearest ? "'?" : "");
	cml_arena_release(&arena);
	return status;
}

static bool is_outcome(enum cml_role role)
{
	return cml_is_outcome_role(role) || role == CML_ROLE_TIME || role == CML_ROLE_WEIGHT;
}

static enum cml_result bind_columns(struct cml_binding *binding, const struct cml_header *header,
				    struct cml_error *err)
{
	for (size_t slot = 0; slot < binding->space->n_columns; slot++) {
		const struct cml_space_column *column = &binding->space->columns[slot];
		bool wanted = cml_is_config_role(column->role) ||
			      (binding->outcomes && is_outcome(column->role));
		bool needed = cml_is_config_role(column->role) || slot == binding->space->metric;
		binding->column_of[slot] = CML_NO_COLUMN;
		if (!wanted)
			continue;
		binding->column_of[slot] = cml_header_find(header, cml_slice_of(column->name));
		if (needed && binding->column_of[slot] == CML_NO_COLUMN)
			return fail_no_column(column->name, header, err);
	}
	return CML_OK;
}

enum cml_result cml_binding_init(struct cml_binding *binding, const struct cml_space *space,
				 const struct cml_header *header, const struct cml_na *na,
				 bool outcomes, bool unknown_zero, struct cml_error *err)
{
	*binding = (struct cml_binding){
	    .space = space, .na = na, .outcomes = outcomes, .unknown_zero = unknown_zero};
	binding->own_status =
	    outcomes ? cml_header_find(header, cml_slice_of("cml_status")) : CML_NO_COLUMN;
	binding->column_of = cml_array_new(space->n_columns, sizeof *binding->column_of);
	if (!binding->column_of)
		return cml_fail_memory(err);
	for (size_t i = 0; i < na->n; i++) {
		struct cml_slice word = na->items[i];
		binding->may_be_na[word.size > 0 ? (unsigned char)*word.data : 256] = true;
	}
	enum cml_result status = bind_columns(binding, header, err);
	if (status != CML_OK)
		cml_binding_release(binding);
	return status;
}

void cml_binding_release(struct cml_binding *binding)
{
	free(binding->column_of);
	*binding = (struct cml_binding){0};
}

struct cml_slice cml_binding_cell(const struct cml_binding *binding, const struct cml_row *row,
				  size_t column, bool *missing)
{
	struct cml_slice cell = row->cells[column];
	/* Blanks are rare, and so are calls that find none. */
	if (cell.size > 0 && (*cell.data <= ' ' || cell.data[cell.size - 1] <= ' '))
		cell = cml_slice_trim(cell);
	size_t first = cell.size > 0 ? (unsigned char)*cell.data : 256;
	*missing = binding->may_be_na[first] && cml_na_has(binding->na, cell);
	if (*missing)
		cell = (struct cml_slice){0};
	return cell;
}
