/* From the cell of a param or context to its value. */
#ifndef CML_SPACE_CELL_H
#define CML_SPACE_CELL_H

#include "base/error.h"
#include "base/text.h"
#include "space/space.h"

#include <stdbool.h>

/* Reads a trimmed cell that is not missing. unknown_ok lets in texts that are no
 * level; an open column lets in every text that could be one. CML_BAD_DATA
 * without a place: not a number, not finite, not whole, outside the domain,
 * unknown level (with the nearest one). Allocates nothing. */
enum cml_result cml_cell_read(const struct cml_space_column *column,
			      const struct cml_symbols *symbols, struct cml_slice cell,
			      bool unknown_ok, double *value, struct cml_error *err);

/* Why a text cannot be a level of any column, or NULL: levels are listed in a domain
 * cell, separated by bars. */
const char *cml_level_problem(struct cml_slice text);

/* Lets a cell in as a value of a column from now on, though its domain lacks it: a finite number,
 * a level that is not one of the domain in other letters. It has no feature of its own: a level
 * encodes as none. What cannot be one is not admitted; a value of the domain needs not be. A column
 * admits one value, the last. CML_NO_MEMORY only. */
enum cml_result cml_cell_admit(struct cml_space *space, size_t slot, struct cml_slice cell,
			       struct cml_error *err);

#endif
