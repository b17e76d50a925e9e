#include "launch/slurm/slurm_queue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How soon an end that waits for Slurm's state asks again. */
#define STATE_POLL_S 1.0

/* Commands as strings one after the other, each ended by NUL; further ones follow. */
static const char sbatch[] = "sbatch\0--parsable\0--no-requeue";
static const char squeue[] =
    "squeue\0--noheader\0--array\0--states=all\0--format=" CML_SQUEUE_FORMAT;
/* As Slurm does: SIGTERM, and SIGKILL after KillWait. */
static const char scancel[] = "scancel\0--quiet";

static void drop(struct cml_slurm_queue *queue, size_t i)
{
	struct cml_slurm_batch *dropped = queue->batches[i];

	queue->batches[i] = queue->batches[--queue->n_batches];
	queue->batches[i]->place = i;
	free(dropped);
}

void cml_slurm_queue_drop_closed(struct cml_slurm_queue *queue,
				 const struct cml_slurm_batch *asked_for)
{
	for (size_t i = queue->n_batches; i-- > 0;)
		if (queue->batches[i]->n_open == 0 && queue->batches[i] != asked_for)
			drop(queue, i);
}

void cml_slurm_queue_release(struct cml_slurm_queue *queue)
{
	while (queue->n_batches > 0)
		drop(queue, queue->n_batches - 1);
	free(queue->batches);
	*queue = (struct cml_slurm_queue){0};
}

struct cml_slurm_task *cml_slurm_queue_next_task(const struct cml_slurm_queue *queue,
						 const struct cml_slurm_task *task)
{
	size_t i = task ? task->index + 1 : 0;

	for (size_t b = task ? task->batch->place : 0; b < queue->n_batches; b++, i = 0)
		for (; i < queue->batches[b]->n; i++)
			if (queue->batches[b]->tasks[i].launch)
				return &queue->batches[b]->tasks[i];
	return NULL;
}

bool cml_slurm_task_is_submitted(const struct cml_slurm_task *task)
{
	return task->batch->phase == CML_SLURM_SUBMITTED;
}

struct cml_slurm_batch *cml_slurm_queue_add(struct cml_slurm_queue *queue, const char *name,
					    size_t n, enum cml_slurm_phase phase)
{
	if (!CML_RESERVE(&queue->batches, &queue->capacity, queue->n_batches + 1))
		return NULL;
	struct cml_slurm_batch *batch =
	    cml_array_new(1, sizeof *batch + n * sizeof batch->tasks[0]);
	if (!batch)
		return NULL;
	snprintf(batch->name, sizeof batch->name, "%s", name);
	batch->phase = phase;
	batch->was_unsure = phase == CML_SLURM_UNSURE;
	batch->n = n;
	for (size_t i = 0; i < n; i++)
		batch->tasks[i] = (struct cml_slurm_task){
		    .batch = batch, .index = (uint32_t)i, .start = NAN, .end = NAN};
	batch->place = queue->n_batches++;
	queue->batches[batch->place] = batch;
	return batch;
}

struct cml_slurm_batch *cml_slurm_queue_find(const struct cml_slurm_queue *queue,
					     struct cml_slice name)
{
	for (size_t i = 0; i < queue->n_batches; i++)
		if (cml_slice_is(name, queue->batches[i]->name))
			return queue->batches[i];
	return NULL;
}

static void set_id(struct cml_slurm_task *task, struct cml_slurm_id id)
{
	struct cml_launch *launch = task->launch;
	unsigned long long job = id.job;

	task->id = id;
	if (launch && id.task == CML_SLURM_NO_TASK)
		snprintf(launch->job, sizeof launch->job, "%llu", job);
	else if (launch)
		snprintf(launch->job, sizeof launch->job, "%llu_%u", job, id.task);
}

static void set_own_id(struct cml_slurm_task *task)
{
	const struct cml_slurm_batch *batch = task->batch;

	set_id(task,
	       (struct cml_slurm_id){batch->job, batch->n > 1 ? task->index : CML_SLURM_NO_TASK});
}

