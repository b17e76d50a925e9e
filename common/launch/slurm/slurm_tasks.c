/* What comes into the queue, and the ends of its tasks. Part of slurm_state.h. */
#include "launch/slurm/slurm_state.h"

#include "base/clock.h"
#include "base/file.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>

enum cml_result cml_slurm_start(void *state, struct cml_launch *launch, struct cml_error *err)
{
	struct cml_slurm *slurm = state;

	if (!CML_RESERVE(&slurm->pending, &slurm->pending_capacity, slurm->n_pending + 1))
		return cml_fail_memory(err);
	slurm->pending[slurm->n_pending++] = launch;
	return CML_OK;
}

/* Writes the script of a batch of the first n pending launches, and then which of its tasks runs
 * each of them: where the tool dies in between, an attempt is in no batch. */
static enum cml_result write_batch(struct cml_slurm *slurm, size_t n,
				   char name[CML_SLURM_NAME_SIZE], struct cml_error *err)
{
	AUTOFREE struct cml_attempt_id *attempts = cml_array_new(n, sizeof *attempts);
	AUTO(cml_buffer) script = {0};
	struct cml_slurm_place place = {.n = n};

	if (!attempts)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		attempts[i] = slurm->pending[i]->attempt;
	if (cml_slurm_script_print(&script, slurm->options->self, slurm->options->folder->path,
				   attempts, n, err) != CML_OK ||
	    cml_slurm_batches_write(slurm->options->folder, slurm->options->run,
				    cml_buffer_slice(&script), name, err) != CML_OK)
		return err->status;
	memcpy(place.name, name, sizeof place.name);
	for (; place.index < n; place.index++)
		if (cml_slurm_place_write(slurm->pending[place.index]->dir, &place, err) != CML_OK)
			return err->status;
	return CML_OK;
}

enum cml_result cml_slurm_flush(struct cml_slurm *slurm, bool all, struct cml_error *err)
{
	char name[CML_SLURM_NAME_SIZE];

	/* Of what Slurm takes some at a time, one batch is on its way. */
	while (slurm->n_pending > 0 &&
	       (all || !slurm->queue.is_limited || !cml_slurm_queue_unsubmitted(&slurm->queue))) {
		size_t n =
		    slurm->n_pending < slurm->max_in_array ? slurm->n_pending : slurm->max_in_array;
		if (write_batch(slurm, n, name, err) != CML_OK)
			return err->status;
		struct cml_slurm_batch *batch =
		    cml_slurm_queue_add(&slurm->queue, name, n, CML_SLURM_WRITTEN);
		if (!batch)
			return cml_fail_memory(err);
		for (size_t i = 0; i < n; i++)
			cml_slurm_queue_open_task(&slurm->queue, batch, i, slurm->pending[i]);
		slurm->n_pending -= n;
		memmove(slurm->pending, slurm->pending + n,
			slurm->n_pending * sizeof *slurm->pending);
	}
	return CML_OK;
}

enum cml_result cml_slurm_take_back(struct cml_slurm *slurm, struct cml_slurm_batch *batch,
				    struct cml_error *err)
{
	if (!CML_RESERVE(&slurm->pending, &slurm->pending_capacity, slurm->n_pending + batch->n))
		return cml_fail_memory(err);
	slurm->max_in_array = batch->n / 2;
	/* What is to be ended is, where it is. */
	for (size_t i = 0; i < batch->n; i++) {
		if (!batch->tasks[i].launch || batch->tasks[i].end_wanted)
			continue;
		slurm->pending[slurm->n_pending++] = batch->tasks[i].launch;
		cml_slurm_queue_close_task(&slurm->queue, &batch->tasks[i]);
	}
	cml_slurm_batches_remove(slurm->options->folder, batch->name);
	return CML_OK;
}

void cml_slurm_withdraw(struct cml_slurm *slurm)
{
	struct cml_slurm_task *task = NULL;

	for (size_t i = 0; i < slurm->n_pending; i++)
		cml_job_folder_unclaim(slurm->options->folder, slurm->pending[i]->attempt);
	while ((task = cml_slurm_queue_next_task(&slurm->queue, task)) != NULL) {
		if (task->batch->phase != CML_SLURM_WRITTEN || task->batch->was_unsure)
			continue;
		cml_job_folder_unclaim(slurm->options->folder, task->launch->attempt);
		cml_slurm_batches_remove(slurm->options->folder, task->batch->name);
	}
}

/* The batch of a place in the queue; NULL: memory is out. */
static struct cml_slurm_batch *add_found(struct cml_slurm *slurm,
					 const struct cml_slurm_place *place)
{
	struct cml_slurm_batch *batch =
	    cml_slurm_queue_find(&slurm->queue, cml_slice_of(place->name));

	if (batch)
		return batch;
	batch = cml_slurm_queue_add(&slurm->queue, place->name, place->n, CML_SLURM_UNSURE);
	if (batch)
		cml_slurm_batch_set_job(batch,
					cml_slurm_batches_job(slurm->options->folder, place->name));
	return batch;
}

