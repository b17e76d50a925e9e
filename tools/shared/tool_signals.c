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

void tool_remove_when_stopped(const struct cml_output *output)
{
	static const int signals[] = {SIGHUP, SIGINT, SIGTERM, SIGPIPE};
	struct sigaction action = {.sa_handler = remove_and_end, .sa_flags = (int)SA_RESETHAND};
	const char *path = cml_output_temporary(output);
	if (!path || n_files == MAX_FILES)
		return;
	snprintf(files[n_files], sizeof files[n_files], "%s", path);
	n_files++;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		struct sigaction old;
		/* Ignored signals (nohup) and handlers of the tool's own stay. */
		if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
			sigaction(signals[i], &action, NULL);
	}
}
