/* reaper [-t SECONDS] [-c FILE] COMMAND...: runs a command, and ends with its exit code and without
 * any process that it started, also those that have left its process group, its session or their
 * parent.
 *
 * All that goes on when the command has ended, or when its SECONDS are over (exit 124), is killed,
 * and so it is on SIGINT, SIGTERM and SIGHUP and when the parent of the reaper dies, be it by
 * SIGKILL. What does not end by itself soon after a command that succeeded is listed and makes it
 * fail (exit 125). Reapers may be nested: when an outer one is killed with SIGKILL, the inner ones
 * do their work.
 *
 * WORK and TMPDIR of the command are new folders, which are removed when nothing is left that
 * writes into them. Its descriptor 7 has a line every 100 ms, if the one before was read: wait.sh
 * waits by it without a process.
 *
 * With -c it adds a line to FILE: how many processes were started for the command, by itself and by
 * others, without threads; none where the kernel does not let it count. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	EXIT_TIMEOUT = 124,
	EXIT_LEFT_BEHIND = 125,
	EXIT_CANNOT_RUN = 126,
	MAX_QUIET = 500,  /* looks at what is left and does not run: it is not about to end */
	MAX_LOOKS = 6000, /* at what is left, 20 ms each */
	TICKS_FD = 7,
	MAX_PROCESSES = 1 << 16,
	MAX_PROCESSORS = 1 << 12,
	RING_BYTES = 1 << 15,
	TICKS_PER_S = 10
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

/* What the kernel writes when a process or thread begins (PERF_RECORD_FORK) or ends:
 * perf_event_open(2). */
struct record {
	struct perf_event_header header;
	unsigned pid, parent, thread, parent_thread;
	unsigned long long time;
};

/* A ring of records for each processor, overwritten when nobody looks for long. */
struct ring {
	struct perf_event_mmap_page *head;
	const struct record *records;
	unsigned long long seen; /* bytes */
};

static int ticks[2];
static const char *count_file;
static size_t n_rings;
static struct ring rings[MAX_PROCESSORS];
static unsigned long long n_started;

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

/* The daemons of a test may have a user of their own. */
static void make_part(const char *variable, const char *name)
{
	char path[PATH_MAX + 4];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	mkdir(path, 0755);
	chmod(folder, 0755);
	chmod(path, 0755);
	setenv(variable, path, 1);
}

/* A short name: Slurm's sockets are below, and a path of one has 108 bytes. */
static void make_folder(void)
{
	const char *parent = getenv("TMPDIR");
	parent = parent && *parent ? parent : "/tmp";
	snprintf(folder, sizeof folder, "%s/r%d", parent, getpid());
	for (int i = 1; mkdir(folder, 0755) != 0; i++) {
		if (errno != EEXIST) {
			fprintf(stderr, "reaper: %s: %s\n", folder, strerror(errno));
			exit(EXIT_CANNOT_RUN);
		}
		snprintf(folder, sizeof folder, "%s/r%d.%d", parent, getpid(), i);
	}
	make_part("WORK", "w");
	make_part("TMPDIR", "t");
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *where)
{
	(void)status, (void)type, (void)where;
	remove(path);
	return 0;
}

static void remove_folder(void)
{
	nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* For what is started from here on. */
static bool count_on(int processor)
{
	struct perf_event_attr event = {
	    .type = PERF_TYPE_SOFTWARE,
	    .config = PERF_COUNT_SW_DUMMY,
	    .size = sizeof event,
	    .inherit = 1,
	    .task = 1,
	    .exclude_kernel = 1,
	};
	int fd = (int)syscall(SYS_perf_event_open, &event, 0, processor, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return errno == ENODEV; /* switched off */
	size_t page = (size_t)getpagesize();
	char *ring = mmap(NULL, page + RING_BYTES, PROT_READ, MAP_SHARED, fd, 0);
	if (ring == MAP_FAILED)
		return false;
	rings[n_rings].head = (struct perf_event_mmap_page *)ring;
	rings[n_rings++].records = (const struct record *)(ring + page);
	return true;
}

static void begin_count(void)
{
	long n = sysconf(_SC_NPROCESSORS_CONF);
	for (int i = 0; count_file && i < n; i++)
		if (i >= MAX_PROCESSORS || !count_on(i))
			count_file = NULL;
}

/* Of what was overwritten, every other record is taken for a process that began. */
static void count_ring(struct ring *ring)
{
	unsigned long long head = __atomic_load_n(&ring->head->data_head, __ATOMIC_ACQUIRE);
	if (head - ring->seen > RING_BYTES) {
		n_started += (head - ring->seen - RING_BYTES) / (2 * sizeof(struct record));
		ring->seen = head - RING_BYTES;
	}
	for (; ring->seen < head; ring->seen += sizeof(struct record)) {
		const struct record *record =
		    &ring->records[ring->seen % RING_BYTES / sizeof(struct record)];
		n_started +=
		    record->header.type == PERF_RECORD_FORK && record->pid == record->thread;
	}
}

static void count_processes(void)
{
	for (size_t i = 0; i < n_rings; i++)
		count_ring(&rings[i]);
}

static void write_count(void)
{
	FILE *out = count_file ? fopen(count_file, "ae") : NULL;
	if (!out)
		return;
	count_processes();
	fprintf(out, "%llu\n", n_started);
	fclose(out);
}

static void finish(int code)
{
	kill_descendants();
	remove_folder();
	write_count();
	exit(code);
}

/* For whoever waits; nobody may. */
static void tick(void)
{
	int n_unread = 0;
	if (ioctl(ticks[1], FIONREAD, &n_unread) == 0 && n_unread == 0)
		n_unread = (int)write(ticks[1], "\n", 1);
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
	dup2(ticks[0], TICKS_FD);
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
	for (unsigned n_quiet = 0; !has_ended(command, code); count_processes(), tick()) {
		struct timespec pause = {.tv_nsec = 1000000000 / TICKS_PER_S};
		int signal = sigtimedwait(signals, NULL, &pause);
		if (signal < 0 && ++n_quiet % TICKS_PER_S == 0)
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

static bool is_any_running(void)
{
	for (size_t i = 0; i < processes.n; i++)
		if (processes.at[i].is_descendant && processes.at[i].state == 'R')
			return true;
	return false;
}

/* What waits for its turn on a busy machine may be about to end. */
static bool ends_soon(void)
{
	int n_quiet = 0;
	for (int n_looks = 0; find_descendants() > 0; n_looks++, reap()) {
		n_quiet += !is_any_running();
		if (n_quiet > MAX_QUIET || n_looks > MAX_LOOKS)
			return false;
		usleep(20000);
	}
	return true;
}

int main(int argc, char **argv)
{
	double timeout_s = 0;
	int code = EXIT_CANNOT_RUN;
	for (int option; (option = getopt(argc, argv, "+t:c:")) != -1;)
		if (option == 't')
			timeout_s = atof(optarg);
		else if (option == 'c')
			count_file = optarg;
		else
			optind = argc;
	if (optind >= argc) {
		fprintf(stderr, "usage: reaper [-t SECONDS] [-c FILE] COMMAND...\n");
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
	begin_count();
	if (pipe2(ticks, O_CLOEXEC) != 0) {
		perror("reaper: pipe");
		finish(EXIT_CANNOT_RUN);
	}
	await(start(&argv[optind], &unblocked), timeout_s, &signals, &code);
	if (code == 0 && !ends_soon()) {
		report_descendants();
		code = EXIT_LEFT_BEHIND;
	}
	finish(code);
}
