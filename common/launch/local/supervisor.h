/* A supervisor runs the commands of job directories, one after the other, outlives the tool that
 * asked for them, and writes down what became of each. It takes the lock of the job's directory
 * (job_folder.h), starts the command in a process group of its own, ends it when its time is over
 * (SIGTERM to the group, after the grace SIGKILL), ends what is left of it when its first process
 * exits, lets that process not outlive itself (PR_SET_PDEATHSIG), and takes in stray descendants
 * (PR_SET_CHILD_SUBREAPER). Its parent, the reaper, does nothing but wait: when the supervisor is
 * killed, it kills what the job has left. When both are killed, what is left holds the lock. */
#ifndef CML_LAUNCH_LOCAL_SUPERVISOR_H
#define CML_LAUNCH_LOCAL_SUPERVISOR_H

#include "base/error.h"
#include "launch/job/job_folder.h"
#include "launch/job/job_record.h"
#include "launch/local/supervision.h"

#include <stdbool.h>
#include <sys/types.h>

/* A local supervisor: a process in a session of its own, which takes job directories over a
 * socket. */
struct cml_supervisor {
	pid_t pid;  /* of its reaper, whose end is the end of both */
	int socket; /* -1: none */
};

static const struct cml_supervisor cml_no_supervisor = {.socket = -1};

/* Descriptors that the tool has open are not open in the supervisor or its jobs. */
enum cml_result cml_supervisor_start(struct cml_supervisor *supervisor,
				     const struct cml_job_folder *folder, struct cml_error *err);

/* Gives an order (supervision.h). RUN: no other job may be running; one that was found lost before
 * the supervisor had its lock is not run: the supervisor goes, as if it had been killed. END: when
 * none runs nothing happens. */
enum cml_result cml_supervisor_send(struct cml_supervisor *supervisor,
				    struct cml_supervisor_order order, struct cml_error *err);

/* One job that has ended since, whose record has been written. CML_END: none; CML_NOTHING: the
 * supervisor is gone (its job, if it had one, is lost unless there is a record). Never blocks. */
enum cml_result cml_supervisor_report(struct cml_supervisor *supervisor,
				      struct cml_job_record *record, struct cml_error *err);

/* Lets go: the supervisor finishes the job that runs and exits. Reaps it when it is gone
 * already. */
void cml_supervisor_release(struct cml_supervisor *supervisor);

/* For jobs whose supervisor belongs to an earlier run: has the one of an attempt end it within
 * about a second. CML_IO_ERROR: the request cannot be left in its directory. */
enum cml_result cml_supervisor_request_end(const struct cml_job_folder *folder,
					   struct cml_attempt_id attempt, struct cml_error *err);

#endif
