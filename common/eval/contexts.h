/* Which jobs share a context: the same values in some columns. */
#ifndef CML_EVAL_CONTEXTS_H
#define CML_EVAL_CONTEXTS_H

#include "base/error.h"
#include "base/memory.h"
#include "space/space.h"
#include "table/symbols.h"
#include "table/table_reader.h"

struct cml_context_column {
	size_t slot;   /* of the space; CML_NO_COLUMN: a column of the table */
	size_t column; /* of the table */
};

/* Contexts count from 0 in the order of their first jobs. Zeroed is empty. */
struct cml_contexts {
	const struct cml_space *space; /* not owned; NULL: there is none */
	const struct cml_na *na;       /* not owned */
	struct cml_context_column *columns;
	size_t n_columns;
	size_t capacity;
	struct cml_symbols keys; /* n is the number of contexts */
	struct cml_buffer key;   /* scratch */
};

/* list: comma-separated names of params, contexts and derived columns of the space, and of
 * columns of the table, whose cells are compared as texts; NULL: the contexts of the space,
 * of which there may be none. CML_BAD_DATA for a name that is neither; CML_BAD_USAGE for an
 * outcome of a job (metric, limit, status), its weight, or a rule. space, which may be NULL, and na
 * must outlive the contexts. */
enum cml_result cml_contexts_init(struct cml_contexts *contexts, const char *list,
				  const struct cml_space *space, const struct cml_header *header,
				  const struct cml_na *na, struct cml_error *err);
void cml_contexts_release(struct cml_contexts *contexts);

/* The context of a row; values: its configuration, by slot, NULL without a space. A missing
 * value is a value of its own. */
enum cml_result cml_contexts_find(struct cml_contexts *contexts, const double *values,
				  const struct cml_row *row, size_t *context,
				  struct cml_error *err);

/* Two columns of a table, actual and predicted values, as numbers. */

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
