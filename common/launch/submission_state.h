/* A submission from inside: its state, then its parts in their order. Each calls those below it
 * only; submission.c, the loop, is above them all. */
#ifndef CML_LAUNCH_SUBMISSION_STATE_H
#define CML_LAUNCH_SUBMISSION_STATE_H

#include "launch/history/job_history.h"
#include "launch/history/job_row.h"
#include "launch/job/template.h"
#include "launch/job_list.h"
#include "launch/limit_doubt.h"
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
	struct cml_launch_event end;
	bool has_event;     /* the launcher reported its end: it was not found ended */
	double since;       /* monotonic seconds when it began, as far as known */
	struct stat before; /* cml_metric_mark */
	struct cml_running *next;
	char dir[PATH_MAX];
};

struct cml_submission {
	const struct cml_submission_options *options;
	const struct cml_header *input;
	struct cml_job_columns columns;
	struct cml_row_key keys;
	/* Of the template: input, derived, cml_key, cml_attempt, cml_dir. */
	struct cml_header names;
	/* By name: columns of the input, then, of the derived, slots of the space. */
	size_t *sources;
	size_t n_derived;
	struct cml_slice *values; /* by name */
	struct cml_arena arena;   /* what belongs to names, and scratch */
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
	struct cml_limit_doubt doubt;
	double *fractions; /* the same, where bounds are expressions: of these */
	char (*limit_texts)[CML_NUMBER_SIZE];
	struct cml_buffer argv, environment, row, command;
};

static inline bool cml_submission_has_folder(const struct cml_submission *submission)
{
	return submission->launching.folder != NULL;
}

/* previous_run.c: what earlier runs left in the folder of the jobs. Before anything is started,
 * results that have no row yet get it, jobs that still run are adopted and take their places; those
 * that the input does not ask for, too. */
enum cml_result cml_submission_take_up(struct cml_submission *submission, struct cml_error *err);

/* run_options.c: the options that change what a job comes to, as one text in the folder of the
 * jobs. */

/* Sets has_other_metric, has_reading where the run before had one of the same metric, and is_other
 * of each limit. CML_BAD_USAGE: there are attempts without rows, which were started with other
 * options; the message says where they differ first. */
enum cml_result cml_run_options_compare(struct cml_submission *submission, struct cml_error *err);

/* Writes them where they differ: before the first job starts, and after the rows of outputs that
 * another metric or limit reads again. */
enum cml_result cml_run_options_store(const struct cml_submission *submission,
				      struct cml_error *err);

/* reread.c: puts what outputs say by another --metric or --limit than that of the run before into
 * the rows of the history (cml_job_history_edit): with another metric, status, value and reason
 * into those that are failed of jobs that exited with 0; where a limit is_other, its value into
 * every row. A row stays as it is if its job has no directory or record any more, or no reading, or
 * if all jobs share the file of the reading. Notes how many. */
enum cml_result cml_submission_reread(struct cml_submission *submission, struct cml_error *err);

/* advance.c: a job to its next step. */

/* From its place in the list: finds what its claimed attempt came to, or claims one and starts it.
 */
enum cml_result cml_submission_advance(struct cml_submission *submission, size_t entry,
				       struct cml_error *err);

/* From an event of the launcher, whose attempt is freed. */
enum cml_result cml_submission_take_event(struct cml_submission *submission,
					  const struct cml_launch_event *event,
					  struct cml_error *err);

/* finish.c: the end of an attempt: its row, to be synced, or, where it was the machine's fault,
 * another attempt. CML_NOTHING: neither: it was cancelled by the user, or there is no program to
 * run. */
enum cml_result cml_submission_finish(struct cml_submission *submission,
				      const struct cml_running *running, struct cml_error *err);

/* Stops a run none of whose first jobs that exited with 0 has a reading, with a note of what their
 * output has: --metric is wrong. To be called with each result. */
void cml_submission_watch_readings(struct cml_submission *submission,
				   const struct cml_running *running,
				   const struct cml_job_result *result);

/* Syncs the rows, and then hands them on; without any it looks whether those of before are
 * still there. */
enum cml_result cml_submission_commit(struct cml_submission *submission, struct cml_error *err);

/* Takes the rows that could not be committed out of the counts, with a note: the jobs' records keep
 * them. */
void cml_submission_uncount(struct cml_submission *submission);

/* When the rows are to be synced: they wait a little for others to share it. INFINITY: there are
 * none. */
double cml_submission_commit_due(const struct cml_submission *submission);

/* slow_jobs.c: which running jobs are too slow for --kill-slower-than, by their length or by their
 * readings (launch/metric/pace.h). Ok jobs of earlier runs count by the outputs that they left. */

