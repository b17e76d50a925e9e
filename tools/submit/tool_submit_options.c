#include "tool_submit.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	OPTION_RETRIES = 0x100,
	OPTION_REPEATS,
	OPTION_METRIC,
	OPTION_GPUS,
	OPTION_RUN_JOB,
	OPTION_BACKEND,
};

#define SETS(type, field) TOOL_SETS(type, struct tool_submit_options, field)
static const struct argp_option options[] = {
    {"space", SETS(TEXT, space_path), "SPACE", 0,
     "space file of the configurations: rules, derived columns, the metric", 1},
    TOOL_LETTER('s'),
    {"append", 'a', "HISTORY", 0,
     "append rows to HISTORY; skip configurations that it has finished, and finish jobs that "
     "earlier runs left",
     1},
    {"wait", SETS(FLAG, wait), NULL, 0,
     "wait while another cml-submit owns HISTORY (default: end with 1 and name it)", 1},
    {"backend", OPTION_BACKEND, "local|slurm|replay=TABLE", 0,
     "where jobs run (default local); replay looks results up in a table", 1},
    {"parallel", SETS(COUNT, submission.launching.n_jobs), "N", 0,
     "jobs at a time (default: one for each GPU or processor)", 1},
    TOOL_LETTER('j'),
    {"dry-run", SETS(FLAG, dry_run), NULL, 0,
     "print the commands, quoted for a shell, and run nothing", 1},
    {NULL, 0, NULL, 0, "The metric:", 2},
    {"metric", OPTION_METRIC, "NAME=HOW|NAME=HOW:REGEX|file:PATH:...|none", 0,
     "how the metric is read (default: that of SPACE by its name, the last reading): a reduction "
     "of "
     "readings that the job prints (wps=p90), of what an expression finds, or of a file it writes",
     2},
    {"warmup", SETS(WHOLE, submission.rules.warmup), "N", 0,
     "ignore the first N readings (default 0)", 2},
    {"limit", SETS(LIST, limits), "NAME=SPEC", 0,
     "how a limit of the space is read, as for --metric (default: readings of its name, max if it "
     "has an upper bound, else min); may be repeated",
     2},
    {NULL, 0, NULL, 0, "Time limits and retries:", 3},
    {"timeout", SETS(TIME_LIMIT, submission.launching.timeout_s), "TIME", 0,
     "end jobs that run longer (90, 90s, 1.5m, 1h30m, 3d)", 3},
    {"grace", SETS(DURATION, submission.launching.grace_s), "TIME", 0,
     "time between SIGTERM and SIGKILL (default 10s)", 3},
    {"retries", OPTION_RETRIES, "N[,TIME]", 0,
     "maximum number of retries after infra failures, and the delay before the first, doubled for "
     "each further one (default 3,10s)",
     3},
    {"retry-failed", SETS(FLAG, submission.retry_failed), NULL, 0,
     "run configurations again if their row in HISTORY is not ok", 3},
    {"repeats", OPTION_REPEATS, "N", 0,
     "run each configuration N times, in turns: all of them, then all again (default 1)", 3},
    {"on-interrupt", SETS(CHOICE, on_interrupt), "cancel|detach|drain", 0,
     "on SIGINT or SIGTERM: cancel the jobs, leave them running, or wait for them (default "
     "cancel)",
     3},
    {"oom-pattern", SETS(PATTERNS, oom_patterns), "TEXT", 0,
     "text in the output that means out of memory; may be repeated", 3},
    {"infra-pattern", SETS(PATTERNS, infra_patterns), "TEXT", 0,
     "text in the output that means the machine failed; may be repeated", 3},
    {NULL, 0, NULL, 0, "Slots and files:", 4},
    {"gpus", OPTION_GPUS, "N|LIST", 0,
     "one job per GPU: on N GPUs, or on those listed (0,1; with 0+1,2+3 two jobs get two each)", 4},
    {"widen", SETS(FLAG, submission.widen), NULL, 0,
     "add the columns that HISTORY lacks, and keep the old file", 4},
    {"carry", SETS(TEXT, submission.carry), "LIST", 0,
     "copy these cml_... columns of the input into the rows", 4},
    {"run-job", OPTION_RUN_JOB, "DIR", 0,
     "run the command of this job directory and write its record: for batch scripts", 4},
    {NULL, 0, NULL, 0, "--backend slurm:", 5},
    {"sbatch-arg", SETS(LIST, sbatch_arguments), "ARG", 0, "pass ARG to sbatch; may be repeated",
     5},
    {"throttle", SETS(COUNT, submission.launching.throttle), "N", 0,
     "run at most N jobs of an array at a time", 5},
    {"poll", SETS(DURATION, submission.launching.poll_s), "TIME", 0,
     "time between queries to the controller (default 10s)", 5},
    {NULL, 0, NULL, 0, NULL, 0},
};

