/* Attempts become tasks of batches: new ones, and those of earlier runs. Part of slurm.h. */
#include "launch/slurm/slurm_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cml_slurm_task_id(const struct cml_slurm_task *task, uint64_t *job, uint32_t *index)
{
	*job = task->other_job ? task->other_job : task->batch->job;
	*index = task->batch->n > 1 ? task->index : CML_SLURM_NO_TASK;
	if (task->other_job)
		*index = task->other_task;
	return *job != 0;
}

void cml_slurm_set_job(struct cml_slurm_batch *batch, uint64_t job)
{
	if (job == 0)
		return;
	batch->job = job;
	batch->phase = CML_SLURM_SENT;
	for (size_t i = 0; i < batch->n; i++) {
		struct cml_launch *launch = batch->tasks[i].launch;

		if (launch && batch->n > 1)
			snprintf(launch->job, sizeof launch->job, "%llu_%zu",
				 (unsigned long long)job, i);
		else if (launch)
			snprintf(launch->job, sizeof launch->job, "%llu", (unsigned long long)job);
	}
}

bool cml_slurm_find_job(struct cml_slurm *slurm, struct cml_slurm_batch *batch)
{
	char runner[CML_SLURM_NAME_SIZE];
	uint64_t job = cml_slurm_batches_job(&slurm->files, batch->name);
	uint32_t index;

	for (size_t i = 0; job == 0 && i < batch->n; i++) {
		if (!batch->tasks[i].launch)
			continue;
		cml_slurm_runner(batch->tasks[i].launch->dir, runner);
		if (!cml_slurm_parse_id(cml_slice_of(runner), &job, &index) ||
		    index != (batch->n > 1 ? batch->tasks[i].index : CML_SLURM_NO_TASK))
			job = 0;
	}
	cml_slurm_set_job(batch, job);
	return job != 0;
}

enum cml_result cml_slurm_start(void *state, struct cml_launch *launch, struct cml_error *err)
{
	struct cml_slurm *slurm = state;

	if (!cml_array_reserve((void **)&slurm->pending, &slurm->pending_capacity,
			       slurm->n_pending + 1, sizeof *slurm->pending))
		return cml_fail_memory(err);
	slurm->pending[slurm->n_pending++] = launch;
	return CML_OK;
}

/* A batch of n tasks without launches, in the list. */
static struct cml_slurm_batch *add_batch(struct cml_slurm *slurm, size_t n, struct cml_error *err)
{
	struct cml_slurm_batch *batch = cml_array_new(1, sizeof *batch);

	if (batch)
		batch->tasks = cml_array_new(n, sizeof *batch->tasks);
	if (!batch || !batch->tasks ||
	    !cml_array_reserve((void **)&slurm->batches, &slurm->batches_capacity,
			       slurm->n_batches + 1, sizeof *slurm->batches)) {
		if (batch)
			free(batch->tasks);
		free(batch);
		cml_fail_memory(err);
		return NULL;
	}
	batch->n = n;
	batch->owner = (uint32_t)geteuid();
	for (size_t i = 0; i < n; i++)
		batch->tasks[i] = (struct cml_slurm_task){
		    .batch = batch, .index = (uint32_t)i, .start = NAN, .end = NAN};
	slurm->batches[slurm->n_batches++] = batch;
	return batch;
}

static void give_task(struct cml_slurm *slurm, struct cml_slurm_batch *batch, size_t i,
		      struct cml_launch *launch)
{
	batch->tasks[i].launch = launch;
	launch->backend = &batch->tasks[i];
	batch->n_open++;
	slurm->n_open++;
}

/* Makes one batch of the first n pending launches. */
static enum cml_result make_batch(struct cml_slurm *slurm, size_t n, struct cml_error *err)
{
	struct cml_attempt_id *attempts = cml_array_new(n, sizeof *attempts);
	struct cml_buffer script = {0};
	char name[CML_SLURM_NAME_SIZE];

