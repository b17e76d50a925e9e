/* cml-eval with two columns. Part of tool_eval.h. */
#include "tool_eval.h"

#include <string.h>

static enum cml_result read_columns(struct tool_eval *eval, struct tool_rows *rows,
				    struct cml_column_values *columns,
				    struct cml_contexts *contexts, struct cml_error *err)
{
	struct cml_row row;
	struct cml_wanted_column wanted[CML_MAX_COLUMN_VALUES] = {{.name = eval->actual},
								  {.name = eval->predicted}};
	size_t n_columns = 2;
	if (eval->sd)
		wanted[n_columns++] =
		    (struct cml_wanted_column){.name = eval->sd, .not_negative = true};
	if (eval->lo) {
		wanted[n_columns++] = (struct cml_wanted_column){.name = eval->lo};
		wanted[n_columns++] =
		    (struct cml_wanted_column){.name = eval->hi, .not_below = true};
	}
	enum cml_result status = cml_column_values_init(columns, tool_rows_header(rows), &rows->na,
							wanted, n_columns, err);
	status = tool_rows_blame_header(rows, status, err);
	if (status == CML_OK && eval->within) {
		status = cml_contexts_init(contexts, eval->within, NULL, tool_rows_header(rows),
					   &rows->na, err);
		status = tool_rows_blame_header(rows, status, err);
		columns->contexts = contexts;
	}
	while (status == CML_OK && (status = tool_rows_next(rows, &row, err)) == CML_OK) {
		status = cml_column_values_append(columns, &row, err);
		if (status == CML_BAD_DATA)
			status = tool_rows_reject(rows, &row, err);
	}
	if (status == CML_END)
		status = tool_rows_close(rows, err);
	if (status == CML_OK && columns->n_missing > 0)
		tool_note(&eval->tool, "left out: %zu without a value", columns->n_missing);
	return status;
}

static enum cml_result write_comparison(struct tool_eval *eval,
					const struct cml_column_values *columns,
					const struct cml_contexts *contexts, char delimiter,
					struct cml_error *err)
{
	struct tool_sheet scores = {0};
	struct cml_pool *pool = NULL;
	size_t of_interval = eval->sd ? 3 : 2;
	struct cml_score_pairs pairs = {.n = columns->n,
					.actual = columns->values[0],
					.predicted = columns->values[1],
					.sd = eval->sd ? columns->values[2] : NULL,
					.lo = eval->lo ? columns->values[of_interval] : NULL,
					.hi = eval->lo ? columns->values[of_interval + 1] : NULL,
					.maximize = !eval->goal || strcmp(eval->goal, "max") == 0,
					.with_unit = true};
	bool within;
	enum cml_result status = tool_eval_choose_within(eval, contexts, columns->n, &within, err);
	if (status == CML_OK)
		status = cml_evaluation_set_splits(&eval->evaluation, eval->splits.texts,
						   eval->splits.n, err);
	if (status == CML_OK && within) {
		pairs.context = columns->context;
		pairs.n_contexts = contexts->keys.n;
	}
	if (status == CML_OK)
		status = tool_sheet_open(&scores, &eval->tool, NULL, delimiter, err);
	eval->evaluation.scores = &scores.writer;
	if (status == CML_OK)
		status = tool_pool_new(&eval->tool, &pool, err);
	if (status == CML_OK)
		status =
		    cml_evaluation_compare(&eval->evaluation, &pairs, &eval->bootstrap, pool, err);
	if (status == CML_OK)
		status = tool_eval_note_contexts(eval, contexts, err);
	if (status == CML_OK)
		status = tool_sheet_commit(&scores, err);
	cml_pool_free(pool);
	tool_sheet_release(&scores);
	return status;
}

enum cml_result tool_eval_compare(struct tool_eval *eval, struct cml_error *err)
{
	struct tool_rows rows = {0};
	struct cml_column_values columns = {0};
	struct cml_contexts contexts = {0};
	enum cml_result status = tool_rows_open(&rows, &eval->tool, false, err);
	if (status != CML_OK ||
	    (status = read_columns(eval, &rows, &columns, &contexts, err)) != CML_OK)
		goto out;
	status = write_comparison(eval, &columns, &contexts, tool_rows_delimiter(&rows), err);
out:
	cml_column_values_release(&columns);
	cml_contexts_release(&contexts);
	tool_rows_release(&rows);
	return status;
}
