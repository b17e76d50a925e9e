/* What a tool writes: which names may be written to, tables and their digits, and unfinished files,
 * which a tool that gets a signal removes. Part of tool.h. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool.h"

#define MAX_FILES 4

/* A handler has no other way to know. Names stay when the files have got their
 * final ones: nothing is there any more, and nothing is removed. */
static char unfinished[MAX_FILES][PATH_MAX];
static volatile sig_atomic_t n_unfinished;

static void remove_and_end(int signal_number)
{
	for (sig_atomic_t i = 0; i < n_unfinished; i++)
		unlink(unfinished[i]);
	raise(signal_number); /* its default has been restored: ends the process */
}

static void remove_when_stopped(const struct cml_output *output, const sigset_t *stopping)
{
	struct sigaction action = {.sa_handler = remove_and_end, .sa_flags = (int)SA_RESETHAND};
	const char *path = cml_output_temporary(output);
	if (!path || n_unfinished == MAX_FILES)
		return;
	snprintf(unfinished[n_unfinished], sizeof unfinished[n_unfinished], "%s", path);
	n_unfinished++;
	sigemptyset(&action.sa_mask);
	for (int signal_number = 1; signal_number < NSIG; signal_number++) {
		struct sigaction old;
		/* Ignored signals (nohup) and handlers of the tool's own stay. */
		if (sigismember(stopping, signal_number) == 1 &&
		    sigaction(signal_number, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
			sigaction(signal_number, &action, NULL);
	}
}

enum cml_result tool_output_open(const char *path, struct cml_output **output,
				 struct cml_error *err)
{
	sigset_t stopping, before;
	sigemptyset(&stopping);
	sigaddset(&stopping, SIGHUP);
	sigaddset(&stopping, SIGINT);
	sigaddset(&stopping, SIGTERM);
	sigaddset(&stopping, SIGPIPE);
	*output = NULL;
	/* One that comes between the file and its name among those to remove waits. */
	pthread_sigmask(SIG_BLOCK, &stopping, &before);
	enum cml_result status = cml_output_open(output, path, err);
	if (*output)
		remove_when_stopped(*output, &stopping);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return status;
}

bool tool_is_regular(const char *path)
{
	struct stat found;
	return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

/* "-" is the standard stream of that number. */
static bool status_of(const char *path, int standard, struct stat *status)
{
	return (strcmp(path, "-") == 0 ? fstat(standard, status) : stat(path, status)) == 0;
}

/* Whether an output and an input are the same regular file, or would be. */
static bool is_same_file(const char *output, const char *input)
{
	struct stat of_output, of_input;
	if (!status_of(output, STDOUT_FILENO, &of_output) ||
	    !status_of(input, STDIN_FILENO, &of_input))
		return strcmp(output, "-") != 0 && strcmp(output, input) == 0;
	return S_ISREG(of_output.st_mode) && of_output.st_dev == of_input.st_dev &&
	       of_output.st_ino == of_input.st_ino;
}

static enum cml_result check_output(const char *output, const char *const *inputs, size_t n,
				    struct cml_error *err)
{
	for (size_t i = 0; i < n; i++)
		if (inputs[i] && is_same_file(output, inputs[i]))
			return cml_fail(err, CML_BAD_USAGE,
					"%s would be written over: give the output another name",
					strcmp(inputs[i], "-") == 0 ? "standard input" : inputs[i]);
	return CML_OK;
}

/* What opening the output will say at the end of the work, said before it. */
static enum cml_result check_folder(const char *output, struct cml_error *err)
{
	const char *slash = strrchr(output, '/');
	if (!slash || slash == output)
		return CML_OK;
	AUTOFREE char *folder = strndup(output, (size_t)(slash - output));
	if (!folder)
		return cml_fail_memory(err);
	return access(folder, F_OK) == 0
		   ? CML_OK
		   : cml_fail_file(err, errno, "cannot open for writing", output);
}

enum cml_result tool_check_outputs(const struct tool *tool, const char *const *others, size_t n,
				   struct cml_error *err)
{
	static const char *const standard_input = "-";
	bool keeps_bad = tool->bad_rows && strcmp(tool->bad_rows, "skip") != 0;
	const char *const outputs[] = {tool_output_name(tool), keeps_bad ? tool->bad_rows : NULL,
				       tool->more_outputs[0], tool->more_outputs[1]};
	size_t n_outputs = sizeof outputs / sizeof *outputs;
	for (size_t i = 0; i < n_outputs; i++)
		if (outputs[i] &&
		    (check_folder(outputs[i], err) != CML_OK ||
		     check_output(outputs[i], tool->files.texts, tool->files.n, err) != CML_OK ||
		     check_output(outputs[i], others, n, err) != CML_OK ||
		     check_output(outputs[i], &standard_input, 1, err) != CML_OK ||
		     check_output(outputs[i], outputs + i + 1, n_outputs - i - 1, err) != CML_OK))
			return err->status;
	return CML_OK;
}

const char *tool_output_name(const struct tool *tool)
{
	return tool->output_path ? tool->output_path : "-";
}

enum cml_result tool_sheet_open(struct tool_sheet *sheet, const struct tool *tool, const char *path,
				char input_delimiter, struct cml_error *err)
{
	path = path ? path : tool->output_path;
	enum cml_result status = tool_output_open(path, &sheet->output, err);
	cml_table_writer_init(&sheet->writer, sheet->output,
			      tool->delimiter ? tool->delimiter
					      : cml_delimiter_for(path, input_delimiter));
	return status;
}

enum cml_result tool_sheet_commit(struct tool_sheet *sheet, struct cml_error *err)
{
	return sheet->output ? cml_output_commit(sheet->output, err) : CML_OK;
}

void tool_sheet_release(struct tool_sheet *sheet)
{
	cml_output_free(sheet->output);
	*sheet = (struct tool_sheet){0};
}

static const struct argp_option options[] = {TOOL_DIGITS_OPTION(TOOL_KEY(TOOL_SECOND, 0), 1),
					     {NULL, 0, NULL, 0, NULL, 0}};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	return tool_set_field(options, state->input, key, argument, state);
}

const struct argp tool_digits_argp = {.options = options, .parser = parse_option};
