/* What comes into the queue. Part of slurm_state.h. */
#include "launch/slurm/slurm_state.h"

#include <stdlib.h>
#include <string.h>

/* Slurm's own limit, unless a site has another MaxArraySize. */
#define MAX_IN_ARRAY 1000

enum cml_result cml_slurm_start(void *state, struct cml_launch *launch, struct cml_error *err)
{
	struct cml_slurm *slurm = state;

	if (!cml_array_reserve((void **)&slurm->pending, &slurm->pending_capacity,
			       slurm->n_pending + 1, sizeof *slurm->pending))
		return cml_fail_memory(err);
	slurm->pending[slurm->n_pending++] = launch;
	return CML_OK;
}

/* Writes the script of a batch of the first n pending launches. */
static enum cml_result write_batch(struct cml_slurm *slurm, size_t n,
				   char name[CML_SLURM_NAME_SIZE], struct cml_error *err)
{
	struct cml_attempt_id *attempts = cml_array_new(n, sizeof *attempts);
	struct cml_buffer script = {0};

	if (!attempts)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		attempts[i] = slurm->pending[i]->attempt;
	bool ok =
	    cml_slurm_script_print(&script, slurm->options->self, slurm->options->folder->path,
				   attempts, n, err) == CML_OK &&
	    cml_slurm_batches_write(slurm->options->folder, slurm->options->run,
				    cml_buffer_slice(&script), name, err) == CML_OK;
	free(attempts);
	cml_buffer_release(&script);
	return ok ? CML_OK : err->status;
}

enum cml_result cml_slurm_flush(struct cml_slurm *slurm, struct cml_error *err)
{
	char name[CML_SLURM_NAME_SIZE];

	while (slurm->n_pending > 0) {
		size_t n = slurm->n_pending < MAX_IN_ARRAY ? slurm->n_pending : MAX_IN_ARRAY;
		enum cml_result result = write_batch(slurm, n, name, err);

		if (result != CML_OK)
			return result;
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

void cml_slurm_withdraw(struct cml_slurm *slurm)
{
	struct cml_slurm_task *task = NULL;

	while ((task = cml_slurm_queue_next_task(&slurm->queue, task)) != NULL) {
		if (task->batch->phase != CML_SLURM_WRITTEN || task->batch->was_unsure)
			continue;
		cml_job_folder_unclaim(slurm->options->folder, task->launch->attempt);
		cml_slurm_batches_remove(slurm->options->folder, task->batch->name);
	}
}

static bool find_attempt(const struct cml_slurm *slurm, struct cml_attempt_id attempt,
			 const struct cml_slurm_batch_file **file, size_t *index)
{
	for (size_t i = 0; i < slurm->n_found; i++) {
		*file = &slurm->found[i];
		for (*index = 0; *index < (*file)->n; ++*index) {
			const struct cml_attempt_id *one = &(*file)->attempts[*index];

			if (one->key == attempt.key && one->number == attempt.number)
				return true;
		}
	}
	return false;
}

/* The batch of a file in the queue; NULL: memory is out. */
static struct cml_slurm_batch *add_found(struct cml_slurm *slurm,
					 const struct cml_slurm_batch_file *file)
{
	struct cml_slurm_batch *batch =
	    cml_slurm_queue_find(&slurm->queue, cml_slice_of(file->name));

	if (batch)
		return batch;
	batch = cml_slurm_queue_add(&slurm->queue, file->name, file->n, CML_SLURM_UNSURE);
	if (!batch)
		return NULL;
	batch->owner = file->owner;
	cml_slurm_batch_set_job(batch, cml_slurm_batches_job(slurm->options->folder, file->name));
	return batch;
}

enum cml_result cml_slurm_adopt(void *state, struct cml_launch *launch, bool has_record,
				struct cml_error *err)
{
	struct cml_slurm *slurm = state;
	const struct cml_slurm_batch_file *file;
	size_t index;

	if (!slurm->has_scanned && cml_slurm_batches_scan(slurm->options->folder, &slurm->found,
							  &slurm->n_found, err) != CML_OK)
		return err->status;
	slurm->has_scanned = true;
	if (find_attempt(slurm, launch->attempt, &file, &index)) {
		struct cml_slurm_batch *batch = add_found(slurm, file);

		if (!batch)
			return cml_fail_memory(err);
		cml_slurm_queue_open_task(&slurm->queue, batch, index, launch);
		return CML_OK;
	}
	/* Its tool died between the claim and the batch; or its batch was removed, and only what
	 * is in its directory counts. */
	return has_record ? CML_END : cml_slurm_start(slurm, launch, err);
}
