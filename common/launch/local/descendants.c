#include "launch/local/descendants.h"

#include "base/number.h"
#include "base/text.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* How often children are looked for anew while one of them does not end. */
#define LOOK_AGAIN_US 10000

static int open_children(void)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)gettid());
	return open(path, O_RDONLY | O_CLOEXEC);
}

static void signal_process(struct cml_slice word, int signal_number)
{
	int64_t pid;

	if (word.size > 0 && cml_parse_int(word, 1, INT32_MAX, &pid))
		kill((pid_t)pid, signal_number);
}

void cml_signal_children(int signal_number)
{
	char text[4096];
	int fd = open_children();
	ssize_t size = fd >= 0 ? read(fd, text, sizeof text) : 0;
	struct cml_slice rest = {text, size > 0 ? (size_t)size : 0}, word;
	bool started = false;

	/* A list that is cut off misses some, and its last word may be cut too: those come
	 * up when the others have gone. */
	if (rest.size == sizeof text)
		while (rest.size > 0 && rest.data[rest.size - 1] != ' ')
			rest.size--;
	while (cml_slice_split(&rest, ' ', &started, &word))
		signal_process(word, signal_number);
	if (fd >= 0)
		close(fd);
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
