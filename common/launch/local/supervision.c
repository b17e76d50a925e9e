#include "launch/local/supervisor.h"

#include "base/clock.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Jobs shorter than this are run again, should the machine go down before their rows are on
 * the disk: a sync of each record would take longer than they did. */
#define SYNC_FROM_S 1.0

/* How often, once a second, a record is tried to write for which there was no room. */
#define RECORD_RETRIES 600
#define RECORD_PAUSE_MS 1000

/* How often it is looked for requests of a tool that is not our own. */
#define REQUEST_PAUSE_S 1

/* A logout or a shutdown signals all processes within milliseconds: so long is its signal to this
 * one waited for, where one may have ended the job. */
#define SHUTDOWN_PAUSE_MS 300

#define EXIT_TIMEOUT 124      /* as timeout(1) */
#define EXIT_CANNOT_START 127 /* as shells */

static void do_nothing(int signal_number)
{
	(void)signal_number;
}

/* The signals that a supervising process waits for in a descriptor; others that a tool ignores get
 * their default back when a job executes. *old: the mask before, which its jobs get. -1: no
 * descriptor to be had. */
static int watch_signals(sigset_t *old)
{
	static const int signals[] = {SIGPIPE, SIGXFSZ, SIGHUP,  SIGQUIT, SIGCHLD,
				      SIGTERM, SIGINT,  SIGXCPU, SIGUSR1, SIGUSR2};
	const size_t first_waited_for = 4;
	/* Unlike one that is ignored, a signal with a handler has its default in the job. */
	struct sigaction action = {.sa_handler = do_nothing, .sa_flags = SA_RESTART};
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		sigaction(signals[i], &action, NULL);
		if (i >= first_waited_for)
			sigaddset(&set, signals[i]);
	}
	if (sigprocmask(SIG_BLOCK, &set, old) != 0)
		return -1;
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

struct supervision {
	int folder; /* -1: of one job in a batch script, whose signals are a scheduler's */
	int socket; /* -1: the tool has gone */
	int signals;
	int directory;  /* of the job that runs, locked; -1: none */
	bool unwritten; /* the record of the last job, whose directory is still open */
	int n_retries;  /* how often that is tried again */
	bool over;      /* the job, but not its record: it may be that all are being ended */
	struct cml_local_job job;
	struct cml_error err; /* why the last record was not written */
};

static bool is_in_batch(const struct supervision *supervision)
{
	return supervision->folder < 0;
}

static void release_directory(struct supervision *supervision)
{
	cml_file_close(supervision->directory);
	supervision->directory = -1;
	supervision->unwritten = false;
}

/* Tries to write the record; true when that is over, well or not. A file system that is full
 * fails here if it did not when the job ended. */
static bool write_record(struct supervision *supervision, bool sync)
{
	struct cml_job_record *record = &supervision->job.record;
	struct cml_error *err = &supervision->err;
	bool can_wait;

	err->status = CML_OK;
	if (cml_job_record_write(supervision->directory, record, sync, &can_wait, err) != CML_OK &&
	    can_wait) {
		/* Without a problem, no_space means a full file system. */
		if (!record->no_space && record->problem[0] == '\0')
			snprintf(record->problem, sizeof record->problem, "%.*s",
				 (int)sizeof record->problem - 1, err->message);
		record->no_space = true;
		return false;
	}
	release_directory(supervision);
	return true;
}

/* Notes whether the directory's file system has no room left: output may be cut. */
static void note_space(struct cml_job_record *record, int directory_fd)
{
	struct statvfs disk;

	/* Some is left for the superuser alone. */
	if (fstatvfs(directory_fd, &disk) == 0 && disk.f_blocks > 0 && disk.f_bavail == 0)
		record->no_space = disk.f_bfree == 0 || geteuid() != 0;
}

/* Writes the record, then reports. A record that cannot be written (a full disk) is reported all
 * the same, as the history may be elsewhere, and tried again until it can. */
static void finish_job(struct supervision *supervision)
{
	struct cml_job_record *record = &supervision->job.record;
	bool sync = supervision->socket < 0 || record->seconds >= SYNC_FROM_S;

	supervision->over = false;
	note_space(record, supervision->directory);
	supervision->unwritten = !write_record(supervision, sync);
	supervision->n_retries = is_in_batch(supervision) ? 0 : RECORD_RETRIES;
	if (supervision->socket >= 0 &&
	    send(supervision->socket, record, sizeof *record, MSG_NOSIGNAL) < 0) {
		close(supervision->socket);
		supervision->socket = -1;
	}
}

