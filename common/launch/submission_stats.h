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
	size_t n_retried;       /* attempts that were started after one that was infra */
	size_t n_stopped;       /* ended by the user's interrupt: no row, they run again */
	size_t n_detached;      /* run elsewhere, or left by a detach: no row yet */
	size_t n_rows_removed;  /* rows that somebody took out of the history meanwhile */
	size_t n_ended[CML_N_JOB_STATUSES];
	size_t n_outside; /* ok jobs that broke a limit of the space */
	size_t n_timed;   /* ended jobs whose length is known */
	double timed_s;   /* all of these lengths */
	double best;      /* of the others; NaN: none yet */
	double left_s;    /* NaN: too early */
};

/* Jobs of this run that ended otherwise than ok. */
size_t cml_stats_n_bad(const struct cml_submission_stats *stats);

/* Seconds until nothing runs or waits: jobs that run or wait times the mean length of an ended
 * one, over the jobs that run at once now. NaN before as many jobs have ended as run at once:
 * the first to end are the short ones, such as those that fail at once. draining: what waits
 * does not start any more. */
double cml_stats_time_left(const struct cml_submission_stats *stats, bool draining);

/* `NAME: 4 running, 12 waiting, 30 ok, 1 oom, 2 failed, best 39, 5 min left`, appended to text,
 * which is empty before and stays so when nothing runs or waits. width: maximum size in bytes.
 * To fit it, failures become `3 not ok`, then the name goes, then parts at the end. False: no
 * memory. */
bool cml_stats_progress(struct cml_buffer *text, const char *name,
			const struct cml_submission_stats *stats, size_t width);

/* `30 ok, 1 oom, 3 outside a limit, 4 finished before, best 39`, appended to text. False: no
 * memory. */
bool cml_stats_summary(struct cml_buffer *text, const struct cml_submission_stats *stats);

#endif
