#include "launch/submission_state.h"

#include "base/clock.h"

#include <errno.h>
#include <math.h>

#define MAX_BACKOFF_S 3600.0
/* Rows wait this long for others to share their sync, */
#define SHARE_SYNC_S 0.05
/* or so many times what the last sync took, whichever is more. */
#define SHARE_SYNC_TIMES 10
/* Jobs in a row in which a shell finds no program before it is the command that is wrong. */
#define MIN_WITHOUT_PROGRAM 3

static void count(struct cml_submission *submission, const struct cml_running *running,
		  const struct cml_job_result *result)
{
	struct cml_submission_stats *stats = &submission->stats;

	stats->n_ended[result->status]++;
	stats->n_found += !running->has_event;
	cml_submission_note_end(submission, result, running->end.record.strays);
	if (submission->rules.readings)
		cml_submission_watch_readings(submission, running->entry, result);
}

static enum cml_result add_row(struct cml_submission *submission, const struct cml_running *running,
			       const struct cml_job_result *result, struct cml_error *err)
{
	const struct cml_job_entry *entry = &submission->list.entries[running->entry];
	const struct cml_row_sink *rows = &submission->options->rows;
	size_t n_cells = submission->columns.header.n_columns;
	struct cml_job_row row = {.limits = submission->limit_texts};
	enum cml_result status = CML_OK;

	cml_submission_carry(submission, entry);
	cml_job_row_fill(&row, &submission->columns, result, submission->cells);
	if (isinf(cml_submission_commit_due(submission)))
		submission->unsynced_since = cml_clock_monotonic_s();
	const struct cml_finished_job job = {.key = result->attempt.key,
					     .status = result->status,
					     .attempt = result->attempt.number};
	if (submission->history)
		status = cml_job_history_add(submission->history, &job, submission->cells, err);
	else if (rows->write)
		status = rows->write(rows->context, submission->cells, n_cells, err);
	if (status != CML_OK)
		return status;
	count(submission, running, result);
	return CML_OK;
}

/* Puts an entry back, for the attempt after this one. */
static enum cml_result retry(struct cml_submission *submission, const struct cml_running *running,
			     const struct cml_job_result *result, struct cml_error *err)
{
	struct cml_job_entry *entry = &submission->list.entries[running->entry];
	double wait_s =
	    fmin(MAX_BACKOFF_S, ldexp(submission->options->backoff_s, (int)entry->n_infra - 1));

	cml_note(&submission->launching.notes, "%s: infra: %s; again in %.3g s", running->dir,
		 result->reason.text, wait_s);
	submission->stats.n_retried++;
	return cml_job_list_delay(&submission->list, running->entry,
				  cml_clock_monotonic_s() + wait_s, err);
}

/* Whether an interrupt ended the attempt, so that it is no result. */
static bool was_interrupted(const struct cml_running *running, const struct cml_job_result *result)
{
	bool shut_down = running->end.has_record && running->end.record.shutdown;

	return (result->status == CML_JOB_CANCELLED ||
		(result->status == CML_JOB_INFRA && shut_down)) &&
	       cml_running_was_cancelled(running);
}

/* Whether a column of the input names the program, or a part of it. */
static bool is_program_chosen(const struct cml_submission *submission)
{
	const struct cml_template_piece *piece = submission->template.pieces;

	while (piece->column == CML_NO_COLUMN && !piece->ends_argument)
		piece++;
	return piece->column != CML_NO_COLUMN;
}

/* Whether the program that every job runs could not be: such an attempt is no result. By the word
 * of a shell in the job, while no job of the run has ended otherwise, and for as many attempts as
 * there are retries. */
static bool cannot_run(const struct cml_submission *submission, const struct cml_running *running,
		       enum cml_job_status status)
{
	const struct cml_job_record *record = &running->end.record;

	if (!running->end.has_record)
		return false;
	if (cml_job_record_lacks_program(record))
		return status == CML_JOB_INFRA && !submission->has_run &&
		       running->launch.attempt.number <= submission->options->retries;
	/* Values may make the arguments too long; EAGAIN is tried again. */
	return record->start_errno != 0 && record->start_errno != E2BIG &&
	       record->start_errno != EAGAIN && !is_program_chosen(submission);
}

/* No further job is tried on a program that cannot be run; on the word of shells, when the first
 * jobs all end so: a single one may have a value that names a program. */
