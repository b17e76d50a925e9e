/* reaper [-t SECONDS] COMMAND...: runs a command, and ends with its exit code and without any
 * process that it started, also those that have left its process group, its session or their
 * parent.
 *
 * All that goes on when the command has ended, or when its SECONDS are over (exit 124), is killed,
 * and so it is on SIGINT, SIGTERM and SIGHUP and when the parent of the reaper dies, be it by
 * SIGKILL. What is still there some seconds after a command that succeeded is listed and makes it
 * fail (exit 125). TMPDIR of the command is a new folder, which is removed. Reapers may be nested:
 * when an outer one is killed with SIGKILL, the inner ones do their work. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	EXIT_TIMEOUT = 124,
	EXIT_LEFT_BEHIND = 125,
	EXIT_CANNOT_RUN = 126,
	GRACE_S = 10, /* for what ends by itself soon after the command */
	MAX_PROCESSES = 1 << 16
};

struct process {
	pid_t pid, parent;
	char state;
	bool is_descendant;
	char name[32];
};

struct processes {
	size_t n;
	struct process at[MAX_PROCESSES];
};

static struct processes processes;
static char folder[PATH_MAX];

static double now_s(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Of /proc/PID/stat: `pid (name) state parent ...`, where a name may hold anything. */
static bool read_process(const char *pid, struct process *process)
{
	char path[64], line[512];
	snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
	FILE *in = fopen(path, "re");
	if (!in)
		return false;
	size_t n = fread(line, 1, sizeof line - 1, in);
	fclose(in);
	line[n] = '\0';
	char *open = strchr(line, '('), *close = strrchr(line, ')');
	if (!open || !close || sscanf(close + 1, " %c %d", &process->state, &process->parent) != 2)
		return false;
	process->pid = atoi(pid);
	process->is_descendant = false;
	snprintf(process->name, sizeof process->name, "%.*s", (int)(close - open - 1), open + 1);
	return true;
}

static void list_processes(void)
{
	processes.n = 0;
	DIR *proc = opendir("/proc");
	if (!proc)
		return;
	for (struct dirent *entry; (entry = readdir(proc)) && processes.n < MAX_PROCESSES;)
		if (isdigit((unsigned char)entry->d_name[0]) &&
		    read_process(entry->d_name, &processes.at[processes.n]))
			processes.n++;
	closedir(proc);
}

/* Marks our descendants; returns how many of them live. */
static size_t find_descendants(void)
{
	static pid_t parents[MAX_PROCESSES + 1];
	size_t n_parents = 0, n_alive = 0;
	list_processes();
	parents[n_parents++] = getpid();
	for (size_t next = 0; next < n_parents; next++)
		for (size_t i = 0; i < processes.n; i++) {
			struct process *process = &processes.at[i];
			if (process->is_descendant || process->parent != parents[next])
				continue;
			process->is_descendant = true;
			parents[n_parents++] = process->pid;
			n_alive += process->state != 'Z';
		}
	return n_alive;
}

static void report_descendants(void)
{
	for (size_t i = 0; i < processes.n; i++)
		if (processes.at[i].is_descendant && processes.at[i].state != 'Z')
			fprintf(stderr, "left behind: %d %s\n", processes.at[i].pid,
				processes.at[i].name);
}

static void reap(void)
{
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
}

/* Again and again, as they may start others until the last is dead. */
static void kill_descendants(void)
{
	while (find_descendants() > 0) {
		for (size_t i = 0; i < processes.n; i++)
			if (processes.at[i].is_descendant)
				kill(processes.at[i].pid, SIGKILL);
		usleep(10000);
		reap();
	}
	reap();
}

static void make_folder(void)
{
	const char *parent = getenv("TMPDIR");
	snprintf(folder, sizeof folder, "%s/cml-test.XXXXXX", parent && *parent ? parent : "/tmp");
	if (!mkdtemp(folder)) {
		fprintf(stderr, "reaper: %s: %s\n", folder, strerror(errno));
		exit(EXIT_CANNOT_RUN);
	}
	/* The daemons of a test may have a user of their own. */
	chmod(folder, 0755);
	setenv("TMPDIR", folder, 1);
}

static void remove_folder(void)
{
	pid_t pid = fork();
	if (pid == 0) {
		execlp("rm", "rm", "-rf", folder, (char *)NULL);
		_exit(EXIT_CANNOT_RUN);
	}
	waitpid(pid, NULL, 0);
}

static void finish(int code)
{
	kill_descendants();
	remove_folder();
	exit(code);
}

/* Own session: what a terminal sends goes to the reaper alone. */
static pid_t start(char **command, const sigset_t *unblocked)
{
	pid_t pid = fork();
	if (pid < 0) {
		perror("reaper: fork");
		finish(EXIT_CANNOT_RUN);
	}
	if (pid > 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setsid();
	sigprocmask(SIG_SETMASK, unblocked, NULL);
	/* Ignored by some that run a check, and by shells of what is in the background. */
	signal(SIGPIPE, SIG_DFL);
	signal(SIGINT, SIG_DFL);
	execvp(command[0], command);
	perror(command[0]);
	_exit(EXIT_CANNOT_RUN);
}

/* Returns whether the command has ended, and its code as a shell has it. */
static bool has_ended(pid_t command, int *code)
{
	int status;
	for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
		if (pid == command) {
			*code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
			return true;
		}
	return false;
}

/* The signals blocked in our parent, a bit each. */
static unsigned long parent_blocks(void)
{
	char path[64], line[256];
	unsigned long blocked = 0;
	snprintf(path, sizeof path, "/proc/%d/status", getppid());
	FILE *in = fopen(path, "re");
	if (!in)
		return 0;
	while (fgets(line, sizeof line, in) && sscanf(line, "SigBlk: %lx", &blocked) != 1)
		;
	fclose(in);
	return blocked;
}

/* The signal that our parent is handling since the last look, or 0; make blocks signals for a
 * moment when it starts a command, too. */
static int parent_signal(unsigned long before, int *seen)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
	int found = 0;
	unsigned long blocked = parent_blocks() & ~before;
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (blocked >> (signals[i] - 1) & 1)
			found = signals[i];
	bool is_same = found == *seen;
	*seen = found;
	return is_same ? found : 0;
}

static void await(pid_t command, double timeout_s, const sigset_t *signals, int *code)
{
	double end = now_s() + timeout_s;
	unsigned long before = parent_blocks();
	int seen = 0;
	while (!has_ended(command, code)) {
		struct timespec second = {.tv_sec = 1};
		int signal = sigtimedwait(signals, NULL, &second);
		if (signal < 0) /* a quiet second */
			signal = parent_signal(before, &seen);
		if (signal > 0 && signal != SIGCHLD)
			finish(128 + signal);
		if (timeout_s > 0 && now_s() > end) {
			find_descendants();
			fprintf(stderr, "did not end within %g s\n", timeout_s);
			report_descendants();
			finish(EXIT_TIMEOUT);
		}
	}
}

static bool ends_soon(void)
{
	for (double end = now_s() + GRACE_S; find_descendants() > 0; reap()) {
		if (now_s() > end)
			return false;
		usleep(20000);
	}
	return true;
}

int main(int argc, char **argv)
{
	double timeout_s = 0;
	int first = 1, code = EXIT_CANNOT_RUN;
	if (argc > 2 && strcmp(argv[1], "-t") == 0) {
		timeout_s = atof(argv[2]);
		first = 3;
	}
	if (first >= argc) {
		fprintf(stderr, "usage: reaper [-t SECONDS] COMMAND...\n");
		return 2;
	}
	sigset_t signals, unblocked;
	sigemptyset(&signals);
	int wanted[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD};
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		sigaddset(&signals, wanted[i]);
	sigprocmask(SIG_BLOCK, &signals, &unblocked);
	signal(SIGCHLD, SIG_DFL);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	make_folder();
	await(start(&argv[first], &unblocked), timeout_s, &signals, &code);
	if (code == 0 && !ends_soon()) {
		report_descendants();
		code = EXIT_LEFT_BEHIND;
	}
	finish(code);
}
