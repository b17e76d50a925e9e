/* Two columns of a table, such as actual and predicted values, as pairs. */
#ifndef CML_MODEL_COLUMN_PAIRS_H
#define CML_MODEL_COLUMN_PAIRS_H

#include "base/error.h"
#include "table/table_reader.h"

#include <stddef.h>

/* Zeroed is empty. */
struct cml_column_pairs {
	const char *names[2]; /* not owned */
	size_t columns[2];    /* positions in the table */
	const struct cml_na *na;
	double *values[2]; /* n each; values[0] belongs to names[0] */
	size_t n;
	size_t n_missing; /* rows left out because a cell had no value */
	size_t capacity;
};

/* CML_BAD_DATA for a column the table does not have. na and the names must
 * outlive the pairs. */
enum cml_status cml_column_pairs_init(struct cml_column_pairs *pairs,
				      const struct cml_header *header, const struct cml_na *na,
				      const char *first, const char *second, struct cml_error *err);
void cml_column_pairs_release(struct cml_column_pairs *pairs);

/* CML_BAD_DATA, with the column, for a cell that is not a number. */
enum cml_status cml_column_pairs_append(struct cml_column_pairs *pairs, const struct cml_row *row,
					struct cml_error *err);

#endif
