/* How an attempt ends: the judgement, the metric, the row, or another try. Part of
 * submission.h. */
#include "launch/submission_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* In the directory of a job that the user's interrupt ended. */
#define CANCELLED_NAME "cancelled"
#define LONGEST_BACKOFF_S 3600.0
/* Of the exit codes of processes that a signal ended, as shells give them. */
#define EXIT_SIGNAL 128

enum cml_result cml_submission_cancel(struct cml_submission *submission,
				      struct cml_running *running, bool hurry,
				      struct cml_error *err)
{
	char path[PATH_MAX + sizeof CANCELLED_NAME];

	if (!running->asked && running->launch.dir) {
		snprintf(path, sizeof path, "%s/" CANCELLED_NAME, running->dir);
		int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
		if (fd < 0)
			return cml_fail_errno(err, errno, path);
		close(fd);
	}
	running->asked = true;
	return submission->options->launcher->end(submission->launcher, &running->launch,
						  CML_STOP_CANCELLED, hurry, err);
}

bool cml_running_was_cancelled(const struct cml_running *running)
{
	char path[PATH_MAX + sizeof CANCELLED_NAME];

	if (running->asked)
		return true;
	snprintf(path, sizeof path, "%s/" CANCELLED_NAME, running->dir);
	return running->launch.dir && access(path, F_OK) == 0;
}

/* All that is known about the end, for the judge. */
struct evidence {
	struct cml_job_end end;
	struct cml_metric_result metric;
	char errors[PATH_MAX + 8];
	char output[PATH_MAX + 8];
};

static enum cml_result gather(struct cml_judge *judge, const struct cml_launch_event *event,
			      const struct cml_running *running, struct evidence *evidence,
			      struct cml_error *err)
{
	const struct cml_job_record *record = &event->record;
	struct cml_job_end *end = &evidence->end;
	enum cml_result status = CML_OK;

	snprintf(evidence->errors, sizeof evidence->errors, "%s/stderr", running->dir);
	snprintf(evidence->output, sizeof evidence->output, "%s/stdout", running->dir);
	evidence->metric.value = NAN;
	evidence->metric.spread = NAN;
	end->has_record = event->has_record;
	end->state = cml_slice_of(event->state);
	end->state_reason = cml_slice_of(event->reason);
	end->stderr_path = evidence->errors;
	end->stdout_path = evidence->output;
	end->too_slow = running->too_slow;
	if (event->has_record) {
		end->exit_code = record->exit_code;
		end->signal = record->signal;
		end->outside_signal = record->notified;
		end->shutdown = record->shutdown;
		end->problem = record->problem;
		end->start_errno = record->start_errno;
		end->cancelled = record->stop == CML_STOP_CANCELLED && record->notified == 0;
		end->timed_out = record->stop == CML_STOP_TIMEOUT;
		end->too_slow = record->stop == CML_STOP_SLOW;
		end->oom_killed = record->out_of_memory;
		end->no_space = record->no_space;
	}
	if (judge->readings) {
		end->metric = &evidence->metric;
		if (event->has_record && record->exit_code == 0 && record->stop == CML_STOP_NONE)
			status =
			    cml_metric_read(&judge->metric, judge->readings,
					    &(struct cml_metric_source){
						running->dir, record->started, running->before},
					    &evidence->metric, err);
	}
	return status;
}

/* The columns that do not depend on the judgement. */
static void describe(const struct cml_launch_event *event, const struct cml_running *running,
		     struct cml_job_result *result)
{
	const struct cml_job_record *record = &event->record;

	result->attempt = running->launch.attempt;
	result->value = event->value;
	result->spread = NAN;
	result->seconds = event->seconds;
	result->started = running->launch.start_at;
	if (event->has_record) {
		result->started = record->started;
		result->seconds = record->seconds;
		result->has_exit = !record->start_errno;
		result->exit_code =
		    record->signal ? EXIT_SIGNAL + record->signal : record->exit_code;
		snprintf(result->job, sizeof result->job, "%lld", (long long)record->pid);
	}
	if (running->launch.job[0])
		memcpy(result->job, running->launch.job, sizeof result->job);
}

/* A job may remove its directory, and so may anybody else: with the readings in it. */
static bool has_lost_readings(const struct cml_submission *submission,
			      const struct cml_judge *judge, const struct cml_launch_event *event,
			      const struct cml_running *running)
{
	return judge->readings && submission->folder.fd && event->has_record &&
	       cml_job_record_is_good(&event->record) && access(running->dir, F_OK) != 0 &&
	       errno == ENOENT;
}