enum cml_result cml_slurm_adopt(void *state, struct cml_launch *launch, bool has_record,
				struct cml_error *err)
{
	struct cml_slurm *slurm = state;
	struct cml_slurm_place place;
	bool has_place = cml_slurm_place_read(slurm->options->folder, launch->dir, &place);
	struct cml_slurm_batch *batch = has_place ? add_found(slurm, &place) : NULL;

	if (has_place && !batch)
		return cml_fail_memory(err);
	/* Its tool died between the claim and the batch; or its batch was removed, and only what
	 * is in its directory counts. */
	if (!batch || place.index >= batch->n || batch->tasks[place.index].launch)
		return has_record ? CML_END : cml_slurm_start(slurm, launch, err);
	cml_slurm_queue_open_task(&slurm->queue, batch, place.index, launch);
	return CML_OK;
}

/* A pass over all records may take this fraction of the time, as they may lie on a slow server. */
#define PASS_FRACTION 0.05
#define MIN_PASS_S 0.25

/* False: none yet, or none that can be read now: a file server that stumbles is asked again. */
static bool read_record(const char *dir, struct cml_job_record *record)
{
	struct cml_error ignored;
	int directory = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool found = directory >= 0 && cml_job_record_read(directory, record, &ignored) == CML_OK;

	cml_file_close(directory);
	return found;
}

/* CML_END: it goes on. */
static enum cml_result check_task(struct cml_slurm *slurm, struct cml_slurm_task *task,
				  struct cml_launch_event *event, struct cml_error *err)
{
	const char *dir = task->launch->dir, *batch = task->batch->name;
	struct cml_job_record record;
	char runner[CML_SLURM_NAME_SIZE];
	bool found = read_record(dir, &record);

	if (!found && !cml_slurm_task_is_over(task))
		return CML_END;
	if (found && cml_job_record_is_good(&record) && slurm->options->has_value)
		task->lacks_value = task->lacks_value ||
				    !slurm->options->has_value(slurm->options->submission, dir);
	if (cml_slurm_task_log(slurm->options->folder, batch, task->index, dir, false, &slurm->log,
			       err) != CML_OK)
		return err->status;
	cml_slurm_runner(dir, runner);
	struct cml_slurm_evidence evidence = {.record = found ? &record : NULL,
					      .runner = runner,
					      .log = cml_buffer_slice(&slurm->log)};
	enum cml_slurm_verdict verdict =
	    cml_slurm_task_check(task, &evidence, cml_clock_monotonic_s(), slurm->record_delay_s);
	slurm->queue.awaits_state = slurm->queue.awaits_state || verdict == CML_SLURM_AWAITS_STATE;
	/* Where no job has begun it, none shall: one that was submitted twice may still come. */
	if (verdict != CML_SLURM_OVER || (!found && runner[0] == '\0' && !cml_slurm_forbid(dir)))
		return CML_END;
	cml_slurm_task_finish(task, &evidence, event);
	cml_slurm_queue_close_task(&slurm->queue, task);
	return cml_slurm_task_log(slurm->options->folder, batch, task->index, dir, true,
				  &slurm->log, err);
}

/* A task that is to be ended and was not submitted never runs. */
static enum cml_result end_unsubmitted(struct cml_slurm *slurm, struct cml_slurm_task *task,
				       struct cml_launch_event *event)
{
	if (!task->end_wanted || !cml_slurm_forbid(task->launch->dir))
		return CML_END;
	cml_slurm_task_finish_unsent(task, event);
	cml_slurm_queue_close_task(&slurm->queue, task);
	return CML_OK;
}

enum cml_result cml_slurm_watch(struct cml_slurm *slurm, struct cml_launch_event *event,
				struct cml_error *err)
{
	struct cml_slurm_queue *queue = &slurm->queue;
	struct cml_slurm_task *task = NULL;
	double begin = cml_clock_monotonic_s();
	enum cml_result result = CML_END;

	if (begin < slurm->pass_at)
		return CML_END;
	if (!slurm->pass) {
		queue->awaits_state = false;
		cml_slurm_queue_drop_closed(queue, slurm->request.batch);
	}
	while (result == CML_END &&
	       (task = cml_slurm_queue_next_task(queue, slurm->pass)) != NULL) {
		slurm->pass = task;
		if (!cml_slurm_task_is_submitted(task)) {
			result = end_unsubmitted(slurm, task, event);
			continue;
		}
		queue->must_end |= task->end_wanted && !task->end_sent;
		result = check_task(slurm, task, event, err);
	}
	if (result != CML_END)
		return result;
	double end = cml_clock_monotonic_s();
	slurm->pass_at = end + fmax(MIN_PASS_S, (end - begin) / PASS_FRACTION);
	slurm->pass = NULL;
	return CML_END;
}
