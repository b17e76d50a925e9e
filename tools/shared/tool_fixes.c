/* What --fix keeps still. Part of tool_fixes.h. */
#include "tool_fixes.h"

#include "base/memory.h"
#include "space/feasible/fixes.h"

#include <math.h>

static enum cml_result note_inactive(const struct tool *tool, const struct cml_space *space,
				     const double *fixed, struct cml_error *err)
{
	enum cml_result status = CML_OK;
	for (size_t slot = 0; status == CML_OK && slot < space->n_columns; slot++) {
		bool is_active;
		const struct cml_space_column *column = &space->columns[slot];
		if (column->role != CML_ROLE_PARAM || isnan(fixed[slot]))
			continue;
		status = cml_fixes_ask_active(space, fixed, slot, &is_active, err);
		if (status == CML_OK && !is_active)
			tool_note(tool, "'%s' is fixed, but it is never active: %s", column->name,
				  cml_expression_text(column->when));
	}
	return status;
}

static enum cml_result note_defaults(const struct tool *tool, const struct cml_space *space,
				     const struct tool_list *fixes, const double *fixed,
				     const char *path, struct cml_error *err)
{
	struct cml_buffer text = {0};
	char number[CML_NUMBER_SIZE];
	bool ok = true;
	for (size_t slot = 0; ok && slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		if (isnan(fixed[slot]) || column->domain.n_values == 1 ||
		    !cml_fixes_leave(space, fixes->texts, fixes->n, slot))
			continue;
		struct cml_slice value = cml_value_text(space, slot, fixed[slot], number);
		ok = cml_buffer_printf(&text, "%s%s=", text.size > 0 ? ", " : "", column->name) &&
		     cml_buffer_append(&text, value.data, value.size);
	}
	if (ok && text.size > 0)
		tool_note(tool, "contexts without --fix are at the defaults of %s: %.*s", path,
			  (int)text.size, text.data);
	cml_buffer_release(&text);
	return ok ? CML_OK : cml_fail_memory(err);
}

enum cml_result tool_fixes_take(const struct tool *tool, const struct cml_space *space,
				const struct tool_list *fixes, const char *path, double **fixed,
				struct cml_error *err)
{
	*fixed = cml_array_new(space->n_columns, sizeof **fixed);
	if (!*fixed)
		return cml_fail_memory(err);
	enum cml_result status = cml_fixes_take(space, fixes->texts, fixes->n, *fixed, err);
	if (status == CML_OK)
		status = note_inactive(tool, space, *fixed, err);
	return status == CML_OK && path ? note_defaults(tool, space, fixes, *fixed, path, err)
					: status;
}

void tool_fixes_note(const struct tool *tool, const char *path, size_t n_different)
{
	if (n_different > 0)
		tool_note(tool, "%s%s%zu row%s from what is fixed, and %s left out",
			  path ? path : "", path ? ": " : "", n_different,
			  n_different == 1 ? " differs" : "s differ",
			  n_different == 1 ? "is" : "are");
}
