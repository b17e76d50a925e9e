/* What a supervising process does: that of a slot, which its tool gives one job after the other,
 * and that of the one job of a batch script. See supervisor.h. */
#ifndef CML_LAUNCH_LOCAL_SUPERVISION_H
#define CML_LAUNCH_LOCAL_SUPERVISION_H

#include "base/error.h"
#include "launch/job/job_folder.h"
#include "launch/job/job_record.h"

#include <stdbool.h>

/* Orders are whole structs over a SOCK_SEQPACKET pair, as both ends are one program; the answer is
 * the record of a job that has ended. */
struct cml_supervisor_order {
	enum {
		CML_ORDER_RUN, /* an attempt */
		CML_ORDER_END, /* the job that runs */
	} what;
	struct cml_attempt_id attempt; /* of RUN */
	bool hurry;                    /* firmly at once */
};

/* A tool that has adopted a job makes this file in its directory to have it ended. A supervisor
 * whose own tool is gone looks for it once a second. */
#define CML_REQUEST_NAME "stop"

/* Runs the jobs that are ordered from the other end of socket, in the folder of these descriptors,
 * until that is closed and the last job is over. */
void cml_supervise_slot(int folder, int socket);

/* Runs the command of the job directory dir, in its working directory, and writes its record: what
 * the batch script on a node does (cml-submit --run-job DIR). SIGUSR1 and SIGUSR2 (a scheduler's
 * warning that time is short) are handed on to the job's group. SIGTERM, SIGINT and SIGXCPU
 * (scancel, a time limit's warning, pre-emption) end the job politely, a second one firmly.
 * *exit_code: what the script should end with: the job's own exit code, 128 + n for a signal, 124
 * for a time limit of ours, 127 for a command that cannot be started; that of the record, where
 * there is one: such a directory is not run again. CML_BAD_DATA: no such directory, or no command
 * in it. */
enum cml_result cml_run_job(const char *dir, int *exit_code, struct cml_error *err);

#endif
