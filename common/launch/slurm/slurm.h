/* The launcher for Slurm: jobs in arrays by sbatch, their ends from the records of their
 * keepers, from sacct or squeue, and from what slurmstepd says about them.
 *
 * Whose word counts. A record of an exit with 0 is enough. After any other end Slurm is asked
 * for its state, as a node that failed and a person who cancels look alike from inside the
 * job; a controller that does not answer is waited for. A job without a record is over when
 * Slurm says so, or, twice in a row, knows no such job; its record is then still waited for
 * where the file system is a shared one.
 *
 * One command of Slurm's runs at a time, beside the waiting: scancel before sbatch before
 * sacct. sacct is asked for all jobs in one call, squeue (again in one call) where there is
 * no accounting, or for jobs the accounting does not have. */
#ifndef CML_LAUNCH_SLURM_SLURM_H
#define CML_LAUNCH_SLURM_SLURM_H

#include "launch/launcher.h"

extern const struct cml_launcher_kind cml_launcher_slurm;

#endif
