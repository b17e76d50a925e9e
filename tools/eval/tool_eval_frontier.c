/* cml-eval --frontier. Part of tool_eval.h. */
#include "eval/frontier.h"
#include "eval/validation_set.h"
#include "model/model.h"
#include "tool_eval.h"
#include "tool_fixes.h"

#include <math.h>
#include <stdlib.h>

/* What broke a limit is no best. */
static void note_outside(const struct tool *tool, const struct cml_frontier *frontier)
{
	size_t n = frontier->n_outside, n_kept = 0;
	for (size_t i = 0; i < frontier->n; i++)
		n_kept += frontier->jobs[i].status == CML_JOB_OK && frontier->jobs[i].is_kept;
	if (n > 0)
		tool_note(tool, "%zu job%s outside a limit, and cannot be the best%s", n,
			  n == 1 ? " is" : "s are",
			  n_kept == 0 ? ": no job is within the limits" : "");
}

static enum cml_result read_jobs(struct tool_rows *rows, struct cml_frontier *frontier,
				 struct cml_error *err)
{
	struct cml_row row;
	enum cml_result status = CML_OK;
	while (tool_rows_each(rows, &row, &status, err))
		status = cml_frontier_append(frontier, &row, err);
	if (status != CML_OK || cml_frontier_settle(frontier, err) != CML_OK)
		return err->status;
	tool_fixes_note(rows->tool, NULL, frontier->n_different);
	note_outside(rows->tool, frontier);
	return CML_OK;
}

static enum cml_result write_frontier(const struct tool_eval *eval, struct cml_frontier *frontier,
				      char delimiter, struct cml_error *err)
{
	AUTO(tool_sheet) sheet = {0};
	double baseline = cml_frontier_baseline(frontier);
	if (isnan(baseline) && frontier->n > 0)
		tool_note(&eval->tool, "no uplift: no job of the default configuration is ok");
	if (tool_sheet_open(&sheet, &eval->tool, NULL, delimiter, err) != CML_OK ||
	    cml_frontier_write(frontier, baseline, &sheet.writer, err) != CML_OK)
		return err->status;
	return tool_sheet_commit(&sheet, err);
}

static enum cml_result open_space(const struct tool_eval *eval, struct cml_space **space,
				  struct cml_error *err)
{
	if (cml_space_open(space, eval->space_path, err) != CML_OK)
		return err->status;
	if ((*space)->metric != CML_NO_COLUMN)
		return CML_OK;
	cml_fail(err, CML_BAD_DATA, "the space has no metric");
	return cml_error_locate(err, eval->space_path, 0, NULL);
}

/* Reads the jobs of all tables, for their contexts; bad rows are reported when the rows are read
 * again. */
static enum cml_result learn_jobs(struct tool_rows *rows, const struct cml_space *space,
				  struct cml_validation_set *set, struct cml_error *err)
{
	AUTO(cml_binding) binding = {0};
	struct cml_row row;
	rows->is_learning = true;
	enum cml_result status = tool_rows_bind(rows, &binding, space, true, true, err);
	if (status != CML_OK)
		return status;
	while ((status = tool_rows_next(rows, &row, err)) == CML_OK) {
		status = cml_validation_set_append(set, &binding, &row, err);
		if (status != CML_OK && status != CML_BAD_DATA)
			break;
	}
	return status != CML_END ? status : tool_rows_again(rows, err);
}

/* Adds to fixes what follows from them in the jobs of the tables, by the rule for those that a
 * model learned from. */
static enum cml_result follow_jobs(struct tool_eval *eval, struct tool_rows *rows,
				   struct cml_space *space, struct cml_error *err)
{
	struct cml_model log = {.space = space};
	AUTO(cml_validation_set) set = {0};
	bool ok = cml_encoder_init(&log.encoder, space, err) == CML_OK &&
		  cml_validation_set_init(&set, &log.encoder, err) == CML_OK &&
		  learn_jobs(rows, space, &set, err) == CML_OK &&
		  (set.data.n_rows == 0 ||
		   cml_model_support_train(&log.support, &log.encoder, log.encoder.n_features,
					   &set.data, err) == CML_OK) &&
		  tool_fixes_follow(&eval->tool, space, &log, &eval->fixes, &eval->followed, err) ==
		      CML_OK;
	cml_support_free(log.support);
	cml_encoder_release(&log.encoder);
	return ok ? CML_OK : err->status;
}

static enum cml_result read_all(struct tool_eval *eval, struct tool_rows *rows,
				struct cml_binding *binding, struct cml_frontier *frontier,
				double **fixed, struct cml_space *space, struct cml_error *err)
{
	if (tool_rows_open(rows, &eval->tool, cml_space_has_open(space) || eval->fixes.n > 0,
			   err) != CML_OK ||
	    tool_rows_learn(rows, space, err) != CML_OK ||
	    (eval->fixes.n > 0 && follow_jobs(eval, rows, space, err) != CML_OK) ||
	    tool_fixes_take(&eval->tool, space, &eval->fixes, NULL, fixed, err) != CML_OK)
		return err->status;
	if (tool_rows_bind(rows, binding, space, true, true, err) != CML_OK ||
	    cml_frontier_init(frontier, binding, *fixed, tool_rows_header(rows), err) != CML_OK)
		return err->status;
	return read_jobs(rows, frontier, err);
}

enum cml_result tool_eval_frontier(struct tool_eval *eval, struct cml_error *err)
{
	AUTOPTR(cml_space) space = NULL;
	AUTOFREE double *fixed = NULL;
	AUTO(tool_rows) rows = {0};
	AUTO(cml_binding) binding = {0};
	AUTO(cml_frontier) frontier = {0};
	if (open_space(eval, &space, err) != CML_OK ||
	    read_all(eval, &rows, &binding, &frontier, &fixed, space, err) != CML_OK)
		return err->status;
	return write_frontier(eval, &frontier, tool_rows_delimiter(&rows), err);
}
