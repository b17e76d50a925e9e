#include "tool_repeats.h"

#include "search/replicate/replicate.h"
#include "space/feasible/baseline.h"
#include "tool_search.h"

/* A gain below a millionth is none. */
#define NO_GAIN 1e-6

enum { OPTION_REPLICATE = 0x800, OPTION_EXPECTED_GAIN };

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "Instead of proposals, with -m and --exclude:", 0},
    {"replicate", OPTION_REPLICATE, "K", 0,
     "the K finished configurations that are most worth running again", 0},
    {"expected-gain", OPTION_EXPECTED_GAIN, "FILE", 0,
     "expected gain of the jobs of this table on the best believed", 0},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct tool_repeats *repeats = state->input;
	switch (key) {
	case OPTION_REPLICATE:
		repeats->n = tool_parse_count(state, "--replicate", argument);
		return 0;
	case OPTION_EXPECTED_GAIN:
		repeats->gain_path = argument;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp tool_repeats_argp = {.options = options, .parser = parse_option};

bool tool_repeats_asked(const struct tool_repeats *repeats)
{
	return repeats->n > 0 || repeats->gain_path;
}

void tool_repeats_check(const struct tool_repeats *repeats, struct argp_state *state, bool has_jobs,
			bool searches)
{
	const char *asked = repeats->n > 0 ? "--replicate" : "--expected-gain";
	if (!tool_repeats_asked(repeats))
		return;
	if (!has_jobs)
		argp_error(state, "%s needs -m MODEL and --exclude HISTORY, the finished jobs",
			   asked);
	if (searches)
		argp_error(state,
			   "%s does not search: it excludes -n, --samples, --method, "
			   "--candidates, --include-default, --check, --log and --explain",
			   asked);
}

/* The rows below an open table. */
static enum cml_result write_rows(const struct tool_repeats *repeats,
				  const struct cml_repeats_problem *problem,
				  const struct cml_configs *jobs, struct cml_table_writer *writer,
				  size_t *n_written, double *gain, struct cml_error *err)
{
	if (repeats->n == 0)
		return cml_expected_gain_write(problem, jobs, writer, err);
	return cml_repeats_write(problem, repeats->gain_path ? jobs : NULL, repeats->n, writer,
				 n_written, gain, err);
}

static enum cml_result write_table(struct tool *tool, const struct tool_repeats *repeats,
				   const struct cml_repeats_problem *problem,
				   const struct cml_configs *jobs, struct cml_error *err)
{
	struct tool_sheet sheet = {0};
	size_t n_written = repeats->n;
	double gain = 1;
	enum cml_result status = tool_sheet_open(&sheet, tool, NULL, ',', err);
	if (status == CML_OK)
		status = write_rows(repeats, problem, jobs, &sheet.writer, &n_written, &gain, err);
	if (status == CML_OK)
		status = tool_sheet_commit(&sheet, err);
	if (status == CML_OK && n_written < repeats->n && !repeats->gain_path)
		tool_note(tool,
			  "%zu of %zu repeats: no other finished configuration may be named "
			  "the best",
			  n_written, repeats->n);
	bool is_only_one = n_written == 1 && repeats->n > 1;
	if (status == CML_OK && gain < NO_GAIN && !is_only_one)
		tool_note(tool, "the expected gain of every repeat is 0: the best believed is "
				"ahead of the others by more than repeats could change");
	tool_sheet_release(&sheet);
	return status;
}

enum cml_result tool_repeats_run(struct tool *tool, const struct tool_repeats *repeats,
				 const struct cml_model *model, const struct tool_list *histories,
				 const double *fixed, bool all_digits, struct cml_error *err)
{
	struct cml_finished_jobs finished = {0};
	struct cml_configs jobs = {0};
	struct cml_repeats_problem problem = {model, &finished, CML_NO_COLUMN, tool->seed,
					      all_digits};
	enum cml_result status = CML_OK;
	for (size_t i = 0; status == CML_OK && i < histories->n; i++)
		status = tool_read_finished(tool, histories->texts[i], model->space, fixed,
					    &finished, err);
	if (status == CML_OK && repeats->gain_path)
		status =
		    tool_read_candidates(tool, repeats->gain_path, model->space, fixed, &jobs, err);
	if (status == CML_OK)
		status = cml_baseline_find(model->space, fixed, &finished, &problem.baseline, err);
	if (status == CML_OK)
		status = write_table(tool, repeats, &problem, &jobs, err);
	cml_configs_release(&jobs);
	cml_finished_jobs_release(&finished);
	return status;
}
