/* The two processes of a local keeper, and what they and the tool say to each other. For
 * keeper.c; see keeper.h. */
#ifndef CML_LAUNCH_LOCAL_KEEPER_PROCESS_H
#define CML_LAUNCH_LOCAL_KEEPER_PROCESS_H

#include "launch/job/job_folder.h"
#include "launch/job/job_record.h"
#include "launch/local/keeper_lock.h"

#include <signal.h>
#include <stdbool.h>

/* Messages are whole structs over a SOCK_SEQPACKET pair: both ends are one program. */
struct cml_keeper_order {
	bool settled; /* the rows of all jobs that were told of are in the history */
	bool end;     /* the job that runs; else: run this attempt */
	bool hurry;
	enum cml_job_stop stop;
	struct cml_attempt_id attempt;
};

/* Sent after the record has been written. */
struct cml_keeper_answer {
	struct cml_job_record record;
};

/* The guard, and through it the keeper, in a process that was forked for it alone. socket is
 * the keeper's end; lock was taken for it. Never returns. */
_Noreturn void cml_keeper_process(const struct cml_job_folder *folder, struct cml_keeper_lock *lock,
				  int socket);

/* The signals that a process that keeps waits for in a descriptor. *old: the mask before,
 * which its jobs get. -1: none to be had. */
int cml_keeper_signals(sigset_t *old);

#endif
