#include "launch/submission_state.h"

#include <math.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "launch/advance.h"
#include "launch/attempt.h"
#include "launch/expansion.h"
#include "launch/finish.h"
#include "launch/previous_run.h"

/* How often it is looked whether supervisors wait for room on their disk. */
#define DISK_S 5.0
/* How often progress is reported, at least. */
#define REPORT_S 1.0
/* How long a job that was asked to end is waited for beyond its grace: a controller may not
 * answer. */
#define STALL_S 5.0

/* Seconds until the slowest running job is too slow; INFINITY: never. */
static double until_too_slow(const struct cml_submission *submission, double now)
{
	double limit = submission->options->kill_slower_than * submission->fastest_s;
	double until = INFINITY;

	if (submission->options->kill_slower_than <= 0 || isinf(submission->fastest_s))
		return INFINITY;
	for (struct cml_running *one = submission->running; one; one = one->next)
		if (one->launch.started && !one->too_slow)
			until = fmin(until, limit - cml_running_age_s(one, now));
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
		if (!one->launch.started || one->too_slow || cml_running_age_s(one, now) < limit)
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
		status = cml_attempt_cancel(submission, one, hurry, err);
	return status;
}

/* Each interrupt is stronger than the one before. */
static enum cml_result handle_interrupts(struct cml_submission *submission, struct cml_error *err)
{
	enum cml_result status = CML_OK;
	char bytes[64];

	while (submission->options->wake >= 0 &&
	       read(submission->options->wake, bytes, sizeof bytes) > 0)
		;
	while (submission->options->interrupts &&
	       submission->n_interrupts < *submission->options->interrupts && status == CML_OK) {
		enum cml_interrupt what = *submission->options->interrupt;
		int strength = ++submission->n_interrupts - (what == CML_INTERRUPT_DRAIN);

		submission->is_stopping = true;
		if (what == CML_INTERRUPT_DETACH)
			submission->is_leaving = true;
		else if (strength > 0)
			status = cancel_all(submission, strength > 1, err);
		cml_launcher_note(&submission->launching, "%s: %zu job%s",
				  what == CML_INTERRUPT_DETACH ? "leaving what runs"
				  : strength < 1               ? "waiting for what runs"
				  : strength == 1              ? "ending what runs"
							       : "killing what runs",
				  submission->stats.n_running,
				  submission->stats.n_running == 1 ? "" : "s");
	}
	return status;
}

static void report_progress(struct cml_submission *submission)
{
	struct cml_submission_stats *stats = &submission->stats;

	if (!submission->options->progress)
		return;
	stats->n_waiting = submission->list.n_waiting;
	stats->n_queued = 0;
	for (struct cml_running *one = submission->running; one; one = one->next)
		stats->n_queued += !one->launch.started;
	stats->left_s = cml_stats_time_left(stats, submission->is_stopping);
	submission->options->progress(submission->options->context, stats);
}

/* Supervisors wait until their records can be written; nobody else would say so. */
static void watch_disk(struct cml_submission *submission, double now)
{
	struct statvfs disk;

	if (!submission->running || !cml_submission_has_folder(submission) ||
	    now < submission->disk_at)
		return;
	submission->disk_at = now + DISK_S;
	if (statvfs(submission->folder.path, &disk) != 0)
		return;
	bool full = disk.f_bavail == 0 || (disk.f_files > 0 && disk.f_favail == 0);
	if (full && !submission->is_disk_full)
		cml_launcher_note(&submission->launching,
				  "%s: the disk is full: jobs wait for room",
				  submission->options->jobs_dir);
	submission->is_disk_full = full;
}

/* Starts what there is room for. *due: when the next one may be. */
static enum cml_result start_some(struct cml_submission *submission, double *due,
				  struct cml_error *err)
{
	const struct cml_launcher_kind *launcher = submission->options->launcher;
	enum cml_result status = CML_OK;
	size_t entry, n_bad = cml_stats_n_bad(&submission->stats);
	bool started = false;

