#include "tool_explain.h"

#include <math.h>

enum { OPTION_EXPLAIN = 0x520, OPTION_FORMAT };

static const struct argp_option options[] = {
    {"explain", OPTION_EXPLAIN, NULL, 0,
     "add the reasons: the predicted effect of each setting that differs from the nearest measured "
     "job (cml_why of the output)",
     1},
    {"format", OPTION_FORMAT, "table|text", 0,
     "with reasons: a table, or paragraphs for people (default table)", 1},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct tool_explain *explain = state->input;
	switch (key) {
	case OPTION_EXPLAIN:
		explain->is_wanted = true;
		return 0;
	case OPTION_FORMAT:
		explain->as_text =
		    tool_parse_choice(state, "--format", argument, "table|text") == 1;
		return 0;
	case ARGP_KEY_END:
		if (explain->as_text && !explain->is_wanted && !explain->is_what_if)
			argp_error(state, "--format text is for reasons: it needs --explain");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp tool_explain_argp = {.options = options, .parser = parse_option};

enum cml_result tool_explain_check(const struct tool_explain *explain,
				   const struct cml_model *model, const char *model_path,
				   struct cml_error *err)
{
	bool is_wanted = explain->is_wanted || explain->is_what_if;
	if (!is_wanted || cml_explainer_check(model, err) == CML_OK)
		return CML_OK;
	cml_error_locate(err, model_path, 0, NULL);
	return err->status;
}

enum cml_result tool_explain_start(struct tool_explain *explain, const struct tool *tool,
				   const struct cml_model *model, struct cml_explainer **explainer,
				   struct cml_error *err)
{
	*explainer = NULL;
	if (!explain->is_wanted && !explain->is_what_if)
		return CML_OK;
	*explainer = &explain->explainer;
	if (cml_pool_new(&explain->pool, tool->n_threads, err) != CML_OK)
		return err->status;
	return cml_explainer_init(&explain->explainer, model, explain->pool, err);
}

void tool_explain_note(const struct tool_explain *explain, const struct tool *tool)
{
	const struct cml_explainer *explainer = &explain->explainer;
	bool is_log = explainer->last.is_log;
	double error = is_log ? 100 * expm1(explainer->max_error) : explainer->max_error;
	if (explainer->n_sampled > 0)
		tool_note(tool,
			  "%zu of %zu rows differ from the nearest job in more than %d settings: "
			  "their effects are means over drawn orders, with a standard error of "
			  "%.2g%s at most",
			  explainer->n_sampled, explainer->n_explained, CML_SHAPLEY_EXACT, error,
			  is_log ? " %" : "");
}

void tool_explain_release(struct tool_explain *explain)
{
	cml_explainer_release(&explain->explainer);
	cml_pool_free(explain->pool);
	explain->pool = NULL;
}
