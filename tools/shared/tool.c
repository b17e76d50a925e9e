#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/number.h"
#include "base/text.h"
#include "tool_hyper.h"

#define CML_VERSION "0.1.0"
#define MAX_THREADS 4096

enum { OPTION_SEED = 0x200, OPTION_PRINT_OPTIONS };

const char *argp_program_bug_address = NULL;

static void print_version(FILE *stream, struct argp_state *state)
{
	fprintf(stream, "%s (CubicML toolkit) " CML_VERSION "\n", state->name);
}

void (*argp_program_version_hook)(FILE *, struct argp_state *) = print_version;

/* A standard descriptor that is closed would be given to the next file that is opened, and
 * messages would go into a history. It is replaced by one that cannot be used, so that
 * reading and writing still fail. */
static void hold_standard_descriptors(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			abort();
}

/* What --help, --usage and --version print, and argp ends the tool with. */
static void check_stdout(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return;
	fprintf(stderr, "%s: standard output: cannot write: %s\n", program_invocation_short_name,
		strerror(errno));
	_exit(TOOL_EXIT_FAILED);
}

void tool_init(struct tool *tool, const char *name)
{
	hold_standard_descriptors();
	atexit(check_stdout);
	memset(tool, 0, sizeof *tool);
	tool->name = name;
	tool->na_list = CML_NA_DEFAULT;
	tool->seed = 1;
	tool->progress = isatty(STDERR_FILENO) == 1;
	argp_err_exit_status = TOOL_EXIT_USAGE;
	/* A file size limit is an error of the write, with a message, like a full disk. */
	signal(SIGXFSZ, SIG_IGN);
}

error_t tool_list_add(struct tool_list *list, const char *text)
{
	const char **texts = realloc(list->texts, (list->n + 1) * sizeof *texts);
	if (!texts)
		return ENOMEM;
	list->texts = texts;
	texts[list->n++] = text;
	return 0;
}

#define SETS(type, field) TOOL_SETS(type, struct tool, field)
static const struct argp_option table_options[] = {
    {NULL, 0, NULL, 0, "Tables:", 10},
    {"output", SETS(TEXT, output_path), "FILE", 0,
     "write to FILE instead of standard output, atomically (temporary file and rename); gzip if it "
     "ends in .gz",
     10},
    TOOL_LETTER('o'),
    {"delimiter", 'd', "BYTE", 0,
     "cell separator, or tab (default: from the file name, else comma)", 10},
    {"na", SETS(TEXT, na_list), "LIST", 0,
     "comma-separated strings treated as missing; the first, before the comma, is the empty cell "
     "(default: that, and NA, NaN, nan, -nan, null, NULL, None, N/A, n/a, <NA>, \\N, #N/A)",
     10},
    {"print-options", OPTION_PRINT_OPTIONS, NULL, OPTION_HIDDEN, NULL, 10},
    {NULL, 0, NULL, 0, "Messages:", 20},
    {"quiet", 'q', NULL, 0, "print only errors", 20},
    {"verbose", SETS(FLAG, verbose), NULL, 0, "print more notes", 20},
    TOOL_LETTER('v'),
    {"progress", SETS(FLAG, progress), NULL, 0,
     "show progress (default: when standard error is a terminal)", 20},
    {NULL, 'h', NULL, OPTION_HIDDEN, NULL, 20}, /* as --help; it has no name to list */
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_table_option(int key, char *argument, struct argp_state *state)
{
	struct tool *tool = state->input;
	switch (key) {
	case 'd':
		if (strcmp(argument, "tab") == 0)
			tool->delimiter = '\t';
		else if (strlen(argument) == 1)
			tool->delimiter = argument[0];
		else
			argp_error(state, "--delimiter: not one byte, or tab: \"%s\"", argument);
		return 0;
	case 'q':
		tool->quiet = true;
		tool->progress = false;
		return 0;
	case OPTION_PRINT_OPTIONS:
		tool_print_options(state->root_argp);
		if (tool->kinds)
			tool->kinds->print(tool->kinds);
		exit(TOOL_EXIT_DONE);
	case 'h':
		argp_state_help(state, state->out_stream, ARGP_HELP_STD_HELP);
		return 0;
	case ARGP_KEY_ARG:
		return tool_list_add(&tool->files, argument);
	default:
		return tool_set_field(table_options, tool, key, argument, state);
	}
}

/* A prediction has its scratch there, in each thread. */
#define MIN_STACK ((size_t)2 << 20)

static error_t parse_threads_option(int key, char *argument, struct argp_state *state)
{
	struct tool *tool = state->input;
	struct rlimit stack;
	if (key == ARGP_KEY_END && getrlimit(RLIMIT_STACK, &stack) == 0 &&
	    stack.rlim_cur < MIN_STACK)
		argp_failure(state, TOOL_EXIT_FAILED, 0,
			     "the stack is limited to %zu KB, and %zu are needed: ulimit -s 8192",
			     (size_t)stack.rlim_cur >> 10, MIN_STACK >> 10);
	if (key != 'j')
		return ARGP_ERR_UNKNOWN;
	tool->n_threads = (unsigned)tool_parse_whole(state, "--threads", argument, MAX_THREADS);
	return 0;
}

static const struct argp_option bad_rows_option[] = {
    {"bad-rows", SETS(TEXT, bad_rows), "skip|FILE", 0,
     "skip rows with errors, or write them to FILE, instead of stopping at the first", 10},
    {NULL, 0, NULL, 0, NULL, 0},
};

/* Of the groups that have another as their child. */
static error_t parse_outer_option(int key, char *argument, struct argp_state *state)
{
	struct tool *tool = state->input;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = tool;
		return 0;
	case OPTION_SEED:
		if (!cml_parse_uint64(cml_slice_of(argument), &tool->seed))
			argp_error(state, "--seed: not a whole number from 0 to 2^64 - 1: \"%s\"",
				   argument);
		return 0;
	default:
		return tool_set_field(bad_rows_option, tool, key, argument, state);
	}
}