	*due = INFINITY;
	if (submission->options->max_failures > 0 && n_bad >= submission->options->max_failures &&
	    !submission->is_stopping) {
		submission->is_stopping = true;
		cml_launcher_note(&submission->launching, "%zu job%s not ok: no more are started",
				  n_bad, n_bad == 1 ? " was" : "s were");
	}
	while (status == CML_OK && !submission->is_stopping &&
	       launcher->capacity(submission->launcher) > 0 &&
	       cml_job_list_next(&submission->list, cml_clock_monotonic_s(), &entry, due)) {
		status = cml_submission_advance(submission, entry, true, err);
		started = true;
	}
	if (status == CML_OK && started && launcher->flush)
		status = launcher->flush(submission->launcher, err);
	return status;
}

/* Whether only jobs are left that were asked to end and do not. */
static bool has_stalled(const struct cml_submission *submission, double now, double *cancelled_at)
{
	bool cancelled = submission->running != NULL;

	for (struct cml_running *one = submission->running; one; one = one->next)
		cancelled = cancelled && one->cancelled;
	if (!cancelled || *cancelled_at == 0)
		*cancelled_at = cancelled ? now : 0;
	return cancelled && now > *cancelled_at + submission->launching.grace_s + STALL_S;
}

/* Takes the events that are there, waiting for the first one if there is nothing else to do. */
static enum cml_result take_events(struct cml_submission *submission, double due,
				   struct cml_error *err)
{
	const struct cml_launcher_kind *launcher = submission->options->launcher;
	double now = cml_clock_monotonic_s();
	double wait_s = fmin(fmin(due - now, until_too_slow(submission, now)), REPORT_S);
	struct cml_launch_event event;
	bool got = true;
	enum cml_result status = CML_OK;

	wait_s = fmax(0, fmin(wait_s, cml_submission_commit_due(submission) - now));
	while (status == CML_OK && got) {
		status = launcher->wait(submission->launcher, wait_s, submission->options->wake,
					&event, &got, err);
		if (status == CML_OK && got)
			status = cml_submission_take_event(submission, &event, err);
		wait_s = 0;
		/* A place that is free is worth more than further events. */
		if (launcher->capacity(submission->launcher) > 0 && !submission->is_stopping)
			break;
	}
	return status;
}

/* One turn of the loop. *is_done: nothing runs or waits any more, or the user is leaving. */
static enum cml_result turn(struct cml_submission *submission, double *cancelled_at, bool *is_done,
			    struct cml_error *err)
{
	double due = INFINITY;
	enum cml_result status = handle_interrupts(submission, err);

	if (status == CML_OK && !submission->is_leaving)
		status = start_some(submission, &due, err);
	double now = cml_clock_monotonic_s(), commit_due = cml_submission_commit_due(submission);
	bool is_due = isfinite(commit_due) && (!submission->running || now >= commit_due);
	if (status == CML_OK && is_due)
		status = cml_submission_commit(submission, err);
	report_progress(submission);
	watch_disk(submission, now);
	*is_done =
	    submission->is_leaving || has_stalled(submission, now, cancelled_at) ||
	    (!submission->running && (submission->is_stopping || submission->list.n_waiting == 0));
	if (status == CML_OK && !*is_done)
		status = end_too_slow(submission, now, err);
	if (status == CML_OK && !*is_done)
		status = take_events(submission, due, err);
	return status;
}

/* What runs, and what waits, at the end. */
static void count_left(struct cml_submission *submission)
{
	submission->stats.n_waiting = submission->list.n_waiting;
	for (struct cml_running *one = submission->running; one; one = one->next) {
		submission->stats.n_waiting += one->launch.withdrawn;
		submission->stats.n_detached += !one->launch.withdrawn;
	}
}

enum cml_result cml_submission_run(struct cml_submission *submission, struct cml_error *err)
{
	bool has_folder = cml_submission_has_folder(submission), is_done = false;
	double cancelled_at = 0;
	struct cml_error ignored;
	enum cml_result status = has_folder ? cml_submission_take_up(submission, err) : CML_OK;

	while (status == CML_OK && !is_done)
		status = turn(submission, &cancelled_at, &is_done, err);
	count_left(submission);
	if (status != CML_OK) {
		/* What has ended need not wait for the next run, if it can be written. */
		cml_submission_commit(submission, &ignored);
		cml_submission_uncount(submission);
		return status;
	}
	status = cml_submission_commit(submission, err);
	if (status != CML_OK)
		cml_submission_uncount(submission);
	submission->launching.settled = status == CML_OK;
	if (status == CML_OK && submission->cannot_run.status != CML_OK) {
		*err = submission->cannot_run;
		return err->status;
	}
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
