#include "tool_failures.h"

#include "base/number.h"

enum { OPTION_MIN_OK = 0x300, OPTION_IGNORE_FAILURES };

static const struct argp_option options[] = {
    {"min-ok", OPTION_MIN_OK, "P", 0,
     "leave out configurations with a chance to run below P (0 to 1; cml_ok of the output)", 1},
    {"ignore-failures", OPTION_IGNORE_FAILURES, NULL, 0,
     "rank as if every job ran (default: the metric times the chance to run)", 1},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct cml_failures *failures = state->input;
	switch (key) {
	case OPTION_MIN_OK:
		if (!cml_parse_double(cml_slice_of(argument), &failures->min_chance) ||
		    !(failures->min_chance >= 0 && failures->min_chance <= 1))
			argp_error(state, "--min-ok: not a number from 0 to 1: \"%s\"", argument);
		failures->has_floor = true;
		return 0;
	case OPTION_IGNORE_FAILURES:
		failures->are_ignored = true;
		return 0;
	case ARGP_KEY_END:
		if (failures->min_chance > 0 && failures->are_ignored)
			argp_error(state, "--min-ok and --ignore-failures exclude each other");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp tool_failures_argp = {.options = options, .parser = parse_option};

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