enum cml_result tool_parse(const struct argp *argp, int argc, char **argv, void *input,
			   struct cml_error *err)
{
	error_t error_number = argp_parse(argp, argc, argv, 0, NULL, input);
	if (error_number == 0)
		return CML_OK;
	return error_number == ENOMEM
		   ? cml_fail_memory(err)
		   : cml_fail_errno(err, error_number, "cannot read the command line");
}

static const struct argp_option threads_options[] = {
    {NULL, 0, NULL, 0, "Computation:", 5},
    {"threads", 'j', "N", 0, "threads; 0: one per processor (default 0). Never changes the output",
     5},
    {NULL, 0, NULL, 0, NULL, 0},
};

static const struct argp_option seed_option[] = {
    {"seed", OPTION_SEED, "N", 0, "random seed (default 1)", 5},
    {NULL, 0, NULL, 0, NULL, 0},
};

const struct argp tool_table_argp = {.options = table_options, .parser = parse_table_option};
static const struct argp_child table_child[] = {{&tool_table_argp, 0, NULL, 0}, {0}};
const struct argp tool_log_argp = {
    .options = bad_rows_option, .parser = parse_outer_option, .children = table_child};
const struct argp tool_threads_argp = {.options = threads_options, .parser = parse_threads_option};
static const struct argp_child threads_child[] = {{&tool_threads_argp, 0, NULL, 0}, {0}};
const struct argp tool_compute_argp = {
    .options = seed_option, .parser = parse_outer_option, .children = threads_child};

int tool_exit(struct tool *tool, enum cml_result status, const struct cml_error *err)
{
	free(tool->files.texts);
	tool->files = (struct tool_list){0};
	char text[CML_ERROR_TEXT_SIZE];
	if (status != CML_OK)
		fprintf(stderr, "%s: %s\n", tool->name, cml_error_format(err, text, sizeof text));
	switch (status) {
	case CML_OK:
		return TOOL_EXIT_DONE;
	case CML_BAD_USAGE:
		return TOOL_EXIT_USAGE;
	case CML_NOTHING:
		return TOOL_EXIT_NOTHING;
	default:
		return TOOL_EXIT_FAILED;
	}
}

/* Takes text. False: out of memory. */
static bool keep_note(struct tool_notes *notes, const char *format, char *text)
{
	size_t i = 0;
	while (i < notes->n && strcmp(notes->items[i].text, text) != 0)
		i++;
	if (i == notes->n) {
		if (!CML_RESERVE(&notes->items, &notes->capacity, notes->n + 1))
			return false;
		notes->items[notes->n++] = (struct tool_kept_note){.text = text, .format = format};
	} else {
		free(text);
	}
	notes->items[i].of |= UINT64_C(1) << notes->search;
	return true;
}

void tool_note(const struct tool *tool, const char *format, ...)
{
	char *text;
	if (tool->quiet)
		return;
	va_list arguments;
	va_start(arguments, format);
	int size = vasprintf(&text, format, arguments);
	va_end(arguments);
	if (size < 0 || (tool->notes && keep_note(tool->notes, format, text)))
		return;
	fprintf(stderr, "%s: %s\n", tool->name, text);
	free(text);
}

void tool_note_lines(const struct tool *tool, struct cml_slice text)
{
	struct cml_slice line;
	while (cml_slice_split(&text, '\n', &line))
		if (line.size > 0)
			tool_note(tool, "%.*s", (int)line.size, line.data);
}
