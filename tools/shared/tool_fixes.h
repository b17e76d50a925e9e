/* The option --fix NAME=VALUE, of every tool that has it. */
#ifndef CML_TOOL_FIXES_H
#define CML_TOOL_FIXES_H

#include "tool.h"

/* *fixed: by slot, as of cml_fixes_take, also its errors; the caller frees it. A note says
 * which of it cannot matter. */
enum cml_result tool_fixes_take(const struct tool *tool, const struct cml_space *space,
				const struct tool_list *fixes, double **fixed,
				struct cml_error *err);

/* Notes how many rows were left out because they differ from what is fixed, unless none
 * were. path: of their table; NULL: of all the input. */
void tool_fixes_note(const struct tool *tool, const char *path, size_t n_different);

#endif
