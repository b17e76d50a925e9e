/* The counts of a run of cml-submit, and their text for people who watch. */
#ifndef CML_LAUNCH_SUBMISSION_STATS_H
#define CML_LAUNCH_SUBMISSION_STATS_H

#include "base/job_status.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

/* What a person who watches wants to know. */
struct cml_submission_stats {
	size_t n_rows;          /* configurations that came in */
	size_t n_skipped;       /* finished before */
	size_t n_failed_before; /* of those: not ok */
	size_t n_repeated;      /* stand in the input more than once */
	size_t n_running;       /* adopted ones among them */
	size_t n_queued;        /* of those: in a scheduler's queue */
	size_t n_waiting;       /* for a place, or for the end of a back-off */
	size_t n_adopted;       /* jobs of earlier runs that still ran */
	size_t n_found;         /* results of earlier runs that had no row yet */
	size_t n_retried;       /* attempts that were the machine's fault and come again */
	size_t n_stopped;       /* ended by the user's interrupt: no row, they run again */
	size_t n_detached;      /* run elsewhere, or left by a detach: no row yet */
	size_t n_ended[CML_N_JOB_STATUSES];
	size_t n_outside; /* ok jobs that broke a limit of the space */
	double best;      /* of the others; NaN: none yet */
};

/* Jobs of this run that ended otherwise than ok. */
size_t cml_stats_n_bad(const struct cml_submission_stats *stats);

/* `NAME: 4 running, 12 waiting, 30 ok, 3 not ok, best 39`, cut to width bytes, appended
 * to text, which is empty before and stays so when nothing runs or waits. False: no memory. */
bool cml_stats_progress(struct cml_buffer *text, const char *name,
			const struct cml_submission_stats *stats, size_t width);

/* `30 ok, 1 oom, 3 outside a limit, 4 finished before, best 39`, appended to text. False: no
 * memory. */
bool cml_stats_summary(struct cml_buffer *text, const struct cml_submission_stats *stats);

#endif
