/* What a reply changes in the queue. Part of slurm_queue.h. */
#include "launch/slurm/slurm_queue.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FIRST_RETRY_S 1.0
#define LAST_RETRY_S 60.0
/* Rounds of sacct for one in which squeue is asked, too. */
#define CONTROLLER_ROUNDS 10

/* For people. */
static struct cml_slice complaint(const struct cml_slurm_reply *reply)
{
	return reply->timed_out ? cml_slice_of("no reply in time")
				: cml_slice_last_line(reply->err, NULL);
}

static void note_silence(struct cml_slurm_queue *queue, const struct cml_slurm_reply *reply)
{
	struct cml_slice line = complaint(reply);

	if (!queue->silent)
		cml_note(&queue->options->notes, "Slurm does not answer, waiting for it: %.*s",
			 (int)line.size, line.data);
	queue->silent = true;
}

static void note_reply(struct cml_slurm_queue *queue)
{
	if (queue->silent)
		cml_note(&queue->options->notes, "Slurm answers again");
	queue->silent = false;
}

static void look_for(struct cml_slurm_queue *queue, struct cml_slurm_batch *batch,
		     const struct cml_slurm_reply *reply, double now)
{
	note_silence(queue, reply);
	batch->phase = CML_SLURM_UNSURE;
	batch->retry_at =
	    now + fmin(LAST_RETRY_S, ldexp(FIRST_RETRY_S, (int)fmin(batch->n_failed, 30)));
	batch->n_failed++;
}

static enum cml_result update_sbatch(struct cml_slurm_queue *queue, struct cml_slurm_batch *batch,
				     const struct cml_slurm_reply *reply, double now,
				     struct cml_error *err)
{
	struct cml_slice line = complaint(reply);
	/* Ended by a signal: whether Slurm has it is not known either. */
	bool refused = reply->exit_code > 0 && reply->exit_code <= 128 &&
		       cml_slurm_failure_of(reply->err) != CML_SLURM_RETRY;

	if (refused)
		return cml_fail(err, CML_IO_ERROR, "Slurm refuses the jobs: %.*s", (int)line.size,
				line.data);
	if (reply->exit_code != 0 || reply->job == 0) {
		look_for(queue, batch, reply, now);
		return CML_OK;
	}
	note_reply(queue);
	cml_slurm_batch_set_job(batch, reply->job);
	return CML_OK;
}

static void update_name(struct cml_slurm_queue *queue, struct cml_slurm_batch *batch,
			const struct cml_slurm_reply *reply, double now)
{
	struct cml_slice text = reply->out;
	struct cml_slurm_job job;

	if (reply->exit_code != 0) {
		look_for(queue, batch, reply, now);
		return;
	}
	note_reply(queue);
	batch->phase = CML_SLURM_WRITTEN;
	while (batch->phase == CML_SLURM_WRITTEN && cml_slurm_next_job(&text, &job))
		if (cml_slice_is(job.name, batch->name))
			cml_slurm_batch_set_job(batch, job.id.job);
}

static void set_seen(struct cml_slurm_task *task, bool from_squeue)
{
	task->seen = true;
	if (from_squeue)
		task->n_missing = 0;
}

/* Not counted: no reason, and the --throttle of an array. What follows a comma differs from job
 * to job. */
static void count_pending(struct cml_slurm_pending *pending, struct cml_slice reason)
{
	if (reason.size == 0 || cml_slice_is(reason, "JobArrayTaskLimit"))
		return;
	if (pending->n_jobs++ > 0)
		return;
	snprintf(pending->reason, sizeof pending->reason, "%.*s", (int)reason.size, reason.data);
	pending->reason[strcspn(pending->reason, ",")] = '\0';
}

static void set_state(struct cml_slurm_queue *queue, struct cml_slurm_task *task,
		      const struct cml_slurm_job *job, bool from_squeue)
{
	/* The accounting has no reason while a job is pending. */
	if (from_squeue && task->end_wanted == CML_SLURM_END_NONE &&
	    cml_slice_is(job->state, "PENDING"))
		count_pending(&queue->pending, job->reason);
	task->ended = cml_slurm_has_ended(job->state);
	task->start = job->start;
	task->end = job->end;
	if (cml_slice_is(job->state, "RUNNING") && !isnan(job->start)) {
		task->launch->started = true;
		if (task->launch->start_at == 0)
			task->launch->start_at = job->start;
	}
	if (!task->ended) {
		task->over_since = 0; /* it was requeued */
		task->state[0] = task->reason[0] = '\0';
		return;
	}
	snprintf(task->state, sizeof task->state, "%.*s", (int)job->state.size, job->state.data);
	if (job->nodes.size > 0)
		snprintf(task->reason, sizeof task->reason, "on %.*s", (int)job->nodes.size,
			 job->nodes.data);
}

