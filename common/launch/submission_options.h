/* What a submission is opened with. */
#ifndef CML_LAUNCH_SUBMISSION_OPTIONS_H
#define CML_LAUNCH_SUBMISSION_OPTIONS_H

#include "base/error.h"
#include "launch/history/job_history.h"
#include "launch/launcher.h"
#include "launch/outcome/result_rules.h"
#include "launch/submission_stats.h"
#include "space/space.h"

#include <stdbool.h>
#include <stddef.h>

/* What to do when the user interrupts. Each further interrupt hurries: a drain becomes a
 * cancel, a cancel kills. */
enum cml_interrupt {
	CML_INTERRUPT_CANCEL, /* end the jobs; they run again in the next run */
	CML_INTERRUPT_DETACH, /* leave the jobs running; the next run adopts them */
	CML_INTERRUPT_DRAIN,  /* start no more, wait for those that run */
};

/* Pointers outlive the submission. */
struct cml_submission_options {
	const struct cml_launcher_kind *launcher;
	/* folder is the submission's to set. timeout_s and grace_s hold for all backends. */
	struct cml_launcher_options launching;
	const char *const *command; /* words with {name}, as given */
	size_t n_command;           /* 0: only for launchers without directories */
	const char *history; /* path, owned (owner_lock.h); NULL: none, rows go to rows alone */
	const char *real_history; /* behind all links; NULL without a folder of jobs */
	char delimiter;           /* of a new history, and of a replayed table; 0: by file name */
	bool widen;               /* the history, by columns it lacks */
	const char *carry;        /* more of cml_job_columns_init; NULL: none */
	const char *jobs_dir;     /* of the job directories; NULL for launchers without */
	struct cml_result_rules_options rules;
	bool no_metric;          /* said so: a space with a metric asks for one or for that */
	bool minimize;           /* the best so far is the smallest; without a space */
	unsigned retries;        /* of infra: attempts beyond the first */
	double backoff_s;        /* before the first retry; doubles each time */
	bool retry_failed;       /* keys whose last row is not ok run again */
	double kill_slower_than; /* times the shortest ok job, or the best; 0: never */
	size_t max_failures;     /* start no more when so many jobs were not ok; 0: any number */
	bool keep_going;         /* although the first jobs have no reading of the metric */
	const struct cml_space *space; /* NULL: none */
	const struct cml_na *na;
	/* A descriptor, read without waiting, that becomes readable when *interrupts, how often the
	 * user has interrupted, has grown; -1 and NULL: nobody can. */
	int wake;
	const volatile int *interrupts;
	const volatile enum cml_interrupt *interrupt; /* what to do */
	/* Given each row as its job counts as finished, after the sync. */
	struct cml_row_sink rows;
	/* Told now and then, and after each event; NULL: nobody. */
	void (*progress)(void *context, const struct cml_submission_stats *stats);
	void *context;
};

#endif
