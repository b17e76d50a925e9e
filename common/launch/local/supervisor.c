#include "launch/local/supervisor.h"

#include "base/file.h"
#include "launch/local/descendants.h"
#include "launch/local/local_job.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Locks that this process inherited, as the tool is a job itself: a supervisor of the tool's own
 * belongs to that job, too. */
static bool is_inherited_lock(int fd)
{
	struct stat about;
	int flags = fcntl(fd, F_GETFD);

	return flags >= 0 && !(flags & FD_CLOEXEC) && fstat(fd, &about) == 0 &&
	       S_ISDIR(about.st_mode);
}

/* Nothing of the tool's may stay open: whoever reads from its pipes waits for their end, and the
 * next tool for its locks. The folder is opened anew for that reason. *folder and *socket: their
 * new numbers. */
static bool let_go_of_the_tool(int *folder, int *socket)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	int kept[] = {null, null, null, *socket,
		      openat(*folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
	int n_kept = sizeof kept / sizeof *kept;

	for (int i = 0; i < n_kept; i++)
		if ((kept[i] = fcntl(kept[i], F_DUPFD_CLOEXEC, n_kept)) < 0)
			return false;
	for (int i = 0; i < n_kept; i++)
		if (dup3(kept[i], i, i > STDERR_FILENO ? O_CLOEXEC : 0) < 0)
			return false;
	for (int fd = CML_LOCK_FD; fd < CML_LOCK_FD_END; fd++)
		if (!is_inherited_lock(fd))
			close(fd);
	close_range((unsigned)n_kept, CML_LOCK_FD - 1, 0);
	close_range(CML_LOCK_FD_END, UINT_MAX, 0);
	*socket = 3;
	*folder = 4;
	return true;
}

/* The reaper, and through it the supervisor, in a process that was forked for it alone. socket is
 * the supervisor's end. */
static _Noreturn void run_reaper(int folder, int socket)
{
	static const int ignored[] = {SIGTERM, SIGINT, SIGHUP, SIGXCPU, SIGUSR1, SIGUSR2};
	pid_t supervisor, pid;

	setsid();
	prctl(PR_SET_NAME, "cml-reaper");
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	signal(SIGCHLD, SIG_DFL);
	if (!let_go_of_the_tool(&folder, &socket) || (supervisor = fork()) < 0)
		_exit(1);
	if (supervisor == 0) {
		cml_supervise_slot(folder, socket);
		_exit(0);
	}
	close_range(3, UINT_MAX, 0);
	/* Signals of a shutdown reach the supervisor, too: the reaper ends after it. */
	for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
		signal(ignored[i], SIG_IGN);
	while ((pid = waitpid(-1, NULL, 0)) != supervisor && (pid > 0 || errno == EINTR))
		;
	cml_kill_descendants();
	_exit(0);
}

enum cml_result cml_supervisor_start(struct cml_supervisor *supervisor,
				     const struct cml_job_folder *folder, const cpu_set_t *cpus,
				     struct cml_error *err)
{
	int ends[2];

	*supervisor = cml_no_supervisor;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return cml_fail_errno(err, errno, "a supervisor's socket");
	pid_t pid = fork();
	if (pid == 0) {
		if (cpus)
			sched_setaffinity(0, sizeof *cpus, cpus);
		run_reaper(folder->fd, ends[1]);
	}
	int error_number = errno;
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return cml_fail_errno(err, error_number, "no supervisor can be started");
	}
	*supervisor = (struct cml_supervisor){pid, ends[0]};
	return CML_OK;
}

enum cml_result cml_supervisor_send(struct cml_supervisor *supervisor,
				    struct cml_supervisor_order order, struct cml_error *err)
{
	ssize_t size =
	    TEMP_FAILURE_RETRY(send(supervisor->socket, &order, sizeof order, MSG_NOSIGNAL));

	/* One that has gone is told of by cml_supervisor_report. */
	if (size < 0 && errno != EPIPE && errno != ECONNRESET)
		return cml_fail_errno(err, errno, "an order to a supervisor");
	return CML_OK;
}

enum cml_result cml_supervisor_report(struct cml_supervisor *supervisor,
				      struct cml_job_record *record, struct cml_error *err)
{
	ssize_t size =
	    TEMP_FAILURE_RETRY(recv(supervisor->socket, record, sizeof *record, MSG_DONTWAIT));

	if (size < 0 && errno == EAGAIN)
		return CML_END;
	if (size < 0 && errno != ECONNRESET)
		return cml_fail_errno(err, errno, "a supervisor's report");
	return size == sizeof *record ? CML_OK : CML_NOTHING;
}

void cml_supervisor_release(struct cml_supervisor *supervisor)
{
	cml_file_close(supervisor->socket);
	if (supervisor->pid > 0)
		waitpid(supervisor->pid, NULL, WNOHANG);
	*supervisor = cml_no_supervisor;
}

enum cml_result cml_supervisor_request_end(const struct cml_job_folder *folder,
					   struct cml_attempt_id attempt, enum cml_job_stop why,
					   bool hurry, struct cml_error *err)
{
	const char *request = hurry                  ? CML_REQUEST_KILL
			      : why == CML_STOP_SLOW ? CML_REQUEST_SLOW
						     : CML_REQUEST_CANCEL;
	int fd = cml_attempt_open(folder, attempt);
	int error_number = fd < 0 ? errno : 0;

	if (fd >= 0) {
		unlinkat(fd, CML_REQUEST_NAME, 0);
		if (symlinkat(request, fd, CML_REQUEST_NAME) != 0)
			error_number = errno;
		close(fd);
	}
	if (error_number != 0 && error_number != ENOENT) /* its directory has been removed */
		return cml_fail_errno(err, error_number, "a request to end a job");
	return CML_OK;
}