/* Which backends have a use for an option. */
enum use {
	USE_JOBS,      /* those that run jobs */
	USE_PLACES,    /* those that deal out this machine's GPUs */
	USE_SCHEDULER, /* those that hand jobs over to a scheduler */
};

static const struct {
	const char *name;
	enum use use;
} uses[] = {
    {"metric", USE_JOBS},          {"limit", USE_JOBS},         {"timeout", USE_JOBS},
    {"grace", USE_JOBS},           {"retries", USE_JOBS},       {"oom-pattern", USE_JOBS},
    {"infra-pattern", USE_JOBS},   {"dry-run", USE_JOBS},       {"gpus", USE_PLACES},
    {"sbatch-arg", USE_SCHEDULER}, {"throttle", USE_SCHEDULER}, {"poll", USE_SCHEDULER},
};

static bool is_given(const struct tool_submit_options *asked, const char *name)
{
	size_t i = 0;
	while (!options[i].name || strcmp(options[i].name, name) != 0)
		i++;
	return asked->given[i];
}

static void check_uses(const struct tool_submit_options *asked, struct argp_state *state)
{
	const struct cml_launcher_kind *kind = asked->submission.launcher;
	bool has[] = {[USE_JOBS] = kind->has_directories,
		      [USE_PLACES] = kind->has_places,
		      [USE_SCHEDULER] = kind->has_scheduler};
	for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
		if (!is_given(asked, uses[i].name) || has[uses[i].use])
			continue;
		argp_error(state, "--%s: --backend %s %s", uses[i].name, kind->name,
			   !kind->has_directories         ? "runs no jobs"
			   : uses[i].use == USE_SCHEDULER ? "has no scheduler"
			   : kind->has_scheduler
			       ? "gives GPUs itself: ask for them with --sbatch-arg"
			       : "has no GPUs to give");
	}
}

static void check_options(const struct tool_submit_options *asked, struct argp_state *state)
{
	const struct cml_submission_options *o = &asked->submission;
	const struct cml_launcher_kind *kind = asked->submission.launcher;
	bool command = o->n_command > 0, runs = kind->has_directories;
	bool metric = o->rules.metric_spec || (asked->space_path && !asked->no_metric && command);
	const struct tool_condition conditions[] = {
	    {runs && !command,
	     {"missing command after --: cml-submit [OPTION...] FILE -- COMMAND [ARG...]"}},
	    {!runs && command,
	     {"--backend %s runs no jobs: it takes no command after --", kind->name}},
	    {is_given(asked, "warmup") && !metric, {"--warmup needs --metric"}},
	    {is_given(asked, "limit") && !asked->space_path, {"--limit needs a space: -s SPACE"}},
	    {o->retry_failed && !o->history, {"--retry-failed needs a history: -a HISTORY"}},
	    {asked->wait && !o->history, {"--wait needs a history: -a HISTORY"}},
	    {o->widen && !o->history, {"--widen needs a history: -a HISTORY"}},
	};
	check_uses(asked, state);
	tool_check_conditions(state, conditions, sizeof conditions / sizeof *conditions);
}

