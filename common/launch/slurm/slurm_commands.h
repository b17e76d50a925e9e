/* The commands that are run: arguments of sbatch, squeue, sacct and scancel, as strings one
 * after the other, each ended by NUL, appended to argv. False: memory is out. */
#ifndef CML_LAUNCH_SLURM_SLURM_COMMANDS_H
#define CML_LAUNCH_SLURM_SLURM_COMMANDS_H

#include "base/memory.h"
#include "launch/launcher.h"

#include <stdbool.h>
#include <stddef.h>

/* Hands over the batch called name, of n tasks. */
bool cml_slurm_print_sbatch(struct cml_buffer *argv, const struct cml_launcher_options *options,
			    const char *name, size_t n);

/* All jobs of a name, as long as the controller knows them. */
bool cml_slurm_print_squeue_name(struct cml_buffer *argv, const char *name);

/* All jobs of users ("1000", "1000,1001"): of one, the controller sends no others. */
bool cml_slurm_print_squeue_users(struct cml_buffer *argv, struct cml_slice users);

/* jobs: "812,813". */
bool cml_slurm_print_sacct(struct cml_buffer *argv, struct cml_slice jobs);

/* The jobs follow as arguments. kill: SIGKILL to all processes of running ones, else they are
 * cancelled as Slurm does: SIGTERM, and SIGKILL after KillWait. */
bool cml_slurm_print_scancel(struct cml_buffer *argv, bool kill);

#endif
