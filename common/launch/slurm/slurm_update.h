/* What a reply changes in the queue. */
#ifndef CML_LAUNCH_SLURM_SLURM_UPDATE_H
#define CML_LAUNCH_SLURM_SLURM_UPDATE_H

#include "launch/slurm/slurm_queue.h"

/* The reply to a request of cml_slurm_queue_next. CML_IO_ERROR: Slurm refuses the batch. */
enum cml_result cml_slurm_queue_update(struct cml_slurm_queue *queue,
				       const struct cml_slurm_request *request,
				       const struct cml_slurm_reply *reply, double now,
				       struct cml_error *err);

#endif
