#include "tool_asked.h"

#include "base/number.h"

#include <inttypes.h>
#include <math.h>

#define OPTION_MIN_OK 0x100

#define SETS(type, field) TOOL_SETS(type, struct tool_asked, field)
/* In the order of completions; that of --help is by groups. */
static const struct argp_option options[] = {
    {"min-ok", OPTION_MIN_OK, "P", 0,
     "leave out configurations with a chance to run below P (0 to 1; cml_ok of the output)", 4},
    {"ignore-failures", SETS(FLAG, failures.are_ignored), NULL, 0,
     "rank as if every job ran (default: the metric times the chance to run)", 4},
    {"within-log", SETS(FLAG, within_log), NULL, 0,
     "leave out configurations that the log of the model does not cover (cml_outside of the "
     "output); contexts given by --fix or --what-if may leave it",
     3},
    TOOL_DIGITS_OPTION(SETS(SECOND, all_digits), 2),
    {"explain", SETS(FLAG, explain.is_wanted), NULL, 0,
     "add the reasons: the predicted effect of each setting that differs from the nearest measured "
     "job (cml_why of the output)",
     1},
    {"format", SETS(SECOND, explain.as_text), "table|text", 0,
     "a table, or text for people: paragraphs with --explain (default table)", 1},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct tool_asked *asked = state->input;
	struct cml_failures *failures = &asked->failures;
	struct tool_explain *explain = &asked->explain;
	switch (key) {
	case OPTION_MIN_OK:
		if (!cml_parse_double(cml_slice_of(argument), &failures->min_chance) ||
		    !(failures->min_chance >= 0 && failures->min_chance <= 1))
			argp_error(state, "--min-ok: not a number from 0 to 1: \"%s\"", argument);
		failures->has_floor = true;
		return 0;
	case ARGP_KEY_END:
		if (failures->min_chance > 0 && failures->are_ignored)
			argp_error(state, "--min-ok and --ignore-failures exclude each other");
		if (explain->as_text && !explain->is_wanted && !explain->is_what_if &&
		    !explain->has_lines)
			argp_error(state, "--format text is for reasons: it needs --explain");
		return 0;
	default:
		return tool_set_field(options, asked, key, argument, state);
	}
}

const struct argp tool_asked_argp = {.options = options, .parser = parse_option};

enum cml_result tool_explain_check(const struct tool_explain *explain,
				   const struct cml_model *model, const char *model_path,
				   struct cml_error *err)
{
	bool is_wanted = explain->is_wanted || explain->is_what_if;
	return is_wanted && cml_explainer_check(model, err) != CML_OK
		   ? cml_error_locate(err, model_path, 0, NULL)
		   : CML_OK;
}

enum cml_result tool_explain_start(const struct tool_explain *explain,
				   const struct cml_model *model, struct cml_pool *pool,
				   struct cml_explainer *explainer, struct cml_explainer **wanted,
				   struct cml_error *err)
{
	*wanted = explain->is_wanted || explain->is_what_if ? explainer : NULL;
	return *wanted ? cml_explainer_init(explainer, model, pool, err) : CML_OK;
}

