#include "launch/outcome/outcome.h"

#include "base/file.h"
#include "base/memory.h"
#include "launch/job/regular_file.h"
#include "launch/outcome/last_message.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes of a line that a reason shows. */
#define MAX_SHOWN_SIZE 120

/* Exit codes of shells from here on mean a signal. */
#define SHELL_SIGNALS 128

/* Appends the end of a file. One that cannot be read counts as empty. */
static enum cml_result append_tail(struct cml_buffer *tails, const char *path,
				   struct cml_error *err)
{
	const char *why;
	int fd = path ? cml_open_regular(path, &why) : -1;
	struct stat stat;
	size_t n = 0;

	if (fd < 0)
		return CML_OK;
	if (!cml_array_reserve((void **)&tails->data, &tails->capacity,
			       tails->size + CML_OUTCOME_TAIL, 1)) {
		close(fd);
		return cml_fail_memory(err);
	}
	if (fstat(fd, &stat) == 0) {
		off_t start = stat.st_size - (off_t)CML_OUTCOME_TAIL;

		cml_file_read(fd, tails->data + tails->size, CML_OUTCOME_TAIL,
			      start > 0 ? start : 0, &n);
		tails->size += n;
	}
	close(fd);
	return CML_OK;
}

__attribute__((format(printf, 3, 4))) static void
set(struct cml_job_outcome *outcome, enum cml_job_status status, const char *format, ...)
{
	va_list arguments;

	outcome->status = status;
	va_start(arguments, format);
	cml_reason_set_list(&outcome->reason, format, arguments);
	va_end(arguments);
}

/* Empty when there is none. */
static const char *problem_of(const struct cml_job_end *end)
{
	return end->problem ? end->problem : "";
}

/* Its files could not be written to the end: the disk was full, or the problem says why. */
static void set_cut(const struct cml_job_end *end, struct cml_job_outcome *outcome)
{
	const char *problem = problem_of(end);

	set(outcome, CML_JOB_INFRA, "%s: what it printed may be cut",
	    *problem ? problem : "its disk was full");
}

static void describe_end(const struct cml_job_end *end, char text[MAX_SHOWN_SIZE])
{
	int shells = end->exit_code - SHELL_SIGNALS;

	if (end->signal != 0)
		snprintf(text, MAX_SHOWN_SIZE, "ended by SIG%s",
			 sigabbrev_np(end->signal) ? sigabbrev_np(end->signal) : "?");
	else if (shells > 0 && sigabbrev_np(shells) != NULL)
		snprintf(text, MAX_SHOWN_SIZE, "exit %d (128 + SIG%s)", end->exit_code,
			 sigabbrev_np(shells));
	else if (end->exit_code == 127)
		snprintf(text, MAX_SHOWN_SIZE, "exit 127 (command not found)");
	else if (end->exit_code == 126)
		snprintf(text, MAX_SHOWN_SIZE, "exit 126 (command cannot be run)");
	else
		snprintf(text, MAX_SHOWN_SIZE, "exit %d", end->exit_code);
}

/* `FIRST: SECOND`, or FIRST alone. */
static void set_joined(struct cml_job_outcome *outcome, enum cml_job_status status,
		       struct cml_slice first, struct cml_slice second)
{
	set(outcome, status, "%.*s%s%.*s", (int)first.size, first.data, second.size > 0 ? ": " : "",
	    (int)second.size, second.size > 0 ? second.data : "");
}

static void classify_exit_0(const struct cml_job_end *end, struct cml_job_outcome *outcome)
{
	if (end->metric && end->no_space)
		set_cut(end, outcome);
	else if (!end->metric || !isnan(end->metric->value))
		outcome->status = CML_JOB_OK;
	else
		set(outcome, CML_JOB_FAILED, "%s",
		    end->metric->reason.text[0] != '\0' ? end->metric->reason.text
							: "exit 0 without a reading");
}

