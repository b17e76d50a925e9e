/* The launcher for Slurm: attempts as tasks of arrays, handed over by sbatch. What is asked of
 * Slurm and when: slurm_queue.h; when a job is over: slurm_end.h; what outlives the tool:
 * slurm_batch.h. */
#ifndef CML_LAUNCH_SLURM_SLURM_H
#define CML_LAUNCH_SLURM_SLURM_H

#include "launch/launcher.h"

extern const struct cml_launcher_kind cml_launcher_slurm;

#endif