/* The line of an array is that of the tasks without one. While they are pending, they are seen;
 * one that has ended ("CANCELLED by 0", in squeue without `_[0-2]`) was cancelled before they
 * began. Whether a task had begun is in its directory: see slurm_end.h. */
static void update_array(struct cml_slurm_queue *queue, struct cml_slurm_batch *batch,
			 const struct cml_slurm_job *job, bool from_squeue)
{
	bool ended = cml_slurm_has_ended(job->state);

	for (size_t i = 0; i < batch->n; i++) {
		struct cml_slurm_task *task = &batch->tasks[i];

		if (!task->launch || task->id.job != batch->job)
			continue;
		if (ended)
			set_state(queue, task, job, from_squeue);
		else if (job->id.task == CML_SLURM_ALL_TASKS)
			set_seen(task, from_squeue);
		task->by_array_line = ended;
	}
}

static void update_task(struct cml_slurm_queue *queue, struct cml_slurm_batch *batch,
			const struct cml_slurm_job *job, bool from_squeue)
{
	size_t i = job->id.task < batch->n ? job->id.task : 0;

	/* Where it is not in its place, another job runs it. */
	if (!cml_slurm_is_id(batch->tasks[i].id, job->id)) {
		i = 0;
		while (i < batch->n && !cml_slurm_is_id(batch->tasks[i].id, job->id))
			i++;
	}
	if (i == batch->n || !batch->tasks[i].launch)
		return;
	set_seen(&batch->tasks[i], from_squeue);
	batch->tasks[i].by_array_line = false;
	set_state(queue, &batch->tasks[i], job, from_squeue);
}

/* By lines for whole arrays, or by the others. */
static void update_lines(struct cml_slurm_queue *queue, struct cml_slice text, bool from_squeue,
			 bool arrays)
{
	struct cml_slurm_job job;

	while (cml_slurm_next_job(&text, &job)) {
		/* By no user: sacct says `CANCELLED by 1000` of what a person did. A controller
		 * that starts without its state enters so what it finds running in the accounting.
		 */
		if (!from_squeue && cml_slice_is(job.state, "CANCELLED"))
			continue;
		/* By name, too: a controller that crashed before it saved its state gives numbers
		 * again. */
		struct cml_slurm_batch *batch = cml_slurm_queue_find(queue, job.name);
		if (!batch || batch->phase != CML_SLURM_SUBMITTED)
			continue;
		bool own = batch->job == job.id.job;
		bool array = job.id.task == CML_SLURM_ALL_TASKS ||
			     (own && batch->n > 1 && job.id.task == CML_SLURM_NO_TASK);

		if (arrays && array && own)
			update_array(queue, batch, &job, from_squeue);
		if (!arrays && !array)
			update_task(queue, batch, &job, from_squeue);
	}
}

/* Lines of arrays first, as what a task's own line says counts more. */
static void update_tasks(struct cml_slurm_queue *queue, struct cml_slice text, bool from_squeue)
{
	update_lines(queue, text, from_squeue, true);
	update_lines(queue, text, from_squeue, false);
}

/* Counts submitted tasks that this round has not seen; missing: and notes that in them. */
static size_t count_unseen(struct cml_slurm_queue *queue, bool missing)
{
	struct cml_slurm_task *task = NULL;
	size_t n = 0;

	while ((task = cml_slurm_queue_next_task(queue, task)) != NULL) {
		if (!cml_slurm_task_is_submitted(task) || task->seen)
			continue;
		if (missing)
			task->n_missing++;
		n++;
	}
	return n;
}

static void end_round(struct cml_slurm_queue *queue, double now)
{
	queue->polled_at = now;
	queue->poll_at = now + queue->options->poll_s;
}