void tool_explain_note(const struct tool *tool, const struct cml_explainer *explainer)
{
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

static enum cml_result note_tally(const struct tool *tool, const struct cml_outside_tally *tally,
				  const char *head, struct cml_error *err)
{
	AUTO(cml_buffer) text = {0};
	bool ok = cml_outside_tally_print(tally, &text);
	if (ok)
		tool_note(tool, "%s: %.*s", head, (int)text.size, text.data);
	return ok ? CML_OK : cml_fail_memory(err);
}

/* Fewer failed jobs say little of what else fails: a regression wants ten events. */
#define FEW_FAILED 10

/* Whether contexts leave the log, in which --within-log cannot stay. */
static bool has_new_context(const struct cml_outside_tally *tally)
{
	for (size_t c = 0; c < tally->n_columns; c++)
		if (tally->columns[c].n > 0 &&
		    cml_outside_is_of_context(tally->model->support, &tally->columns[c].finding))
			return true;
	return false;
}

static void note_chance(const struct tool *tool, const struct cml_outside_tally *tally)
{
	const struct cml_model *model = tally->model;
	if (!model->chance)
		return;
	struct cml_chance_jobs jobs = cml_chance_jobs(model->chance);
	/* A limit says more, but for one that no job reports where none ran out of it. */
	if (model->n_limits > 0 && (model->limits->model || jobs.n_failed > 0))
		return;
	char many[48] = "no job";
	if (jobs.n_failed > 0)
		snprintf(many, sizeof many, "%.0f of %.0f jobs", jobs.n_failed,
			 jobs.n_ran + jobs.n_failed);
	if (jobs.n_failed >= FEW_FAILED && has_new_context(tally))
		tool_note(tool, "cml_ok is asked outside what the log has there: more may fail "
				"than it says");
	if (jobs.n_failed >= FEW_FAILED)
		return;
	tool_note(tool,
		  has_new_context(tally)
		      ? "%s of the log failed, which says little of what fails outside it"
		      : "%s of the log failed, which says little of what fails outside it "
			"(--within-log stays inside)",
		  many);
}

/* Numbers of another size altogether. */
static void note_beyond(const struct tool *tool, const struct cml_outside_tally *tally)
{
	for (size_t c = 0; c < tally->n_columns; c++) {
		const struct cml_support_column *column =
		    cml_support_column(tally->model->support, c);
		if (tally->columns[c].n == 0 ||
		    !cml_model_is_beyond(tally->model, c, tally->columns[c].code))
			continue;
		const size_t slot = tally->model->encoder.features[column->first].column;
		tool_note(tool,
			  "%s is over %d times as far as the log goes: a typo? No interval "
			  "is known there, and predictions mean little",
			  tally->model->space->columns[slot].name, CML_BEYOND);
	}
}

enum cml_result tool_outside_note(const struct tool *tool, const struct cml_outside_tally *tally,
				  const char *what, struct cml_error *err)
{
	char head[128];
	if (tally->n_outside == 0) {
		const struct cml_chance *chance = tally->n_rows > 0 ? tally->model->chance : NULL;
		if (chance && tally->model->n_limits == 0 && cml_chance_jobs(chance).n_failed == 0)
			tool_note(tool, "no job of the log failed, so cml_ok cannot predict "
					"failures: settings that no job has run may fail");
		return CML_OK;
	}
	snprintf(head, sizeof head, "%zu of %zu %s leave%s the log", tally->n_outside,
		 tally->n_rows, what, tally->n_outside == 1 ? "s" : "");
	if (note_tally(tool, tally, head, err) != CML_OK)
		return err->status;
	note_beyond(tool, tally);
	note_chance(tool, tally);
	return CML_OK;
}

enum cml_result tool_outside_note_left_out(const struct tool *tool,
					   const struct cml_outside_tally *tally, uint64_t n_all,
					   struct cml_error *err)
{
	char head[128];
	if (tally->n_outside == 0)
		return CML_OK;
	snprintf(head, sizeof head, "%zu of %" PRIu64 " rows are outside the log and left out",
		 tally->n_outside, n_all);
	return note_tally(tool, tally, head, err);
}

void tool_outside_note_ties(const struct tool *tool, const struct cml_spread *all,
			    const struct cml_spread *written, const struct cml_spread *scores)
{
	if (!cml_spread_is_tied(written))
		return;
	if (cml_spread_is_tied(all) && all->n > written->n)
		tool_note(
		    tool,
		    "all %zu candidates have the same prediction: the model cannot order them",
		    all->n);
	else if (cml_spread_is_tied(scores))
		tool_note(tool, "all %zu have the same prediction: their order means nothing",
			  written->n);
	else
		tool_note(tool,
			  "all %zu have the same prediction: only their chance to run or "
			  "their uncertainty orders them",
			  written->n);
}

static bool are_a_guess(const struct cml_model *model)
{
	if (!model->chance || model->n_limits > 0)
		return false;
	struct cml_chance_jobs jobs = cml_chance_jobs(model->chance);
	return jobs.n_failed <= jobs.n_ran && cml_chance_is_guess(&jobs);
}

void tool_failures_note_guess(const struct tool *tool, const struct cml_model *model)
{
	if (!are_a_guess(model))
		return;
	struct cml_chance_jobs jobs = cml_chance_jobs(model->chance);
	tool_note(
	    tool,
	    "%.0f of %.0f jobs of the log failed, but their settings do not predict which: "
	    "cml_ok is too high if users avoided settings that fail; a limit on the memory that "
	    "jobs used helps more (cml-space(5))",
	    jobs.n_failed, jobs.n_ran + jobs.n_failed);
}

void tool_failures_note(const struct tool *tool, const struct cml_model *model)
{
	tool_failures_note_guess(tool, model);
	if (!model->chance)
		tool_note(tool, "no cml_ok: the model was trained with --ignore-failures");
}
