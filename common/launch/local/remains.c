#include "launch/local/remains.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "launch/local/keeper_lock.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <unistd.h>

/* How often the processes are gone through, and the pause between. */
#define ROUNDS 200
#define PAUSE_US 10000

/* How an attempt's processes are told from others. */
struct mark {
	char keeper[CML_KEEPER_NAME_SIZE]; /* empty: none */
	struct stat outputs[2];            /* st_ino 0: no such file */
};

struct process {
	pid_t pid, parent;
	long long began; /* in ticks since the machine started */
	bool marked;
};

/* All processes of this machine that run. Zeroed is empty. */
struct processes {
	struct process *all;
	size_t n;
	size_t capacity;
	struct cml_buffer environment; /* of one of them */
};

void cml_remains_mark(const char *keeper)
{
	char names[4096];
	const char *above = getenv(CML_KEEPER_VARIABLE);
	int size =
	    snprintf(names, sizeof names, "%s%s%s", above ? above : "", above ? ":" : "", keeper);

	setenv(CML_KEEPER_VARIABLE, size < (int)sizeof names ? names : keeper, 1);
}

/* False for one that has ended. */
static bool read_process(pid_t pid, struct process *process)
{
	char path[64], text[1024], state;
	size_t size = 0;
	int parent;

	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || cml_file_read(fd, text, sizeof text - 1, 0, &size) != 0)
		size = 0;
	if (fd >= 0)
		close(fd);
	text[size] = '\0';
	/* The name, in parentheses, may hold any bytes. */
	const char *behind_name = strrchr(text, ')');
	*process = (struct process){.pid = pid};
	if (!behind_name ||
	    sscanf(
		behind_name + 1,
		" %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %lld",
		&state, &parent, &process->began) != 3)
		return false;
	process->parent = parent;
	return state != 'Z' && state != 'X';
}

static bool read_environment(pid_t pid, struct cml_buffer *environment)
{
	char path[64], piece[16384];
	bool kept = true;
	ssize_t size;

	cml_buffer_clear(environment);
	snprintf(path, sizeof path, "/proc/%d/environ", pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	while (kept && fd >= 0 && (size = read(fd, piece, sizeof piece)) > 0)
		kept = cml_buffer_append(environment, piece, (size_t)size);
	if (fd >= 0)
		close(fd);
	return kept && cml_buffer_append(environment, "", 1);
}

/* Whether an environment, strings with a NUL behind each, names the keeper. */
static bool names_keeper(const struct cml_buffer *environment, const char *keeper)
{
	static const char variable[] = CML_KEEPER_VARIABLE "=";
	const char *end = environment->data + environment->size;
	size_t size;

	for (const char *at = environment->data; at < end; at += size + 1) {
		struct cml_slice rest, name;
		bool started = false;

		size = strlen(at);
		if (strncmp(at, variable, sizeof variable - 1) != 0)
			continue;
		rest = (struct cml_slice){at + sizeof variable - 1, size - sizeof variable + 1};
		while (cml_slice_split(&rest, ':', &started, &name))
			if (cml_slice_is(name, keeper))
				return true;
	}
	return false;
}

static bool has_output(pid_t pid, const struct mark *mark)
{
	char path[64];
	struct stat stat_;

	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
		snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, fd);
		if (stat(path, &stat_) != 0)
			continue;
		for (int i = 0; i < 2; i++)
			if (mark->outputs[i].st_ino != 0 &&
			    stat_.st_ino == mark->outputs[i].st_ino &&
			    stat_.st_dev == mark->outputs[i].st_dev)
				return true;
	}
	return false;
}

static bool is_marked(struct processes *processes, pid_t pid, const struct mark *mark)
{
	return has_output(pid, mark) ||
	       (mark->keeper[0] != '\0' && read_environment(pid, &processes->environment) &&
		names_keeper(&processes->environment, mark->keeper));
}

static bool list(struct processes *processes, const struct mark *mark)
{
	DIR *listing = opendir("/proc");
	struct dirent *entry;
	bool kept = listing != NULL;

	processes->n = 0;
	while (kept && (entry = readdir(listing)) != NULL) {
		struct process process;
		int64_t pid;

		if (!cml_parse_int(cml_slice_of(entry->d_name), 1, INT32_MAX, &pid) ||
		    pid == getpid() || !read_process((pid_t)pid, &process))
			continue;
		process.marked = is_marked(processes, process.pid, mark);
		kept = cml_array_reserve((void **)&processes->all, &processes->capacity,
					 processes->n + 1, sizeof process);
		if (kept)
			processes->all[processes->n++] = process;
	}
	if (listing)
		closedir(listing);
	return kept;
}

/* Marks all that descends from a marked one. */
static void spread(struct processes *processes)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (size_t i = 0; i < processes->n; i++) {
			struct process *child = &processes->all[i];

			for (size_t j = 0; j < processes->n && !child->marked; j++)
				if (processes->all[j].marked &&
				    processes->all[j].pid == child->parent)
					changed = child->marked = true;
		}
	}
}

/* The number may be another process's by now: that began later. */
static void kill_process(const struct process *process)
{
	struct process now;
	int pidfd = pidfd_open(process->pid, 0);

	if (pidfd < 0)
		return;
	if (read_process(process->pid, &now) && now.began == process->began)
		pidfd_send_signal(pidfd, SIGKILL, NULL, 0);
	close(pidfd);
}

static bool kill_marked(struct processes *processes)
{
	bool any = false;

	for (size_t i = 0; i < processes->n; i++) {
		if (!processes->all[i].marked)
			continue;
		any = true;
		kill_process(&processes->all[i]);
	}
	return any;
}

static struct mark find_mark(int attempt_fd)
{
	static const char *const outputs[] = {"stdout", "stderr"};
	char link[sizeof CML_KEEPERS + 4 + CML_KEEPER_NAME_SIZE];
	ssize_t size = readlinkat(attempt_fd, CML_KEEPER_LINK, link, sizeof link - 1);
	struct mark mark = {.keeper = ""};

	link[size > 0 ? size : 0] = '\0';
	const char *slash = strrchr(link, '/');
	if (slash)
		snprintf(mark.keeper, sizeof mark.keeper, "%.*s", CML_KEEPER_NAME_SIZE - 1,
			 slash + 1);
	for (int i = 0; i < 2; i++)
		if (fstatat(attempt_fd, outputs[i], &mark.outputs[i], AT_SYMLINK_NOFOLLOW) != 0 ||
		    !S_ISREG(mark.outputs[i].st_mode))
			mark.outputs[i].st_ino = 0;
	return mark;
}

bool cml_remains_end(const struct cml_job_folder *folder, struct cml_attempt_id attempt)
{
	char name[CML_ATTEMPT_NAME_SIZE];
	struct processes processes = {0};
	bool left = true;

	cml_attempt_name(attempt, name);
	int fd = openat(folder->fd - 1, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return true;
	struct mark mark = find_mark(fd);
	close(fd);
	for (int round = 0; left && round < ROUNDS; round++) {
		if (round > 0)
			usleep(PAUSE_US);
		if (!list(&processes, &mark))
			break;
		spread(&processes);
		left = kill_marked(&processes);
	}
	free(processes.all);
	cml_buffer_release(&processes.environment);
	return !left;
}
