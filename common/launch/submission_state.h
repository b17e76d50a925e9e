/* A submission from inside: its state, then its parts in their order. Each calls those below it
 * only, but for cml_submission_has_value; submission_run.c, the loop, is above them all. */
#ifndef CML_LAUNCH_SUBMISSION_STATE_H
#define CML_LAUNCH_SUBMISSION_STATE_H

#include "base/error.h"
#include "base/key.h"
#include "base/memory.h"
#include "launch/history/job_history.h"
#include "launch/job/template.h"
#include "launch/outcome/outcome.h"
#include "launch/submission.h"
#include "space/row_key.h"

#include <limits.h>

/* The configurations of a run, each with where its job stands, and which comes next. */

struct cml_job_entry {
	uint64_t key;
	const struct cml_slice *cells; /* n_cells of the list; in its arena */
	uint32_t attempt;              /* to claim next, or that runs; 0: not looked for yet */
	uint32_t n_infra;              /* attempts that were the machine's fault */
	uint32_t n_rows;               /* of the key, in the history and of this run */
	bool is_claimed;               /* the directory of `attempt` may be there */
	bool is_leftover; /* from a job directory, not from the input: never started again */
};

/* Zeroed, with n_cells set, is empty. Entries never move their cells. */
struct cml_job_list {
	struct cml_job_entry *entries;
	size_t n;
	size_t capacity;
	size_t n_cells;
	struct cml_key_set keys;
	/* Entries that wait for a time, the latest first. */
	struct cml_job_delay {
		double due; /* CLOCK_MONOTONIC seconds */
		size_t entry;
	} * delays;
	size_t n_delays;
	size_t delay_capacity;
	size_t *turns; /* entries in the order in which they are to be started */
	size_t n_turns, next_turn, turn_capacity;
	struct cml_arena arena;
};

void cml_job_list_release(struct cml_job_list *list);

/* Copies the cells. *added: false for a key that is there already. */
enum cml_result cml_job_list_add(struct cml_job_list *list, uint64_t key,
				 const struct cml_slice *cells, bool is_leftover, bool *added,
				 struct cml_error *err);

/* The entry of a key. False: none. */
bool cml_job_list_find(const struct cml_job_list *list, uint64_t key, size_t *entry);

/* Puts an entry back until due. */
enum cml_result cml_job_list_delay(struct cml_job_list *list, size_t entry, double due,
				   struct cml_error *err);

/* Puts an entry behind all others. */
enum cml_result cml_job_list_enqueue(struct cml_job_list *list, size_t entry,
				     struct cml_error *err);

/* How many are to be handed out, now or later. */
static inline size_t cml_job_list_n_waiting(const struct cml_job_list *list)
{
	return list->n_delays + list->n_turns - list->next_turn;
}

/* The entry to start now: one whose time has come, else the next of those that wait for their turn.
 * False: none; *due is then when the next one comes, INFINITY for never. */
bool cml_job_list_next(struct cml_job_list *list, double now, size_t *entry, double *due);

/* Until an attempt is looked at again that cannot be watched yet, or that does not end. */
#define CML_LOOK_AGAIN_S 0.1

