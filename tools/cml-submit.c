/* cml-submit: configurations in, each run as a job, one finished row for each out. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "launch/job_home.h"
#include "launch/keeper.h"
#include "tool_submit.h"

enum {
	OPTION_TIMEOUT = 0x100,
	OPTION_GRACE,
	OPTION_RETRIES,
	OPTION_BACKOFF,
	OPTION_RETRY_FAILED,
	OPTION_METRIC,
	OPTION_WARMUP,
	OPTION_GOAL,
	OPTION_SLOWER,
	OPTION_MAX_FAILURES,
	OPTION_GPUS,
	OPTION_BIND,
	OPTION_JOBS,
	OPTION_DRY_RUN,
	OPTION_INTERRUPT,
	OPTION_SBATCH_ARG,
	OPTION_THROTTLE,
	OPTION_POLL,
	OPTION_OOM,
	OPTION_INFRA,
	OPTION_WIDEN,
	OPTION_CARRY,
	OPTION_KEEP,
};

struct submit {
	struct tool tool;
	const char *space_path;
	struct tool_backend backend;
	const char *jobs;
	const char *keep;
	enum cml_interrupt on_interrupt;
	bool dry_run;
	struct cml_submission_options options;
	struct tool_list sbatch_arguments, oom_patterns, infra_patterns;
	struct tool_gpus gpus;
	struct tool_job_folder folder;
	char run[CML_KEY_SIZE];
	char self[PATH_MAX];
	char history[PATH_MAX]; /* its real name */
	struct cml_submission *submission;
	struct tool_rows rows;
	struct cml_output *output; /* NULL: rows go to the history alone */
	struct cml_table_writer writer;
	struct cml_submission_figures figures; /* at the end */
};

