/* What is missing or wrong in a job table, counted for each column and rule. */
#ifndef CML_SPACE_TABLE_CHECK_H
#define CML_SPACE_TABLE_CHECK_H

#include "base/error.h"
#include "space/config.h"
#include "space/space.h"
#include "table/table_reader.h"
#include "table/table_writer.h"

/* Of one column or rule of the space. */
struct cml_check_count {
	size_t n_values;   /* usable cells; rules: rows that hold */
	size_t n_missing;  /* empty cells; rules and derived: not defined */
	size_t n_inactive; /* its condition is false */
	size_t n_bad;
	size_t n_outside;  /* limits: measured, and outside the bound */
	size_t first_line; /* of the first bad one; 0: none */
	char *first_problem;
};

struct cml_table_check {
	const struct cml_space *space;
	struct cml_binding binding;
	bool is_of_proposals;           /* no results yet: configurations and rules are checked */
	struct cml_check_count *counts; /* by slot */
	double *values;
	double *limits; /* of a row */
	size_t n_rows;
	size_t n_bad_rows;
	bool row_is_bad; /* of the row at hand */
	size_t n_statuses[CML_N_JOB_STATUSES];
	const struct cml_header *header;
	/* Of a space without a status, or a row without one: a column that the space does not read
	 * has a word such as NODE_FAIL. */
	struct cml_check_doubt {
		size_t n;
		size_t first_line;
		const char *column; /* of the first, and its cell */
		const char *text;
	} unread_status;
	struct cml_arena arena;
};

/* The header outlives the check. */
enum cml_result cml_table_check_init(struct cml_table_check *check, const struct cml_space *space,
				     const struct cml_header *header, const struct cml_na *na,
				     struct cml_error *err);
void cml_table_check_release(struct cml_table_check *check);

/* Counts every problem of the row, not only its first; a cell that is bad
 * counts as missing for what is computed from it. Errors only of the machine. */
enum cml_result cml_table_check_row(struct cml_table_check *check, const struct cml_row *row,
				    struct cml_error *err);

/* Table: column, role, n_values, n_missing, n_inactive, n_bad, first_line,
 * first_problem; a row for each row of the space that is looked at, and after a limit the number
 * of jobs that broke it (role `outside`), then one for each job status that occurs (role
 * `jobs`). */
enum cml_result cml_table_check_write(const struct cml_table_check *check,
				      struct cml_table_writer *writer, struct cml_error *err);

/* CML_BAD_DATA with the number of bad rows when there is one. */
enum cml_result cml_table_check_verdict(const struct cml_table_check *check, struct cml_error *err);

#endif