/* An attempt that runs, in the list of the submission. */
struct cml_running {
	struct cml_launch launch; /* its backend may find the rest from it: stays first */
	size_t entry;             /* in the list */
	bool cancelled;           /* the user's interrupt has ended it */
	struct cml_launch_event end;
	bool has_event; /* the launcher reported its end: it was not found ended */
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
	size_t *slots; /* by column of the input: param or context of the space, CML_NO_COLUMN */
	size_t n_derived;
	struct cml_slice *values; /* by name */
	struct cml_arena arena;   /* what belongs to names, and scratch */
	struct cml_template template;
	struct cml_result_rules rules;
	struct cml_job_history *history; /* NULL: none */
	struct cml_job_folder folder;    /* closed for launchers without directories */
	struct cml_job_list list;
	struct cml_attempt_id *scan; /* attempts of earlier runs, by key and number */
	size_t n_scan;
	struct cml_launcher_options launching;
	void *launcher;
	struct cml_running *running; /* the first of them */
	double unsynced_since;       /* when the first of the rows came that wait for their sync */
	double commit_s;             /* what the last one took */
	int n_interrupts;            /* that were handled */
	struct cml_error cannot_run; /* the program; CML_OK: nothing of that kind */
	size_t n_without_program;    /* ends of jobs in which a shell found no program */
	bool has_run;                /* a job of this run ended otherwise */
	struct {
		bool failure, missing, elsewhere, strays;
	} noted;          /* job_notes.c */
	bool has_reading; /* a job had one, of this run or in the history */
	size_t n_unread;  /* jobs that exited with 0 before any had a reading */
	size_t n_alike;   /* of the first: failed at once, with quick_exit */
	int quick_exit;
	bool is_stopping; /* nothing is started any more */
	bool is_leaving;  /* nor waited for */
	struct cml_submission_stats stats;
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

/* previous_run.c: what earlier runs left in the folder of the jobs. Before anything is started,
 * results that have no row yet get it, jobs that still run are adopted and take their places; those
 * that the input does not ask for, too. */
enum cml_result cml_submission_take_up(struct cml_submission *submission, struct cml_error *err);

/* advance.c: a job to its next step, and to its row. */

/* From its place in the list: finds what its claimed attempt came to, or claims one and starts it.
 */
enum cml_result cml_submission_advance(struct cml_submission *submission, size_t entry,
				       struct cml_error *err);

/* From an event of the launcher, whose attempt is freed. */
enum cml_result cml_submission_take_event(struct cml_submission *submission,
					  const struct cml_launch_event *event,
					  struct cml_error *err);

/* Syncs the rows, and then hands them on. */
enum cml_result cml_submission_commit(struct cml_submission *submission, struct cml_error *err);

/* When the rows are to be synced: they wait a little for others to share it. INFINITY: there are
 * none. */
double cml_submission_commit_due(const struct cml_submission *submission);

/* job_notes.c: notes about single jobs, each once. */

/* The first job that was not ok often says what is wrong with all. A wrong --limit leaves all its
 * cells empty: it shows in the first ok job. A server that a job started is ended with it. */
void cml_submission_note_end(struct cml_submission *submission, const struct cml_job_result *result,
			     bool has_strays);
/* Stops a run none of whose first jobs that exited with 0 has a reading: --metric is wrong; or
 * whose first jobs all failed alike and at once: the command is. */
void cml_submission_watch_readings(struct cml_submission *submission, size_t entry,
				   const struct cml_job_result *result);
/* A job that may run on another machine, host, or on one that was called so; empty: by a scheduler.
 */
void cml_submission_note_elsewhere(struct cml_submission *submission, const char *dir,
				   const char *host);

/* classify.c: what an attempt whose end is known came to: the status, the reason and the value of
 * its row. Errors are the machine's. */
enum cml_result cml_submission_classify(const struct cml_submission *submission,
					const struct cml_running *running,
					struct cml_job_result *result, struct cml_error *err);

/* Whether a job that exited with 0 has a value of the metric, if one is read; true where that
 * cannot be known. submission: of this kind; as of cml_launcher_options. */
bool cml_submission_has_value(const void *submission, const char *dir);

/* attempt.c: one attempt of a job, claimed and started, or found and adopted. */

void cml_running_free(struct cml_submission *submission, struct cml_running *running);

/* Whether its end was asked for by an interrupt, of this run or an earlier one. */
bool cml_running_was_cancelled(const struct cml_running *running);

/* Claims and starts the attempt of an entry. */
enum cml_result cml_attempt_launch(struct cml_submission *submission, size_t entry,
				   struct cml_error *err);

/* What became of the attempt of an entry; one that never ran is none, and its number is passed
 * over. CML_OK: *running is the caller's to free. CML_END: it runs, and its event follows. */
enum cml_result cml_attempt_find(struct cml_submission *submission, size_t entry,
				 struct cml_running **running, struct cml_attempt_look *look,
				 struct cml_error *err);

/* Asks for its end because the user does, and notes that in its directory first, so that no later
 * run takes it for a result. */
enum cml_result cml_attempt_cancel(struct cml_submission *submission, struct cml_running *running,
				   bool hurry, struct cml_error *err);

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
 * a NUL byte, no program. */
enum cml_result cml_submission_try_row(struct cml_submission *submission, uint64_t key,
				       const struct cml_row *row, struct cml_error *err);

#endif