/* A history: a file that can be read again, so neither an empty name nor a device. */
static const char *parse_history(struct argp_state *state, const char *argument)
{
	if (argument[0] == '\0')
		argp_error(state, "-a: the name of the history is empty");
	if (strncmp(argument, "/dev/", 5) == 0 && strncmp(argument, "/dev/shm/", 9) != 0)
		argp_error(state,
			   "-a %s: not a file of its own; without -a rows go to standard "
			   "output, and with -o FILE to a file",
			   argument);
	return argument;
}

/* N[,TIME] */
static void parse_retries(struct argp_state *state, char *argument,
			  struct cml_submission_options *o)
{
	char *comma = strchr(argument, ',');

	if (comma) {
		*comma = '\0';
		o->backoff_s = tool_parse_duration(state, "--retries", comma + 1);
	}
	o->retries = (unsigned)tool_parse_whole(state, "--retries", argument, INT32_MAX);
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct tool_submit_options *asked = state->input;
	struct cml_submission_options *o = &asked->submission;
	struct cml_error err;

	const struct argp_option *option = tool_find_option(options, key);
	if (option)
		asked->given[option - options] = true;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &asked->tool;
		return 0;
	case OPTION_BACKEND:
		if (cml_launcher_find(argument, &o->launcher, &o->launching.argument, &err) !=
		    CML_OK)
			argp_error(state, "%s", err.message);
		return 0;
	case 'a':
		o->history = parse_history(state, argument);
		return 0;
	case OPTION_METRIC:
		asked->no_metric = strcmp(argument, "none") == 0;
		o->rules.metric_spec = asked->no_metric ? NULL : argument;
		return 0;
	case OPTION_RETRIES:
		parse_retries(state, argument, o);
		return 0;
	case OPTION_REPEATS:
		o->repeats = tool_parse_count(state, "--repeats", argument);
		if (o->repeats > CML_MAX_REPEATS)
			argp_error(state, "--repeats: %d at most", CML_MAX_REPEATS);
		return 0;
	case OPTION_GPUS:
		return tool_parse_gpus(state, argument, &asked->gpus);
	case OPTION_RUN_JOB:
		/* The word behind it, or a part of the same one. */
		if (state->argc > 3 || (state->argc == 3 && argument != state->argv[2]) ||
		    o->n_command > 0)
			argp_error(state, "--run-job DIR takes no other options");
		asked->run_job = argument;
		return 0;
	case ARGP_KEY_END:
		if (!asked->run_job)
			check_options(asked, state);
		return 0;
	default:
		return tool_set_field(options, asked, key, argument, state);
	}
}

/* Everything behind the first `--`; returns how many words stand before it. */
static int take_command(struct cml_submission_options *o, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--") != 0)
			continue;
		o->command = (const char *const *)&argv[i + 1];
		o->n_command = (size_t)(argc - i - 1);
		return i;
	}
	return argc;
}

enum cml_result tool_submit_options_read(struct tool_submit_options *asked, int argc, char **argv,
					 struct cml_error *err)
{
	static_assert(sizeof options / sizeof *options <= TOOL_SUBMIT_N_OPTIONS, "room for all");
	*asked = (struct tool_submit_options){
	    .submission = {.launcher = cml_launcher_kinds[0],
			   .wake = -1,
			   .retries = 3,
			   .repeats = 1,
			   .backoff_s = 10,
			   .launching = {.grace_s = 10, .poll_s = 10}}};
	tool_init(&asked->tool, "cml-submit");
	const struct argp_child children[] = {{&tool_table_argp, 0, NULL, 30}, {0}};
	const struct argp argp = {.options = options,
				  .parser = parse_option,
				  .args_doc = "[FILE...] -- COMMAND [ARG...]",
				  .doc = "Runs each configuration of a table as a job and writes "
					 "one row for each. {name} in "
					 "the command is replaced by the value of that column.",
				  .children = children};
	argc = take_command(&asked->submission, argc, argv);
	return tool_parse(&argp, argc, argv, asked, err);
}

void tool_submit_options_release(struct tool_submit_options *asked)
{
	free(asked->sbatch_arguments.texts);
	free(asked->limits.texts);
	free(asked->oom_patterns.texts);
	free(asked->infra_patterns.texts);
	cml_arena_release(&asked->gpus.arena);
}
