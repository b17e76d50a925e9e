#include "launch/local/descendants.h"
#include "base/file.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* How often children are looked for anew while one of them does not end. */
#define LOOK_AGAIN_US 10000

void cml_signal_children(int signal_number)
{
	char path[64], text[4097] = "";

	snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)gettid());
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t size = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
	cml_file_close(fd);
	/* A list that is cut off misses some, and its last number may be cut too: those come up
	 * when the others have gone. */
	if (size == sizeof text - 1)
		strrchr(text, ' ')[1] = '\0';
	char *at = text;
	for (long pid; (pid = strtol(at, &at, 10)) > 0;)
		kill((pid_t)pid, signal_number);
}

void cml_kill_descendants(void)
{
	for (;;) {
		pid_t pid;

		cml_signal_children(SIGKILL);
		while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
			;
		if (pid < 0)
			return;
		usleep(LOOK_AGAIN_US);
	}
}
