#include "launch/slurm/slurm_queue.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Replies of squeue in a row without a job before it is taken for gone: the first may have met a
 * controller that was just reading its state. */
#define N_MISSING 2
/* Slurm's times are whole seconds. */
#define MAX_REFUSAL_S 1

static bool is_state(const char *state, const char *name)
{
	return state && strcmp(state, name) == 0;
}

bool cml_slurm_task_is_over(const struct cml_slurm_task *task)
{
	return task->ended || task->n_missing >= N_MISSING;
}

/* A directory may be in use by another job than the one we know: an sbatch whose answer was lost
 * came through after all. */
static bool follow_runner(struct cml_slurm_task *task, const char *runner)
{
	struct cml_slurm_id id;

	if (!cml_slurm_parse_id(cml_slice_of(runner), &id) || task->id.job == 0 ||
	    cml_slurm_is_id(id, task->id))
		return false;
	cml_slurm_task_follow(task, id);
	return true;
}

/* Ends that need no state of Slurm's: a good one with a result, and those that were decided on the
 * node. */
static bool record_is_enough(const struct cml_slurm_task *task, const struct cml_job_record *record)
{
	return record && ((cml_job_record_is_good(record) && !task->lacks_value) ||
			  record->stop == CML_STOP_TIMEOUT || record->start_errno != 0);
}

enum cml_slurm_verdict cml_slurm_task_check(struct cml_slurm_task *task,
					    const struct cml_slurm_evidence *evidence, double now,
					    double record_delay_s)
{
	const struct cml_job_record *record = evidence->record;
	struct cml_slice line;
	const char *said = cml_slurm_log_state(evidence->log, &line);

	/* The state was that of tasks which had not begun. */
	if (task->by_array_line && evidence->runner[0] != '\0') {
		task->ended = task->by_array_line = false;
		task->state[0] = task->reason[0] = '\0';
	}
	bool over = cml_slurm_task_is_over(task);
	if (!record && (!over || follow_runner(task, evidence->runner)))
		return CML_SLURM_GOES_ON;
	if (record)
		return over || record_is_enough(task, record) ||
			       (said && !is_state(said, "CANCELLED") && !is_state(said, "REQUEUED"))
			   ? CML_SLURM_OVER
			   : CML_SLURM_AWAITS_STATE;
	/* A record may still be on its way through a file server. */
	if (task->over_since == 0)
		task->over_since = now;
	return now - task->over_since < record_delay_s ? CML_SLURM_AWAITS_STATE : CML_SLURM_OVER;
}

/* The state in which a task ended, and why, in words. */
#define EXPLAIN(task, word, ...)                                                                   \
	(snprintf((task)->state, sizeof(task)->state, "%s", word),                                 \
	 snprintf((task)->reason, sizeof(task)->reason, __VA_ARGS__))

/* slurmstepd's state where Slurm has none, or one that says less. */
static void add_log_state(struct cml_slurm_task *task, struct cml_slice log)
{
	struct cml_slice line = {0};
	const char *state = cml_slurm_log_state(log, &line);
	bool vague = task->state[0] == '\0' || is_state(task->state, "FAILED") ||
		     is_state(task->state, "COMPLETED");

	if (!state ||
	    !(vague || (is_state(state, "OUT_OF_MEMORY") && is_state(task->state, "CANCELLED"))))
		return;
	EXPLAIN(task, state, "%.*s", (int)line.size, line.data);
}

/* slurmd cancels what it refuses, such as a job under the number of one that still runs, which a
 * controller gives that lost its state: at once, and on a node, without a slurmstepd. What a person
 * cancels has no node yet, or has begun, or its slurmstepd says so before the script has begun. */
static bool is_refused_by_node(const struct cml_slurm_task *task, struct cml_slice log)
{
	struct cml_slice line;

	return is_state(task->state, "CANCELLED") && !task->end_wanted && task->reason[0] != '\0' &&
	       task->end - task->start <= MAX_REFUSAL_S && !cml_slurm_log_state(log, &line);
}

/* A controller that came back without its state kills what its nodes run: nothing of the array is
 * listed then. What a person cancels is, unless it was pending, which vanishes alone. */
static void explain_unlisted(struct cml_slurm_task *task, const struct cml_slurm_evidence *evidence)
{
	const struct cml_job_record *record = evidence->record;
	struct cml_slice line;
	bool was_killed = (record && record->notified != 0) ||
			  is_state(cml_slurm_log_state(evidence->log, &line), "CANCELLED");
	bool has_begun = record || evidence->runner[0] != '\0';

	if (task->ended || task->end_wanted || task->n_missing < N_MISSING ||
	    !(task->state[0] == '\0' || is_state(task->state, "CANCELLED")))
		return;
	if (task->batch->is_known && !has_begun)
		EXPLAIN(task, "CANCELLED", "before it began");
	else if (!task->batch->is_known && was_killed)
		EXPLAIN(task, "NODE_FAIL", "killed, and Slurm no longer knows job %s",
			task->launch->job);
}

static void explain_no_record(struct cml_slurm_task *task,
			      const struct cml_slurm_evidence *evidence)
{
	const char *runner = evidence->runner;

	if (runner[0] == '\0' && is_refused_by_node(task, evidence->log))
		EXPLAIN(task, "LAUNCH_FAILED",
			"cancelled when it began, as by a node that refuses its number");
	/* A node that fails to launch a batch script leaves Slurm with FAILED, as a job does that
	 * exits with 1; but a script that began has put its name into the directory, or could not
	 * reach it. One that was forbidden to begin, as it came after an interrupt, is COMPLETED.
	 */
	if (runner[0] == '\0' &&
	    (is_state(task->state, "FAILED") || is_state(task->state, "COMPLETED")))
		EXPLAIN(task, "LAUNCH_FAILED",
			"the job never began, or its node does not see the job's directory");
	if (task->state[0] == '\0')
		EXPLAIN(task, "", "Slurm no longer knows job %s, which left no record",
			task->launch->job);
}

static void fill_event(struct cml_slurm_task *task, const struct cml_job_record *record,
		       struct cml_launch_event *event)
{
	*event = cml_launch_ended(task->launch, record);
	if (record)
		task->launch->start_at = record->started;
	task->launch->started = record || !isnan(task->start);
	snprintf(event->state, sizeof event->state, "%s", task->state);
	snprintf(event->reason, sizeof event->reason, "%s", task->reason);
	if (!isnan(task->start) && !isnan(task->end) && task->end >= task->start)
		event->seconds = task->end - task->start;
}

void cml_slurm_task_finish(struct cml_slurm_task *task, const struct cml_slurm_evidence *evidence,
			   struct cml_launch_event *event)
{
	if (record_is_enough(task, evidence->record)) {
		task->state[0] = task->reason[0] = '\0';
	} else {
		add_log_state(task, evidence->log);
		explain_unlisted(task, evidence);
	}
	if (!evidence->record)
		explain_no_record(task, evidence);
	fill_event(task, evidence->record, event);
}

void cml_slurm_task_finish_unsent(struct cml_slurm_task *task, struct cml_launch_event *event)
{
	EXPLAIN(task, "CANCELLED", "ended before Slurm had it");
	fill_event(task, NULL, event);
}
