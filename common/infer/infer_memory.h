/* Columns that hold the memory which jobs were measured to use. */
#ifndef CML_INFER_INFER_MEMORY_H
#define CML_INFER_INFER_MEMORY_H

#include "infer/infer_column.h"

#include <stdbool.h>
#include <stddef.h>

/* Fewer different values are a list that someone wrote. */
#define CML_INFER_MIN_MEASURED 8

/* Whether n numbers in ascending order are up to 32 that have the same distance, or the same ratio,
 * from each to the next: such were set. */
bool cml_infer_is_progression(const double *numbers, size_t n);

/* Whether a column of numbers is memory by its name, and its values were measured, not set: many
 * of them, not a few dozen that are evenly spaced or powers of a number, and, where they are not
 * whole, seldom the same. */
bool cml_infer_is_memory(const struct cml_infer_column *column);

/* The column of devices that tells how much memory they have, and into bound what it is, as
 * cml-space(5) has it behind the colon of a limit: known where the name of the column has the unit,
 * or its values leave no doubt, the memory of each device is known by its name (device_name.h), and
 * no ok job used more. Where sizes differ it is an expression of that column, which has to be a
 * setting of every row. NULL: not known, and for memory of the host. */
const struct cml_infer_column *cml_infer_memory_bound(const struct cml_infer_column *column,
						      const struct cml_infer_rows *rows,
						      struct cml_buffer *bound);

/* The first setting that names a few kinds of devices, 2 to 8; NULL: none. */
const struct cml_infer_column *cml_infer_several_devices(const struct cml_infer_column *columns,
							 size_t n_columns);

/* Into bound the most that an ok job of the sample used, with each of these kinds of devices (NULL:
 * of all); a kind of which fewer than eight such jobs tell borrows that of all: so many do. False
 * where none used any. */
bool cml_infer_memory_used(const struct cml_infer_column *column,
			   const struct cml_infer_column *kinds, const struct cml_infer_rows *rows,
			   struct cml_buffer *bound, size_t *n_borrowed);

/* The text of kinds with which the most memory was used. */
size_t cml_infer_largest_device(const struct cml_infer_column *column,
				const struct cml_infer_column *kinds, size_t n_rows);

/* A text as expressions have it; it does not hold quotes of both kinds. */
bool cml_infer_print_text(struct cml_slice text, struct cml_buffer *out);

#endif
