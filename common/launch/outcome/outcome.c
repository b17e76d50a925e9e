#include "launch/outcome/outcome.h"

#include "base/file.h"
#include "base/memory.h"
#include "launch/job/job_folder.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Bytes of a line that a reason shows. */
#define MAX_SHOWN_SIZE 120

/* Appends the end of a file. One that cannot be read counts as empty. */
static enum cml_result append_tail(struct cml_buffer *tails, const char *dir, const char *name,
				   struct cml_error *err)
{
	char path[PATH_MAX + 16];

	snprintf(path, sizeof path, "%s/%s", dir ? dir : "", name);
	return dir && cml_file_load_tail(path, CML_OUTCOME_TAIL, tails) == ENOMEM
		   ? cml_fail_memory(err)
		   : CML_OK;
}

/* The status, and why, in words. */
#define SET(outcome, is, ...)                                                                      \
	((outcome)->status = (is), cml_reason_set(&(outcome)->reason, __VA_ARGS__))

/* Its files could not be written to the end: the disk was full, or the problem says why. */
static void set_cut(const struct cml_job_record *record, struct cml_job_outcome *outcome)
{
	SET(outcome, CML_JOB_INFRA, "%s: what it printed may be cut",
	    *record->problem ? record->problem : "its disk was full");
}

static void describe_end(const struct cml_job_record *record, char text[MAX_SHOWN_SIZE])
{
	int code = record->exit_code;
	const char *name = sigabbrev_np(cml_job_record_exit_code(record) - CML_EXIT_SIGNAL);

	if (record->signal != 0)
		snprintf(text, MAX_SHOWN_SIZE, "ended by SIG%s", name ? name : "?");
	else if (code > CML_EXIT_SIGNAL && name)
		snprintf(text, MAX_SHOWN_SIZE, "exit %d (128 + SIG%s)", code, name);
	else
		snprintf(text, MAX_SHOWN_SIZE, "exit %d%s", code,
			 code == 127   ? " (command not found)"
			 : code == 126 ? " (command cannot be run)"
				       : "");
}

/* `FIRST: SECOND`, or FIRST alone. */
static void set_joined(struct cml_job_outcome *outcome, enum cml_job_status status,
		       struct cml_slice first, struct cml_slice second)
{
	SET(outcome, status, "%.*s%s%.*s", (int)first.size, first.data, second.size > 0 ? ": " : "",
	    (int)second.size, second.size > 0 ? second.data : "");
}

/* A script that finds its job begun ends with 0, whether the first one was killed or not: without a
 * record only a reading shows that the job came to its end. */
static void classify_exit_0(const struct cml_job_end *end, struct cml_job_outcome *outcome)
{
	if (!end->record && (!end->metric || isnan(end->metric->value)))
		SET(outcome, CML_JOB_INFRA, "lost: it left no record");
	else if (end->metric && end->record && end->record->no_space)
		set_cut(end->record, outcome);
	else if (!end->metric || !isnan(end->metric->value))
		outcome->status = CML_JOB_OK;
	else
		SET(outcome, CML_JOB_FAILED, "%s",
		    end->metric->reason.text[0] != '\0' ? end->metric->reason.text
							: "exit 0 without a reading");
}

static bool has_exited_0(const struct cml_job_record *record)
{
	return record->exit_code == 0 && record->signal == 0 && record->start_errno == 0;
}

/* Without the output. False when that has to decide. */
static bool classify_by_state(const struct cml_job_end *end, struct cml_job_outcome *outcome)
{
	const struct cml_job_record *record = end->record;
	enum cml_job_stop stop = record ? record->stop : CML_STOP_NONE;
	enum cml_job_status state = CML_JOB_FAILED;
	bool has_state = end->state.size > 0 && cml_job_status_parse(end->state, &state);

	if (stop == CML_STOP_CANCELLED && record->notified == 0)
		SET(outcome, CML_JOB_CANCELLED, "cancelled by the user");
	else if (stop == CML_STOP_TIMEOUT)
		SET(outcome, CML_JOB_TIMEOUT, "past its time limit");
	else if (has_state && state == CML_JOB_OOM)
		set_joined(outcome, state, end->state, end->state_reason);
	else if (record ? has_exited_0(record) : has_state && state == CML_JOB_OK)
		classify_exit_0(end, outcome);
	else if (has_state && state != CML_JOB_OK && state != CML_JOB_FAILED)
		set_joined(outcome, state, end->state, end->state_reason);
	else if (record && record->out_of_memory)
		SET(outcome, CML_JOB_OOM, "killed by the kernel for its memory");
	else
		return false;
	return true;
}

static struct cml_slice shown_part(struct cml_slice line)
{
	line = cml_slice_trim(line);
	if (line.size > MAX_SHOWN_SIZE)
		line.size = MAX_SHOWN_SIZE;
	return line;
}

/* Not the fault of a program that the configuration names. */
static bool is_machines(int start_errno)
{
	return start_errno == EAGAIN || start_errno == ENOMEM || start_errno == ETXTBSY ||
	       start_errno == EMFILE || start_errno == ENFILE || start_errno == EIO;
}

