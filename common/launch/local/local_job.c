#include "launch/local/supervisor.h"

#include "base/clock.h"
#include "base/file.h"
#include "launch/job/template.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* How often children are looked for anew while one of them does not end. */
#define LOOK_AGAIN_US 10000

enum { STAGE_RUNS, STAGE_ASKED, STAGE_KILLED };

/* To every child of the calling thread, strays that it took in as a subreaper among them. Where the
 * kernel does not list children (no CONFIG_PROC_CHILDREN) nothing happens. */
static void signal_children(int signal_number)
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

		signal_children(SIGKILL);
		while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
			;
		if (pid < 0)
			return;
		usleep(LOOK_AGAIN_US);
	}
}

void cml_local_job_init(struct cml_local_job *job, const sigset_t *mask)
{
	memset(job, 0, sizeof *job);
	job->mask = *mask;
	job->due = INFINITY;
	cml_oom_watch_init(&job->oom);
}

void cml_local_job_release(struct cml_local_job *job)
{
	cml_oom_watch_release(&job->oom);
	cml_command_text_release(&job->text);
	memset(job, 0, sizeof *job);
}

/* Appending, so that a job that opens /dev/stderr anew does not write over itself. Locked, as the
 * directory is; where that cannot be, it has to do without. */
static int open_output(int directory_fd, const char *name)
{
	int fd =
	    openat(directory_fd, name, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);

	if (fd >= 0)
		flock(fd, LOCK_EX | LOCK_NB);
	return fd;
}

/* What the new process needs of this one, whose memory it shares until it executes. */
struct spawn_args {
	char **argv;
	char **environment;
	const sigset_t *mask;
	int directory;
	int output;
	int errors;
	pid_t supervisor;
	volatile int problem; /* errno of what failed */
};

