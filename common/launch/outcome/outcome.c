#include "launch/outcome/outcome.h"

#include "base/memory.h"
#include "launch/job/regular_file.h"
#include "launch/outcome/end_patterns.h"
#include "launch/outcome/last_words.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Most bytes of a line that a reason shows. */
#define SHOWN_SIZE 120

/* Exit codes from here on are a shell's word for a signal. */
#define SHELL_SIGNALS 128

struct cml_outcome_rules {
	struct cml_end_patterns patterns;
	struct cml_buffer tails; /* of stderr and stdout, one behind the other */
};

enum cml_result cml_outcome_rules_new(struct cml_outcome_rules **made,
				      const char *const *oom_patterns, size_t n_oom,
				      const char *const *infra_patterns, size_t n_infra,
				      struct cml_error *err)
{
	struct cml_outcome_rules *rules = cml_array_new(1, sizeof *rules);

	*made = NULL;
	if (rules == NULL)
		return cml_fail_memory(err);
	if (cml_end_patterns_init(&rules->patterns, oom_patterns, n_oom, infra_patterns, n_infra,
				  err) != CML_OK) {
		free(rules);
		return err->status;
	}
	*made = rules;
	return CML_OK;
}

void cml_outcome_rules_free(struct cml_outcome_rules *rules)
{
	if (rules == NULL)
		return;
	cml_end_patterns_release(&rules->patterns);
	cml_buffer_release(&rules->tails);
	free(rules);
}

/* Appends the end of a file. One that cannot be read tells nothing. */
static enum cml_result append_tail(struct cml_buffer *tails, const char *path,
				   struct cml_error *err)
{
	const char *why;
	int fd = path != NULL ? cml_open_regular(path, &why) : -1;
	struct stat stat;
	enum cml_result status = CML_OK;
	size_t n = 0;

	if (fd < 0)
		return CML_OK;
	if (!cml_array_reserve((void **)&tails->data, &tails->capacity,
			       tails->size + CML_OUTCOME_TAIL, 1)) {
		status = cml_fail_memory(err);
	} else if (fstat(fd, &stat) == 0) {
		off_t start = stat.st_size - (off_t)CML_OUTCOME_TAIL;

		start = start > 0 ? start : 0;
		while (n < CML_OUTCOME_TAIL) {
			ssize_t got = pread(fd, tails->data + tails->size + n, CML_OUTCOME_TAIL - n,
					    start + (off_t)n);

			if (got < 0 && errno == EINTR)
				continue;
			if (got <= 0)
				break;
			n += (size_t)got;
		}
		tails->size += n;
	}
	close(fd);
	return status;
}

static void decide(struct cml_job_outcome *outcome, enum cml_job_status status, const char *words)
{
	outcome->status = status;
	cml_reason_set(&outcome->reason, "%s", words);
}

static bool has_problem(const struct cml_job_end *end)
{
	return end->problem != NULL && end->problem[0] != '\0';
}

/* Its files could not be written to the end: the disk was full, or the problem says why. */
static void decide_cut(const struct cml_job_end *end, struct cml_job_outcome *outcome)
{
	outcome->status = CML_JOB_INFRA;
	cml_reason_set(&outcome->reason, "%s: what it printed may be cut",
		       has_problem(end) ? end->problem : "its disk was full");
}

/* How it ended, as a person says it. */
static void describe_end(const struct cml_job_end *end, char text[SHOWN_SIZE])
{
	int shells = end->exit_code - SHELL_SIGNALS;

	if (end->signal != 0)
		snprintf(text, SHOWN_SIZE, "ended by SIG%s",
			 sigabbrev_np(end->signal) ? sigabbrev_np(end->signal) : "?");
	else if (shells > 0 && sigabbrev_np(shells) != NULL)
		snprintf(text, SHOWN_SIZE, "exit %d (128 + SIG%s)", end->exit_code,
			 sigabbrev_np(shells));
	else if (end->exit_code == 127)
		snprintf(text, SHOWN_SIZE, "exit 127 (command not found)");
	else if (end->exit_code == 126)
		snprintf(text, SHOWN_SIZE, "exit 126 (command cannot be run)");
	else
		snprintf(text, SHOWN_SIZE, "exit %d", end->exit_code);
}

/* The scheduler's word and reason, for people. */
static void decide_by_state(const struct cml_job_end *end, enum cml_job_status status,
			    struct cml_job_outcome *outcome)
{
	outcome->status = status;
	cml_reason_set(&outcome->reason, "%.*s%s%.*s", (int)end->state.size, end->state.data,
		       end->state_reason.size > 0 ? ": " : "", (int)end->state_reason.size,
		       end->state_reason.size > 0 ? end->state_reason.data : "");
}

static void judge_exit_0(const struct cml_job_end *end, struct cml_job_outcome *outcome)
{
	if (end->metric != NULL && end->no_space)
		decide_cut(end, outcome);
	else if (end->metric == NULL || !isnan(end->metric->value))
		decide(outcome, CML_JOB_OK, "");
	else
		decide(outcome, CML_JOB_FAILED,
		       end->metric->reason.text[0] != '\0' ? end->metric->reason.text
							   : "exit 0 without a reading");
}