void cml_slurm_batch_set_job(struct cml_slurm_batch *batch, uint64_t job)
{
	if (job == 0)
		return;
	batch->job = job;
	batch->phase = CML_SLURM_SUBMITTED;
	for (size_t i = 0; i < batch->n; i++)
		set_own_id(&batch->tasks[i]);
}

void cml_slurm_task_follow(struct cml_slurm_task *task, struct cml_slurm_id id)
{
	set_id(task, id);
	task->ended = task->by_array_line = false;
	task->end_sent = false;
	task->n_missing = 0;
	task->over_since = 0;
	task->state[0] = task->reason[0] = '\0';
}

void cml_slurm_queue_open_task(struct cml_slurm_queue *queue, struct cml_slurm_batch *batch,
			       size_t i, struct cml_launch *launch)
{
	struct cml_slurm_task *task = &batch->tasks[i];

	task->launch = launch;
	launch->backend = task;
	batch->n_open++;
	queue->n_open++;
	if (batch->phase == CML_SLURM_SUBMITTED)
		set_own_id(task);
}

struct cml_slurm_batch *cml_slurm_queue_unsubmitted(const struct cml_slurm_queue *queue)
{
	struct cml_slurm_batch *first = NULL;

	for (size_t i = 0; i < queue->n_batches; i++) {
		struct cml_slurm_batch *batch = queue->batches[i];

		if (batch->phase != CML_SLURM_SUBMITTED && batch->n_open > 0 &&
		    !batch->is_too_large && (!first || batch->retry_at < first->retry_at))
			first = batch;
	}
	return first;
}

/* A job has ended: others may have a place now, so the next one does not wait, and what was refused
 * before says nothing. */
static void hurry(struct cml_slurm_queue *queue)
{
	struct cml_slurm_batch *batch =
	    queue->is_limited ? cml_slurm_queue_unsubmitted(queue) : NULL;

	if (batch)
		batch->retry_at = 0;
	for (size_t i = 0; i < queue->n_batches; i++)
		queue->batches[i]->n_refused = 0;
}

void cml_slurm_queue_close_task(struct cml_slurm_queue *queue, struct cml_slurm_task *task)
{
	task->launch->backend = NULL;
	task->launch = NULL;
	task->batch->n_open--;
	queue->n_open--;
	hurry(queue);
}

void cml_slurm_queue_end(struct cml_slurm_queue *queue, struct cml_slurm_task *task)
{
	task->end_wanted = true;
	queue->must_end = true;
}

static void request_end(struct cml_slurm_queue *queue, struct cml_slurm_request *request)
{
	struct cml_buffer *argv = &request->argv;
	struct cml_slurm_task *task = NULL;
	size_t n = 0;

	cml_buffer_append(argv, scancel, sizeof scancel);
	while ((task = cml_slurm_queue_next_task(queue, task)) != NULL) {
		if (!cml_slurm_task_is_submitted(task) || !task->end_wanted || task->end_sent)
			continue;
		cml_buffer_append(argv, task->launch->job, strlen(task->launch->job) + 1);
		task->end_sent = true;
		n++;
	}
	queue->must_end = false;
	if (n > 0)
		request->question = CML_SLURM_ASK_SCANCEL;
	else
		cml_buffer_clear(argv);
}

/* All jobs of a batch's name, as long as the controller knows them; batch NULL: all of ours, as,
 * asked for one, it sends no others. */
static void request_squeue(struct cml_slurm_batch *batch, struct cml_slurm_request *request)
{
	request->question = batch ? CML_SLURM_ASK_NAME : CML_SLURM_ASK_SQUEUE;
	request->batch = batch;
	cml_buffer_append(&request->argv, squeue, sizeof squeue);
	if (batch)
		cml_buffer_printf(&request->argv, "--name=%s%c", batch->name, 0);
	else
		cml_buffer_printf(&request->argv, "--user=%u%c", geteuid(), 0);
}

