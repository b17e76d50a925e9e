/* The submission: which configuration runs next, what became of each, and the order of events by
 * which nothing runs twice and nothing is lost: claim (with the command and the row of the
 * configuration), start, record, row, finished. Whatever dies at whatever moment, the next run
 * finds the attempt between two of these and goes on from there: cml-submit(1), STATE. */
#ifndef CML_LAUNCH_SUBMISSION_H
#define CML_LAUNCH_SUBMISSION_H

#include "base/error.h"
#include "base/job_status.h"
#include "base/memory.h"
#include "launch/history/job_history.h"
#include "launch/launcher.h"
#include "launch/outcome/outcome.h"
#include "space/space.h"
#include "table/table_reader.h"

/* The counts of a run of cml-submit, and their text for people who watch. */

/* What a person who watches wants to know. */
struct cml_submission_stats {
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
};

/* Jobs of this run that ended otherwise than ok. */
size_t cml_stats_n_bad(const struct cml_submission_stats *stats);

/* `NAME: 4 running, 12 waiting, 30 ok, 3 not ok`, cut to width bytes, appended
 * to text, which is empty before and stays so when nothing runs or waits. False: no memory. */
bool cml_stats_progress(struct cml_buffer *text, const char *name,
			const struct cml_submission_stats *stats, size_t width);

/* `30 ok, 1 oom, 4 finished before`, appended to text. False: no memory. */
bool cml_stats_summary(struct cml_buffer *text, const struct cml_submission_stats *stats);

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
	const char *history;  /* path, owned (job_history.h); NULL: none, rows go to rows alone */
	char delimiter;       /* of a new history, and of a replayed table; 0: by file name */
	bool widen;           /* the history, by columns it lacks */
	const char *carry;    /* more of cml_job_columns_init; NULL: none */
	const char *jobs_dir; /* of the job directories; NULL for launchers without */
	struct cml_result_rules_options rules;
	unsigned retries;  /* of infra: attempts after the first */
	double backoff_s;  /* before the first retry; doubles each time */
	bool retry_failed; /* keys whose last row is not ok run again */
	size_t repeats;    /* rows of each key that are wanted, CML_MAX_REPEATS at most */
	const struct cml_space *space; /* NULL: none */
	const struct cml_na *na;
	/* A descriptor, read without waiting, that becomes readable when *interrupts, how often the
	 * user has interrupted, has grown; -1 and NULL: nobody can. */
	int wake;
	const volatile int *interrupts;
	const volatile enum cml_interrupt *interrupt; /* what to do */
	/* Given each row as its job counts as finished, after the sync. */
	struct cml_row_sink rows;
	/* Called now and then, and after each event; NULL: disabled. */
	void (*progress)(void *context, const struct cml_submission_stats *stats);
	void *context;
};

struct cml_submission; /* opaque */

/* Checks the options against the columns of the input, opens the history, the folder of the
 * jobs and the launcher. header outlives it. CML_BAD_USAGE: names in the command that are no
 * columns, a metric that cannot be read or is a column of the input, limits without a space. dry:
 * nothing is made or opened for writing. */
enum cml_result cml_submission_open(struct cml_submission **submission,
				    const struct cml_submission_options *options,
				    const struct cml_header *header, bool dry,
				    struct cml_error *err);

/* The columns of the rows that will be written. */
const struct cml_header *cml_submission_header(const struct cml_submission *submission);

/* Takes one configuration. CML_BAD_DATA, with its place, when the space refuses it, or when no
 * process can be given its values, or when its cml_key is that of another row with other values;
 * nothing has started then. */
enum cml_result cml_submission_add(struct cml_submission *submission, const struct cml_row *row,
				   struct cml_error *err);

/* What would run, as lines that can be pasted, appended to text; nothing is claimed. */
enum cml_result cml_submission_print(struct cml_submission *submission, struct cml_buffer *text,
				     struct cml_error *err);

/* Runs all that was added, and finishes what earlier runs left. Returns when nothing runs or waits
 * any more, or after an interrupt. CML_IO_ERROR, too, when the program itself could not be run:
 * that is no configuration's fault, so none has a row for it. After an error jobs keep running, and
 * the next run goes on. */
enum cml_result cml_submission_run(struct cml_submission *submission, struct cml_error *err);

const struct cml_submission_stats *cml_submission_stats(const struct cml_submission *submission);

void cml_submission_free(struct cml_submission *submission); /* NULL is allowed */

#endif
