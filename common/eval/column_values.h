/* Two columns of a table, actual and predicted values, as numbers. */
#ifndef CML_EVAL_COLUMN_VALUES_H
#define CML_EVAL_COLUMN_VALUES_H

#include "base/error.h"
#include "eval/contexts.h"
#include "table/table_reader.h"

#include <stddef.h>

/* Zeroed is empty. */
struct cml_column_values {
	const char *names[2]; /* not owned */
	size_t columns[2];    /* positions in the table */
	const struct cml_na *na;
	double *values[2]; /* by column, n each */
	size_t n;
	struct cml_contexts *contexts; /* not owned; to be set after init; NULL: not wanted */
	size_t *context;               /* n, with contexts */
	size_t n_missing;              /* rows left out because a cell had no value */
	size_t capacity[2];
	size_t context_capacity;
};

/* CML_BAD_DATA for a column the table does not have. na and the names must
 * outlive the values. */
enum cml_result cml_column_values_init(struct cml_column_values *columns,
				       const struct cml_header *header, const struct cml_na *na,
				       const char *actual, const char *predicted,
				       struct cml_error *err);
void cml_column_values_release(struct cml_column_values *columns);

/* CML_BAD_DATA, with the column, for a cell that is not a number. */
enum cml_result cml_column_values_append(struct cml_column_values *columns,
					 const struct cml_row *row, struct cml_error *err);

#endif