/* Without the output. False when that has to decide. */
static bool classify_by_state(const struct cml_job_end *end, struct cml_job_outcome *outcome)
{
	enum cml_job_status state = CML_JOB_FAILED;
	bool has_state = end->state.size > 0 && cml_job_status_parse(end->state, &state);
	bool exited_0 = end->has_record
			    ? end->exit_code == 0 && end->signal == 0 && end->start_errno == 0
			    : has_state && state == CML_JOB_OK;

	if (end->cancelled)
		set(outcome, CML_JOB_CANCELLED, "cancelled by the user");
	else if (end->timed_out)
		set(outcome, CML_JOB_TIMEOUT, "past its time limit");
	else if (end->too_slow)
		set(outcome, CML_JOB_TIMEOUT, "too slow beside the best");
	else if (exited_0)
		classify_exit_0(end, outcome);
	else if (has_state && state != CML_JOB_OK && state != CML_JOB_FAILED)
		set_joined(outcome, state, end->state, end->state_reason);
	else if (end->oom_killed)
		set(outcome, CML_JOB_OOM, "killed by the kernel for its memory");
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

/* The program could not be started. */
static void set_unstarted(const struct cml_job_end *end, struct cml_job_outcome *outcome)
{
	const char *problem = problem_of(end);

	if (end->start_errno == EAGAIN)
		set(outcome, CML_JOB_INFRA, "the machine could not start it%s%s",
		    *problem ? ": " : "", problem);
	else if (*problem)
		set(outcome, CML_JOB_FAILED, "cannot run %s", problem);
	else
		set(outcome, CML_JOB_FAILED, "cannot run the command: %s",
		    strerrordesc_np(end->start_errno));
}

/* No pattern is in the output. */
static void classify_unexplained(const struct cml_job_end *end, struct cml_slice stderr_tail,
				 struct cml_job_outcome *outcome)
{
	const char *name = sigabbrev_np(end->outside_signal);
	char text[MAX_SHOWN_SIZE];
	struct cml_slice how = end->state;

	if (end->has_record && end->start_errno != 0) {
		set_unstarted(end, outcome);
		return;
	}
	if (end->no_space) {
		set_cut(end, outcome);
		return;
	}
	if (!end->has_record && end->state.size == 0) {
		set(outcome, CML_JOB_INFRA, "lost: nothing tells how it ended");
		return;
	}
	if (end->has_record) {
		describe_end(end, text);
		how = cml_slice_of(text);
	}
	if (end->outside_signal == 0)
		set_joined(outcome, CML_JOB_FAILED, how, shown_part(cml_last_message(stderr_tail)));
	else if (end->shutdown)
		set(outcome, CML_JOB_INFRA,
		    "SIG%s to its supervisor, as at a logout or a shutdown; %.*s",
		    name ? name : "?", (int)how.size, how.data);
	else
		set(outcome, CML_JOB_CANCELLED, "SIG%s from outside; %.*s", name ? name : "?",
		    (int)how.size, how.data);
}

/* Whether srun printed that a node failed. *found: its line. */
static bool find_lost_node(struct cml_slice text, struct cml_slice *found)
{
	static const char message[] = "srun: error: Node failure on "; /* src/api/step_launch.c */
	size_t size = sizeof message - 1;
	struct cml_slice line;
	bool started = false;

	while (cml_slice_split(&text, '\n', &started, &line)) {
		if (line.size > size && memcmp(line.data, message, size) == 0) {
			*found = line;
			return true;
		}
	}
	return false;
}

/* srun may exit 0 when a node of its step failed. *decided: a node did. */
static enum cml_result classify_srun(const struct cml_job_end *end, struct cml_job_outcome *outcome,
				     bool *decided, struct cml_error *err)
{
	bool exited_0 = end->has_record && end->exit_code == 0 && end->signal == 0;
	struct cml_buffer tail = {0};
	struct cml_slice line;

	*decided = false;
	if (!end->may_be_srun || !exited_0 || end->cancelled || end->timed_out || end->too_slow)
		return CML_OK;
	if (append_tail(&tail, end->stderr_path, err) != CML_OK)
		return err->status;
	*decided = find_lost_node(cml_buffer_slice(&tail), &line);
	if (*decided)
		set_joined(outcome, CML_JOB_INFRA, shown_part(line), (struct cml_slice){0});
	cml_buffer_release(&tail);
	return CML_OK;
}

static enum cml_result classify_by_output(const struct cml_end_patterns *patterns,
					  const struct cml_job_end *end,
					  struct cml_job_outcome *outcome, struct cml_error *err)
{
	struct cml_buffer tails = {0}; /* of stderr, then of stdout */
	struct cml_slice texts[2], line;
	enum cml_result status = append_tail(&tails, end->stderr_path, err);
	size_t stderr_size = tails.size;

	if (status == CML_OK)
		status = append_tail(&tails, end->stdout_path, err);
	if (status != CML_OK)
		goto out;
	texts[0] = (struct cml_slice){tails.data, stderr_size};
	texts[1] = (struct cml_slice){tails.data + stderr_size, tails.size - stderr_size};
	/* A program with a message on stderr may have met, and logged, other things before. */
	size_t n_trusted = cml_last_message(texts[0]).size > 0 ? 1 : 2;
	if (end->start_errno == 0 &&
	    cml_end_patterns_find(patterns, texts, 2, n_trusted, &outcome->status, &line))
		set_joined(outcome, outcome->status, shown_part(line), (struct cml_slice){0});
	else
		classify_unexplained(end, texts[0], outcome);
out:
	cml_buffer_release(&tails);
	return status;
}

enum cml_result cml_classify_exit(const struct cml_end_patterns *patterns,
				  const struct cml_job_end *end, struct cml_job_outcome *outcome,
				  struct cml_error *err)
{
	bool decided;

	*outcome = (struct cml_job_outcome){.status = CML_JOB_FAILED};
	if (classify_srun(end, outcome, &decided, err) != CML_OK)
		return err->status;
	if (decided || classify_by_state(end, outcome))
		return CML_OK;
	return classify_by_output(patterns, end, outcome, err);
}