static enum cml_result judge(struct cml_submission *submission, struct cml_judge *by,
			     const struct cml_launch_event *event,
			     const struct cml_running *running, struct cml_job_result *result,
			     struct cml_error *err)
{
	struct evidence evidence = {.end = {0}};
	struct cml_job_outcome outcome;

	describe(event, running, result);
	if (event->has_result) {
		result->status = event->status;
		cml_reason_set(&result->reason, "%s", event->reason);
		return CML_OK;
	}
	if (has_lost_readings(submission, by, event, running)) {
		result->status = CML_JOB_INFRA;
		cml_reason_set(&result->reason, "lost: its directory has been removed");
		return CML_OK;
	}
	enum cml_result status = gather(by, event, running, &evidence, err);
	evidence.end.may_be_srun = submission->options->launcher->has_scheduler;
	if (status == CML_OK)
		status = cml_outcome_judge(by->rules, &evidence.end, &outcome, err);
	if (status != CML_OK)
		return status;
	result->status = outcome.status;
	result->reason = outcome.reason;
	if (outcome.status == CML_JOB_OK && by->readings) {
		result->value = evidence.metric.value;
		result->n_readings = evidence.metric.n_readings;
		result->spread = evidence.metric.spread;
		memcpy(result->unit, evidence.metric.unit, sizeof result->unit);
	}
	return CML_OK;
}

/* The first job that was not ok often says what is wrong with all. */
static void tell_first(struct cml_submission *submission, const struct cml_job_result *result)
{
	char name[CML_ATTEMPT_NAME_SIZE];

	if (submission->told_first)
		return;
	submission->told_first = true;
	cml_attempt_name(result->attempt, name);
	cml_submission_note(submission, "%s: %s%s%s", name, cml_job_status_name(result->status),
			    result->reason.text[0] ? ": " : "", result->reason.text);
}

static void count(struct cml_submission *submission, const struct cml_running *running,
		  const struct cml_job_result *result)
{
	const struct cml_space *space = submission->options->space;
	bool minimize = space && space->metric != CML_NO_COLUMN
			    ? !space->columns[space->metric].maximize
			    : submission->options->minimize;
	struct cml_submission_figures *figures = &submission->figures;

	figures->n_ended[result->status]++;
	figures->n_found += !running->heard;
	if (isfinite(result->seconds)) {
		figures->n_timed++;
		figures->timed_s += result->seconds;
	}
	if (result->status != CML_JOB_OK) {
		tell_first(submission, result);
		return;
	}
	if (result->seconds < submission->fastest_s)
		submission->fastest_s = result->seconds;
	if (isnan(figures->best) ||
	    (minimize ? result->value < figures->best : result->value > figures->best))
		figures->best = result->value;
}

/* Keeps the cells of a row that is not synced yet. */
static bool keep_row(struct cml_submission *submission)
{
	struct cml_buffer *kept = &submission->unsynced;

	for (size_t i = 0; i < submission->columns.header.n_columns; i++) {
		const struct cml_slice *cell = &submission->cells[i];

		if (!cml_buffer_append(kept, &cell->size, sizeof cell->size) ||
		    !cml_buffer_append(kept, cell->data, cell->size))
			return false;
	}
	return true;
}

static enum cml_result add_row(struct cml_submission *submission, const struct cml_running *running,
			       const struct cml_job_result *result, struct cml_error *err)
{
	const struct cml_job_entry *entry = &submission->list.entries[running->entry];
	struct cml_slice *carried = cml_array_new(submission->columns.n_carried, sizeof *carried);
	struct cml_job_row row;
	enum cml_result status = CML_OK;

	if (!carried)
		return cml_fail_memory(err);
	for (size_t j = 0; j < submission->columns.n_carried; j++)
		carried[j] = entry->cells[submission->columns.carried[j]];
	cml_job_row_fill(&row, &submission->columns, carried, result, submission->cells);
	if (submission->history)
		status = cml_job_history_add(submission->history, submission->cells, err);
	if (status == CML_OK && submission->options->write_row && !keep_row(submission))
		status = cml_fail_memory(err);
	if (submission->n_unsynced++ == 0)
		submission->unsynced_since = cml_submission_now();
	free(carried);
	if (status == CML_OK)
		count(submission, running, result);
	return status;
}