/* The last of several counts for sbatch: the user may change the time limit, not the name. */
static void request_sbatch(const struct cml_launcher_options *options,
			   struct cml_slurm_batch *batch, struct cml_slurm_request *request)
{
	struct cml_buffer *argv = &request->argv;
	const char *folder = options->folder->path, *name = batch->name;
	double limit_s = options->timeout_s + options->grace_s;

	request->question = CML_SLURM_ASK_SBATCH;
	request->batch = batch;
	cml_buffer_append(argv, sbatch, sizeof sbatch);
	if (options->timeout_s > 0)
		cml_buffer_printf(argv, "--time=%.0f%c", ceil(limit_s / 60) + 1, 0);
	for (size_t i = 0; i < options->n_scheduler_arguments; i++)
		cml_buffer_printf(argv, "%s%c", options->scheduler_arguments[i], 0);
	cml_buffer_printf(argv, "--job-name=%s%c--chdir=%s%c", name, 0, folder, 0);
	cml_buffer_printf(argv, "--output=/dev/null%c--error=batches/%s.%s.log%c", 0, name,
			  batch->n > 1 ? "%a" : "0", 0);
	cml_buffer_printf(argv, "--open-mode=append%c", 0);
	if (batch->n > 1 && options->throttle > 0)
		cml_buffer_printf(argv, "--array=0-%zu%%%zu%c", batch->n - 1, options->throttle, 0);
	else if (batch->n > 1)
		cml_buffer_printf(argv, "--array=0-%zu%c", batch->n - 1, 0);
	cml_buffer_printf(argv, "%s/batches/%s%c", folder, name, 0);
}

bool cml_slurm_queue_has_jobs(const struct cml_slurm_queue *queue)
{
	for (size_t i = 0; i < queue->n_batches; i++)
		if (queue->batches[i]->phase == CML_SLURM_SUBMITTED &&
		    queue->batches[i]->n_open > 0)
			return true;
	return false;
}

static double poll_due(const struct cml_slurm_queue *queue)
{
	if (!cml_slurm_queue_has_jobs(queue))
		return INFINITY;
	return fmin(queue->poll_at,
		    queue->awaits_state ? queue->polled_at + STATE_POLL_S : INFINITY);
}

double cml_slurm_queue_due(const struct cml_slurm_queue *queue)
{
	const struct cml_slurm_batch *batch = cml_slurm_queue_unsubmitted(queue);
	double due = poll_due(queue);

	if (queue->must_end)
		due = fmin(due, queue->end_at);
	return batch ? fmin(due, batch->retry_at) : due;
}

static void request_next(struct cml_slurm_queue *queue, double now,
			 struct cml_slurm_request *request)
{
	struct cml_slurm_batch *batch = cml_slurm_queue_unsubmitted(queue);
	struct cml_slurm_task *task = NULL;

	if (queue->must_end && queue->end_at <= now)
		request_end(queue, request);
	if (request->question != CML_SLURM_ASK_NOTHING)
		return;
	if (batch && batch->retry_at <= now && batch->phase == CML_SLURM_WRITTEN) {
		request_sbatch(queue->options, batch, request);
	} else if (batch && batch->retry_at <= now) {
		request_squeue(batch, request);
	} else if (poll_due(queue) <= now) {
		while ((task = cml_slurm_queue_next_task(queue, task)) != NULL)
			task->seen = false;
		request_squeue(NULL, request);
	}
}

enum cml_result cml_slurm_queue_next(struct cml_slurm_queue *queue, double now,
				     struct cml_slurm_request *request, struct cml_error *err)
{
	request->question = CML_SLURM_ASK_NOTHING;
	request->batch = NULL;
	cml_buffer_clear(&request->argv);
	request_next(queue, now, request);
	return request->argv.has_failed ? cml_fail_memory(err) : CML_OK;
}