/* False: there is no such attempt, or it has been found lost. */
static bool start_job(struct supervision *supervision, struct cml_attempt_id attempt)
{
	struct cml_job_folder folder = {.fd = supervision->folder};
	struct cml_job_record record;
	struct cml_error err;

	/* Its job is in the history by now, or the disk would not have taken this claim. */
	release_directory(supervision);
	supervision->directory = cml_attempt_open(&folder, attempt);
	if (supervision->directory < 0 || cml_attempt_lock(supervision->directory) != 0 ||
	    cml_job_record_read(supervision->directory, &record, &err) != CML_NOTHING)
		return false;
	/* A record keeps the reason, where nothing at all would be left without one. */
	if (cml_local_job_start(&supervision->job, supervision->directory, false, &err) != CML_OK)
		cml_local_job_give_up(&supervision->job, &err);
	if (!cml_local_job_runs(&supervision->job))
		finish_job(supervision);
	return true;
}

/* False: this supervisor cannot go on. */
static bool take_order(struct supervision *supervision)
{
	struct cml_supervisor_order order;
	ssize_t size = recv(supervision->socket, &order, sizeof order, MSG_DONTWAIT);

	if (size < 0 && (errno == EAGAIN || errno == EINTR))
		return true;
	if (size != sizeof order) {
		close(supervision->socket);
		supervision->socket = -1;
	} else if (order.what == CML_ORDER_RUN) {
		return start_job(supervision, order.attempt);
	} else {
		cml_local_job_end(&supervision->job, order.hurry);
	}
	return true;
}

