#include "launch/local/supervisor.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

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
	closefrom(n_kept);
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
	closefrom(3);
	/* Signals of a shutdown reach the supervisor, too: the reaper ends after it. */
	for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
		signal(ignored[i], SIG_IGN);
	while ((pid = waitpid(-1, NULL, 0)) != supervisor && (pid > 0 || errno == EINTR))
		;
	cml_kill_descendants();
	_exit(0);
}

enum cml_result cml_supervisor_start(struct cml_supervisor *supervisor,
				     const struct cml_job_folder *folder, struct cml_error *err)
{
	int ends[2];

	*supervisor = cml_no_supervisor;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return cml_fail_errno(err, errno, "a supervisor's socket");
	pid_t pid = fork();
	if (pid == 0)
		run_reaper(folder->fd, ends[1]);
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

	/* One that has gone is reported by cml_supervisor_report. */
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
					   struct cml_attempt_id attempt, struct cml_error *err)
{
	int directory = cml_attempt_open(folder, attempt);
	int fd = directory < 0 ? -1
			       : openat(directory, CML_REQUEST_NAME,
					O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
	int error_number = fd < 0 ? errno : 0;

	cml_file_close(fd);
	cml_file_close(directory);
	if (error_number != 0 && error_number != ENOENT) /* its directory has been removed */
		return cml_fail_errno(err, error_number, "a request to end a job");
	return CML_OK;
}
