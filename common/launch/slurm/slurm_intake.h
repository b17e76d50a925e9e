/* How attempts come into the queue: new ones, gathered into batches, and those of earlier runs,
 * found in the batches on the disk. */
#ifndef CML_LAUNCH_SLURM_SLURM_INTAKE_H
#define CML_LAUNCH_SLURM_SLURM_INTAKE_H

#include "launch/slurm/slurm_queue.h"

/* Zeroed but for the first three: empty. */
struct cml_slurm_intake {
	struct cml_slurm_batches *files;
	const char *self;            /* path of this program */
	size_t max_array;            /* tasks in one batch */
	struct cml_launch **pending; /* started, in no batch yet */
	size_t n_pending, capacity;
	struct cml_slurm_batch_file *found; /* on the disk when the first was adopted */
	size_t n_found;
	bool scanned;
};

void cml_slurm_intake_release(struct cml_slurm_intake *intake);

/* See launcher.h: start, flush and adopt. */
enum cml_result cml_slurm_intake_add(struct cml_slurm_intake *intake, struct cml_launch *launch,
				     struct cml_error *err);
enum cml_result cml_slurm_intake_flush(struct cml_slurm_intake *intake,
				       struct cml_slurm_queue *queue, struct cml_error *err);
enum cml_result cml_slurm_intake_adopt(struct cml_slurm_intake *intake,
				       struct cml_slurm_queue *queue, struct cml_launch *launch,
				       bool has_record, bool *running, struct cml_error *err);

/* Slurm takes no batch, which ends the run: takes back the claims of all that are not submitted,
 * so that any backend may start their jobs. */
void cml_slurm_intake_withdraw(struct cml_slurm_intake *intake, struct cml_slurm_queue *queue);

#endif