/* Earlier jobs whose outputs are read. */
#define CML_SLOW_MAX_EARLIER 256

/* Whether readings of running jobs are looked at: the option is given, and each job has a file of
 * readings of its own. */
bool cml_slow_jobs_reads(const struct cml_submission *submission);

/* Learns from an ok job. cells: of the columns of the input; dir: its directory. A job whose
 * readings are gone teaches nothing. */
enum cml_result cml_slow_jobs_learn(struct cml_submission *submission,
				    const struct cml_slice *cells, const char *dir,
				    struct cml_error *err);

/* Seconds until a running job has run too long; INFINITY: never. */
double cml_slow_jobs_until(const struct cml_submission *submission, double now);

/* Asks the launcher for the end of those that are too slow. */
enum cml_result cml_slow_jobs_end(struct cml_submission *submission, double now,
				  struct cml_error *err);

/* classify.c: what an attempt whose end is known came to: the status, the reason and the value of
 * its row. Errors are the machine's. */
enum cml_result cml_submission_classify(const struct cml_submission *submission,
					const struct cml_running *running,
					struct cml_job_result *result, struct cml_error *err);

/* Reads the limits of a job from its directory dir into submission->limits. record: how it ended,
 * NULL where that is not known; started: seconds since 1970, 0: unknown. */
enum cml_result cml_submission_read_limits(const struct cml_submission *submission,
					   const struct cml_job_record *record, const char *dir,
					   double started, struct cml_missing_limit *missing,
					   struct cml_error *err);

/* attempt.c: one attempt of a job, claimed and started, or found and adopted. */

/* In the ring of those that run, until it is freed. */
struct cml_running *cml_running_new(struct cml_submission *submission, size_t entry,
				    struct cml_error *err);
void cml_running_free(struct cml_submission *submission, struct cml_running *running);

/* Whether an attempt without a record ran: output files are made right before the start. */
bool cml_attempt_has_started(const char *dir);
/* Whether its end was asked for by an interrupt, of this run or an earlier one. */
bool cml_running_was_cancelled(const struct cml_running *running);
/* How long it has run: as the scheduler counts, where it does; of an earlier run, since its claim.
 */
double cml_running_age_s(const struct cml_running *running, double now);

/* Claims and starts the attempt of an entry. */
enum cml_result cml_attempt_launch(struct cml_submission *submission, size_t entry,
				   struct cml_error *err);

/* What became of the attempt of an entry. CML_END: it runs, and its event follows; otherwise
 * *running is the caller's to free. */
enum cml_result cml_attempt_find(struct cml_submission *submission, size_t entry,
				 struct cml_running **running, struct cml_attempt_look *look,
				 struct cml_error *err);

/* Asks for its end because the user does, and notes that in its directory first, so that no later
 * run takes it for a result. */
enum cml_result cml_attempt_cancel(struct cml_submission *submission, struct cml_running *running,
				   bool hurry, struct cml_error *err);

/* Whether the program that every job runs could not be: such an attempt is no result. */
bool cml_attempt_cannot_run(const struct cml_submission *submission,
			    const struct cml_job_record *record);

/* Behind the attempts of one key in the scan, of which the first is attempt i. */
size_t cml_attempt_end_of_key(const struct cml_submission *submission, size_t i);
/* Whether the last attempt of a key has its row. False without a history: nothing says which
 * results were handed on already. */
bool cml_attempt_has_row(const struct cml_submission *submission, struct cml_attempt_id last);

/* Whether an attempt of an earlier run began, was not cancelled, and could be run: then it has a
 * row, or will have one, or was the machine's fault. */
enum cml_result cml_attempt_is_result(const struct cml_submission *submission,
				      struct cml_attempt_id attempt, bool *is_result,
				      struct cml_error *err);

/* expansion.c: arguments and environment of an attempt, from the values of its configuration, into
 * the scratch buffers; the environment is appended to what stands there. */
enum cml_result cml_submission_expand(struct cml_submission *submission,
				      const struct cml_job_entry *entry,
				      struct cml_attempt_id attempt, const char *dir,
				      struct cml_error *err);
/* The cells of an entry that its row carries, into the scratch cells. */
void cml_submission_carry(struct cml_submission *submission, const struct cml_job_entry *entry);
/* The configuration as a table of one row, into the scratch buffer. False: no memory. */
bool cml_submission_print_row(struct cml_submission *submission, const struct cml_job_entry *entry);
/* Whether a process can be given what a row of the input comes to. CML_BAD_DATA, with the line:
 * a NUL byte, no program, or more bytes than one argument or variable may have. */
enum cml_result cml_submission_try_row(struct cml_submission *submission, uint64_t key,
				       const struct cml_row *row, struct cml_error *err);

#endif
