/* What Slurm says about jobs: lines of squeue and sacct, and the words that slurmstepd
 * leaves in a job's output. */
#ifndef CML_LAUNCH_SLURM_SLURM_ANSWERS_H
#define CML_LAUNCH_SLURM_SLURM_ANSWERS_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Asks both commands for the same fields in the same order, so that one reader does.
 * Times are seconds since 1970 where the environment says SLURM_TIME_FORMAT=%s. */
#define CML_SQUEUE_FORMAT "%i|%T|%S|%e|%N|%r|%j"
#define CML_SACCT_FORMAT "JobID,State,Start,End,NodeList,Reason,JobName"

#define CML_SLURM_NO_TASK UINT32_MAX /* a job that is no array */
#define CML_SLURM_ALL_TASKS (UINT32_MAX - 1)

/* One line. Slices point into the text. */
struct cml_slurm_job {
	uint64_t job;  /* of the array as a whole, for its tasks */
	uint32_t task; /* ALL_TASKS: those that have no line of their own ("812_[4-9%2]") */
	struct cml_slice state;  /* "CANCELLED by 64030" */
	double start, end;       /* seconds since 1970; NaN: unknown or not yet */
	struct cml_slice nodes;  /* empty: none */
	struct cml_slice reason; /* why it waits, or ended; empty: none */
	struct cml_slice name;
};

/* Takes the next line of a job off *text. Lines that are none (headings of clusters, steps
 * of jobs) are passed over. False at the end. */
bool cml_slurm_next_job(struct cml_slice *text, struct cml_slurm_job *job);

/* "812", "812_3", "812_[4-9%2]". False for anything else. */
bool cml_slurm_parse_id(struct cml_slice text, uint64_t *job, uint32_t *task);

/* What `sbatch --parsable` prints: "812" or "812;cluster". False for anything else. */
bool cml_slurm_parse_submitted(struct cml_slice text, uint64_t *job);

/* Whether nothing more comes after a state; false for words that are not known, so that
 * nothing is taken for over that may run. */
bool cml_slurm_has_ended(struct cml_slice state);

/* The state that slurmstepd's lines at the end of a job's output speak of ("DUE TO TIME
 * LIMIT"), as Slurm's word for it, or NULL. It tells more than the controller, which calls a
 * job FAILED that slurmstepd ended for its memory, and is there when the controller is not.
 * *line: the line that says so, without the sender. */
const char *cml_slurm_log_state(struct cml_slice output, struct cml_slice *line);

/* What an sbatch or squeue that failed meant. */
enum cml_slurm_refusal {
	CML_SLURM_REFUSED, /* it will not do this */
	CML_SLURM_LATER,   /* no answer, or a limit that others' ends lift: ask again */
	CML_SLURM_NO_ACCOUNTING,
	CML_SLURM_UNKNOWN_JOB, /* there is none of this number (any more) */
};
enum cml_slurm_refusal cml_slurm_refusal_of(struct cml_slice message);

#endif
