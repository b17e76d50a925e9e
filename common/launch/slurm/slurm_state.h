/* What the files of the Slurm launcher share: its batches and tasks, and what is being asked
 * of Slurm. For the files of the launcher alone. */
#ifndef CML_LAUNCH_SLURM_SLURM_STATE_H
#define CML_LAUNCH_SLURM_SLURM_STATE_H

#include "launch/launcher.h"
#include "launch/slurm/command_run.h"
#include "launch/slurm/slurm_answers.h"
#include "launch/slurm/slurm_batch.h"
#include "launch/slurm/slurm_waits.h"

struct cml_slurm_task {
	struct cml_launch *launch; /* NULL: not ours, or told */
	struct cml_slurm_batch *batch;
	uint32_t index;
	/* The job that runs it when that is not the batch's own; 0: it is. */
	uint64_t other_job;
	uint32_t other_task;
	bool seen;          /* in the answers of this round */
	unsigned n_missing; /* answers of squeue in a row without it */
	bool ended;         /* Slurm says so */
	char state[40];
	char reason[96];
	double start, end; /* seconds since 1970; NaN: unknown */
	double over_at;    /* CLOCK_MONOTONIC: found to be over without a record; 0: not yet */
	bool ending;       /* it is to be ended */
	bool hurry;
	bool asked; /* and scancel was told */
	enum cml_job_stop why;
};

enum cml_slurm_phase {
	CML_SLURM_NEW,    /* to be handed to sbatch */
	CML_SLURM_UNSURE, /* perhaps it was: to be looked for by name */
	CML_SLURM_SENT,   /* its job is known */
};

struct cml_slurm_batch {
	char name[CML_SLURM_NAME_SIZE];
	enum cml_slurm_phase phase;
	uint64_t job;
	uint32_t owner;
	unsigned n_tries; /* that failed */
	double retry_at;  /* CLOCK_MONOTONIC */
	struct cml_slurm_task *tasks;
	size_t n;
	size_t n_open; /* tasks whose end has not been told */
	struct cml_slurm_batch_waits waits;
};

enum cml_slurm_talk {
	CML_TALK_NONE,
	CML_TALK_CANCEL,
	CML_TALK_KILL,
	CML_TALK_SUBMIT,
	CML_TALK_LOOK,
	CML_TALK_SACCT,
	CML_TALK_SQUEUE,
};

struct cml_slurm {
	const struct cml_launcher_options *options;
	struct cml_slurm_batches files;
	size_t max_array;       /* tasks in one array */
	bool accounting;        /* not known to be off */
	double record_patience; /* seconds until a record must be seen after the end */

	struct cml_launch **pending; /* started, in no batch yet */
	size_t n_pending, pending_capacity;
	struct cml_slurm_batch **batches; /* with open tasks */
	size_t n_batches, batches_capacity;
	size_t n_open;

	struct cml_slurm_batch_file *found; /* on the disk, for adoption */
	size_t n_found;
	bool scanned;
	bool scan_locked; /* under the lock that is still held: nobody can add to it */

	struct cml_command_run run;
	enum cml_slurm_talk talk;
	struct cml_slurm_batch *talk_batch;
	struct cml_buffer words; /* of the command: strings, each ended by NUL */
	char **argv;
	size_t argv_capacity;
	char **quiet_environment; /* ours without what filters the answers */
	unsigned n_rounds;        /* of sacct */
	bool hears_controller;    /* what is heard comes from squeue, not from sacct */
	bool silent;              /* the controller did not answer; said so */
	struct cml_slurm_waits waits;
	bool must_cancel;
	bool must_kill;
	bool wants_word; /* an end waits for Slurm's word */
	double cancel_at, poll_at, last_poll, look_at;
	size_t look_batch, look_task; /* where the pass over the tasks goes on */
	struct cml_buffer log;
};

double cml_slurm_now(void); /* CLOCK_MONOTONIC, seconds */
void cml_slurm_note(const struct cml_slurm *slurm, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Of the interface, see launcher.h; state is a struct cml_slurm. */
enum cml_result cml_slurm_start(void *state, struct cml_launch *launch, struct cml_error *err);
enum cml_result cml_slurm_flush(void *state, struct cml_error *err);
enum cml_result cml_slurm_adopt(void *state, struct cml_launch *launch, bool *running,
				struct cml_error *err);

/* The job that runs a task, as Slurm numbers it. False: not known yet. */
bool cml_slurm_task_id(const struct cml_slurm_task *task, uint64_t *job, uint32_t *index);

/* Learns the number of a batch, from here on or from a file. */
void cml_slurm_set_job(struct cml_slurm_batch *batch, uint64_t job);
/* Where no number was noted: asks the directories of the attempts. */
bool cml_slurm_find_job(struct cml_slurm *slurm, struct cml_slurm_batch *batch);

/* Starts the command of Slurm's that is due, if none runs. */
enum cml_result cml_slurm_ask(struct cml_slurm *slurm, struct cml_error *err);
/* Seconds until cml_slurm_ask has something to start; INFINITY: never. */
double cml_slurm_ask_wait(const struct cml_slurm *slurm);
/* Takes in what the command that runs has printed, and its end. */
enum cml_result cml_slurm_hear(struct cml_slurm *slurm, struct cml_error *err);

/* Asks squeue for all jobs: what sacct did not know, too. None runs. */
enum cml_result cml_slurm_ask_squeue(struct cml_slurm *slurm, struct cml_error *err);

/* Lets go of the lock unless attempts are claimed that are in no batch yet. */
void cml_slurm_unlock(struct cml_slurm *slurm);

/* False while there is none, or none that can be read. */
bool cml_slurm_read_record(const char *dir, struct cml_job_record *record);

/* Goes on with the pass over all tasks until one has ended. */
enum cml_result cml_slurm_settle(struct cml_slurm *slurm, struct cml_launch_event *event, bool *got,
				 struct cml_error *err);

#endif
