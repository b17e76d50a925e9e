#include "launch/submission_state.h"

#include "base/clock.h"

static enum cml_result look_later(struct cml_submission *submission, size_t i,
				  struct cml_error *err)
{
	return cml_job_list_delay(&submission->list, i, cml_clock_monotonic_s() + CML_LOOK_AGAIN_S,
				  err);
}

/* An entry that needs another attempt, if anybody asks for it. */
static enum cml_result start_again(struct cml_submission *submission, size_t i,
				   struct cml_error *err)
{
	return submission->list.entries[i].is_leftover
		   ? CML_OK
		   : cml_job_list_delay(&submission->list, i, 0, err);
}

/* An attempt that has ended becomes a row, or its entry waits for the next one. */
static enum cml_result end_attempt(struct cml_submission *submission, struct cml_running *running,
				   struct cml_error *err)
{
	const struct cml_launch_event *end = &running->end;
	enum cml_result status = cml_submission_finish(submission, running, err);

	if (status != CML_NOTHING)
		return status;
	/* Of an earlier run it may have been another program, or another interrupt. No further job
	 * is tried on a program that cannot be run. */
	if (running->has_event && end->has_record &&
	    cml_attempt_cannot_run(submission, &end->record)) {
		submission->is_stopping = true;
		if (submission->cannot_run.status == CML_OK)
			cml_fail(&submission->cannot_run, CML_IO_ERROR, "cannot run %s",
				 end->record.problem);
	} else if (running->has_event && submission->is_stopping) {
		return CML_OK;
	}
	return start_again(submission, running->entry, err);
}

/* What the claimed attempt of an entry came to. */
static enum cml_result resolve(struct cml_submission *submission, size_t i, struct cml_error *err)
{
	struct cml_job_entry *entry = &submission->list.entries[i];
	struct cml_running *running;
	struct cml_attempt_look look;
	enum cml_result status = cml_attempt_find(submission, i, &running, &look, err);

	if (status != CML_OK)
		return status == CML_END ? CML_OK : status;
	/* Of one whose tool died between claim and start nothing is to be told. */
	if (look.state == CML_ATTEMPT_LOST && !cml_attempt_has_started(running->dir)) {
		entry->attempt++;
		look.state = CML_ATTEMPT_NONE;
	}
	switch (look.state) {
	case CML_ATTEMPT_NONE:
		entry->is_claimed = false;
		status = start_again(submission, i, err);
		break;
	case CML_ATTEMPT_FINISHED:
	case CML_ATTEMPT_LOST:
		running->end = cml_launch_ended(
		    &running->launch, look.state == CML_ATTEMPT_FINISHED ? &look.record : NULL);
		status = end_attempt(submission, running, err);
		break;
	case CML_ATTEMPT_RUNNING:
		status = look_later(submission, i, err);
		break;
	case CML_ATTEMPT_ELSEWHERE:
		submission->stats.n_detached++;
		cml_note(&submission->launching.notes,
			 "%s: runs where it cannot be watched from here", running->dir);
		break;
	}
	cml_running_free(submission, running);
	return status;
}

enum cml_result cml_submission_advance(struct cml_submission *submission, size_t i,
				       struct cml_error *err)
{
	struct cml_job_entry *entry = &submission->list.entries[i];

	if (entry->attempt == 0)
		entry->attempt = cml_job_history_next_attempt(submission->history, entry->key);
	return entry->is_claimed && cml_submission_has_folder(submission)
		   ? resolve(submission, i, err)
		   : cml_attempt_launch(submission, i, err);
}

enum cml_result cml_submission_take_event(struct cml_submission *submission,
					  const struct cml_launch_event *event,
					  struct cml_error *err)
{
	struct cml_running *running = (struct cml_running *)event->launch;
	struct cml_attempt_look look = {.state = CML_ATTEMPT_NONE};
	enum cml_result status = CML_OK;

	running->end = *event;
	running->has_event = true;
	if (!event->has_record && !event->has_result && cml_submission_has_folder(submission))
		status =
		    cml_job_folder_look(&submission->folder, running->launch.attempt, &look, err);
	if (look.state == CML_ATTEMPT_FINISHED) {
		running->end.has_record = true;
		running->end.record = look.record;
	}
	/* Something of it may live on. */
	if (status == CML_OK)
		status = look.state == CML_ATTEMPT_RUNNING
			     ? look_later(submission, running->entry, err)
			     : end_attempt(submission, running, err);
	cml_running_free(submission, running);
	return status;
}
