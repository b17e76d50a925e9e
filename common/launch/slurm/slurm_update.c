/* What a reply changes in the queue. Part of slurm_queue.h. */
#include "launch/slurm/slurm_queue.h"

#include <math.h>
#include <stdio.h>

#define FIRST_RETRY_S 1.0
#define LAST_RETRY_S 60.0

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
	batch->was_unsure = true;
	batch->retry_at =
	    now + fmin(LAST_RETRY_S, ldexp(FIRST_RETRY_S, (int)fmin(batch->n_failed, 30)));
	batch->n_failed++;
}

/* Tries of a single job that is one too many before Slurm, which has no job of ours, is taken to
 * refuse the jobs. */
#define MAX_REFUSALS 3

/* Fewer jobs are tried, down to one, which waits for the end of another. */
static enum cml_result update_limited(struct cml_slurm_queue *queue, struct cml_slurm_batch *batch,
				      struct cml_slice line, double now, struct cml_error *err)
{
	bool has_jobs = cml_slurm_queue_has_jobs(queue);

	if (!queue->is_limited)
		cml_note(
		    &queue->options->notes,
		    "Slurm does not take %zu job%s more now: %.*s: fewer are tried, the others "
		    "later (-j)",
		    batch->n, batch->n == 1 ? "" : "s", (int)line.size, line.data);
	queue->is_limited = true;
	batch->is_too_large = batch->n > 1;
	if (batch->is_too_large)
		return CML_OK;
	if (!has_jobs && ++batch->n_refused >= MAX_REFUSALS)
		return cml_fail(err, CML_IO_ERROR,
				"Slurm takes not one job: %.*s (its time and size: --timeout, "
				"--sbatch-arg; else wait for other jobs of yours to end)",
				(int)line.size, line.data);
	batch->retry_at =
	    now + (has_jobs ? LAST_RETRY_S : ldexp(FIRST_RETRY_S, (int)batch->n_refused - 1));
	return CML_OK;
}

static enum cml_result update_sbatch(struct cml_slurm_queue *queue, struct cml_slurm_batch *batch,
				     const struct cml_slurm_reply *reply, double now,
				     struct cml_error *err)
{
	struct cml_slice line = complaint(reply);
	/* Ended by a signal: whether Slurm has it is not known either. */
	bool answered = reply->exit_code > 0 && reply->exit_code <= 128;

	if (answered && cml_slurm_is_limit(reply->err))
		return update_limited(queue, batch, line, now, err);
	if (answered && !cml_slurm_is_passing(reply->err))
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

static void set_state(struct cml_slurm_task *task, const struct cml_slurm_job *job)
{
	task->ended = cml_slurm_has_ended(job->state);
	task->start = job->start;
	task->end = job->end;
	if (cml_slice_is(job->state, "RUNNING")) {
		task->launch->started = true;
		if (task->launch->start_at == 0 && !isnan(job->start))
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
 * one that has ended was cancelled before they began. Whether a task had begun is in its directory:
 * see slurm_end.c. */
static void update_array(struct cml_slurm_batch *batch, const struct cml_slurm_job *job)
{
	bool ended = cml_slurm_has_ended(job->state);

	for (size_t i = 0; i < batch->n; i++) {
		struct cml_slurm_task *task = &batch->tasks[i];

		if (!task->launch || task->id.job != batch->job)
			continue;
		if (ended) {
			set_state(task, job);
		} else {
			task->seen = true;
			task->n_missing = 0;
		}
		task->by_array_line = ended;
	}
}

static void update_task(struct cml_slurm_batch *batch, const struct cml_slurm_job *job)
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
	batch->tasks[i].seen = true;
	batch->tasks[i].n_missing = 0;
	batch->tasks[i].by_array_line = false;
	set_state(&batch->tasks[i], job);
}

/* By the lines for whole arrays, which say less, or by the others. */
static void update_lines(struct cml_slurm_queue *queue, struct cml_slice text, bool of_arrays)
{
	struct cml_slurm_job job;

	while (cml_slurm_next_job(&text, &job)) {
		/* By name, too: a controller that crashed before it saved its state gives numbers
		 * again. */
		struct cml_slurm_batch *batch = cml_slurm_queue_find(queue, job.name);
		if (!batch || batch->phase != CML_SLURM_SUBMITTED)
			continue;
		bool own = batch->job == job.id.job;
		batch->is_known = batch->is_known || own;
		bool array = own && batch->n > 1 && job.id.task == CML_SLURM_NO_TASK;

		if (array == of_arrays)
			(array ? update_array : update_task)(batch, &job);
	}
}

static void update_squeue(struct cml_slurm_queue *queue, const struct cml_slurm_reply *reply,
			  double now)
{
	struct cml_slurm_task *task = NULL;

	queue->polled_at = now;
	queue->poll_at = now + queue->options->poll_s;
	if (reply->exit_code != 0) {
		note_silence(queue, reply);
		return;
	}
	note_reply(queue);
	for (size_t i = 0; i < queue->n_batches; i++)
		queue->batches[i]->is_known = false;
	update_lines(queue, reply->out, true);
	update_lines(queue, reply->out, false);
	while ((task = cml_slurm_queue_next_task(queue, task)) != NULL)
		if (cml_slurm_task_is_submitted(task) && !task->seen)
			task->n_missing++;
}

/* A job that is over is no error. */
static void update_scancel(struct cml_slurm_queue *queue, const struct cml_slurm_reply *reply,
			   double now)
{
	struct cml_slurm_task *task = NULL;

	if (reply->exit_code == 0 || !cml_slurm_is_passing(reply->err)) {
		queue->poll_at = fmin(queue->poll_at, now + FIRST_RETRY_S);
		return;
	}
	note_silence(queue, reply);
	while ((task = cml_slurm_queue_next_task(queue, task)) != NULL)
		task->end_sent = false;
	queue->must_end = true;
	queue->end_at = now + FIRST_RETRY_S;
}

enum cml_result cml_slurm_queue_update(struct cml_slurm_queue *queue,
				       const struct cml_slurm_request *request,
				       const struct cml_slurm_reply *reply, double now,
				       struct cml_error *err)
{
	/* Of a shell, or of a wrapper of Slurm's: there is no such command, and waiting mends
	 * nothing. */
	bool is_missing = reply->exit_code == 126 || reply->exit_code == 127;
	struct cml_slice line = complaint(reply);

	if (is_missing && request->question != CML_SLURM_ASK_SCANCEL)
		return cml_fail(err, CML_IO_ERROR,
				"Slurm: %.*s (run this where its commands are, or with another "
				"--backend; jobs in its queue go on, and the same command takes "
				"them up)",
				(int)line.size, line.data);
	switch (request->question) {
	case CML_SLURM_ASK_SCANCEL:
		update_scancel(queue, reply, now);
		break;
	case CML_SLURM_ASK_SBATCH:
		return update_sbatch(queue, request->batch, reply, now, err);
	case CML_SLURM_ASK_NAME:
		update_name(queue, request->batch, reply, now);
		break;
	case CML_SLURM_ASK_SQUEUE:
		update_squeue(queue, reply, now);
		break;
	case CML_SLURM_ASK_NOTHING:
		break;
	}
	return CML_OK;
}