/* Runs in the new process; system calls only. */
static void child_exec(struct spawn_args *args)
{
	/* Nothing of a job may go on when there is no process to write down its end. */
	if (setpgid(0, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 ||
	    dup2(args->output, STDOUT_FILENO) < 0 || dup2(args->errors, STDERR_FILENO) < 0 ||
	    fcntl(args->directory, F_DUPFD, CML_LOCK_FD) < 0)
		goto failed;
	if (getppid() != args->supervisor)
		_exit(127);
	sigprocmask(SIG_SETMASK, args->mask, NULL);
	execvpe(args->argv[0], args->argv, args->environment);
failed:
	args->problem = errno;
	_exit(127);
}

/* A function of its own: what a caller holds in registers would be changed by the child. */
static __attribute__((noinline)) pid_t spawn_vfork(struct spawn_args *args)
{
	pid_t pid = vfork();

	if (pid == 0)
		child_exec(args);
	return pid;
}

static void set_up_record(struct cml_local_job *job)
{
	job->record = (struct cml_job_record){.started = cml_clock_realtime_s(), .exit_code = -1};
	cml_host_name(job->record.host);
}

void cml_local_job_give_up(struct cml_local_job *job, const struct cml_error *err)
{
	set_up_record(job);
	job->record.start_errno = EAGAIN;
	snprintf(job->record.problem, sizeof job->record.problem, "%.*s",
		 (int)sizeof job->record.problem - 1, err->message);
}

/* The job that could not be started: it is over. */
static void record_problem(struct cml_local_job *job, const char *program, int problem)
{
	job->record.start_errno = problem;
	job->record.seconds = cml_clock_monotonic_s() - job->began;
	snprintf(job->record.problem, sizeof job->record.problem, "%.200s: %s", program,
		 strerror(problem));
}

static enum cml_result spawn(struct cml_local_job *job, const struct cml_command *command,
			     struct spawn_args *args, struct cml_error *err)
{
	cml_oom_watch_rose(&job->oom); /* what others lost until now is not this job's */
	pid_t pid = spawn_vfork(args);
	if (pid < 0)
		return cml_fail_errno(err, errno, "no process can be started");
	if (args->problem) {
		waitpid(pid, NULL, 0);
		record_problem(job, args->argv[0], args->problem);
		return CML_OK;
	}
	job->record.pid = job->pid = pid;
	job->left = false;
	job->stage = STAGE_RUNS;
	job->due = command->timeout_s > 0 ? job->began + command->timeout_s : INFINITY;
	return CML_OK;
}

/* What it opens and allocates in args is the caller's to release. */
static enum cml_result start(struct cml_local_job *job, bool chdir_first, struct spawn_args *args,
			     struct cml_error *err)
{
	struct cml_command command;

	if (cml_command_read(args->directory, &job->text, &command, err) != CML_OK ||
	    cml_environment_merge(command.environment, environ, &args->environment, err) != CML_OK)
		return err->status;
	if (!CML_NEW(&args->argv, cml_strings_count(command.argv) + 1))
		return cml_fail_memory(err);
	cml_strings_vector(command.argv, args->argv);
	args->output = open_output(args->directory, CML_STDOUT_NAME);
	args->errors = open_output(args->directory, CML_STDERR_NAME);
	if (args->output < 0 || args->errors < 0)
		return cml_fail_errno(err, errno, "the job's output");
	set_up_record(job);
	job->is_in_batch = chdir_first;
	job->began = cml_clock_monotonic_s();
	job->grace_s = command.grace_s;
	if (!chdir_first || chdir(command.cwd.data) == 0)
		return spawn(job, &command, args, err);
	record_problem(job, command.cwd.data, errno);
	return CML_OK;
}

enum cml_result cml_local_job_start(struct cml_local_job *job, int directory_fd, bool chdir_first,
				    struct cml_error *err)
{
	struct spawn_args args = {.mask = &job->mask,
				  .directory = directory_fd,
				  .output = -1,
				  .errors = -1,
				  .supervisor = getpid()};
	enum cml_result status = start(job, chdir_first, &args, err);

	cml_file_close(args.output);
	cml_file_close(args.errors);
	free(args.environment);
	free(args.argv);
	return status;
}

bool cml_local_job_runs(const struct cml_local_job *job)
{
	return job->pid > 0;
}

double cml_local_job_wait(const struct cml_local_job *job)
{
	return fmax(0, job->due - cml_clock_monotonic_s());
}

void cml_local_job_signal(const struct cml_local_job *job, int signal_number)
{
	if (job->pid > 0 && !job->left)
		kill(-job->pid, signal_number);
	else if (job->left)
		signal_children(signal_number);
}

static void ask(struct cml_local_job *job)
{
	job->stage = STAGE_ASKED;
	cml_local_job_signal(job, SIGTERM);
	cml_local_job_signal(job, SIGCONT); /* one that is stopped could not follow */
	job->due = cml_clock_monotonic_s() + job->grace_s;
}

static void force(struct cml_local_job *job)
{
	job->stage = STAGE_KILLED;
	if (!job->left)
		kill(-job->pid, SIGKILL);
	signal_children(SIGKILL);
	/* What these started comes to this process only now. */
	job->due = cml_clock_monotonic_s() + 0.1;
}

void cml_local_job_tick(struct cml_local_job *job)
{
	if (cml_local_job_wait(job) > 0)
		return;
	if (job->stage == STAGE_RUNS) {
		if (!job->left && job->record.stop == CML_STOP_NONE)
			job->record.stop = CML_STOP_TIMEOUT;
		job->record.strays = job->left;
		ask(job);
	} else {
		force(job);
	}
}

void cml_local_job_end(struct cml_local_job *job, bool hurry)
{
	if (job->pid == 0)
		return;
	if (job->record.stop == CML_STOP_NONE && !job->left)
		job->record.stop = CML_STOP_CANCELLED;
	if (hurry)
		force(job);
	else if (job->stage == STAGE_RUNS)
		ask(job);
}

static void record_end(struct cml_local_job *job, int how)
{
	struct cml_job_record *record = &job->record;

	record->seconds = cml_clock_monotonic_s() - job->began;
	if (WIFSIGNALED(how))
		record->signal = WTERMSIG(how);
	else
		record->exit_code = WEXITSTATUS(how);
	/* Shells report a killed child by 128 + n; a launcher of several processes says 1, and a
	 * pipe 0, of which a scheduler says more. */
	if ((how != 0 || job->is_in_batch) && cml_oom_watch_rose(&job->oom) &&
	    job->stage == STAGE_RUNS)
		record->out_of_memory = record->signal == SIGKILL || record->exit_code >= 0;
}

void cml_local_job_reap(struct cml_local_job *job)
{
	pid_t pid;
	int how;

	while ((pid = waitpid(-1, &how, WNOHANG)) > 0) {
		if (pid != job->pid || job->left)
			continue;
		record_end(job, how);
		job->left = true;
		if (job->stage == STAGE_RUNS)
			job->due = cml_clock_monotonic_s() + CML_LINGER_S;
	}
	/* No child: nothing that the job started runs any more. */
	if (pid < 0 && errno == ECHILD && job->left) {
		job->pid = 0;
		job->left = false;
		job->due = INFINITY;
	} else if (job->left && job->stage == STAGE_KILLED) {
		signal_children(SIGKILL);
	}
}

#define COUNT_NAME "oom_kill " /* begins no other name in any of the files */

/* The file from its beginning, terminated; empty where it cannot be read. */
static void read_text(int fd, char *text, size_t size)
{
	ssize_t n = fd >= 0 ? pread(fd, text, size - 1, 0) : -1;

	text[n > 0 ? n : 0] = '\0';
}

/* The count in the file, or -1 where it has none. */
static int64_t read_count(int fd)
{
	char text[8192];

	read_text(fd, text, sizeof text);
	const char *name = strstr(text, COUNT_NAME);
	return name ? strtoll(name + strlen(COUNT_NAME), NULL, 10) : -1;
}

static bool watch_file(struct cml_oom_watch *watch, const char *path)
{
	watch->fd = open(path, O_RDONLY | O_CLOEXEC);
	watch->count = read_count(watch->fd);
	if (watch->count < 0)
		cml_oom_watch_release(watch);
	return watch->count >= 0;
}

/* The file `before CGROUP after` of the cgroup that stands behind a mark in /proc/self/cgroup. */
static bool watch_cgroup(struct cml_oom_watch *watch, const char *groups, const char *mark,
			 const char *before, const char *after)
{
	const char *group = strstr(groups, mark);
	char path[PATH_MAX];

	if (!group)
		return false;
	group += strlen(mark);
	snprintf(path, sizeof path, "%s%.*s/%s", before, (int)strcspn(group, "\n"), group, after);
	return watch_file(watch, path);
}

void cml_oom_watch_init(struct cml_oom_watch *watch)
{
	char groups[4096];
	int fd = open("/proc/self/cgroup", O_RDONLY | O_CLOEXEC);

	read_text(fd, groups, sizeof groups);
	cml_file_close(fd);
	/* Lines `4:memory:/a/b` of version 1, `0::/a/b` of version 2. */
	if (!watch_cgroup(watch, groups, ":memory:", "/sys/fs/cgroup/memory",
			  "memory.oom_control") &&
	    !watch_cgroup(watch, groups, "0::", "/sys/fs/cgroup", "memory.events"))
		watch_file(watch, "/proc/vmstat");
}

void cml_oom_watch_release(struct cml_oom_watch *watch)
{
	cml_file_close(watch->fd);
	watch->fd = -1;
}

bool cml_oom_watch_rose(struct cml_oom_watch *watch)
{
	int64_t count = read_count(watch->fd);
	bool rose = count > watch->count;

	if (count >= 0)
		watch->count = count;
	return rose;
}
