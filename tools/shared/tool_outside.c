#include "tool_outside.h"

#include <inttypes.h>

enum { OPTION_WITHIN_LOG = 0x310 };

static const struct argp_option options[] = {
    {"within-log", OPTION_WITHIN_LOG, NULL, 0,
     "leave out configurations that the log of the model does not cover (cml_outside of the "
     "output); contexts given by --fix or --what-if may leave it",
     1},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	(void)argument;
	if (key != OPTION_WITHIN_LOG)
		return ARGP_ERR_UNKNOWN;
	*(bool *)state->input = true;
	return 0;
}

const struct argp tool_within_log_argp = {.options = options, .parser = parse_option};

static enum cml_result note_tally(const struct tool *tool, const struct cml_outside_tally *tally,
				  const char *head, struct cml_error *err)
{
	struct cml_buffer text = {0};
	bool ok = cml_outside_tally_print(tally, &text);
	if (ok)
		tool_note(tool, "%s: %.*s", head, (int)text.size, text.data);
	cml_buffer_release(&text);
	return ok ? CML_OK : cml_fail_memory(err);
}

/* Where hardly any job failed, or their settings do not predict which, the chance is worth little
 * outside the log; the latter is noted anyway. */
static void note_chance(const struct tool *tool, const struct cml_chance *chance)
{
	char count[64] = "no job of the log failed";
	if (!chance || cml_chance_n_limits(chance) > 0)
		return;
	struct cml_chance_jobs jobs = cml_chance_jobs(chance);
	if (jobs.n_failed >= CML_CHANCE_MIN_FAILED || jobs.n_failed > jobs.n_ran)
		return;
	if (jobs.n_failed > 0)
		snprintf(count, sizeof count, "only %.0f of %.0f jobs of the log failed",
			 jobs.n_failed, jobs.n_ran + jobs.n_failed);
	tool_note(tool,
		  "%s, so failures outside it cannot be predicted; cml_ok is too high there "
		  "if users avoided settings that fail (--within-log stays inside)",
		  count);
}

enum cml_result tool_outside_note(const struct tool *tool, const struct cml_outside_tally *tally,
				  const char *what, struct cml_error *err)
{
	char head[128];
	if (tally->n_outside == 0)
		return CML_OK;
	snprintf(head, sizeof head, "%zu of %zu %s leave%s the log", tally->n_outside,
		 tally->n_rows, what, tally->n_outside == 1 ? "s" : "");
	if (note_tally(tool, tally, head, err) != CML_OK)
		return err->status;
	note_chance(tool, tally->model->chance);
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