/* Puts an entry back, for the attempt after this one. */
static enum cml_result retry(struct cml_submission *submission, const struct cml_running *running,
			     const struct cml_job_result *result, struct cml_error *err)
{
	struct cml_job_entry *entry = &submission->list.entries[running->entry];
	double wait_s =
	    fmin(LONGEST_BACKOFF_S, ldexp(submission->options->backoff_s, (int)entry->n_infra - 1));

	/* Of one that ended before this run began, the time since then has been waited, too. */
	if (!running->ours && !isnan(result->seconds)) {
		double since_s = cml_submission_date() - (result->started + result->seconds);

		wait_s = fmax(0, fmin(wait_s, wait_s - since_s));
	}
	cml_submission_note(submission, "%s: infra: %s; again in %.3g s", running->dir,
			    result->reason.text, wait_s);
	entry->faulted = true;
	entry->attempt++;
	return cml_job_list_delay(&submission->list, running->entry, cml_submission_now() + wait_s,
				  err);
}

bool cml_submission_cannot_run(const struct cml_submission *submission,
			       const struct cml_launch_event *event)
{
	static const int errors[] = {ENOENT, ENOTDIR, EACCES, ELOOP, ENOEXEC, ELIBBAD};
	const struct cml_template_piece *piece = submission->template.pieces;

	if (!event->has_record || event->record.start_errno == 0)
		return false;
	for (bool last = false; !last; piece++) {
		if (piece->column != CML_NO_COLUMN)
			return false; /* the configuration names the program */
		last = piece->ends_argument;
	}
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
		if (event->record.start_errno == errors[i])
			return true;
	return false;
}

enum cml_result cml_submission_end(struct cml_submission *submission, size_t i,
				   const struct cml_launch_event *event,
				   const struct cml_running *running, bool *again,
				   struct cml_error *err)
{
	struct cml_job_entry *entry = &submission->list.entries[i];
	struct cml_job_result result = {.status = CML_JOB_OK};
	struct cml_judge *by = &submission->judge;
	bool commit = false;
	enum cml_result status =
	    submission->folder.fd ? cml_job_folder_check(&submission->folder, err) : CML_OK;

	*again = false;
	if (status == CML_OK)
		status = cml_submission_find_judge(submission, running, &by, err);
	if (status == CML_OK)
		status = judge(submission, by, event, running, &result, err);
	if (status != CML_OK)
		return status;
	bool shut_down = event->has_record && event->record.shutdown;
	if ((result.status == CML_JOB_CANCELLED || (result.status == CML_JOB_INFRA && shut_down)) &&
	    cml_running_was_cancelled(running)) {
		submission->figures.n_stopped += running->asked;
		entry->attempt++;
		*again = true;
		return CML_OK;
	}
	if (cml_submission_cannot_run(submission, event)) {
		entry->attempt++;
		*again = true;
		return CML_OK;
	}
	if (result.status == CML_JOB_INFRA && submission->folder.fd) {
		entry->n_infra++;
		if (entry->found) {
			entry->attempt++;
			*again = true;
			return CML_OK;
		}
		if (entry->n_infra <= submission->options->retries)
			return retry(submission, running, &result, err);
	}
	if (!cml_submission_may_write(submission, by, running)) {
		submission->figures.n_left++;
		return CML_OK;
	}
	if (result.status == CML_JOB_OK && by->readings)
		status = cml_submission_check_value(submission, &result, &commit, err);
	if (status == CML_OK)
		status = add_row(submission, running, &result, err);
	return status == CML_OK && commit ? cml_submission_commit(submission, err) : status;
}

/* Hands on the rows that are synced now. */
static enum cml_result write_rows(struct cml_submission *submission, struct cml_error *err)
{
	const char *at = submission->unsynced.data;
	size_t n = submission->columns.header.n_columns;
	enum cml_result status = CML_OK;

	for (size_t i = 0; i < submission->n_unsynced && status == CML_OK; i++) {
		for (size_t j = 0; j < n; j++) {
			memcpy(&submission->cells[j].size, at, sizeof(size_t));
			submission->cells[j].data = at + sizeof(size_t);
			at += sizeof(size_t) + submission->cells[j].size;
		}
		status = submission->options->write_row(submission->options->context,
							submission->cells, n, err);
	}
	return status;
}

enum cml_result cml_submission_commit(struct cml_submission *submission, struct cml_error *err)
{
	double began = cml_submission_now();
	enum cml_result status = CML_OK;
	const char *notice;

	if (submission->history)
		status = cml_job_history_commit(submission->history, err);
	while (submission->history && (notice = cml_job_history_notice(submission->history)))
		cml_submission_note(submission, "%s", notice);
	if (submission->history)
		submission->figures.n_gone = cml_job_history_n_gone(submission->history);
	if (status == CML_OK && submission->options->write_row)
		status = write_rows(submission, err);
	if (status != CML_OK)
		return status;
	cml_buffer_clear(&submission->unsynced);
	submission->n_unsynced = 0;
	submission->commit_s = cml_submission_now() - began;
	return CML_OK;
}
