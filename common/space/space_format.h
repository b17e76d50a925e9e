/* Space files as people edit them: columns that stand under each other. */
#ifndef CML_SPACE_SPACE_FORMAT_H
#define CML_SPACE_SPACE_FORMAT_H

#include "base/error.h"
#include "base/memory.h"

/* Appends the text of a space file to out, with the columns aligned: blanks are put before cells,
 * inside the quotes of those that have some, and empty cells at the end of a row are left out.
 * Comments and blank lines stay where they are; a file read before and after is the same space.
 * Cells of more than 40 characters push aside what follows in their row alone. A column `name`
 * that is not the first is left as it is, since blanks belong to a name. CML_BAD_DATA, with the
 * line and without a file, where the text is no table. */
enum cml_result cml_space_format(struct cml_buffer *out, struct cml_slice text, char delimiter,
				 struct cml_error *err);

#endif
