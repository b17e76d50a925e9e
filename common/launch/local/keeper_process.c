#include "launch/local/keeper_process.h"

#include "launch/local/descendants.h"
#include "launch/local/keeper.h"
#include "launch/local/keeper_job.h"
#include "launch/local/remains.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Jobs shorter than this are run again, should the machine go down before their rows are on
 * the disk: a sync of each record would take longer than they did. */
#define SYNC_FROM_S 1.0

/* How often, once a second, a record is tried to write for which there was no room. */
#define RECORD_PATIENCE 600
#define RECORD_PAUSE_MS 1000

/* A logout or a shutdown signals all processes within milliseconds: so long is its signal to this
 * one waited for, where one may have ended the job. */
#define SHUTDOWN_PAUSE_MS 300

/* What the kernel sends to a keeper whose guard has died. */
#define GUARD_GONE SIGRTMIN

int cml_keeper_signals(sigset_t *old)
{
	const int signals[] = {SIGCHLD, SIGTERM, SIGINT, SIGXCPU, SIGUSR1, SIGUSR2, GUARD_GONE};
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaddset(&set, signals[i]);
	if (sigprocmask(SIG_BLOCK, &set, old) != 0)
		return -1;
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

struct keeping {
	const struct cml_job_folder *folder;
	int socket; /* -1: the tool has gone */
	int signals;
	int directory;   /* of the job that runs */
	bool unwritten;  /* the record of the last job, whose directory is still open */
	int patience;    /* how often it is tried again */
	bool over;       /* the job, but not its record: it may be that all are being ended */
	bool guard_gone; /* nobody would end what the job started, if this process were killed */
	struct cml_keeper_job job;
};

static void let_go_of_directory(struct keeping *keeping)
{
	close(keeping->directory);
	keeping->directory = -1;
	keeping->unwritten = false;
}

/* Tries to write the record; true when that is over, well or not. A file system that is full
 * fails here if it did not when the job ended. */
static bool write_record(struct keeping *keeping, bool sync)
{
	struct cml_job_record *record = &keeping->job.record;
	struct cml_error err;
	bool can_wait;

	if (cml_job_record_write(keeping->directory, record, sync, &can_wait, &err) != CML_OK &&
	    can_wait) {
		/* Only a file system that is full is called so. */
		if (!record->no_space && record->problem[0] == '\0')
			snprintf(record->problem, sizeof record->problem, "%.*s",
				 (int)sizeof record->problem - 1, err.message);
		record->no_space = true;
		return false;
	}
	let_go_of_directory(keeping);
	return true;
}

/* Writes the record, then tells the tool. A record that cannot be written (a full disk) is
 * told all the same, as the history may be elsewhere, and tried again until it can, or until
 * the tool says that the row is in the history. */
static void finish_job(struct keeping *keeping)
{
	bool sync = keeping->socket < 0 || keeping->job.record.seconds >= SYNC_FROM_S;

	keeping->over = false;
	cml_keeper_job_note_space(&keeping->job, keeping->directory);
	keeping->unwritten = !write_record(keeping, sync);
	keeping->patience = RECORD_PATIENCE;
	struct cml_keeper_answer answer = {keeping->job.record};
	if (keeping->socket >= 0 &&
	    send(keeping->socket, &answer, sizeof answer, MSG_NOSIGNAL) < 0) {
		close(keeping->socket);
		keeping->socket = -1;
	}
}

static bool start_job(struct keeping *keeping, struct cml_attempt_id attempt)
{
	char name[CML_ATTEMPT_NAME_SIZE];
	struct cml_error err;

	/* Its job is in the history by now, or the disk would not have taken this claim. */
	if (keeping->unwritten)
		let_go_of_directory(keeping);
	cml_attempt_name(attempt, name);
	keeping->directory =
	    openat(keeping->folder->fd - 1, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (keeping->directory < 0)
		return false;
	/* A record keeps the reason, where nothing at all would be left without one. */
	if (cml_keeper_job_start(&keeping->job, keeping->directory, false, &err) != CML_OK)
		cml_keeper_job_give_up(&keeping->job, &err);
	if (!cml_keeper_job_runs(&keeping->job))
		finish_job(keeping);
	return true;
}

/* False: this keeper cannot go on. */
static bool take_order(struct keeping *keeping)
{
	struct cml_keeper_order order;
	ssize_t size = recv(keeping->socket, &order, sizeof order, MSG_DONTWAIT);

	if (size < 0 && (errno == EAGAIN || errno == EINTR))
		return true;
	if (size != sizeof order) {
		close(keeping->socket);
		keeping->socket = -1;
		return true;
	}
	if (order.settled) {
		if (keeping->unwritten)
			let_go_of_directory(keeping);
		return true;
	}
	if (!order.end)
		return start_job(keeping, order.attempt);
	cml_keeper_job_end(&keeping->job, order.stop, order.hurry);
	return true;
}

/* From a tool that took the job over when the one that started it had gone; while that
 * lives, it alone decides. */
static void obey(struct keeping *keeping, enum cml_job_stop stop)
{
	if (keeping->socket < 0)
		cml_keeper_job_end(&keeping->job, stop, keeping->job.record.stop == stop);
}

/* False: this keeper is to end. */
static bool take_signal(struct keeping *keeping, int signal_number)
{
	if (signal_number == GUARD_GONE) {
		keeping->guard_gone = true;
		cml_keeper_job_end(&keeping->job, CML_STOP_NONE, true);
		return cml_keeper_job_runs(&keeping->job);
	}
	if (signal_number == CML_KEEPER_SIGNAL_CANCEL) {
		obey(keeping, CML_STOP_CANCELLED);
	} else if (signal_number == CML_KEEPER_SIGNAL_SLOW) {
		obey(keeping, CML_STOP_SLOW);
	} else if (signal_number != SIGCHLD) {
		bool again = keeping->job.record.notified != 0;

		keeping->job.record.notified = signal_number;
		keeping->job.record.shutdown = signal_number != SIGXCPU;
		if (keeping->over)
			finish_job(keeping);
		if (!cml_keeper_job_runs(&keeping->job))
			return false;
		cml_keeper_job_end(&keeping->job, CML_STOP_CANCELLED, again);
	}
	return true;
}

static bool take_signals(struct keeping *keeping)
{
	struct signalfd_siginfo info;

	while (read(keeping->signals, &info, sizeof info) == sizeof info)
		if (!take_signal(keeping, (int)info.ssi_signo))
			return false;
	if (!cml_keeper_job_runs(&keeping->job))
		return true;
	cml_keeper_job_reap(&keeping->job);
	if (cml_keeper_job_runs(&keeping->job))
		return true;
	/* Killed for no reason of its own: without a record it counts as lost. */
	if (keeping->guard_gone)
		return false;
	keeping->over = cml_keeper_job_was_signalled(&keeping->job);
	if (keeping->over)
		return true;
	/* After a signal from outside, which would have ended any other process, so ends this. */
	finish_job(keeping);
	return keeping->job.record.notified == 0;
}

static int timeout_ms(const struct keeping *keeping)
{
	double wait_s = cml_keeper_job_wait(&keeping->job);

	if (keeping->over)
		return SHUTDOWN_PAUSE_MS;
	if (keeping->unwritten)
		return RECORD_PAUSE_MS;
	return isinf(wait_s) ? -1 : (int)ceil(1e3 * fmin(wait_s, 1e6));
}

static void keep(struct keeping *keeping)
{
	bool going = true;

	while (going && (keeping->socket >= 0 || cml_keeper_job_runs(&keeping->job) ||
			 keeping->over || (keeping->unwritten && keeping->patience > 0))) {
		struct pollfd ready[] = {{.fd = keeping->signals, .events = POLLIN},
					 {.fd = keeping->socket, .events = POLLIN}};
		int n_ready = poll(ready, 2, timeout_ms(keeping));

		if (n_ready < 0 && errno != EINTR)
			return;
		if (n_ready == 0 && keeping->over) {
			if (keeping->job.record.signal == SIGTERM)
				keeping->job.record.notified = SIGTERM;
			finish_job(keeping);
		} else if (n_ready == 0 && keeping->unwritten) {
			keeping->patience--;
			write_record(keeping, true);
		}
		cml_keeper_job_tick(&keeping->job);
		if (ready[0].revents)
			going = take_signals(keeping);
		if (going && keeping->socket >= 0 && ready[1].revents)
			going = take_order(keeping);
	}
}

static _Noreturn void be_keeper(const struct cml_job_folder *folder, const char *name, int socket,
				pid_t guard)
{
	struct keeping keeping = {.folder = folder, .socket = socket, .directory = -1};
	sigset_t mask;

	prctl(PR_SET_NAME, "cml-keeper");
	cml_remains_mark(name);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	keeping.signals = cml_keeper_signals(&mask);
	prctl(PR_SET_PDEATHSIG, GUARD_GONE);
	if (keeping.signals >= 0 && getppid() == guard) {
		cml_keeper_job_init(&keeping.job, &mask);
		keep(&keeping);
		cml_keeper_job_release(&keeping.job);
	}
	_exit(0);
}

/* Nothing of the tool's may stay open: whoever reads from its pipes waits for their end. */
static bool let_go_of_the_tool(const struct cml_job_folder *folder, struct cml_keeper_lock *lock,
			       int socket)
{
	int keep_open[] = {folder->fd - 1, lock->fd - 1, socket};
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (null < 0)
		return false;
	for (int i = 0; i < 3; i++)
		if (dup2(null, i) < 0)
			return false;
	unsigned next = 3;
	for (size_t n = 0; n < sizeof keep_open / sizeof *keep_open; n++) {
		unsigned least = UINT_MAX;

		for (size_t i = 0; i < sizeof keep_open / sizeof *keep_open; i++)
			if ((unsigned)keep_open[i] >= next && (unsigned)keep_open[i] < least)
				least = (unsigned)keep_open[i];
		if (least > next && least != UINT_MAX)
			close_range(next, least - 1, 0);
		next = least == UINT_MAX ? next : least + 1;
	}
	close_range(next, UINT_MAX, 0);
	return true;
}

static volatile pid_t guarded; /* a handler has no other way to know */

static void pass_on(int signal_number)
{
	if (guarded > 0)
		kill(guarded, signal_number);
}

/* Who wants to end or reach the job finds the guard's number in the lock. */
static void set_up_guard(pid_t keeper)
{
	static const int passed_on[] = {SIGTERM, CML_KEEPER_SIGNAL_CANCEL, CML_KEEPER_SIGNAL_SLOW};
	struct sigaction action = {.sa_handler = pass_on};

	guarded = keeper;
	for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++)
		sigaction(passed_on[i], &action, NULL);
}

_Noreturn void cml_keeper_process(const struct cml_job_folder *folder, struct cml_keeper_lock *lock,
				  int socket)
{
	struct cml_error err;
	int how = 0;
	pid_t guard = getpid(), keeper, pid;

	setsid();
	prctl(PR_SET_NAME, "cml-guard");
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	signal(SIGCHLD, SIG_DFL);
	signal(SIGINT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	if (!let_go_of_the_tool(folder, lock, socket) ||
	    cml_keeper_lock_inherit(lock, &err) != CML_OK || (keeper = fork()) < 0)
		_exit(1);
	if (keeper == 0)
		be_keeper(folder, lock->name, socket, guard);
	close(socket);
	set_up_guard(keeper);
	while ((pid = waitpid(-1, &how, 0)) != keeper && (pid > 0 || errno == EINTR))
		;
	cml_kill_descendants();
	cml_keeper_lock_release(lock, folder->fd - 1);
	_exit(0);
}
