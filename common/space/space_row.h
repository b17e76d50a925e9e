/* Rows of a space file, one by one: what reading and closing a space share. */
#ifndef CML_SPACE_SPACE_ROW_H
#define CML_SPACE_SPACE_ROW_H

#include "base/error.h"
#include "space/space.h"

/* Fills a column from its cells: role, type, domain, encoding, default, status
 * words. Expressions are left to the caller, who knows the other rows. Errors
 * carry the column of the space file, not the line. */
enum cml_result cml_space_row_parse(struct cml_space *space, struct cml_space_column *column,
				    struct cml_error *err);

/* The expression that the bound of a limit is, of `:EXPRESSION`; empty where it is a number, and in
 * columns of other roles. */
struct cml_slice cml_limit_bound(const struct cml_space_column *column);

/* Writes space->text anew from the cells of all rows. */
enum cml_result cml_space_rows_write(struct cml_space *space, struct cml_error *err);

#endif
