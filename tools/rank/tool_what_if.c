#include "tool_asked.h"

#include "base/memory.h"
#include "search/what_if/what_if.h"
#include "tool_fixes.h"
#include "tool_search.h"

/* The only row of the input, into values (by slot). */
static enum cml_result read_configuration(const struct cml_model *model, struct tool_rows *rows,
					  double *values, size_t *line, struct cml_error *err)
{
	AUTO(cml_binding) binding = {0};
	struct cml_row row;
	if (tool_rows_bind(rows, &binding, model->space, false, false, err) != CML_OK)
		return err->status;
	enum cml_result status = tool_rows_next(rows, &row, err);
	if (status == CML_END)
		return cml_fail(err, CML_BAD_DATA, "no configuration: --what-if needs one row");
	if (status != CML_OK)
		return status;
	*line = row.line;
	if (cml_config_read_new(&binding, model->space, &row, values, err) != CML_OK)
		return cml_error_locate(err, tool_rows_name(rows), row.line, NULL);
	status = tool_rows_next(rows, &row, err);
	if (status == CML_END)
		return tool_rows_close(rows, err);
	if (status != CML_OK)
		return status;
	cml_fail(err, CML_BAD_DATA,
		 "a second configuration: --what-if takes one (head -n 2 takes the first)");
	return cml_error_locate(err, tool_rows_name(rows), row.line, NULL);
}

static enum cml_result answer(struct tool *tool, const struct cml_what_if *what_if,
			      const struct tool_explain *explain, struct cml_error *err)
{
	AUTO(cml_proposals) proposals = {0};
	AUTO(tool_search_output) output = {0};
	AUTO(cml_explainer) explainer = {0};
	struct cml_proposal self;
	if (cml_what_if_run(what_if, &proposals, &self, err) != CML_OK)
		return err->status;
	proposals.baseline = &self;
	proposals.beside = what_if->values;
	proposals.all_digits = what_if->options->all_digits;
	proposals.as_text = explain->as_text;
	if (tool_explain_start(explain, what_if->model, what_if->pool, &explainer,
			       &proposals.explainer, err) != CML_OK)
		return err->status;
	return tool_write_proposals(tool, &output, what_if->model->space, what_if->model,
				    &proposals, err);
}

enum cml_result tool_what_if(struct tool *tool, const struct cml_model *model,
			     const struct cml_ranker_options *options,
			     const struct tool_explain *explain, struct tool_rows *rows,
			     struct cml_error *err)
{
	AUTOPTR(cml_pool) pool = NULL;
	size_t line = 0;
	AUTOFREE double *values = cml_array_new(model->space->n_columns, sizeof *values);
	if (!values)
		return cml_fail_memory(err);
	if (read_configuration(model, rows, values, &line, err) != CML_OK ||
	    tool_fixes_note_admitted(tool, model, false, err) != CML_OK ||
	    cml_pool_new(&pool, tool->n_threads, err) != CML_OK)
		return err->status;
	const struct cml_what_if what_if = {
	    .model = model, .values = values, .options = options, .pool = pool};
	enum cml_result status = answer(tool, &what_if, explain, err);
	if (status == CML_BAD_DATA)
		cml_error_locate(err, tool_rows_name(rows), line, NULL);
	return status;
}
