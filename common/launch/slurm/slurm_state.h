/* The launcher for Slurm from inside. Its parts: slurm.c opens it and asks Slurm, slurm_intake.c
 * takes attempts in, slurm_watch.c sees their ends. */
#ifndef CML_LAUNCH_SLURM_SLURM_STATE_H
#define CML_LAUNCH_SLURM_SLURM_STATE_H

#include "launch/slurm/process.h"
#include "launch/slurm/slurm_queue.h"

struct cml_slurm {
	const struct cml_launcher_options *options;
	struct cml_slurm_queue queue;
	double record_delay_s;

	struct cml_launch **pending; /* started, in no batch yet */
	size_t n_pending, pending_capacity;
	struct cml_slurm_batch_file *found; /* on the disk when the first was adopted */
	size_t n_found;
	bool has_scanned;

	struct cml_process process; /* the command that runs */
	struct cml_slurm_request request;
	char **argv;
	size_t argv_capacity;
	char **environment; /* ours without what filters the replies */

	struct cml_slurm_task *pass; /* where the one over all tasks is; NULL: at the first */
	double pass_at;
	struct cml_buffer log;
};

/* How attempts come into the queue: new ones, gathered into batches, and those of earlier runs,
 * found in the batches on the disk. See launcher.h. */
enum cml_result cml_slurm_start(void *state, struct cml_launch *launch, struct cml_error *err);
enum cml_result cml_slurm_flush(struct cml_slurm *slurm, struct cml_error *err);
enum cml_result cml_slurm_adopt(void *state, struct cml_launch *launch, bool has_record,
				struct cml_error *err);

/* Slurm takes no batch, which ends the run: takes back the claims of all that were never submitted,
 * so that any backend may start their jobs. */
void cml_slurm_withdraw(struct cml_slurm *slurm);

/* Goes on with the pass over all tasks until one has ended. CML_END: none has. */
enum cml_result cml_slurm_watch(struct cml_slurm *slurm, struct cml_launch_event *event,
				struct cml_error *err);

#endif
