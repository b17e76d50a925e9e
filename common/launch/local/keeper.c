#include "launch/local/keeper.h"

#include "launch/local/keeper_process.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum cml_result cml_keeper_start(struct cml_keeper *keeper, const struct cml_job_folder *folder,
				 const cpu_set_t *cpus, struct cml_error *err)
{
	int ends[2];

	memset(keeper, 0, sizeof *keeper);
	enum cml_result status = cml_keeper_lock_take(&keeper->lock, folder->fd - 1, err);
	if (status != CML_OK)
		return status;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
		status = cml_fail_errno(err, errno, "a keeper's socket");
		cml_keeper_lock_release(&keeper->lock, folder->fd - 1);
		return status;
	}
	keeper->pid = fork();
	if (keeper->pid == 0) {
		close(ends[0]);
		if (cpus)
			sched_setaffinity(0, sizeof *cpus, cpus);
		cml_keeper_process(folder, &keeper->lock, ends[1]);
	}
	close(ends[1]);
	keeper->socket = ends[0] + 1;
	if (keeper->pid < 0) {
		status = cml_fail_errno(err, errno, "no keeper can be started");
		cml_keeper_lock_release(&keeper->lock, folder->fd - 1);
		keeper->pid = 0;
		cml_keeper_release(keeper);
		return status;
	}
	cml_keeper_lock_hand_over(&keeper->lock);
	return CML_OK;
}

/* A keeper that has gone is told of by cml_keeper_report. */
static enum cml_result send_order(struct cml_keeper *keeper, const struct cml_keeper_order *order,
				  struct cml_error *err)
{
	ssize_t size;

	do {
		size = send(keeper->socket - 1, order, sizeof *order, MSG_NOSIGNAL);
	} while (size < 0 && errno == EINTR);
	if (size < 0 && errno != EPIPE && errno != ECONNRESET)
		return cml_fail_errno(err, errno, "an order to a keeper");
	return CML_OK;
}

enum cml_result cml_keeper_run(struct cml_keeper *keeper, struct cml_attempt_id attempt,
			       struct cml_error *err)
{
	struct cml_keeper_order order;

	memset(&order, 0, sizeof order); /* its padding is sent too */
	order.attempt = attempt;
	return send_order(keeper, &order, err);
}

enum cml_result cml_keeper_end(struct cml_keeper *keeper, enum cml_job_stop why, bool hurry,
			       struct cml_error *err)
{
	struct cml_keeper_order order;

	memset(&order, 0, sizeof order);
	order.end = true;
	order.stop = why;
	order.hurry = hurry;
	return send_order(keeper, &order, err);
}

enum cml_result cml_keeper_settle(struct cml_keeper *keeper, struct cml_error *err)
{
	struct cml_keeper_order order;

	memset(&order, 0, sizeof order);
	order.settled = true;
	return send_order(keeper, &order, err);
}

enum cml_result cml_keeper_report(struct cml_keeper *keeper, struct cml_job_record *record,
				  struct cml_error *err)
{
	struct cml_keeper_answer answer;
	ssize_t size;

	do {
		size = recv(keeper->socket - 1, &answer, sizeof answer, MSG_DONTWAIT);
	} while (size < 0 && errno == EINTR);
	if (size < 0 && errno == EAGAIN)
		return CML_END;
	if (size < 0 && errno != ECONNRESET)
		return cml_fail_errno(err, errno, "a keeper's report");
	if (size != sizeof answer)
		return CML_NOTHING;
	*record = answer.record;
	return CML_OK;
}

void cml_keeper_release(struct cml_keeper *keeper)
{
	if (keeper->socket)
		close(keeper->socket - 1);
	if (keeper->pid > 0)
		waitpid(keeper->pid, NULL, WNOHANG);
	memset(keeper, 0, sizeof *keeper);
}
