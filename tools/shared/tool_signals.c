/* A tool that gets a signal removes the unfinished files beside its outputs with
 * it. Part of tool.h. */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "tool.h"

#define MAX_FILES 4

/* A handler has no other way to know. Names stay when the files have got their
 * final ones: nothing is there any more, and nothing is removed. */
static char files[MAX_FILES][PATH_MAX];
static volatile sig_atomic_t n_files;

static void remove_and_end(int signal_number)
{
	for (sig_atomic_t i = 0; i < n_files; i++)
		unlink(files[i]);
	raise(signal_number); /* its default has been restored: ends the process */
}

static void remove_when_stopped(const struct cml_output *output, const sigset_t *stopping)
{
	struct sigaction action = {.sa_handler = remove_and_end, .sa_flags = (int)SA_RESETHAND};
	const char *path = cml_output_temporary(output);
	if (!path || n_files == MAX_FILES)
		return;
	snprintf(files[n_files], sizeof files[n_files], "%s", path);
	n_files++;
	sigemptyset(&action.sa_mask);
	for (int signal_number = 1; signal_number < NSIG; signal_number++) {
		struct sigaction old;
		/* Ignored signals (nohup) and handlers of the tool's own stay. */
		if (sigismember(stopping, signal_number) == 1 &&
		    sigaction(signal_number, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
			sigaction(signal_number, &action, NULL);
	}
}

enum cml_result tool_output_open_at(const char *path, struct cml_output **output,
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
