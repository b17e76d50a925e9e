/* Columns that hold the memory which jobs were measured to use. */
#ifndef CML_SPACE_INFER_INFER_MEMORY_H
#define CML_SPACE_INFER_INFER_MEMORY_H

#include "space/infer/infer_column.h"

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

/* The memory of the devices in GB, which no job can exceed: known where the name of the column has
 * the unit, a column of devices names the same size for all (`A100-SXM4-80GB`), and no job
 * exceeds it. *devices is the name of that column. NaN: not known. */
double cml_infer_memory_bound(const struct cml_infer_column *column,
			      const struct cml_infer_column *columns, size_t n_columns,
			      const char **devices);

#endif
