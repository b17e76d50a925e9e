/* The supervisor of one job directory: what a batch script runs. Part of supervisor.h. */
#include "launch/local/supervisor.h"

#include "base/clock.h"
#include "base/file.h"
#include "launch/local/local_job.h"
#include "launch/local/supervisor_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define EXIT_TIMEOUT 124      /* as timeout(1) */
#define EXIT_CANNOT_START 127 /* as shells */

static int exit_code_of(const struct cml_job_record *record)
{
	if (record->start_errno)
		return EXIT_CANNOT_START;
	if (record->stop == CML_STOP_TIMEOUT || record->stop == CML_STOP_SLOW)
		return EXIT_TIMEOUT;
	return cml_job_record_exit_code(record);
}

static void take_signals(struct cml_local_job *job, int signals)
{
	struct signalfd_siginfo info;

	while (read(signals, &info, sizeof info) == sizeof info) {
		if (info.ssi_signo == SIGCHLD)
			continue;
		if (info.ssi_signo == SIGUSR1 || info.ssi_signo == SIGUSR2) {
			cml_local_job_signal(job, (int)info.ssi_signo);
			continue;
		}
		bool again = job->record.notified != 0;
		job->record.notified = (int)info.ssi_signo;
		cml_local_job_end(job, CML_STOP_CANCELLED, again);
	}
	cml_local_job_reap(job);
}

static enum cml_result run(struct cml_local_job *job, int directory, int signals,
			   struct cml_error *err)
{
	enum cml_result status = cml_local_job_start(job, directory, true, err);

	while (status == CML_OK && cml_local_job_runs(job)) {
		struct pollfd ready = {.fd = signals, .events = POLLIN};
		int timeout_ms = cml_clock_poll_ms(cml_local_job_wait(job));

		if (poll(&ready, 1, timeout_ms) < 0 && errno != EINTR)
			return cml_fail_errno(err, errno, "poll");
		cml_local_job_tick(job);
		take_signals(job, signals);
	}
	return status;
}

/* signals: a descriptor of them, or -1. */
static enum cml_result run_and_record(struct cml_local_job *job, int directory, int signals,
				      struct cml_error *err)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	bool can_wait;

	if (signals < 0 || null < 0 || dup2(null, STDIN_FILENO) < 0)
		return cml_fail_errno(err, errno, "a supervisor's descriptors");
	if (null > STDERR_FILENO)
		close(null);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	enum cml_result status = run(job, directory, signals, err);
	if (status != CML_OK)
		return status;
	cml_local_job_note_space(job, directory);
	return cml_job_record_write(directory, &job->record, true, &can_wait, err);
}

enum cml_result cml_run_job(const char *dir, int *exit_code, struct cml_error *err)
{
	struct cml_local_job job = {.oom = {.fd = -1}};
	bool found = false;
	int directory = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (directory < 0) {
		cml_fail_errno(err, errno, dir);
		return err->status = CML_BAD_DATA;
	}
	enum cml_result status = cml_job_record_read(directory, &job.record, &found, err);
	if (status == CML_OK && !found) {
		sigset_t mask;
		int signals = cml_supervisor_signals(&mask);

		cml_local_job_init(&job, &mask);
		status = run_and_record(&job, directory, signals, err);
		cml_file_close(signals);
	}
	if (status == CML_OK)
		*exit_code = exit_code_of(&job.record);
	else
		cml_error_locate(err, dir, 0, NULL);
	cml_local_job_release(&job);
	close(directory);
	return status;
}
