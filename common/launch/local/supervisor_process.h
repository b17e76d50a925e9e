/* What a supervisor and its tool say to each other, and the process. See supervisor.h. */
#ifndef CML_LAUNCH_LOCAL_SUPERVISOR_PROCESS_H
#define CML_LAUNCH_LOCAL_SUPERVISOR_PROCESS_H

#include "launch/job/job_folder.h"
#include "launch/job/job_record.h"

#include <signal.h>
#include <stdbool.h>

/* Orders are whole structs over a SOCK_SEQPACKET pair, as both ends are one program; the answer is
 * the record of a job that has ended. */
struct cml_supervisor_order {
	enum {
		CML_ORDER_RUN,    /* an attempt */
		CML_ORDER_END,    /* the job that runs */
		CML_ORDER_SETTLE, /* rows of all jobs that were reported are in the history */
	} what;
	enum cml_job_stop stop;
	uint32_t hurry;
	uint32_t number; /* of the attempt, as its key */
	uint64_t key;
};

/* A tool that has adopted a job leaves this symbolic link in its directory, whose target is one of
 * the requests: made in one step, and with no process number that may be another process's by now.
 * A supervisor whose own tool is gone looks for it once a second. */
#define CML_REQUEST_NAME "stop"
#define CML_REQUEST_CANCEL "cancel"
#define CML_REQUEST_SLOW "slow"
#define CML_REQUEST_KILL "kill" /* cancel, firmly at once */

/* The reaper, and through it the supervisor, in a process that was forked for it alone. socket is
 * the supervisor's end. Never returns. */
_Noreturn void cml_supervisor_process(int folder_fd, int socket);

/* The signals that a supervising process waits for in a descriptor; others that a tool ignores get
 * their default back when a job executes. *old: the mask before, which its jobs get. -1: no
 * descriptor to be had. */
int cml_supervisor_signals(sigset_t *old);

#endif
