/* Some columns of a table, such as actual and predicted values, as numbers. */
#ifndef CML_EVAL_COLUMN_VALUES_H
#define CML_EVAL_COLUMN_VALUES_H

#include "base/error.h"
#include "eval/contexts.h"
#include "table/table_reader.h"

#include <stdbool.h>
#include <stddef.h>

#define CML_MAX_COLUMN_VALUES 5

struct cml_wanted_column {
	const char *name;
	bool not_negative; /* numbers below 0 are CML_BAD_DATA */
	bool not_below;    /* numbers below that of the column before are */
};

/* Zeroed is empty. */
struct cml_column_values {
	size_t n_columns;
	struct cml_wanted_column wanted[CML_MAX_COLUMN_VALUES]; /* names: not owned */
	size_t columns[CML_MAX_COLUMN_VALUES];                  /* positions in the table */
	const struct cml_na *na;
	double *values[CML_MAX_COLUMN_VALUES]; /* by column, n each */
	size_t n;
	struct cml_contexts *contexts; /* not owned; to be set after init; NULL: not wanted */
	size_t *context;               /* n, with contexts */
	size_t n_missing;              /* rows left out because a cell had no value */
	size_t capacity;
	size_t context_capacity;
};

/* CML_BAD_DATA for a column the table does not have. na and the names must
 * outlive the values; n_columns is CML_MAX_COLUMN_VALUES at most. */
enum cml_result cml_column_values_init(struct cml_column_values *columns,
				       const struct cml_header *header, const struct cml_na *na,
				       const struct cml_wanted_column *wanted, size_t n_columns,
				       struct cml_error *err);
void cml_column_values_release(struct cml_column_values *columns);

/* CML_BAD_DATA, with the column, for a cell that is not a number, or one below what
 * it may be. */
enum cml_result cml_column_values_append(struct cml_column_values *columns,
					 const struct cml_row *row, struct cml_error *err);

#endif
