/* Columns of numbers that have something around them: `4491MiB`, `93%`, `00:12:33`, `1,234`. */
#ifndef CML_INFER_INFER_UNIT_H
#define CML_INFER_INFER_UNIT_H

#include "base/number_advice.h"
#include "infer/infer_column.h"

#include <stdbool.h>

/* Whether a column has texts, all cells are numbers for people (number_advice.h), some of them
 * perhaps plain, and they share a few units. So `7b` and `13b`, too; not ids such as `17-eu`. Of
 * columns of too many texts to keep, those that are kept count. */
bool cml_infer_has_units(const struct cml_infer_column *column);

/* Whether such a column's values were measured, not set: eight different ones at least, which are
 * not a few dozen of even distances or ratios. */
bool cml_infer_is_measured_quantity(const struct cml_infer_column *column);

/* Whether a column is memory that jobs used, as of cml_infer_is_memory, with or without units. */
bool cml_infer_is_used_memory(const struct cml_infer_column *column);

/* What to write in place of the first such cell: `; "93%" is no plain number: without "%" it is
 * 93`. Empty for other columns. Returns text. */
#define CML_UNIT_ADVICE_SIZE (CML_QUOTE_SIZE + CML_ADVICE_SIZE + 32)
const char *cml_infer_unit_advice(const struct cml_infer_column *column,
				  char text[CML_UNIT_ADVICE_SIZE]);

#endif