/* What needs no look at the output. False when that has to decide. */
static bool judge_facts(const struct cml_job_end *end, struct cml_job_outcome *outcome)
{
	enum cml_job_status state = CML_JOB_FAILED;
	bool has_state = end->state.size > 0 && cml_job_status_parse(end->state, &state);
	bool exited_0 = end->has_record
			    ? end->exit_code == 0 && end->signal == 0 && end->start_errno == 0
			    : has_state && state == CML_JOB_OK;

	if (end->cancelled)
		decide(outcome, CML_JOB_CANCELLED, "cancelled by the user");
	else if (end->timed_out)
		decide(outcome, CML_JOB_TIMEOUT, "past its time limit");
	else if (end->too_slow)
		decide(outcome, CML_JOB_TIMEOUT, "too slow beside the best");
	else if (exited_0)
		judge_exit_0(end, outcome);
	else if (has_state && state != CML_JOB_OK && state != CML_JOB_FAILED)
		decide_by_state(end, state, outcome);
	else if (end->oom_killed)
		decide(outcome, CML_JOB_OOM, "killed by the kernel for its memory");
	else
		return false;
	return true;
}

static struct cml_slice shown_part(struct cml_slice line)
{
	line = cml_slice_trim(line);
	if (line.size > SHOWN_SIZE)
		line.size = SHOWN_SIZE;
	return line;
}

/* Without evidence in what it printed: its last words beside how it ended. */
static void judge_end(const struct cml_job_end *end, struct cml_slice stderr_tail,
		      struct cml_job_outcome *outcome)
{
	struct cml_slice words = shown_part(cml_last_words(stderr_tail));
	char how[SHOWN_SIZE];

	if (end->has_record && end->start_errno == EAGAIN) {
		outcome->status = CML_JOB_INFRA;
		cml_reason_set(&outcome->reason, "the machine could not start it%s%s",
			       has_problem(end) ? ": " : "", has_problem(end) ? end->problem : "");
		return;
	}
	if (end->has_record && end->start_errno != 0) {
		outcome->status = CML_JOB_FAILED;
		if (has_problem(end))
			cml_reason_set(&outcome->reason, "cannot run %s", end->problem);
		else
			cml_reason_set(&outcome->reason, "cannot run the command: %s",
				       strerrordesc_np(end->start_errno));
		return;
	}
	if (end->no_space) {
		decide_cut(end, outcome);
		return;
	}
	if (!end->has_record && end->state.size == 0) {
		decide(outcome, CML_JOB_INFRA, "lost: nothing tells how it ended");
		return;
	}
	if (end->has_record)
		describe_end(end, how);
	else
		snprintf(how, sizeof how, "%.*s", (int)end->state.size, end->state.data);
	outcome->status = CML_JOB_FAILED;
	if (end->outside_signal != 0) {
		const char *name = sigabbrev_np(end->outside_signal);

		outcome->status = end->shutdown ? CML_JOB_INFRA : CML_JOB_CANCELLED;
		cml_reason_set(&outcome->reason, "SIG%s %s; %s", name ? name : "?",
			       end->shutdown ? "to its keeper, as at a logout or a shutdown"
					     : "from outside",
			       how);
	} else {
		cml_reason_set(&outcome->reason, "%s%s%.*s", how, words.size > 0 ? ": " : "",
			       (int)words.size, words.size > 0 ? words.data : "");
	}
}

/* A step of several nodes that lost one: what it printed is of no use, whatever its exit code. */
static enum cml_result find_lost_node(struct cml_outcome_rules *rules,
				      const struct cml_job_end *end, struct cml_slice *found,
				      struct cml_error *err)
{
	static const char words[] = "srun: error: Node failure on "; /* src/api/step_launch.c */
	struct cml_slice rest, line;
	bool started = false;

	cml_buffer_clear(&rules->tails);
	if (append_tail(&rules->tails, end->stderr_path, err) != CML_OK)
		return err->status;
	rest = cml_buffer_slice(&rules->tails);
	while (found->size == 0 && cml_slice_split(&rest, '\n', &started, &line)) {
		if (line.size >= sizeof words && memcmp(line.data, words, sizeof words - 1) == 0)
			*found = shown_part(line);
	}
	return CML_OK;
}

enum cml_result cml_outcome_judge(struct cml_outcome_rules *rules, const struct cml_job_end *end,
				  struct cml_job_outcome *outcome, struct cml_error *err)
{
	struct cml_slice texts[2];
	struct cml_slice line = {0};
	size_t stderr_size;

	*outcome = (struct cml_job_outcome){.status = CML_JOB_FAILED};
	if (end->may_be_srun && end->has_record && end->exit_code == 0 && end->signal == 0 &&
	    find_lost_node(rules, end, &line, err) != CML_OK)
		return err->status;
	if (line.size > 0 && !end->cancelled && !end->timed_out && !end->too_slow) {
		outcome->status = CML_JOB_INFRA;
		cml_reason_set(&outcome->reason, "%.*s", (int)line.size, line.data);
		return CML_OK;
	}
	if (judge_facts(end, outcome))
		return CML_OK;
	cml_buffer_clear(&rules->tails);
	if (append_tail(&rules->tails, end->stderr_path, err) != CML_OK)
		return err->status;
	stderr_size = rules->tails.size;
	if (append_tail(&rules->tails, end->stdout_path, err) != CML_OK)
		return err->status;
	texts[0] = (struct cml_slice){rules->tails.data, stderr_size};
	texts[1] =
	    (struct cml_slice){rules->tails.data + stderr_size, rules->tails.size - stderr_size};
	/* A program that says itself why it ended may have met, and told, other things before. */
	size_t n_last_words = cml_last_words(texts[0]).size > 0 ? 1 : 2;
	if (end->start_errno == 0 && cml_end_patterns_find(&rules->patterns, texts, 2, n_last_words,
							   &outcome->status, &line)) {
		line = shown_part(line);
		cml_reason_set(&outcome->reason, "%.*s", (int)line.size, line.data);
	} else {
		judge_end(end, texts[0], outcome);
	}
	return CML_OK;
}
