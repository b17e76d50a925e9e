/* A command of the system (sbatch, squeue) that runs beside us: started, waited for in the
 * caller's own poll, its output gathered. */
#ifndef CML_LAUNCH_SLURM_PROCESS_H
#define CML_LAUNCH_SLURM_PROCESS_H

#include "base/error.h"
#include "base/memory.h"
#include "launch/slurm/slurm_replies.h"

#include <stdbool.h>
#include <sys/types.h>

struct cml_process {
	pid_t pid;                    /* 0: none runs */
	int end_fd;                   /* for poll: readable when it has ended; -1: none runs */
	int out_fd, err_fd;           /* files in memory that it prints to; -1: none */
	double deadline;              /* CLOCK_MONOTONIC, seconds: it is killed then */
	struct cml_slurm_reply reply; /* once over; into text */
	struct cml_buffer text;       /* what it printed */
};

struct cml_process_options {
	char *const *argv;        /* the program is looked for in PATH */
	char *const *environment; /* NULL-terminated */
	int out_fd;               /* its standard output; -1: gathered */
	double timeout_s;
};

void cml_process_init(struct cml_process *process);
/* A command that runs goes on. */
void cml_process_release(struct cml_process *process);

/* Standard input is /dev/null, the process group its own, so that an interrupt typed at the
 * terminal does not reach it. CML_BAD_USAGE: there is no such program. */
enum cml_result cml_process_start(struct cml_process *process,
				  const struct cml_process_options *options, struct cml_error *err);

/* Kills it when it is past its deadline. CML_OK: it has ended; CML_NOTHING: it has not, or none
 * runs. Never blocks. */
enum cml_result cml_process_step(struct cml_process *process, struct cml_error *err);

#endif
