/* A submission from inside: what submission.c and the other parts
 * share. */
#ifndef CML_LAUNCH_SUBMISSION_PARTS_H
#define CML_LAUNCH_SUBMISSION_PARTS_H

#include "launch/history/history_settings.h"
#include "launch/history/job_history.h"
#include "launch/history/job_row.h"
#include "launch/history/row_key.h"
#include "launch/job/template.h"
#include "launch/job_list.h"
#include "launch/outcome/judge.h"
#include "launch/submission.h"

#include <limits.h>

/* Until an attempt is looked at again whose keeper cannot be watched yet (it is about to say its
 * number, or about to end), or of which something does not end. */
#define CML_LOOK_AGAIN_S 0.1

/* An attempt that runs. In a ring through the submission's `running`. */
struct cml_running {
	struct cml_launch launch; /* its backend may find the rest from it: stays first */
	size_t entry;             /* in the list */
	bool asked;               /* the user's interrupt has ended it */
	bool too_slow;
	bool ours;    /* started by this run */
	bool heard;   /* the launcher told of its end: it was not found ended */
	double since; /* CLOCK_MONOTONIC when it began, as far as known */
	bool dated;   /* one of an earlier run, and since is when that claimed it */
	struct cml_metric_mark before;
	struct cml_running *next, *previous;
	char dir[PATH_MAX];
};

struct cml_submission {
	const struct cml_submission_options *options;
	const struct cml_header *input;
	struct cml_job_columns columns;
	struct cml_row_key keys;
	struct cml_header
	    names;       /* of the template: input, derived, cml_key, cml_attempt, cml_dir */
	size_t *derived; /* slots of the space, in their order there */
	size_t n_derived;
	struct cml_slice *values; /* by name */
	struct cml_template template;
	struct cml_judge judge;          /* of what this run starts */
	struct cml_judge former;         /* of the attempt of another run that was judged last */
	struct cml_job_history *history; /* NULL: none */
	struct cml_job_folder folder;    /* closed for launchers without directories */
	struct cml_history_settings settings; /* of its rows */
	struct cml_job_list list;
	struct cml_attempt_id *scan; /* attempts of earlier runs, by key and number */
	size_t n_scan;
	struct cml_launcher_options launching;
	void *launcher;
	struct cml_running *running; /* any of them */
	/* Rows that were added to the history and wait for their sync, for write_row. */
	struct cml_buffer unsynced; /* cells, each behind its size */
	size_t n_unsynced;          /* rows */
	struct cml_slice *cells;    /* of one row */
	double unsynced_since;
	double commit_s;             /* what the last one took */
	double fastest_s;            /* shortest ok job; INFINITY: none */
	int n_obeyed;                /* interrupts */
	struct cml_error cannot_run; /* the program; CML_OK: nothing of that kind */
	char unit[CML_UNIT_SIZE];    /* of the values */
	bool has_unit;               /* it is known */
	bool told_first;             /* job that was not ok */
	bool told_former;            /* attempt of another run with other options */
	double disk_at;              /* when to look at the disk of the jobs again */
	bool disk_full;              /* and said so */
	bool stopping;               /* nothing is started any more */
	bool leaving;                /* nor waited for */
	struct cml_submission_figures figures;
	/* Scratch. */
	struct cml_buffer argv, environment, row, command;
};

