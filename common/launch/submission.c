#include "launch/submission_parts.h"

#include "launch/figures_text.h"
#include "launch/job/command_file.h"

#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

/* Rows wait this long for others to share their sync, */
#define SHARE_SYNC_S 0.05
/* or so many times what the last sync took, whichever is more. */
#define SHARE_SYNC_TIMES 10
/* How often it is looked whether supervisors wait for room on their disk. */
#define DISK_S 5.0
/* How often the figures are told, at least. */
#define TELL_S 1.0
/* How long an adopted job that was asked to end is waited for beyond its grace: a supervisor
 * whose own tool lives does not listen to us. */
#define PATIENCE_S 5.0

static double seconds_of(struct timespec time)
{
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double cml_submission_date(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return seconds_of(now);
}

/* How long an attempt has run. What the scheduler says counts, where it says so; of an attempt of
 * an earlier run, whose start nobody here saw, its claim. */
static double age_of(struct cml_running *running, double now)
{
	char path[PATH_MAX + sizeof CML_COMMAND_NAME];
	struct stat command;

	if (running->launch.start_at > 0)
		return fmax(0, cml_submission_date() - running->launch.start_at);
	if (!running->ours && !running->dated && running->launch.dir) {
		snprintf(path, sizeof path, "%s/" CML_COMMAND_NAME, running->dir);
		if (stat(path, &command) == 0)
			running->since = fmin(running->since, now - (cml_submission_date() -
								     seconds_of(command.st_mtim)));
		running->dated = true;
	}
	return now - running->since;
}

/* Seconds until the slowest running job is too slow; INFINITY: never. */
static double until_too_slow(const struct cml_submission *submission, double now)
{
	double limit = submission->options->kill_slower_than * submission->fastest_s;
	double until = INFINITY;

	if (submission->options->kill_slower_than <= 0 || isinf(submission->fastest_s))
		return INFINITY;
	for (struct cml_running *one = submission->running; one; one = one->next)
		if (one->launch.started && !one->too_slow)
			until = fmin(until, limit - age_of(one, now));
	return fmax(0, until);
}

static enum cml_result end_too_slow(struct cml_submission *submission, double now,
				    struct cml_error *err)
{
	double limit = submission->options->kill_slower_than * submission->fastest_s;
	enum cml_result status = CML_OK;

	if (until_too_slow(submission, now) > 0)
		return CML_OK;
	for (struct cml_running *one = submission->running; one && status == CML_OK;
	     one = one->next) {
		if (!one->launch.started || one->too_slow || age_of(one, now) < limit)
			continue;
		one->too_slow = true;
		status = submission->options->launcher->end(submission->launcher, &one->launch,
							    CML_STOP_SLOW, false, err);
	}
	return status;
}

static enum cml_result cancel_all(struct cml_submission *submission, bool hurry,
				  struct cml_error *err)
{
	enum cml_result status = CML_OK;

	for (struct cml_running *one = submission->running; one && status == CML_OK;
	     one = one->next)
		status = cml_submission_cancel(submission, one, hurry, err);
	return status;
}

/* Each interrupt is stronger than the one before. */
static enum cml_result obey(struct cml_submission *submission, struct cml_error *err)
{
	enum cml_result status = CML_OK;
	char bytes[64];

	while (submission->options->wake >= 0 &&
	       read(submission->options->wake, bytes, sizeof bytes) > 0)
		;
	while (submission->options->interrupts &&
	       submission->n_obeyed < *submission->options->interrupts && status == CML_OK) {
		enum cml_interrupt what = *submission->options->interrupt;
		int strength = ++submission->n_obeyed - (what == CML_INTERRUPT_DRAIN);

		submission->stopping = true;
		if (what == CML_INTERRUPT_DETACH)
			submission->leaving = true;
		else if (strength > 0)
			status = cancel_all(submission, strength > 1, err);
		cml_submission_note(submission, "%s: %zu jobs",
				    what == CML_INTERRUPT_DETACH ? "leaving what runs"
				    : strength < 1               ? "waiting for what runs"
				    : strength == 1              ? "ending what runs"
								 : "killing what runs",
				    submission->figures.n_running);
	}
	return status;
}

/* NaN also without memory. */
static double estimate(struct cml_submission *submission, double now)
{
	struct cml_submission_figures *figures = &submission->figures;
	struct cml_time_left_now state = {.n_waiting = figures->n_queued};

	if (!cml_array_reserve((void **)&submission->ages, &submission->ages_capacity,
			       figures->n_running, sizeof *submission->ages))
		return NAN;
	state.ages = submission->ages;
	for (struct cml_running *one = submission->running; one; one = one->next)
		if (one->launch.started)
			submission->ages[state.n_running++] = age_of(one, now);
	if (!submission->stopping) {
		double due = cml_job_list_last_due(&submission->list);

		state.n_waiting += figures->n_waiting;
		state.hold_s = fmax(0, due - now);
	}
	return cml_time_left(&submission->time_left, &state);
}

static void tell(struct cml_submission *submission)
{
	struct cml_submission_figures *figures = &submission->figures;

	if (!submission->options->progress)
		return;
	figures->n_waiting = submission->list.n_waiting;
	figures->n_queued = 0;
	for (struct cml_running *one = submission->running; one; one = one->next)
		figures->n_queued += !one->launch.started;
	figures->left_s = estimate(submission, cml_submission_now());
	submission->options->progress(submission->options->context, figures);
}

/* Keepers wait until their records can be written; nobody else would say so. */
static void watch_disk(struct cml_submission *submission, double now)
{
	struct statvfs disk;

	if (!submission->running || !submission->folder.fd || now < submission->disk_at)
		return;
	submission->disk_at = now + DISK_S;
	if (fstatvfs(submission->folder.fd, &disk) != 0)
		return;
	bool full = disk.f_bavail == 0 || (disk.f_files > 0 && disk.f_favail == 0);
	if (full && !submission->disk_full)
		cml_submission_note(submission, "%s: the disk is full: jobs wait for room",
				    submission->options->jobs_dir);
	submission->disk_full = full;
}

/* Starts what there is room for. *due: when the next one may be. */
static enum cml_result start_some(struct cml_submission *submission, double *due,
				  struct cml_error *err)
{
	const struct cml_launcher_kind *launcher = submission->options->launcher;
	enum cml_result status = CML_OK;
	size_t entry, n_bad = cml_figures_n_bad(&submission->figures);
	bool started = false;

	*due = INFINITY;
	if (submission->options->max_failures > 0 && n_bad >= submission->options->max_failures &&
	    !submission->stopping) {
		submission->stopping = true;
		cml_submission_note(submission, "%zu jobs were not ok: no more are started", n_bad);
	}
	while (status == CML_OK && !submission->stopping &&
	       launcher->capacity(submission->launcher) > 0 &&
	       cml_job_list_next(&submission->list, cml_submission_now(), &entry, due)) {
		status = cml_submission_start(submission, entry, err);
		started = true;
	}
	if (status == CML_OK && started && launcher->flush)
		status = launcher->flush(submission->launcher, err);
	return status;
}

/* No further job is tried on a program that cannot be run. */
static void stop_for(struct cml_submission *submission, const struct cml_job_record *record)
{
	submission->stopping = true;
	if (submission->cannot_run.status == CML_OK)
		cml_fail(&submission->cannot_run, CML_IO_ERROR, "cannot run %s", record->problem);
}

static enum cml_result take_event(struct cml_submission *submission,
				  const struct cml_launch_event *event, struct cml_error *err)
{
	struct cml_running *running = (struct cml_running *)event->launch;
	struct cml_attempt_look look = {0};
	struct cml_launch_event full = *event;
	enum cml_result status = CML_OK;
	bool again = false, going = false;

	running->heard = true;
	if (!event->has_record && !event->has_result && submission->folder.fd) {
		status =
		    cml_job_folder_look(&submission->folder, running->launch.attempt, &look, err);
		full.has_record = status == CML_OK && look.state == CML_ATTEMPT_FINISHED;
		full.record = look.record;
		going = look.state == CML_ATTEMPT_RUNNING;
	}
	if (status == CML_OK && !going)
		status =
		    cml_submission_end(submission, running->entry, &full, running, &again, err);
	size_t entry = running->entry;
	cml_running_free(submission, running);
	if (status == CML_OK && going)
		return cml_job_list_delay(&submission->list, entry,
					  cml_submission_now() + CML_LOOK_AGAIN_S, err);
	bool cannot_run = again && cml_submission_cannot_run(submission, &full);
	/* Ended by an interrupt of another run that has gone since, or never begun: ours now. */
	if (status == CML_OK && again && (!submission->stopping || cannot_run) &&
	    !submission->list.entries[entry].found)
		status = cml_job_list_delay(&submission->list, entry, 0, err);
	if (cannot_run)
		stop_for(submission, &full.record);
	return status;
}

static double share_s(const struct cml_submission *submission)
{
	return fmax(SHARE_SYNC_S, SHARE_SYNC_TIMES * submission->commit_s);
}

/* Whether only jobs are left that were asked to end and do not. */
static bool is_patience_over(const struct cml_submission *submission, double now, double *asked_at)
{
	bool asked = submission->running != NULL;

	for (struct cml_running *one = submission->running; one; one = one->next)
		asked = asked && one->asked;
	if (!asked || *asked_at == 0)
		*asked_at = asked ? now : 0;
	return asked && now > *asked_at + submission->launching.grace_s + PATIENCE_S;
}

/* Takes the events that are there, waiting for the first one if there is nothing else to do. */
static enum cml_result take_events(struct cml_submission *submission, double due,
				   struct cml_error *err)
{
	const struct cml_launcher_kind *launcher = submission->options->launcher;
	double now = cml_submission_now();
	double wait_s = fmin(fmin(due - now, until_too_slow(submission, now)), TELL_S);
	struct cml_launch_event event;
	bool got = true;
	enum cml_result status = CML_OK;

	if (submission->n_unsynced > 0)
		wait_s = fmin(wait_s, submission->unsynced_since + share_s(submission) - now);
	wait_s = fmax(0, wait_s);
	while (status == CML_OK && got) {
		status = launcher->wait(submission->launcher, wait_s, submission->options->wake,
					&event, &got, err);
		if (status == CML_OK && got)
			status = take_event(submission, &event, err);
		wait_s = 0;
		/* A place that is free is worth more than further events. */
		if (launcher->capacity(submission->launcher) > 0 && !submission->stopping)
			break;
	}
	return status;
}

enum cml_result cml_submission_run(struct cml_submission *submission, struct cml_error *err)
{
	double due = INFINITY, asked_at = 0;
	enum cml_result status;

	if (submission->figures.n_rekeyed > 0)
		cml_submission_note(submission,
				    "%zu configurations stand in the history under other keys (was "
				    "the space another one, or none?): they run again",
				    submission->figures.n_rekeyed);
	status = submission->folder.fd ? cml_submission_take_up(submission, err) : CML_OK;
	while (status == CML_OK) {
		status = obey(submission, err);
		if (status == CML_OK && !submission->leaving)
			status = start_some(submission, &due, err);
		double now = cml_submission_now();
		if (status == CML_OK && submission->n_unsynced > 0 &&
		    (!submission->running ||
		     now >= submission->unsynced_since + share_s(submission)))
			status = cml_submission_commit(submission, err);
		tell(submission);
		watch_disk(submission, now);
		bool done = !submission->running &&
			    (submission->stopping || submission->list.n_waiting == 0);
		if (status != CML_OK || done || submission->leaving ||
		    is_patience_over(submission, now, &asked_at))
			break;
		status = end_too_slow(submission, now, err);
		if (status == CML_OK)
			status = take_events(submission, due, err);
	}
	submission->figures.n_left += submission->figures.n_running;
	submission->figures.n_waiting = submission->list.n_waiting;
	if (status == CML_OK)
		status = cml_submission_commit(submission, err);
	submission->launching.settled = status == CML_OK;
	if (status == CML_OK && submission->cannot_run.status != CML_OK) {
		*err = submission->cannot_run;
		return err->status;
	}
	if (status == CML_OK)
		return CML_OK;
	/* What has ended need not wait for the next run, if it can be written. */
	struct cml_error ignored;
	cml_submission_commit(submission, &ignored);
	return status;
}

enum cml_result cml_submission_print(struct cml_submission *submission, struct cml_buffer *text,
				     struct cml_error *err)
{
	enum cml_result status = CML_OK;

	for (size_t i = 0; i < submission->list.n && status == CML_OK; i++)
		status = cml_submission_print_entry(submission, i, text, err);
	return status;
}