/* No pattern is in the output. */
static void classify_unexplained(const struct cml_job_record *record, struct cml_slice state,
				 struct cml_slice stderr_tail, struct cml_job_outcome *outcome)
{
	char how[MAX_SHOWN_SIZE] = "";
	const char *name = record ? sigabbrev_np(record->notified) : NULL;

	if (record)
		describe_end(record, how);
	if (!record && state.size == 0)
		SET(outcome, CML_JOB_INFRA, "lost: it left no record");
	else if (record && is_machines(record->start_errno))
		set_joined(outcome, CML_JOB_INFRA, cml_slice_of("the machine could not start it"),
			   cml_slice_of(record->problem));
	else if (record && record->start_errno != 0)
		SET(outcome, CML_JOB_FAILED, "cannot run %s", record->problem);
	else if (record && record->no_space)
		set_cut(record, outcome);
	else if (!record || record->notified == 0)
		set_joined(
		    outcome,
		    record && cml_job_record_lacks_program(record) ? CML_JOB_INFRA : CML_JOB_FAILED,
		    record ? cml_slice_of(how) : state, shown_part(cml_last_message(stderr_tail)));
	else if (record->shutdown)
		SET(outcome, CML_JOB_INFRA,
		    "SIG%s to its supervisor, as at a logout or a shutdown; %s", name ? name : "?",
		    how);
	else
		SET(outcome, CML_JOB_CANCELLED, "SIG%s from outside; %s", name ? name : "?", how);
}

/* srun may exit 0 when a node of its step failed. *decided: a node did. */
static enum cml_result classify_srun(const struct cml_job_end *end, struct cml_job_outcome *outcome,
				     bool *decided, struct cml_error *err)
{
	const struct cml_job_record *record = end->record;
	AUTO(cml_buffer) tail = {0};
	struct cml_slice line;

	*decided = false;
	if (!end->may_be_srun || !record || !has_exited_0(record) ||
	    (record->stop != CML_STOP_NONE &&
	     (record->stop != CML_STOP_CANCELLED || record->notified == 0)))
		return CML_OK;
	if (append_tail(&tail, end->dir, CML_STDERR_NAME, err) != CML_OK)
		return err->status;
	struct cml_slice text = cml_buffer_slice(&tail), rest;
	/* Source: src/api/step_launch.c of Slurm. */
	while (!*decided && cml_slice_line(&text, &line)) {
		rest = line;
		*decided = cml_slice_skip(&rest, "srun: error: Node failure on ");
	}
	if (*decided)
		set_joined(outcome, CML_JOB_INFRA, shown_part(line), (struct cml_slice){0});
	return CML_OK;
}

/* is_unread: it exited with 0 and left no reading, as `train | tee log` does: of what it printed
 * memory alone counts, else the question was wrong, not the settings. */
static enum cml_result classify_by_output(const struct cml_end_patterns *patterns,
					  const struct cml_job_end *end, bool is_unread,
					  struct cml_job_outcome *outcome, struct cml_error *err)
{
	AUTO(cml_buffer) tails = {0}; /* of stderr, then of stdout */
	struct cml_slice texts[2], line;
	enum cml_job_status found;

	if (append_tail(&tails, end->dir, CML_STDERR_NAME, err) != CML_OK)
		return err->status;
	size_t stderr_size = tails.size;
	if (append_tail(&tails, end->dir, CML_STDOUT_NAME, err) != CML_OK)
		return err->status;
	texts[0] = (struct cml_slice){tails.data, stderr_size};
	texts[1] = cml_slice_from(cml_buffer_slice(&tails), stderr_size);
	/* A program with a message on stderr may have met, and logged, other things before. */
	size_t n_trusted = !is_unread && cml_last_message(texts[0]).size > 0 ? 1 : 2;
	bool is_found = (!end->record || end->record->start_errno == 0) &&
			cml_end_patterns_find(patterns, texts, 2, n_trusted, &found, &line);
	if (is_found && (!is_unread || found == CML_JOB_OOM))
		set_joined(outcome, found, shown_part(line), (struct cml_slice){0});
	else if (!is_unread)
		classify_unexplained(end->record, end->state, texts[0], outcome);
	else
		*outcome = (struct cml_job_outcome){CML_JOB_INFRA, outcome->reason, true};
	return CML_OK;
}

enum cml_result cml_classify_exit(const struct cml_end_patterns *patterns,
				  const struct cml_job_end *end, struct cml_job_outcome *outcome,
				  struct cml_error *err)
{
	bool decided;

	*outcome = (struct cml_job_outcome){.status = CML_JOB_FAILED};
	if (classify_srun(end, outcome, &decided, err) != CML_OK)
		return err->status;
	if (!decided && !classify_by_state(end, outcome))
		return classify_by_output(patterns, end, false, outcome, err);
	bool is_unread =
	    end->record && has_exited_0(end->record) && end->metric && end->metric->n_seen == 0;
	return is_unread && outcome->status == CML_JOB_FAILED
		   ? classify_by_output(patterns, end, true, outcome, err)
		   : CML_OK;
}
