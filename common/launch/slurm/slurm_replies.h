/* What Slurm replies, read from its texts: lines of squeue, what sbatch prints, what a
 * failed command complains of, and what slurmstepd writes about a job. */
#ifndef CML_LAUNCH_SLURM_SLURM_REPLIES_H
#define CML_LAUNCH_SLURM_SLURM_REPLIES_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a command of Slurm's came to. */
struct cml_slurm_reply {
	int exit_code;  /* 128 + n: ended by signal n */
	bool timed_out; /* it was killed at its deadline */
	struct cml_slice out, err;
	uint64_t job; /* of sbatch: the number it printed; 0: none */
};

/* What squeue is asked for. Times are seconds since 1970 where the environment says
 * SLURM_TIME_FORMAT=%s. */
#define CML_SQUEUE_FORMAT "%i|%T|%S|%e|%N|%j"

#define CML_SLURM_NO_TASK UINT32_MAX /* a job that is no array, or an array as a whole */

struct cml_slurm_id {
	uint64_t job; /* of the array as a whole, for its tasks; 0: none */
	uint32_t task;
};

static inline bool cml_slurm_is_id(struct cml_slurm_id a, struct cml_slurm_id b)
{
	return a.job == b.job && a.task == b.task;
}

/* "812", "812_3", "812_[4-9%2]". False for anything else. */
bool cml_slurm_parse_id(struct cml_slice text, struct cml_slurm_id *id);

/* One line. Slices point into the text. */
struct cml_slurm_job {
	struct cml_slurm_id id;
	struct cml_slice state;
	double start, end;      /* seconds since 1970; NaN: unknown or not yet */
	struct cml_slice nodes; /* empty: none */
	struct cml_slice name;
};

/* Takes the next line of a job off *text. Lines that are none (headings of clusters, steps
 * of jobs) are passed over. False at the end. */
bool cml_slurm_next_job(struct cml_slice *text, struct cml_slurm_job *job);

/* Whether a job can leave a state no more; false for states that are not known, so that
 * nothing is taken for over that may run. */
bool cml_slurm_has_ended(struct cml_slice state);

/* What `sbatch --parsable` prints: "812" or "812;cluster". False for anything else. */
bool cml_slurm_parse_submitted(struct cml_slice text, uint64_t *job);

/* The state that slurmstepd's lines in a job's log speak of ("DUE TO TIME LIMIT"), as Slurm
 * calls it, or NULL. It says more than the controller, which calls a job FAILED that
 * slurmstepd ended for its memory, and is there when the controller is not.
 * *line: the line that says so, without the sender. */
const char *cml_slurm_log_state(struct cml_slice log, struct cml_slice *line);

/* Whether a command of Slurm's failed for want of a reply, or by a limit that clears when other
 * jobs end; not: Slurm will not do this. */
bool cml_slurm_is_passing(struct cml_slice message);

#endif
