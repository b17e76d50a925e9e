/* The queue: batches and their tasks as Slurm has them. A state machine: it is given replies and
 * the time, and says what to ask next.
 *
 *   batch   WRITTEN -> (sbatch) -> SUBMITTED; where the answer of sbatch is lost, UNSURE, and
 *           from there by its name to SUBMITTED, or, if it is not known, back to WRITTEN
 *   task    goes on until Slurm says it has ended, or does not list it twice in a row; slurm_end.c
 *           decides with what is in the job's directory
 *
 * One command at a time: scancel before sbatch before squeue, which is asked for all jobs in one
 * call. Times are seconds of CLOCK_MONOTONIC. */
#ifndef CML_LAUNCH_SLURM_SLURM_QUEUE_H
#define CML_LAUNCH_SLURM_SLURM_QUEUE_H

#include "base/text.h"
#include "launch/launcher.h"
#include "launch/slurm/slurm_batch.h"

struct cml_slurm_task {
	struct cml_launch *launch; /* NULL: not of this run, or its end was reported */
	struct cml_slurm_batch *batch;
	uint32_t index;
	struct cml_slurm_id id; /* the job that runs it; job 0: not known yet */
	bool seen;              /* in the last reply of squeue */
	unsigned n_missing;     /* replies of squeue in a row without it */
	bool ended;             /* Slurm says so */
	bool by_array_line;     /* in a line for all tasks that had not begun */
	char state[40];
	char reason[96];           /* of an end: the nodes it was on; empty: it had none */
	double start, end;         /* seconds since 1970; NaN: unknown */
	double over_since;         /* found to be over without a record; 0: not yet */
	bool lacks_value;          /* it exited with 0, and left no value of the metric */
	bool end_wanted, end_sent; /* scancel: SIGTERM, and SIGKILL after KillWait */
};

enum cml_slurm_phase {
	CML_SLURM_WRITTEN,   /* to be handed to sbatch */
	CML_SLURM_UNSURE,    /* perhaps it was: to be looked for by name */
	CML_SLURM_SUBMITTED, /* its job is known */
};

struct cml_slurm_batch {
	char name[CML_SLURM_NAME_SIZE];
	size_t place; /* among the queue's */
	enum cml_slurm_phase phase;
	uint64_t job;
	bool was_unsure;    /* an sbatch was started whose answer was lost */
	bool is_too_large;  /* Slurm takes no so many jobs: it is not handed over again */
	bool is_known;      /* its job is in the last reply of squeue, or tasks of it */
	unsigned n_failed;  /* tries of sbatch, and of looking for it */
	unsigned n_refused; /* tries of a job that is one too many, one after the other */
	double retry_at;
	size_t n_open; /* tasks whose end has not been reported */
	size_t n;
	struct cml_slurm_task tasks[];
};

enum cml_slurm_question {
	CML_SLURM_ASK_NOTHING,
	CML_SLURM_ASK_SCANCEL,
	CML_SLURM_ASK_SBATCH,
	CML_SLURM_ASK_NAME, /* squeue for the name of one batch */
	CML_SLURM_ASK_SQUEUE,
};

/* Zeroed is none. */
struct cml_slurm_request {
	enum cml_slurm_question question;
	struct cml_slurm_batch *batch; /* of SBATCH and NAME */
	struct cml_buffer argv;        /* strings, each ended by NUL */
};

struct cml_slurm_queue {
	const struct cml_launcher_options *options;
	struct cml_slurm_batch **batches; /* with open tasks */
	size_t n_batches, capacity;
	size_t n_open;
	bool silent;       /* the controller did not reply; that was reported */
	bool is_limited;   /* it takes fewer jobs at a time than we have; reported, too */
	bool must_end;     /* some end that is wanted is not sent */
	bool awaits_state; /* an end waits for Slurm's state: ask soon */
	double end_at, poll_at, polled_at;
};

void cml_slurm_queue_release(struct cml_slurm_queue *queue);

/* Adds a batch of n tasks, none of this run yet. NULL: memory is out. */
struct cml_slurm_batch *cml_slurm_queue_add(struct cml_slurm_queue *queue, const char *name,
					    size_t n, enum cml_slurm_phase phase);
/* The batch of a name, or NULL. */
struct cml_slurm_batch *cml_slurm_queue_find(const struct cml_slurm_queue *queue,
					     struct cml_slice name);
/* Task i of a batch is the launch's. */
void cml_slurm_queue_open_task(struct cml_slurm_queue *queue, struct cml_slurm_batch *batch,
			       size_t i, struct cml_launch *launch);
/* The end of a task was reported. */
void cml_slurm_queue_close_task(struct cml_slurm_queue *queue, struct cml_slurm_task *task);
/* Drops batches whose tasks are all closed; not asked_for, to which a reply is awaited. */
void cml_slurm_queue_drop_closed(struct cml_slurm_queue *queue,
				 const struct cml_slurm_batch *asked_for);

/* The open task behind another one, or the first behind NULL; NULL: none. Tasks may be closed
 * meanwhile, not dropped. */
struct cml_slurm_task *cml_slurm_queue_next_task(const struct cml_slurm_queue *queue,
						 const struct cml_slurm_task *task);
bool cml_slurm_task_is_submitted(const struct cml_slurm_task *task);

/* The job of a batch is known. job 0: nothing happens. */
void cml_slurm_batch_set_job(struct cml_slurm_batch *batch, uint64_t job);
/* Another job than the batch's was the first to begin the task. */
void cml_slurm_task_follow(struct cml_slurm_task *task, struct cml_slurm_id id);
/* Asks for the end of a task. */
void cml_slurm_queue_end(struct cml_slurm_queue *queue, struct cml_slurm_task *task);

/* The next command, if one is due at now: question and argv are filled. ASK_NOTHING: none. */
enum cml_result cml_slurm_queue_next(struct cml_slurm_queue *queue, double now,
				     struct cml_slurm_request *request, struct cml_error *err);
/* Whether a job of the queue is submitted whose end was not reported. */
bool cml_slurm_queue_has_jobs(const struct cml_slurm_queue *queue);
/* The batch that is to be handed over first, or NULL. */
struct cml_slurm_batch *cml_slurm_queue_unsubmitted(const struct cml_slurm_queue *queue);
/* When the next one will be; INFINITY: never. */
double cml_slurm_queue_due(const struct cml_slurm_queue *queue);

/* Changes the queue by the reply to a request. CML_IO_ERROR: Slurm refuses the batch. */
enum cml_result cml_slurm_queue_update(struct cml_slurm_queue *queue,
				       const struct cml_slurm_request *request,
				       const struct cml_slurm_reply *reply, double now,
				       struct cml_error *err);

/* When a task is over, and what became of it: from what Slurm says, what is in the job's directory,
 * and what slurmstepd wrote. Pure. A record of an exit with 0 is enough where the job left a value,
 * and so is one of a stop that was decided on the node. After any other end Slurm's state is
 * needed, as a node that fails and a person who cancels look alike from inside the job. A job
 * without a record is over when Slurm says so, or, twice in a row, does not list it; its record is
 * then still waited for. */

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
