/* A submission from inside. Its parts call downwards only:
 *
 *   submission     the loop: interrupts, places, events
 *   slow_jobs      which running job is to be ended
 *   previous_run   what earlier runs left
 *   advance        one job to its next step
 *   finish         an end becomes a row, or another attempt; commits
 *   classify       what an attempt came to
 *   attempt        claim, start, adopt, cancel
 *   expansion      command and environment of an attempt
 */
#ifndef CML_LAUNCH_SUBMISSION_STATE_H
#define CML_LAUNCH_SUBMISSION_STATE_H

#include "launch/history/job_history.h"
#include "launch/history/job_row.h"
#include "launch/job/template.h"
#include "launch/job_list.h"
#include "launch/metric/pace.h"
#include "launch/outcome/result_rules.h"
#include "launch/submission_options.h"
#include "space/row_key.h"

#include <limits.h>

/* Until an attempt is looked at again that cannot be watched yet, or that does not end. */
#define CML_LOOK_AGAIN_S 0.1

/* An attempt that runs, in the list of the submission. */
struct cml_running {
	struct cml_launch launch; /* its backend may find the rest from it: stays first */
	size_t entry;             /* in the list */
	bool cancelled;           /* the user's interrupt has ended it */
	bool too_slow;
	struct cml_reason slow; /* by its readings; empty: by its length */
	double look_at;         /* monotonic seconds when its readings are to be looked at again */
	bool is_ours;           /* started by this run */
	bool has_event;         /* the launcher reported its end: it was not found ended */
	double since;           /* monotonic seconds when it began, as far as known */
	struct stat before;     /* cml_metric_mark */
	struct cml_running *next;
	char dir[PATH_MAX];
};

struct cml_submission {
	const struct cml_submission_options *options;
	const struct cml_header *input;
	struct cml_job_columns columns;
	struct cml_row_key keys;
	struct cml_header
	    names; /* of the template: input, derived, cml_key, cml_attempt, cml_dir */
	size_t
	    *sources; /* by name: columns of the input, then, of the derived, slots of the space */
	size_t n_derived;
	struct cml_slice *values; /* by name */
	struct cml_template template;
	struct cml_result_rules rules;
	struct cml_job_history *history; /* NULL: none */
	struct cml_job_folder folder;    /* closed for launchers without directories */
	struct cml_job_list list;
	struct cml_buffer options_then,
	    options_now;             /* of the run before, and of this: run_options.h */
	struct cml_attempt_id *scan; /* attempts of earlier runs, by key and number */
	size_t n_scan;
	struct cml_launcher_options launching;
	void *launcher;
	struct cml_running *running; /* the first of them */
	double unsynced_since;       /* when the first of the rows came that wait for their sync */
	double commit_s;             /* what the last one took */
	double fastest_s;            /* shortest ok job; INFINITY: none */
	struct cml_pace pace;        /* of ok jobs, with kill_slower_than */
	int n_interrupts;            /* that were handled */
	struct cml_error cannot_run; /* the program; CML_OK: nothing of that kind */
	bool has_failed;             /* a job was not ok, which was noted */
	bool has_noted_limit;        /* an ok job without a reading of a limit was */
	bool has_noted_unit;         /* a limit far outside its bound was */
	bool has_other_metric;       /* than the run before, where that left jobs */
	bool has_reading;            /* a job had one; or the run before had, of the same metric */
	size_t n_unread;             /* jobs that exited with 0 before any had a reading */
	double disk_at;              /* when to look at the disk of the jobs again */
	bool is_disk_full;
	bool is_stopping; /* nothing is started any more */
	bool is_leaving;  /* nor waited for */
	struct cml_submission_stats stats;
	struct cml_submission_stats written; /* those of rows that are in the history */
	/* Scratch. */
	struct cml_slice *cells; /* of one row */
	double *limits;          /* of one job */
	char (*limit_texts)[CML_NUMBER_SIZE];
	struct cml_buffer argv, environment, row, command;
};

static inline bool cml_submission_has_folder(const struct cml_submission *submission)
{
	return submission->launching.folder != NULL;
}

#endif
