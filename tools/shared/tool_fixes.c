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

enum cml_result tool_fixes_take(const struct tool *tool, const struct cml_space *space,
				const struct tool_list *fixes, double **fixed,
				struct cml_error *err)
{
	*fixed = cml_array_new(space->n_columns, sizeof **fixed);
	if (!*fixed)
		return cml_fail_memory(err);
	enum cml_result status = cml_fixes_take(space, fixes->texts, fixes->n, *fixed, err);
	return status == CML_OK ? note_inactive(tool, space, *fixed, err) : status;
}

void tool_fixes_note(const struct tool *tool, const char *path, size_t n_different)
{
	if (n_different > 0)
		tool_note(tool, "%s%s%zu row%s from what is fixed, and %s left out",
			  path ? path : "", path ? ": " : "", n_different,
			  n_different == 1 ? " differs" : "s differ",
			  n_different == 1 ? "is" : "are");
}