static const struct argp_option options[] = {
    {"space", 's', "SPACE", 0, "space file: keys, rules and derived columns of configurations", 1},
    {"append", 'a', "HISTORY", 0,
     "append rows to HISTORY; its finished configurations are skipped, and what earlier runs left "
     "is finished",
     1},
    {"parallel", 'j', "N", 0, "jobs at a time (default: one for each GPU or processor)", 1},
    {"dry-run", OPTION_DRY_RUN, NULL, 0, "print the commands, to be pasted, and run nothing", 1},
    {NULL, 0, NULL, 0, "The metric:", 2},
    {"metric", OPTION_METRIC, "NAME=HOW|csv:NAME|file:PATH|none", 0,
     "where the metric is: a reduction of readings that the job prints (wps=p90), a column of a "
     "CSV it prints, or a file it writes",
     2},
    {"warmup", OPTION_WARMUP, "N", 0, "leave out the first N readings (default 0)", 2},
    {"goal", OPTION_GOAL, "max|min", 0,
     "which metric is best, for progress, when no space says so (default max)", 2},
    {NULL, 0, NULL, 0, "Ending jobs and trying again:", 3},
    {"timeout", OPTION_TIMEOUT, "TIME", 0, "end jobs that run longer (90, 90s, 1.5m, 1h30m, 3d)",
     3},
    {"kill-slower-than", OPTION_SLOWER, "X", 0,
     "end jobs that run longer than X times the shortest ok job", 3},
    {"grace", OPTION_GRACE, "TIME", 0, "between SIGTERM and SIGKILL (default 10s)", 3},
    {"retries", OPTION_RETRIES, "N", 0, "further attempts after infra failures (default 3)", 3},
    {"backoff", OPTION_BACKOFF, "TIME", 0,
     "wait before the first of them, doubled for each further one (default 10s)", 3},
    {"retry-failed", OPTION_RETRY_FAILED, NULL, 0,
     "run configurations again whose row in HISTORY is not ok", 3},
    {"max-failures", OPTION_MAX_FAILURES, "N", 0,
     "start no more jobs when N were not ok (default: any number may be)", 3},
    {"on-interrupt", OPTION_INTERRUPT, "cancel|detach|drain", 0,
     "on SIGINT or SIGTERM: cancel the jobs, leave them running, or start no more (default "
     "cancel)",
     3},
    {"oom-pattern", OPTION_OOM, "REGEX", 0, "a line that means out of memory; may be repeated", 3},
    {"infra-pattern", OPTION_INFRA, "REGEX", 0,
     "a line that means the machine failed; may be repeated", 3},
    {NULL, 0, NULL, 0, "Places and files:", 4},
    {"gpus", OPTION_GPUS, "N|LIST", 0,
     "one job per GPU: N of them, or a list (0,1; 0+1,2+3 gives two jobs two each)", 4},
    {"bind", OPTION_BIND, NULL, 0, "each job on processors of its own", 4},
    {"jobs", OPTION_JOBS, "DIR", 0, "folder of the job directories (default HISTORY.jobs)", 4},
    {"widen", OPTION_WIDEN, NULL, 0, "give HISTORY the columns it lacks, keeping the old file", 4},
    {"carry", OPTION_CARRY, "LIST", 0, "columns cml_... of the input that go into rows, too", 4},
    {"keep", OPTION_KEEP, "DIR", 0,
     "run the command of this job directory and write its record: for batch scripts", 4},
    {NULL, 0, NULL, 0, "--backend slurm:", 5},
    {"sbatch-arg", OPTION_SBATCH_ARG, "ARG", 0, "hand ARG on to sbatch; may be repeated", 5},
    {"throttle", OPTION_THROTTLE, "N", 0, "at most N jobs of an array at a time", 5},
    {"poll", OPTION_POLL, "TIME", 0, "between two questions to the controller (default 10s)", 5},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_ending(int key, char *argument, struct argp_state *state)
{
	struct submit *submit = state->input;
	struct cml_submission_options *o = &submit->options;

	switch (key) {
	case OPTION_TIMEOUT:
		o->launching.timeout_s = tool_parse_time_limit(state, "--timeout", argument);
		return 0;
	case OPTION_GRACE:
		o->launching.grace_s = tool_parse_duration(state, "--grace", argument);
		return 0;
	case OPTION_SLOWER:
		o->kill_slower_than = tool_parse_factor(state, "--kill-slower-than", argument);
		return 0;
	case OPTION_RETRIES:
		o->retries = (unsigned)tool_parse_whole(state, "--retries", argument);
		return 0;
	case OPTION_BACKOFF:
		o->backoff_s = tool_parse_duration(state, "--backoff", argument);
		return 0;
	case OPTION_RETRY_FAILED:
		o->retry_failed = true;
		return 0;
	case OPTION_MAX_FAILURES:
		o->max_failures = tool_parse_count(state, "--max-failures", argument);
		return 0;
	case OPTION_INTERRUPT:
		submit->on_interrupt = (enum cml_interrupt)tool_parse_choice(
		    state, "--on-interrupt", argument, "cancel|detach|drain");
		return 0;
	case OPTION_OOM:
		return tool_list_add(&submit->oom_patterns, argument);
	case OPTION_INFRA:
		return tool_list_add(&submit->infra_patterns, argument);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_place(int key, char *argument, struct argp_state *state)
{
	struct submit *submit = state->input;
	struct cml_submission_options *o = &submit->options;

	switch (key) {
	case OPTION_GPUS:
		return tool_parse_gpus(state, argument, &submit->gpus);
	case OPTION_BIND:
		o->launching.bind = true;
		return 0;
	case OPTION_JOBS:
		submit->jobs = argument;
		return 0;
	case OPTION_WIDEN:
		o->widen = true;
		return 0;
	case OPTION_CARRY:
		o->carry = argument;
		return 0;
	case OPTION_KEEP:
		submit->keep = argument;
		return 0;
	case OPTION_SBATCH_ARG:
		return tool_list_add(&submit->sbatch_arguments, argument);
	case OPTION_THROTTLE:
		o->launching.throttle = tool_parse_count(state, "--throttle", argument);
		return 0;
	case OPTION_POLL:
		o->launching.poll_s = tool_parse_duration(state, "--poll", argument);
		return 0;
	default:
		return parse_ending(key, argument, state);
	}
}

static void check_options(struct submit *submit, struct argp_state *state)
{
	const struct cml_submission_options *o = &submit->options;

	if (submit->keep)
		return;
	if (o->n_command == 0 && tool_backend_runs_commands(&submit->backend))
		argp_error(state, "no command: it stands behind --");
	if (o->n_command == 0 && submit->dry_run)
		argp_error(state, "--dry-run has no command to print: it stands behind --");
	if (o->warmup > 0 && !o->metric_spec)
		argp_error(state, "--warmup needs --metric");
	if (o->retry_failed && !o->history)
		argp_error(state, "--retry-failed needs a history: -a HISTORY");
	if (o->widen && !o->history)
		argp_error(state, "--widen needs a history: -a HISTORY");
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct submit *submit = state->input;
	struct cml_submission_options *o = &submit->options;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &submit->backend;
		state->child_inputs[1] = &submit->tool;
		return 0;
	case 's':
		submit->space_path = argument;
		return 0;
	case 'a':
		o->history = tool_parse_history(state, argument);
		return 0;
	case 'j':
		o->launching.n_jobs = tool_parse_count(state, "--parallel", argument);
		return 0;
	case OPTION_DRY_RUN:
		submit->dry_run = true;
		return 0;
	case OPTION_METRIC:
		o->no_metric = strcmp(argument, "none") == 0;
		o->metric_spec = o->no_metric ? NULL : argument;
		return 0;
	case OPTION_WARMUP:
		o->warmup = tool_parse_whole(state, "--warmup", argument);
		return 0;
	case OPTION_GOAL:
		o->minimize = strcmp(tool_parse_goal(state, argument), "min") == 0;
		return 0;
	case ARGP_KEY_END:
		check_options(submit, state);
		return 0;
	default:
		return parse_place(key, argument, state);
	}
}

static enum cml_status write_row(void *context, const struct cml_slice *cells, size_t n,
				 struct cml_error *err)
{
	struct submit *submit = context;
	enum cml_status status = cml_write_cells(&submit->writer, cells, n, err);

	if (status == CML_OK)
		status = cml_write_end_row(&submit->writer, err);
	if (status == CML_OK)
		status = cml_output_flush(submit->output, err);
	if (status == CML_IO_ERROR)
		tool_end_without_reader();
	return status;
}

static void show_progress(void *context, const struct cml_submission_figures *figures)
{
	tool_submit_progress(&((struct submit *)context)->tool, figures);
}

static void note(void *context, const char *text)
{
	struct submit *submit = context;

	tool_progress_end(&submit->tool);
	tool_note(&submit->tool, "%s", text);
}

/* All rows, before the first job starts: a bad one is told of now, not in the night. */
static enum cml_status take_rows(struct submit *submit, struct cml_error *err)
{
	struct cml_row row;
	enum cml_status status;

	while ((status = tool_rows_next(&submit->rows, &row, err)) == CML_OK) {
		status = cml_submission_add(submit->submission, &row, err);
		if (status == CML_BAD_DATA)
			status = tool_rows_reject(&submit->rows, &row, err);
		if (status != CML_OK)
			return status;
	}
	return status == CML_END ? tool_rows_close(&submit->rows, err) : status;
}

static enum cml_status open_output(struct submit *submit, struct cml_error *err)
{
	const struct cml_header *header = cml_submission_header(submit->submission);
	enum cml_status status = tool_output_open(&submit->tool, &submit->output, err);

	cml_table_writer_init(
	    &submit->writer, submit->output,
	    tool_output_delimiter(&submit->tool, tool_rows_delimiter(&submit->rows)));
	if (status == CML_OK)
		status = write_row(submit, header->names, header->n_columns, err);
	return status;
}

static enum cml_status print_commands(struct submit *submit, struct cml_error *err)
{
	struct cml_buffer text = {0};
	enum cml_status status = tool_output_open(&submit->tool, &submit->output, err);

	if (status == CML_OK)
		status = cml_submission_print(submit->submission, &text, err);
	if (status == CML_OK)
		status = cml_output_write(submit->output, text.data, text.size, err);
	cml_buffer_release(&text);
	return status;
}

/* Until now, while rows were read, a signal simply ended the tool. */
static enum cml_status watch_signals(struct submit *submit, struct cml_error *err)
{
	struct tool_interrupts interrupts;
	enum cml_status status = tool_interrupts_watch(submit->on_interrupt, &interrupts, err);

	if (status != CML_OK)
		return status;
	submit->options.wake = interrupts.wake;
	submit->options.interrupts = interrupts.count;
	submit->options.interrupt = interrupts.what;
	return CML_OK;
}

static enum cml_status submit_rows(struct submit *submit, struct cml_error *err)
{
	struct cml_submission_options *o = &submit->options;
	/* With a history, rows are written here too only when asked for. */
	bool writes = !submit->dry_run && (!o->history || submit->tool.output_path);

	if (writes)
		o->write_row = write_row;
	enum cml_status status = tool_rows_blame_header(
	    &submit->rows,
	    cml_submission_open(&submit->submission, o, tool_rows_header(&submit->rows),
				submit->dry_run, err),
	    err);
	if (status == CML_OK)
		status = take_rows(submit, err);
	if (status == CML_OK && submit->dry_run) {
		status = print_commands(submit, err);
	} else if (status == CML_OK) {
		status = watch_signals(submit, err);
		if (status == CML_OK && writes)
			status = open_output(submit, err);
		if (status == CML_OK)
			status = cml_submission_run(submit->submission, err);
		tool_progress_end(&submit->tool);
		submit->figures = *cml_submission_figures(submit->submission);
		tool_submit_summary(&submit->tool, &submit->figures);
	}
	if (status == CML_OK && submit->output)
		status = cml_output_commit(submit->output, err);
	return status;
}

static enum cml_status open_backend(struct submit *submit, struct cml_error *err)
{
	struct cml_submission_options *o = &submit->options;
	enum cml_status status =
	    cml_launcher_find(submit->backend.name, &o->launcher, &o->launching.argument, err);

	if (status != CML_OK || !o->launcher->has_directories)
		return status;
	if (o->history)
		status = cml_real_path(o->history, submit->history, err);
	if (status == CML_OK)
		status =
		    tool_job_folder_find(&submit->folder, submit->jobs,
					 o->history ? submit->history : NULL, submit->dry_run, err);
	if (status != CML_OK)
		return status;
	o->jobs_dir = submit->folder.path;
	o->real_history = o->history ? submit->history : NULL;
	tool_run_name(submit->folder.path, submit->run);
	ssize_t size = readlink("/proc/self/exe", submit->self, sizeof submit->self - 1);
	submit->self[size > 0 ? size : 0] = '\0';
	o->launching.run = submit->run;
	o->launching.self = submit->self;
	o->launching.gpus = submit->gpus.texts;
	o->launching.n_gpus = submit->gpus.n;
	tool_gpus_tell(&submit->gpus, &submit->tool);
	o->launching.scheduler_arguments = submit->sbatch_arguments.texts;
	o->launching.n_scheduler_arguments = submit->sbatch_arguments.n;
	o->oom_patterns = submit->oom_patterns.texts;
	o->n_oom_patterns = submit->oom_patterns.n;
	o->infra_patterns = submit->infra_patterns.texts;
	o->n_infra_patterns = submit->infra_patterns.n;
	return status;
}

static enum cml_status run(struct submit *submit, struct cml_error *err)
{
	struct cml_submission_options *o = &submit->options;
	struct cml_space *space = NULL;
	const char *inputs[] = {submit->space_path, o->history};
	enum cml_status status = tool_check_outputs(&submit->tool, (struct tool_paths){0},
						    (struct tool_paths){inputs, 2}, err);

	if (status == CML_OK && submit->space_path)
		status = cml_space_open(&space, submit->space_path, err);
	if (status == CML_OK)
		status = open_backend(submit, err);
	if (status == CML_OK)
		status = tool_rows_open(&submit->rows, &submit->tool, false, err);
	if (status == CML_OK) {
		o->space = space;
		o->na = &submit->rows.na;
		o->progress = show_progress;
		o->note = note;
		o->launching.note = note;
		o->launching.note_context = submit;
		o->context = submit;
		status = submit_rows(submit, err);
	}
	cml_output_free(submit->output);
	cml_submission_free(submit->submission);
	tool_rows_release(&submit->rows);
	cml_space_free(space);
	return status;
}

static int keep(struct submit *submit)
{
	struct cml_error err = {0};
	int exit_code = 0;
	enum cml_status status = cml_keep(submit->keep, &exit_code, &err);

	return status == CML_OK ? exit_code : tool_exit(&submit->tool, status, &err);
}

/* Everything behind the first `--`; *argc is then what stands before. */
static void take_command(struct submit *submit, int *argc, char **argv)
{
	for (int i = 1; i < *argc; i++) {
		if (strcmp(argv[i], "--") != 0)
			continue;
		submit->options.command = (const char *const *)&argv[i + 1];
		submit->options.n_command = (size_t)(*argc - i - 1);
		*argc = i;
	}
}

int main(int argc, char **argv)
{
	struct submit submit = {.options = {.wake = -1,
					    .retries = 3,
					    .backoff_s = 10,
					    .launching = {.grace_s = 10, .poll_s = 10}}};
	struct cml_error err = {0};
	tool_init(&submit.tool, "cml-submit");
	tool_backend_init(&submit.backend);
	const struct argp_child children[] = {
	    {&submit.backend.argp, 0, NULL, 0}, {&tool_table_argp, 0, NULL, 30}, {0}};
	const struct argp argp = {
	    .options = options,
	    .parser = parse_option,
	    .args_doc = "[FILE...] -- COMMAND [ARG...]",
	    .doc = "Runs each configuration of a table as a job and writes one finished row for "
		   "each. {name} in the command stands for the value of a column.",
	    .children = children};
	take_command(&submit, &argc, argv);
	argp_parse(&argp, argc, argv, 0, NULL, &submit);
	if (submit.keep)
		return keep(&submit);
	enum cml_status status = run(&submit, &err);
	bool all_well = status == CML_OK && tool_submit_n_not_ok(&submit.figures) == 0 &&
			!tool_interrupt_signal();
	tool_job_folder_end(&submit.folder, &submit.tool,
			    submit.figures.n_stopped + tool_submit_n_not_ok(&submit.figures) > 0);
	free(submit.sbatch_arguments.texts);
	cml_arena_release(&submit.gpus.arena);
	free(submit.oom_patterns.texts);
	free(submit.infra_patterns.texts);
	int exit_code = tool_exit(&submit.tool, status, &err);
	if (exit_code == TOOL_EXIT_DONE && tool_interrupt_signal())
		return 128 + tool_interrupt_signal();
	return exit_code == TOOL_EXIT_DONE && !all_well ? TOOL_EXIT_JOBS : exit_code;
}
