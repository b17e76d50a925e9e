#include "launch/local/supervisor.h"

#include "base/file.h"
#include "launch/local/supervisor_process.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

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
		cml_supervisor_process(folder->fd, ends[1]);
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

/* One that has gone is told of by cml_supervisor_report. */
static enum cml_result send_order(struct cml_supervisor *supervisor,
				  struct cml_supervisor_order order, struct cml_error *err)
{
	ssize_t size =
	    TEMP_FAILURE_RETRY(send(supervisor->socket, &order, sizeof order, MSG_NOSIGNAL));

	if (size < 0 && errno != EPIPE && errno != ECONNRESET)
		return cml_fail_errno(err, errno, "an order to a supervisor");
	return CML_OK;
}

enum cml_result cml_supervisor_run(struct cml_supervisor *supervisor, struct cml_attempt_id attempt,
				   struct cml_error *err)
{
	struct cml_supervisor_order order = {
	    .what = CML_ORDER_RUN, .key = attempt.key, .number = attempt.number};

	return send_order(supervisor, order, err);
}

enum cml_result cml_supervisor_end(struct cml_supervisor *supervisor, enum cml_job_stop why,
				   bool hurry, struct cml_error *err)
{
	struct cml_supervisor_order order = {.what = CML_ORDER_END, .stop = why, .hurry = hurry};

	return send_order(supervisor, order, err);
}

enum cml_result cml_supervisor_settle(struct cml_supervisor *supervisor, struct cml_error *err)
{
	return send_order(supervisor, (struct cml_supervisor_order){.what = CML_ORDER_SETTLE}, err);
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
