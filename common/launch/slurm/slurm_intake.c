#include "launch/slurm/slurm_intake.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void cml_slurm_intake_release(struct cml_slurm_intake *intake)
{
	cml_slurm_batch_files_free(intake->found, intake->n_found);
	free(intake->pending);
	*intake = (struct cml_slurm_intake){0};
}

enum cml_result cml_slurm_intake_add(struct cml_slurm_intake *intake, struct cml_launch *launch,
				     struct cml_error *err)
{
	if (!cml_array_reserve((void **)&intake->pending, &intake->capacity, intake->n_pending + 1,
			       sizeof *intake->pending))
		return cml_fail_memory(err);
	intake->pending[intake->n_pending++] = launch;
	return CML_OK;
}

/* Writes the script of a batch of the first n pending launches. */
static enum cml_result write_batch(struct cml_slurm_intake *intake, size_t n,
				   char name[CML_SLURM_NAME_SIZE], struct cml_error *err)
{
	struct cml_attempt_id *attempts = cml_array_new(n, sizeof *attempts);
	struct cml_buffer script = {0};

	if (!attempts)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		attempts[i] = intake->pending[i]->attempt;
	enum cml_result result = cml_slurm_script_print(
	    &script, intake->self, intake->files->folder->path, attempts, n, err);
	if (result == CML_OK)
		result =
		    cml_slurm_batches_write(intake->files, cml_buffer_slice(&script), name, err);
	free(attempts);
	cml_buffer_release(&script);
	return result;
}

enum cml_result cml_slurm_intake_flush(struct cml_slurm_intake *intake,
				       struct cml_slurm_queue *queue, struct cml_error *err)
{
	char name[CML_SLURM_NAME_SIZE];

	while (intake->n_pending > 0) {
		size_t n =
		    intake->n_pending < intake->max_array ? intake->n_pending : intake->max_array;
		enum cml_result result = write_batch(intake, n, name, err);

		if (result != CML_OK)
			return result;
		struct cml_slurm_batch *batch =
		    cml_slurm_queue_add(queue, name, n, CML_SLURM_WRITTEN);
		if (!batch)
			return cml_fail_memory(err);
		for (size_t i = 0; i < n; i++)
			cml_slurm_queue_open_task(queue, batch, i, intake->pending[i]);
		intake->n_pending -= n;
		memmove(intake->pending, intake->pending + n,
			intake->n_pending * sizeof *intake->pending);
	}
	return CML_OK;
}

void cml_slurm_intake_withdraw(struct cml_slurm_intake *intake, struct cml_slurm_queue *queue)
{
	struct cml_slurm_cursor cursor = {0};
	struct cml_slurm_task *task;

	while ((task = cml_slurm_queue_next_task(queue, &cursor)) != NULL) {
		struct cml_launch *launch = task->launch;

		if (task->batch->phase != CML_SLURM_WRITTEN)
			continue;
		launch->withdrawn = cml_job_folder_unclaim(intake->files->folder, launch->attempt);
		cml_slurm_batches_remove(intake->files, task->batch->name);
	}
}

static bool find_attempt(const struct cml_slurm_intake *intake, struct cml_attempt_id attempt,
			 const struct cml_slurm_batch_file **file, size_t *index)
{
	for (size_t i = 0; i < intake->n_found; i++) {
		*file = &intake->found[i];
		for (*index = 0; *index < (*file)->n; ++*index) {
			const struct cml_attempt_id *one = &(*file)->attempts[*index];

			if (one->key == attempt.key && one->number == attempt.number)
				return true;
		}
	}
	return false;
}

static enum cml_result add_found(struct cml_slurm_intake *intake, struct cml_slurm_queue *queue,
				 const struct cml_slurm_batch_file *file,
				 struct cml_slurm_batch **batch, struct cml_error *err)
{
	bool busy;

	*batch = cml_slurm_queue_find(queue, cml_slice_of(file->name));
	if (*batch)
		return CML_OK;
	*batch = cml_slurm_queue_add(queue, file->name, file->n, CML_SLURM_UNSURE);
	if (!*batch)
		return cml_fail_memory(err);
	(*batch)->owner = file->owner;
	cml_slurm_batch_set_job(*batch, cml_slurm_batches_job(intake->files, file->name, &busy));
	return CML_OK;
}

enum cml_result cml_slurm_intake_adopt(struct cml_slurm_intake *intake,
				       struct cml_slurm_queue *queue, struct cml_launch *launch,
				       bool has_record, bool *running, struct cml_error *err)
{
	const struct cml_slurm_batch_file *file;
	struct cml_slurm_batch *batch;
	size_t index;

	*running = true;
	if (!intake->scanned &&
	    cml_slurm_batches_scan(intake->files, &intake->found, &intake->n_found, err) != CML_OK)
		return err->status;
	intake->scanned = true;
	if (find_attempt(intake, launch->attempt, &file, &index)) {
		if (add_found(intake, queue, file, &batch, err) != CML_OK)
			return err->status;
		cml_slurm_queue_open_task(queue, batch, index, launch);
		return CML_OK;
	}
	/* Its tool died between the claim and the batch; or its batch was removed, and only what
	 * is in its directory counts. */
	*running = !has_record;
	return *running ? cml_slurm_intake_add(intake, launch, err) : CML_OK;
}
