#include "launch/submission_state.h"

#include "base/clock.h"

#include <math.h>
#include <unistd.h>

/* How often progress is reported, at least. */
#define REPORT_S 1.0
/* How long a job that was asked to end is waited for after its grace: a controller may not
 * answer. */
#define STALL_S 5.0

/* Each interrupt is stronger than the one before. */
static enum cml_result handle_interrupts(struct cml_submission *submission, struct cml_error *err)
{
	const struct cml_submission_options *options = submission->options;
	char bytes[64];

	while (options->wake >= 0 && read(options->wake, bytes, sizeof bytes) > 0)
		;
	while (options->interrupts && submission->n_interrupts < *options->interrupts) {
		enum cml_interrupt what = *options->interrupt;
		int strength = ++submission->n_interrupts - (what == CML_INTERRUPT_DRAIN);

		submission->is_stopping = true;
		submission->is_leaving |= what == CML_INTERRUPT_DETACH;
		bool cancels = what != CML_INTERRUPT_DETACH && strength > 0;
		for (struct cml_running *one = submission->running; cancels && one; one = one->next)
			if (cml_attempt_cancel(submission, one, strength > 1, err) != CML_OK)
				return err->status;
		cml_note(&submission->launching.notes, "%s: %zu job%s",
			 what == CML_INTERRUPT_DETACH ? "leaving what runs"
			 : strength < 1               ? "waiting for what runs"
			 : strength == 1              ? "ending what runs"
						      : "killing what runs",
			 submission->stats.n_running, submission->stats.n_running == 1 ? "" : "s");
	}
	return CML_OK;
}

static void report_progress(struct cml_submission *submission)
{
	struct cml_submission_stats *stats = &submission->stats;

	if (!submission->options->progress)
		return;
	stats->n_waiting = cml_job_list_n_waiting(&submission->list);
	stats->n_queued = 0;
	for (struct cml_running *one = submission->running; one; one = one->next)
		stats->n_queued += !one->launch.started;
	submission->options->progress(submission->options->context, stats);
}

/* Starts what there is room for. *due: when the next one may be. */
static enum cml_result start_some(struct cml_submission *submission, double *due,
				  struct cml_error *err)
{
	const struct cml_launcher_kind *launcher = submission->options->launcher;
	size_t entry;

	*due = INFINITY;
	while (!submission->is_stopping && launcher->capacity(submission->launcher) > 0 &&
	       cml_job_list_next(&submission->list, cml_clock_monotonic_s(), &entry, due))
		if (cml_submission_advance(submission, entry, err) != CML_OK)
			return err->status;
	return CML_OK;
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
	double wait_s = fmin(due - now, REPORT_S);
	struct cml_launch_event event;
	enum cml_result status;

	wait_s = fmax(0, fmin(wait_s, cml_submission_commit_due(submission) - now));
	while ((status = launcher->wait(submission->launcher, wait_s, submission->options->wake,
					&event, err)) == CML_OK) {
		if (cml_submission_take_event(submission, &event, err) != CML_OK)
			return err->status;
		wait_s = 0;
		/* A place that is free is worth more than further events. */
		if (launcher->capacity(submission->launcher) > 0 && !submission->is_stopping)
			break;
	}
	return status == CML_END ? CML_OK : status;
}

/* One turn of the loop. *is_done: nothing runs or waits any more, or the user is leaving. */
static enum cml_result turn(struct cml_submission *submission, double *cancelled_at, bool *is_done,
			    struct cml_error *err)
{
	double due = INFINITY;

	if (handle_interrupts(submission, err) != CML_OK ||
	    (!submission->is_leaving && start_some(submission, &due, err) != CML_OK))
		return err->status;
	double now = cml_clock_monotonic_s(), commit_due = cml_submission_commit_due(submission);
	bool is_due = isfinite(commit_due) && (!submission->running || now >= commit_due);
	if (is_due && cml_submission_commit(submission, err) != CML_OK)
		return err->status;
	report_progress(submission);
	*is_done = submission->is_leaving || has_stalled(submission, now, cancelled_at) ||
		   (!submission->running &&
		    (submission->is_stopping || cml_job_list_n_waiting(&submission->list) == 0));
	if (*is_done)
		return CML_OK;
	return take_events(submission, due, err);
}

enum cml_result cml_submission_run(struct cml_submission *submission, struct cml_error *err)
{
	bool is_done = false;
	double cancelled_at = 0;
	struct cml_error ignored;
	enum cml_result status = cml_submission_take_up(submission, err);

	while (!status && !is_done)
		status = turn(submission, &cancelled_at, &is_done, err);
	submission->stats.n_waiting = cml_job_list_n_waiting(&submission->list);
	for (struct cml_running *one = submission->running; one; one = one->next) {
		bool is_handed_over = one->launch.started || one->launch.job[0];

		submission->stats.n_waiting += !is_handed_over;
		submission->stats.n_detached += is_handed_over;
	}
	/* What has ended need not wait for the next run, if it can be written. */
	if (status != CML_OK) {
		cml_submission_commit(submission, &ignored);
		return status;
	}
	if (cml_submission_commit(submission, err) != CML_OK)
		return err->status;
	if (submission->cannot_run.status != CML_OK)
		*err = submission->cannot_run;
	return submission->cannot_run.status;
}
