#include "launch/advance.h"

#include "base/clock.h"
#include "launch/attempt.h"
#include "launch/finish.h"

/* The first attempt of a key in the scan. */
static size_t find_in_scan(const struct cml_submission *submission, uint64_t key)
{
	size_t low = 0, high = submission->n_scan;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (submission->scan[middle].key < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Where an entry stands before its first step: at the attempt after that of its row, or at the
 * newest one that earlier runs claimed. Those before the newest are not classified again, but the
 * machine's fault among them counts against the retries. */
static enum cml_result begin(struct cml_submission *submission, struct cml_job_entry *entry,
			     struct cml_error *err)
{
	struct cml_finished_job finished = {.attempt = 0};
	enum cml_result status = CML_OK;

	if (submission->history)
		cml_job_history_find(submission->history, entry->key, &finished);
	entry->attempt = finished.attempt + 1;
	size_t i = find_in_scan(submission, entry->key);
	/* People remove directories: there may be gaps. */
	for (; i < submission->n_scan && submission->scan[i].key == entry->key; i++) {
		struct cml_attempt_id attempt = submission->scan[i];
		bool is_infra = false;

		if (attempt.number < entry->attempt)
			continue;
		if (entry->is_claimed)
			status = cml_attempt_is_result(
			    submission, (struct cml_attempt_id){entry->key, entry->attempt},
			    &is_infra, err);
		if (status != CML_OK)
			return status;
		entry->n_infra += is_infra;
		entry->attempt = attempt.number;
		entry->is_claimed = true;
	}
	return CML_OK;
}

static enum cml_result look_later(struct cml_submission *submission, size_t i,
				  struct cml_error *err)
{
	return cml_job_list_delay(&submission->list, i, cml_clock_monotonic_s() + CML_LOOK_AGAIN_S,
				  err);
}

/* What the attempt of an entry came to. *may_go_on: its next attempt may be claimed. */
static enum cml_result resolve(struct cml_submission *submission, size_t i, bool *may_go_on,
			       struct cml_error *err)
{
	struct cml_job_entry *entry = &submission->list.entries[i];
	struct cml_running *running;
	struct cml_attempt_look look;
	struct cml_launch_event event;
	enum cml_finish finish;
	bool adopted;
	enum cml_result status = cml_attempt_find(submission, i, &running, &look, &adopted, err);

	*may_go_on = false;
	if (status != CML_OK || adopted)
		return status;
	/* Of one whose tool died between claim and start nothing is to be told. */
	if (look.state == CML_ATTEMPT_LOST && !cml_running_has_started(running)) {
		entry->attempt++;
		look.state = CML_ATTEMPT_NONE;
	}
	switch (look.state) {
	case CML_ATTEMPT_NONE:
		entry->is_claimed = false;
		*may_go_on = true;
		break;
	case CML_ATTEMPT_FINISHED:
	case CML_ATTEMPT_LOST:
		event = cml_launch_ended(&running->launch,
					 look.state == CML_ATTEMPT_FINISHED ? &look.record : NULL);
		status = cml_submission_finish(submission, &event, running, &finish, err);
		*may_go_on = status == CML_OK && finish == CML_FINISH_NO_RESULT;
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

enum cml_result cml_submission_advance(struct cml_submission *submission, size_t i, bool may_claim,
				       struct cml_error *err)
{
	struct cml_job_entry *entry = &submission->list.entries[i];
	enum cml_result status = CML_OK;
	bool may_go_on = true;

	if (entry->attempt == 0)
		status = begin(submission, entry, err);
	if (status == CML_OK && entry->is_claimed && cml_submission_has_folder(submission))
		status = resolve(submission, i, &may_go_on, err);
	if (status != CML_OK || !may_go_on)
		return status;
	if (entry->is_leftover)
		return CML_OK; /* it never finished, and nobody asks for it now */
	if (!may_claim)
		return cml_job_list_delay(&submission->list, i, 0, err);
	return cml_attempt_launch(submission, i, err);
}

/* No further job is tried on a program that cannot be run. */
static void stop_for(struct cml_submission *submission, const struct cml_job_record *record)
{
	submission->is_stopping = true;
	if (submission->cannot_run.status == CML_OK)
		cml_fail(&submission->cannot_run, CML_IO_ERROR, "cannot run %s", record->problem);
}

enum cml_result cml_submission_take_event(struct cml_submission *submission,
					  const struct cml_launch_event *event,
					  struct cml_error *err)
{
	struct cml_running *running = (struct cml_running *)event->launch;
	size_t i = running->entry;
	struct cml_launch_event full = *event;
	enum cml_finish finish = CML_FINISH_ROW;
	bool is_running = false;

	running->has_event = true;
	enum cml_result status = cml_attempt_read_record(submission, &full, &is_running, err);
	if (status == CML_OK && is_running)
		status = look_later(submission, i, err);
	else if (status == CML_OK)
		status = cml_submission_finish(submission, &full, running, &finish, err);
	cml_running_free(submission, running);
	if (status != CML_OK || finish != CML_FINISH_NO_RESULT)
		return status;
	if (full.has_record && cml_attempt_cannot_run(submission, &full.record))
		stop_for(submission, &full.record);
	else if (submission->is_stopping)
		return CML_OK;
	/* Ended by an interrupt of an earlier run, or never begun: this run's turn. */
	if (!submission->list.entries[i].is_leftover)
		return cml_job_list_delay(&submission->list, i, 0, err);
	return CML_OK;
}