	if (!attempts)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		attempts[i] = slurm->pending[i]->attempt;
	enum cml_result status = cml_slurm_script_print(
	    &script, slurm->options->self, slurm->options->folder->path, attempts, n, err);
	if (status == CML_OK)
		status =
		    cml_slurm_batches_write(&slurm->files, cml_buffer_slice(&script), name, err);
	struct cml_slurm_batch *batch = status == CML_OK ? add_batch(slurm, n, err) : NULL;
	free(attempts);
	cml_buffer_release(&script);
	if (!batch)
		return status == CML_OK ? CML_NO_MEMORY : status;
	memcpy(batch->name, name, sizeof name);
	for (size_t i = 0; i < n; i++)
		give_task(slurm, batch, i, slurm->pending[i]);
	slurm->n_pending -= n;
	memmove(slurm->pending, slurm->pending + n, slurm->n_pending * sizeof *slurm->pending);
	return CML_OK;
}

enum cml_result cml_slurm_flush(void *state, struct cml_error *err)
{
	struct cml_slurm *slurm = state;
	enum cml_result status = CML_OK;

	while (status == CML_OK && slurm->n_pending > 0) {
		size_t n =
		    slurm->n_pending < slurm->max_array ? slurm->n_pending : slurm->max_array;

		status = make_batch(slurm, n, err);
	}
	if (status == CML_OK)
		cml_slurm_unlock(slurm);
	return status;
}

static enum cml_result scan(struct cml_slurm *slurm, struct cml_error *err)
{
	cml_slurm_batch_files_free(slurm->found, slurm->n_found);
	slurm->found = NULL;
	slurm->n_found = 0;
	slurm->scanned = true;
	slurm->scan_locked = slurm->files.lock_fd != 0;
	return cml_slurm_batches_scan(&slurm->files, &slurm->found, &slurm->n_found, err);
}

static bool find_attempt(const struct cml_slurm *slurm, struct cml_attempt_id attempt, size_t *file,
			 size_t *index)
{
	for (size_t i = 0; i < slurm->n_found; i++) {
		for (size_t j = 0; j < slurm->found[i].n; j++) {
			if (slurm->found[i].attempts[j].key == attempt.key &&
			    slurm->found[i].attempts[j].number == attempt.number) {
				*file = i;
				*index = j;
				return true;
			}
		}
	}
	return false;
}

static struct cml_slurm_batch *
batch_of(struct cml_slurm *slurm, const struct cml_slurm_batch_file *file, struct cml_error *err)
{
	struct cml_slurm_batch *batch;

	for (size_t i = 0; i < slurm->n_batches; i++) {
		if (strcmp(slurm->batches[i]->name, file->name) == 0)
			return slurm->batches[i];
	}
	batch = add_batch(slurm, file->n, err);
	if (!batch)
		return NULL;
	memcpy(batch->name, file->name, sizeof batch->name);
	batch->owner = file->owner;
	batch->phase = CML_SLURM_UNSURE;
	return batch;
}

static bool has_record(const char *dir)
{
	struct cml_job_record record;

	return cml_slurm_read_record(dir, &record);
}

enum cml_result cml_slurm_adopt(void *state, struct cml_launch *launch, bool *running,
				struct cml_error *err)
{
	struct cml_slurm *slurm = state;
	enum cml_result status = slurm->scanned ? CML_OK : scan(slurm, err);
	size_t file, index;

	*running = true;
	bool found = status == CML_OK && find_attempt(slurm, launch->attempt, &file, &index);
	if (status == CML_OK && !found && !slurm->scan_locked) {
		/* Whoever claimed it may be about to write its batch. */
		status = cml_slurm_batches_lock(&slurm->files, err);
		if (status == CML_OK)
			status = scan(slurm, err);
		found = status == CML_OK && find_attempt(slurm, launch->attempt, &file, &index);
	}
	if (status != CML_OK)
		return status;
	/* Its tool died between the claim and the batch; or its batch was removed, and only what
	 * is in its directory counts. */
	if (!found && has_record(launch->dir))
		*running = false;
	if (!found)
		return *running ? cml_slurm_start(state, launch, err) : CML_OK;
	struct cml_slurm_batch *batch = batch_of(slurm, &slurm->found[file], err);
	if (!batch)
		return CML_NO_MEMORY;
	give_task(slurm, batch, index, launch);
	cml_slurm_set_job(batch, batch->job ? batch->job
					    : cml_slurm_batches_job(&slurm->files, batch->name));
	return CML_OK;
}