static void update_sacct(struct cml_slurm_queue *queue, const struct cml_slurm_reply *reply,
			 double now)
{
	struct cml_slurm_task *task = NULL;

	if (reply->exit_code == 0)
		update_tasks(queue, reply->out, false);
	else if (cml_slurm_failure_of(reply->err) == CML_SLURM_NO_ACCOUNTING)
		queue->no_accounting = true;
	/* A job that a controller lost in a crash is running in the accounting for ever: now and
	 * then squeue is asked, too. */
	if (++queue->n_sacct % CONTROLLER_ROUNDS == 0)
		while ((task = cml_slurm_queue_next_task(queue, task)) != NULL)
			task->seen = task->seen && task->ended;
	queue->ask_squeue = count_unseen(queue, false) > 0;
	if (queue->ask_squeue)
		return;
	note_reply(queue);
	end_round(queue, now);
}

/* Each reason once, until no job is pending, and only one that two replies in a row give, as the
 * controller gives new jobs a rough one first. Jobs that can never start are not ended: the site
 * may change something. */
static enum cml_result report_pending(struct cml_slurm_queue *queue, struct cml_error *err)
{
	struct cml_slurm_pending *pending = &queue->pending;
	size_t n = pending->n_jobs;
	bool lasts = n > 0 && strcmp(pending->reason, pending->before) == 0;
	char line[CML_SLURM_REASON_SIZE + 3];
	int size = snprintf(line, sizeof line, "\n%s\n", pending->reason);

	memcpy(pending->before, pending->reason, sizeof pending->before);
	pending->n_jobs = 0;
	pending->reason[0] = '\0';
	if (n == 0)
		cml_buffer_clear(&pending->reported);
	if (!lasts ||
	    (pending->reported.size > 0 &&
	     memmem(pending->reported.data, pending->reported.size, line, (size_t)size) != NULL))
		return CML_OK;
	if (!cml_buffer_append(&pending->reported, line, (size_t)size))
		return cml_fail_memory(err);
	cml_note(&queue->options->notes, "pending: %zu job%s (%s)%s", n, n == 1 ? "" : "s",
		 pending->before,
		 cml_slurm_is_stuck(pending->before) ? ", which does not clear by itself" : "");
	return CML_OK;
}

static enum cml_result update_squeue(struct cml_slurm_queue *queue,
				     const struct cml_slurm_reply *reply, double now,
				     struct cml_error *err)
{
	end_round(queue, now);
	if (reply->exit_code != 0) {
		note_silence(queue, reply);
		return CML_OK;
	}
	note_reply(queue);
	update_tasks(queue, reply->out, true);
	count_unseen(queue, true);
	return report_pending(queue, err);
}

/* A step is repeated for all that have come to it; a job that is over is no error. */
static void update_scancel(struct cml_slurm_queue *queue, enum cml_slurm_end step,
			   const struct cml_slurm_reply *reply, double now)
{
	struct cml_slurm_task *task = NULL;

	if (reply->exit_code == 0 || cml_slurm_failure_of(reply->err) != CML_SLURM_RETRY) {
		queue->poll_at = fmin(queue->poll_at, now + FIRST_RETRY_S);
		return;
	}
	note_silence(queue, reply);
	while ((task = cml_slurm_queue_next_task(queue, task)) != NULL)
		if (task->end_sent == step)
			task->end_sent = step - 1;
	queue->must_end = true;
	queue->end_at = now + FIRST_RETRY_S;
}

enum cml_result cml_slurm_queue_update(struct cml_slurm_queue *queue,
				       const struct cml_slurm_request *request,
				       const struct cml_slurm_reply *reply, double now,
				       struct cml_error *err)
{
	switch (request->question) {
	case CML_SLURM_ASK_SCANCEL:
		update_scancel(queue, request->step, reply, now);
		break;
	case CML_SLURM_ASK_SBATCH:
		return update_sbatch(queue, request->batch, reply, now, err);
	case CML_SLURM_ASK_NAME:
		update_name(queue, request->batch, reply, now);
		break;
	case CML_SLURM_ASK_SACCT:
		update_sacct(queue, reply, now);
		break;
	case CML_SLURM_ASK_SQUEUE:
		return update_squeue(queue, reply, now, err);
	case CML_SLURM_ASK_NOTHING:
		break;
	}
	return CML_OK;
}
