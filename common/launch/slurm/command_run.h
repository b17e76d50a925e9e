/* A command of the system (sbatch, squeue) that runs beside us: started, waited for in the
 * caller's own poll, its output gathered. For short output; what jobs print never comes
 * this way. */
#ifndef CML_LAUNCH_SLURM_COMMAND_RUN_H
#define CML_LAUNCH_SLURM_COMMAND_RUN_H

#include "base/error.h"
#include "base/memory.h"

#include <poll.h>
#include <stdbool.h>
#include <sys/types.h>

#define CML_COMMAND_FDS 3

/* Zeroed: none runs. */
struct cml_command_run {
	pid_t pid;
	int process, output, errors; /* descriptors, plus 1; 0: closed */
	double due;                  /* CLOCK_MONOTONIC: it is killed then */
	bool overdue;                /* and was */
	int exit_code;               /* once over; 128 + n: ended by signal n */
	struct cml_buffer out, err;
};

struct cml_command_options {
	char *const *argv;        /* the program is looked for in PATH */
	const char *directory;    /* where it runs */
	char *const *environment; /* NULL-terminated */
	int shared_fd;            /* that it keeps open as long as it lives; -1: none */
	double timeout_s;
};

/* Standard input is /dev/null, the process group its own, so that an interrupt typed at the
 * terminal does not reach it. CML_BAD_USAGE: there is no such program. */
enum cml_result cml_command_start(struct cml_command_run *run,
				  const struct cml_command_options *options, struct cml_error *err);

bool cml_command_running(const struct cml_command_run *run);

/* What to poll for; returns how many of fds are set. */
nfds_t cml_command_fds(const struct cml_command_run *run, struct pollfd fds[CML_COMMAND_FDS]);

/* Takes in what came, kills it when it is overdue. *over: it has ended, exit_code, out and
 * err are whole. Never blocks. */
enum cml_result cml_command_step(struct cml_command_run *run, bool *over, struct cml_error *err);

/* Starts a command and waits for its end. */
enum cml_result cml_command_wait(struct cml_command_run *run,
				 const struct cml_command_options *options, struct cml_error *err);

/* Lets go: a command that runs goes on. */
void cml_command_release(struct cml_command_run *run);

#endif
