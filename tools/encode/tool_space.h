/* Space files that people edit. */
#ifndef CML_TOOL_SPACE_H
#define CML_TOOL_SPACE_H

#include "base/error.h"
#include "base/memory.h"
#include "space/space.h"
#include "tool.h"

/* Notes each column of a table whose row in the space file at path is a comment, as its name begins
 * with # and is not in quotes. Standard input is not read again. */
enum cml_result tool_space_note_comments(const struct tool *tool, const char *path,
					 const struct cml_space *space,
					 const struct cml_header *header, struct cml_error *err);

/* Runs $VISUAL, $EDITOR or vi on the aligned text of a space file, as path.edit, and puts what
 * comes back in its place when it is a space file. Otherwise, and when the editor fails, path stays
 * as it was; the edited file stays too, if anything was edited, and the next call goes on with it.
 */
enum cml_result tool_space_edit(const struct tool *tool, const char *path, struct cml_error *err);

#endif