static void stop_without_program(struct cml_submission *submission,
				 const struct cml_running *running,
				 const struct cml_job_result *result)
{
	bool by_shell = running->end.record.start_errno == 0;

	if (by_shell && ++submission->n_without_program < MIN_WITHOUT_PROGRAM &&
	    submission->n_without_program < submission->list.n)
		return;
	submission->is_stopping = true;
	if (!submission->cannot_run.status)
		cml_fail(&submission->cannot_run, CML_IO_ERROR,
			 by_shell ? "the command cannot be run: %s (no job has a row for it: "
				    "correct it, or PATH, and run it again)"
				  : "%s",
			 result->reason.text);
}

/* The end of an attempt: its row, to be synced, or, where it was the machine's fault, another one.
 * CML_NOTHING: neither: the user cancelled it, nothing can be run, or another run left it. */
static enum cml_result finish(struct cml_submission *submission, const struct cml_running *running,
			      struct cml_error *err)
{
	struct cml_job_entry *entry = &submission->list.entries[running->entry];
	bool has_folder = cml_submission_has_folder(submission);
	struct cml_job_result result;

	if ((has_folder && cml_job_folder_check(&submission->folder, err) != CML_OK) ||
	    cml_submission_classify(submission, running, &result, err) != CML_OK)
		return err->status;
	bool interrupted = was_interrupted(running, &result);
	bool lacks_program = cannot_run(submission, running, result.status);
	if (running->has_event && lacks_program)
		stop_without_program(submission, running, &result);
	else if (running->has_event && running->end.has_record)
		submission->has_run |= !cml_job_record_lacks_program(&running->end.record);
	bool is_result = !interrupted && !lacks_program;
	bool is_infra =
	    is_result && result.status == CML_JOB_INFRA && !result.is_unread && has_folder;
	submission->stats.n_stopped += interrupted && running->cancelled;
	entry->n_infra += is_infra;
	is_result = is_result && !(is_infra && entry->is_leftover);
	bool again = is_infra && entry->n_infra <= submission->options->retries;
	bool is_row = is_result && !again;
	if (is_row && add_row(submission, running, &result, err) != CML_OK)
		return err->status;
	entry->n_rows += is_row;
	if (is_row && (entry->is_leftover || entry->n_rows >= submission->options->repeats))
		return CML_OK;
	entry->attempt++;
	entry->is_claimed = false;
	if (is_row)
		return cml_job_list_enqueue(&submission->list, running->entry, err);
	return is_result ? retry(submission, running, &result, err) : CML_NOTHING;
}

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
	enum cml_result status = finish(submission, running, err);

	if (status != CML_NOTHING)
		return status;
	/* Of an earlier run it may have been another program, or another interrupt. */
	if (!running->has_event)
		return start_again(submission, running->entry, err);
	return submission->is_stopping || submission->list.entries[running->entry].is_leftover
		   ? CML_OK
		   : cml_job_list_enqueue(&submission->list, running->entry, err);
}

/* What the claimed attempt of an entry came to. */
static enum cml_result resolve(struct cml_submission *submission, size_t i, struct cml_error *err)
{
	struct cml_running *running;
	struct cml_attempt_look look;
	enum cml_result status = cml_attempt_find(submission, i, &running, &look, err);

	if (status != CML_OK)
		return status == CML_END ? CML_OK : status;
	switch (look.state) {
	case CML_ATTEMPT_NONE:
		submission->list.entries[i].is_claimed = false;
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
		cml_submission_note_elsewhere(submission, running->dir, look.record.host);
		break;
	}
	cml_running_free(submission, running);
	return status;
}

enum cml_result cml_submission_advance(struct cml_submission *submission, size_t i,
				       struct cml_error *err)
{
	return submission->list.entries[i].is_claimed && cml_submission_has_folder(submission)
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
	if (!status)
		status = look.state == CML_ATTEMPT_RUNNING
			     ? look_later(submission, running->entry, err)
			     : end_attempt(submission, running, err);
	cml_running_free(submission, running);
	return status;
}

enum cml_result cml_submission_commit(struct cml_submission *submission, struct cml_error *err)
{
	double began = cml_clock_monotonic_s();

	if (!submission->history)
		return CML_OK;
	if (cml_job_history_commit(submission->history, &submission->options->rows, err) != CML_OK)
		return err->status;
	submission->commit_s = cml_clock_monotonic_s() - began;
	return CML_OK;
}

double cml_submission_commit_due(const struct cml_submission *submission)
{
	if (!submission->history || cml_job_history_facts(submission->history)->n_waiting == 0)
		return INFINITY;
	return submission->unsynced_since +
	       fmax(SHARE_SYNC_S, SHARE_SYNC_TIMES * submission->commit_s);
}
