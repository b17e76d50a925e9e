#include "space/binding.h"

#include "base/memory.h"
#include "table/header.h"

#include <stdlib.h>

const char *cml_other_table(const struct cml_header *header)
{
	if (cml_header_find(header, cml_slice_of("cml_target")) != CML_NO_COLUMN)
		return "a feature table: give the job table that it was made from";
	if (cml_header_find(header, cml_slice_of("role")) != CML_NO_COLUMN &&
	    cml_header_find(header, cml_slice_of("domain")) != CML_NO_COLUMN)
		return "a space file: give it with -s";
	struct cml_slice first = header->n_columns > 0 ? header->names[0] : cml_slice_of("");
	return cml_slice_skip(&first, "cml-model ") && first.size > 0
		   ? "a model file: give it with -m"
		   : NULL;
}

static enum cml_result fail_no_column(const char *name, const struct cml_header *header,
				      struct cml_error *err)
{
	size_t column;
	const char *other = cml_other_table(header);
	return other ? cml_fail(err, CML_BAD_DATA, "no job table: it has no column '%s'; it is %s",
				name, other)
		     : cml_find_column(header, cml_slice_of(name), &column, err);
}

static bool is_outcome(enum cml_role role)
{
	return cml_is_outcome_role(role) || role == CML_ROLE_TIME || role == CML_ROLE_WEIGHT ||
	       role == CML_ROLE_REASON;
}

static enum cml_result bind_columns(struct cml_binding *binding, const struct cml_header *header,
				    struct cml_error *err)
{
	for (size_t slot = 0; slot < binding->space->n_columns; slot++) {
		const struct cml_space_column *column = &binding->space->columns[slot];
		bool wanted =
		    cml_is_read(column) || (binding->outcomes && is_outcome(column->role));
		bool needed = cml_is_config_role(column->role) || slot == binding->space->metric ||
			      (binding->outcomes && cml_is_given(column));
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
	if (!CML_NEW(&binding->column_of, space->n_columns))
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