double cml_submission_now(void);  /* CLOCK_MONOTONIC */
double cml_submission_date(void); /* CLOCK_REALTIME */
void cml_submission_note(struct cml_submission *submission, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* submission_start.c */

/* What earlier runs left, before anything is started: results that have no row yet get it,
 * jobs that still run are adopted and take their places. Those that the input does not ask
 * for, too. */
enum cml_result cml_submission_take_up(struct cml_submission *submission, struct cml_error *err);
/* Brings an entry on its way: finds what earlier attempts came to, claims the next one and
 * starts it. */
enum cml_result cml_submission_start(struct cml_submission *submission, size_t entry,
				     struct cml_error *err);

/* submission_command.c */

/* Arguments and environment of an attempt, into the scratch buffers; the environment is
 * appended to what stands there. */
enum cml_result cml_submission_expand(struct cml_submission *submission,
				      const struct cml_job_entry *entry,
				      struct cml_attempt_id attempt, const char *dir,
				      struct cml_error *err);
/* The configuration as a table of one row, into the scratch buffer. False: no memory. */
bool cml_submission_print_row(struct cml_submission *submission, const struct cml_job_entry *entry);
/* Whether a process can be given what a row of the input comes to. CML_BAD_DATA, with the line:
 * a NUL byte, no program, or more bytes than one argument or variable may have. */
enum cml_result cml_submission_try_row(struct cml_submission *submission, uint64_t key,
				       const struct cml_row *row, struct cml_error *err);
/* Appends the line that would run for an entry. */
enum cml_result cml_submission_print_entry(struct cml_submission *submission, size_t entry,
					   struct cml_buffer *text, struct cml_error *err);

/* submission_former.c */

/* First attempt of a key in the scan; n_scan: none. */
size_t cml_submission_find_in_scan(const struct cml_submission *submission, uint64_t key);
/* Goes on to the newest attempt of an entry that anybody claimed. Those before it are old news:
 * they are not judged again, but the machine's fault among them counts against the retries. */
void cml_submission_pass_over(const struct cml_submission *submission, struct cml_job_entry *entry);
/* By what an attempt is judged: *judge, the submission's own or that of the run that started
 * it, whose differences are told once. */
enum cml_result cml_submission_find_judge(struct cml_submission *submission,
					  const struct cml_running *running,
					  struct cml_judge **judge, struct cml_error *err);
/* Whether a row may hold what a judge says: not when its metric has another column. Then the
 * result stays where it is, which is told. */
bool cml_submission_may_write(struct cml_submission *submission, const struct cml_judge *judge,
			      const struct cml_running *running);

/* submission_end.c */

/* An attempt that came to its end: by an event of the launcher, or found. It gets its row, or,
 * when it was the machine's fault, its entry is put back for another attempt. *again: the
 * user had it cancelled, and it has neither: its entry's next attempt may be looked at. */
enum cml_result cml_submission_end(struct cml_submission *submission, size_t entry,
				   const struct cml_launch_event *event,
				   const struct cml_running *running, bool *again,
				   struct cml_error *err);
/* submission_value.c */

/* Whether the value of an ok result may stand among those of the history: inside the domain of the
 * space's metric, and in the unit of those before. If not, the result becomes failed, with the
 * reason. *commit: it is the first one, whose row nobody may get ahead of: it is to be committed
 * right after it was added. */
enum cml_result cml_submission_check_value(struct cml_submission *submission,
					   struct cml_job_result *result, bool *commit,
					   struct cml_error *err);

/* submission_end.c */

/* Whether the program that every job runs could not be: such an attempt is no result. */
bool cml_submission_cannot_run(const struct cml_submission *submission,
			       const struct cml_launch_event *event);
/* Asks for the end of a running attempt because the user does: notes it in its directory first,
 * so that no later run takes it for a result. */
enum cml_result cml_submission_cancel(struct cml_submission *submission,
				      struct cml_running *running, bool hurry,
				      struct cml_error *err);
/* Hands the rows over to the disk, and then on; without any it looks whether those of before
 * are still there. */
enum cml_result cml_submission_commit(struct cml_submission *submission, struct cml_error *err);

/* Of a running attempt. */
struct cml_running *cml_running_new(struct cml_submission *submission, size_t entry,
				    struct cml_attempt_id attempt, struct cml_error *err);
void cml_running_free(struct cml_submission *submission, struct cml_running *running);
/* Whether an attempt without a record ran: keepers make the output files right before the
 * start. */
bool cml_running_has_started(const struct cml_running *running);
/* Whether its end was asked for by an interrupt, of this run or an earlier one. */
bool cml_running_was_cancelled(const struct cml_running *running);

#endif
