/* The launcher for Slurm from inside. Its parts: slurm.c opens it and asks Slurm, slurm_tasks.c
 * takes attempts in and sees their ends. */
#ifndef CML_LAUNCH_SLURM_SLURM_STATE_H
#define CML_LAUNCH_SLURM_SLURM_STATE_H

#include "base/error.h"
#include "base/memory.h"
#include "launch/slurm/slurm_queue.h"

#include <sys/types.h>

/* A command of the system (sbatch, squeue) that runs beside us: started, waited for in the
 * caller's own poll, its output gathered. */

struct cml_process {
	pid_t pid;                    /* 0: none runs */
	int end_fd;                   /* for poll: readable at its end; -1 before Linux 5.3 */
	int out_fd, err_fd;           /* files in memory that it prints to; -1: none */
	double deadline;              /* CLOCK_MONOTONIC, seconds: it is killed then */
	struct cml_slurm_reply reply; /* once over; into text */
	struct cml_buffer text;       /* what it printed */
};

void cml_process_init(struct cml_process *process);
/* A command that runs goes on. */
void cml_process_release(struct cml_process *process);

/* argv: the program is looked for in PATH. out_fd: its standard output; -1: gathered. Standard
 * input is /dev/null, the process group its own, so that an interrupt typed at the terminal does
 * not reach it. CML_BAD_USAGE: there is no such program. */
enum cml_result cml_process_start(struct cml_process *process, char *const *argv,
				  char *const *environment, int out_fd, double timeout_s,
				  struct cml_error *err);

/* Kills it when it is past its deadline. CML_OK: it has ended; CML_NOTHING: it has not, or none
 * runs. Never blocks. */
enum cml_result cml_process_step(struct cml_process *process, struct cml_error *err);

struct cml_slurm {
	const struct cml_launcher_options *options;
	struct cml_slurm_queue queue;
	double record_delay_s;

	struct cml_launch **pending; /* started, in no batch yet */
	size_t n_pending, pending_capacity;
	size_t max_in_array;        /* of the next batch */
	struct cml_process process; /* the command that runs */
	struct cml_slurm_request request;
	char **argv;
	size_t argv_capacity;
	char **environment; /* ours without what filters the replies */

	struct cml_slurm_task *pass; /* where the one over all tasks is; NULL: at the first */
	double pass_at;
	struct cml_buffer log;
};

/* How attempts come into the queue: new ones, gathered into batches, and those of earlier runs,
 * by what is in their directories. See launcher.h. */
enum cml_result cml_slurm_start(void *state, struct cml_launch *launch, struct cml_error *err);
/* all: also those for which Slurm has no place yet. */
enum cml_result cml_slurm_flush(struct cml_slurm *slurm, bool all, struct cml_error *err);
/* A batch that is too large waits again, for one of half the size: larger ones are tried no more.
 */
enum cml_result cml_slurm_take_back(struct cml_slurm *slurm, struct cml_slurm_batch *batch,
				    struct cml_error *err);
enum cml_result cml_slurm_adopt(void *state, struct cml_launch *launch, bool has_record,
				struct cml_error *err);

/* Slurm takes no batch, which ends the run: takes back the claims of all that were never submitted,
 * so that any backend may start their jobs. */
void cml_slurm_withdraw(struct cml_slurm *slurm);

/* Goes on with the pass over all tasks until one has ended. CML_END: none has. */
enum cml_result cml_slurm_watch(struct cml_slurm *slurm, struct cml_launch_event *event,
				struct cml_error *err);

#endif
