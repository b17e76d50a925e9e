/* When a task is over, and what became of it: from what Slurm says, what is in the job's directory,
 * and what slurmstepd wrote. Pure. A record of an exit with 0 is enough, and so is one of a stop
 * that was decided on the node. After any other end Slurm's state is needed, as a node that fails
 * and a person who cancels look alike from inside the job. A job without a record is over when
 * Slurm says so, or, twice in a row, does not list it; its record is then still waited for. */
#ifndef CML_LAUNCH_SLURM_SLURM_END_H
#define CML_LAUNCH_SLURM_SLURM_END_H

#include "launch/slurm/slurm_queue.h"

/* What is known of a task beside Slurm's state. */
struct cml_slurm_evidence {
	const struct cml_job_record *record; /* NULL: none, or none yet */
	const char *runner;                  /* cml_slurm_runner */
	struct cml_slice log;                /* cml_slurm_task_log */
};

enum cml_slurm_verdict {
	CML_SLURM_GOES_ON,
	CML_SLURM_AWAITS_STATE, /* or a record: ask Slurm again soon */
	CML_SLURM_OVER,
};

/* Whether Slurm has no more to say about a task. */
bool cml_slurm_task_is_over(const struct cml_slurm_task *task);

/* record_delay_s: for how long after the end a record may yet appear. */
enum cml_slurm_verdict cml_slurm_task_check(struct cml_slurm_task *task,
					    const struct cml_slurm_evidence *evidence, double now,
					    double record_delay_s);

/* The event of a task that is over. */
void cml_slurm_task_finish(struct cml_slurm_task *task, const struct cml_slurm_evidence *evidence,
			   struct cml_launch_event *event);
/* That of a task which Slurm never had and never will have. */
void cml_slurm_task_finish_unsent(struct cml_slurm_task *task, struct cml_launch_event *event);

#endif
