/* cml-eval with two columns. Part of tool_eval.h. */
#include "tool_eval.h"

#include <string.h>

static enum cml_result read_columns(struct tool_eval *eval, struct tool_rows *rows,
				    struct cml_column_values *columns,
				    struct cml_contexts *contexts, struct cml_error *err)
{
	struct cml_row row;
	const struct cml_header *header = tool_rows_header(rows);
	enum cml_result status = CML_OK;
	if (cml_column_values_init(columns, header, &rows->na, eval->actual, eval->predicted,
				   err) != CML_OK ||
	    (eval->within &&
	     cml_contexts_init(contexts, eval->within, NULL, header, &rows->na, err) != CML_OK))
		return tool_rows_blame_header(rows, err->status, err);
	columns->contexts = eval->within ? contexts : NULL;
	while (tool_rows_each(rows, &row, &status, err))
		status = cml_column_values_append(columns, &row, err);
	if (!status && columns->n_missing > 0)
		tool_note(&eval->tool, "left out: %zu without a value", columns->n_missing);
	return status;
}

static enum cml_result write_comparison(struct tool_eval *eval,
					const struct cml_column_values *columns,
					const struct cml_contexts *contexts, char delimiter,
					struct cml_error *err)
{
	AUTO(tool_sheet) scores = {0};
	AUTOPTR(cml_pool) pool = NULL;
	struct cml_score_pairs pairs = {.n = columns->n,
					.actual = columns->values[0],
					.predicted = columns->values[1],
					.maximize = !eval->goal || strcmp(eval->goal, "max") == 0};
	bool within;
	if (tool_eval_choose_within(eval, contexts, columns->n, &within, err) != CML_OK ||
	    cml_evaluation_set_splits(&eval->evaluation, eval->splits.texts, eval->splits.n, err) !=
		CML_OK)
		return err->status;
	if (within) {
		pairs.context = columns->context;
		pairs.n_contexts = contexts->keys.n;
	}
	eval->evaluation.scores = &scores.writer;
	if (tool_sheet_open(&scores, &eval->tool, NULL, delimiter, err) != CML_OK ||
	    tool_learning_pool_new(&eval->tool, &pool, err) != CML_OK ||
	    cml_evaluation_compare(&eval->evaluation, &pairs, &eval->bootstrap, pool, err) !=
		CML_OK)
		return err->status;
	tool_eval_note(eval);
	return tool_sheet_commit(&scores, err);
}

enum cml_result tool_eval_compare(struct tool_eval *eval, struct cml_error *err)
{
	AUTO(tool_rows) rows = {0};
	AUTO(cml_contexts) contexts = {0};
	AUTO(cml_column_values) columns = {0};
	if (tool_rows_open(&rows, &eval->tool, false, err) != CML_OK ||
	    read_columns(eval, &rows, &columns, &contexts, err) != CML_OK)
		return err->status;
	return write_comparison(eval, &columns, &contexts, tool_rows_delimiter(&rows), err);
}