static void take_request(struct supervision *supervision)
{
	if (faccessat(supervision->directory, CML_REQUEST_NAME, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
		cml_local_job_end(&supervision->job, false);
}

/* False: this supervisor is to end. */
static bool take_signal(struct supervision *supervision, int signal_number)
{
	struct cml_job_record *record = &supervision->job.record;
	bool again = record->notified != 0;

	if (is_in_batch(supervision) && (signal_number == SIGUSR1 || signal_number == SIGUSR2))
		cml_local_job_signal(&supervision->job, signal_number);
	if (signal_number != SIGTERM && signal_number != SIGINT && signal_number != SIGXCPU)
		return true;
	record->notified = signal_number;
	record->shutdown = signal_number != SIGXCPU && !is_in_batch(supervision);
	if (supervision->over)
		finish_job(supervision);
	if (!cml_local_job_runs(&supervision->job))
		return false;
	cml_local_job_end(&supervision->job, again);
	return true;
}

/* Whether a job that is over ended unasked as by a signal to all processes of its user or machine:
 * then the supervisor's own may be a moment behind. */
static bool was_signalled(const struct cml_job_record *record)
{
	int number = cml_job_record_exit_code(record) - CML_EXIT_SIGNAL;

	return record->stop == CML_STOP_NONE && record->notified == 0 &&
	       (number == SIGTERM || number == SIGHUP);
}

static bool take_signals(struct supervision *supervision)
{
	struct signalfd_siginfo infos[8]; /* of a kind there is one at most: all there are */
	ssize_t size = read(supervision->signals, infos, sizeof infos);

	for (size_t i = 0; size > 0 && i < (size_t)size / sizeof *infos; i++)
		if (!take_signal(supervision, (int)infos[i].ssi_signo))
			return false;
	if (!cml_local_job_runs(&supervision->job))
		return true;
	cml_local_job_reap(&supervision->job);
	if (cml_local_job_runs(&supervision->job))
		return true;
	supervision->over = !is_in_batch(supervision) && was_signalled(&supervision->job.record);
	if (supervision->over)
		return true;
	/* After a signal from outside, which would have ended any other process, so ends this. */
	finish_job(supervision);
	return supervision->job.record.notified == 0;
}

/* Whether another tool than our own may ask for the end of the job. */
static bool has_requests(const struct supervision *supervision)
{
	return supervision->socket < 0 && !is_in_batch(supervision) &&
	       cml_local_job_runs(&supervision->job);
}

static int timeout_ms(const struct supervision *supervision)
{
	double wait_s = cml_local_job_wait(&supervision->job);

	if (supervision->over)
		return SHUTDOWN_PAUSE_MS;
	if (supervision->unwritten)
		return RECORD_PAUSE_MS;
	return cml_clock_poll_ms(has_requests(supervision) ? fmin(wait_s, REQUEST_PAUSE_S)
							   : wait_s);
}

/* Nothing has come within timeout_ms. */
static void take_time(struct supervision *supervision)
{
	struct cml_job_record *record = &supervision->job.record;

	if (supervision->over) {
		if (record->signal == SIGTERM)
			record->notified = SIGTERM;
		finish_job(supervision);
	} else if (supervision->unwritten) {
		supervision->n_retries--;
		write_record(supervision, true);
	} else if (has_requests(supervision)) {
		take_request(supervision);
	}
}

static void supervise(struct supervision *supervision)
{
	bool going = true;

	while (going &&
	       (supervision->socket >= 0 || cml_local_job_runs(&supervision->job) ||
		supervision->over || (supervision->unwritten && supervision->n_retries > 0))) {
		struct pollfd ready[] = {{.fd = supervision->signals, .events = POLLIN},
					 {.fd = supervision->socket, .events = POLLIN}};
		int n_ready = poll(ready, 2, timeout_ms(supervision));

		if (n_ready < 0 && errno != EINTR)
			return;
		if (n_ready == 0)
			take_time(supervision);
		cml_local_job_tick(&supervision->job);
		if (n_ready > 0 && ready[0].revents)
			going = take_signals(supervision);
		if (going && n_ready > 0 && supervision->socket >= 0 && ready[1].revents)
			going = take_order(supervision);
	}
}

void cml_supervise_slot(int folder, int socket)
{
	struct supervision supervision = {.folder = folder, .socket = socket, .directory = -1};
	sigset_t mask;

	prctl(PR_SET_NAME, "cml-supervisor");
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	supervision.signals = watch_signals(&mask);
	if (supervision.signals < 0)
		return;
	cml_local_job_init(&supervision.job, &mask);
	supervise(&supervision);
	cml_local_job_release(&supervision.job);
}

/* Runs the job of the directory in a batch script. */
static enum cml_result run_one(struct supervision *supervision, struct cml_error *err)
{
	sigset_t mask;
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	supervision->signals = watch_signals(&mask);
	cml_local_job_init(&supervision->job, &mask);
	if (supervision->signals < 0 || null < 0 || dup2(null, STDIN_FILENO) < 0)
		return cml_fail_errno(err, errno, "a supervisor's descriptors");
	if (null > STDERR_FILENO)
		close(null);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	if (cml_local_job_start(&supervision->job, supervision->directory, true, err) != CML_OK)
		return err->status;
	if (cml_local_job_runs(&supervision->job))
		supervise(supervision);
	else
		finish_job(supervision);
	if (cml_local_job_runs(&supervision->job))
		return cml_fail_errno(err, errno, "poll");
	if (supervision->err.status != CML_OK)
		*err = supervision->err;
	return supervision->err.status;
}

enum cml_result cml_run_job(const char *dir, int *exit_code, struct cml_error *err)
{
	struct supervision supervision = {
	    .folder = -1, .socket = -1, .signals = -1, .job = {.oom = {.fd = -1}}};

	supervision.directory = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (supervision.directory < 0) {
		cml_fail_errno(err, errno, dir);
		return err->status = CML_BAD_DATA;
	}
	enum cml_result status =
	    cml_job_directory_own(supervision.directory, err) == CML_OK
		? cml_job_record_read(supervision.directory, &supervision.job.record, err)
		: err->status;
	if (status == CML_NOTHING)
		status = run_one(&supervision, err);
	const struct cml_job_record *record = &supervision.job.record;
	if (status != CML_OK)
		cml_error_locate(err, dir, 0, NULL);
	else if (record->start_errno)
		*exit_code = EXIT_CANNOT_START;
	else if (record->stop == CML_STOP_TIMEOUT)
		*exit_code = EXIT_TIMEOUT;
	else
		*exit_code = cml_job_record_exit_code(record);
	cml_local_job_release(&supervision.job);
	cml_file_close(supervision.signals);
	release_directory(&supervision);
	return status;
}
