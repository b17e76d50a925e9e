/* One job of a supervising process: started, watched, ended, recorded. */
#ifndef CML_LAUNCH_LOCAL_LOCAL_JOB_H
#define CML_LAUNCH_LOCAL_LOCAL_JOB_H

#include "base/error.h"
#include "launch/job/command_file.h"
#include "launch/job/job_record.h"
#include "launch/local/oom_watch.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* How long what a job's first process left running (a `tee`) may take to end by itself. */
#define CML_LINGER_S 1.0

/* Where a job has the locked descriptor of its directory: behind those that shells use. Those up
 * to the end are of jobs around it, which run cml-submit. */
#define CML_LOCK_FD 20
#define CML_LOCK_FD_END 28

/* A place for one job at a time. The process must be a subreaper that blocks SIGCHLD, has
 * /dev/null as its standard input, and has no other children. Times are of CLOCK_MONOTONIC. */
struct cml_local_job {
	pid_t pid;    /* of the first process, which leads the group; 0: no job */
	bool left;    /* the first process has ended, something of it still runs */
	int stage;    /* 0: runs; 1: was asked to end; 2: was killed */
	double began; /* when it was started */
	double due;   /* when the next stage is; INFINITY: never, as without a job */
	double grace_s;
	struct cml_job_record record; /* whole once the job is over */
	struct cml_oom_watch oom;
	sigset_t mask;                /* for jobs: as it was before the supervisor changed it */
	struct cml_command_text text; /* of the last one */
};

void cml_local_job_init(struct cml_local_job *job, const sigset_t *mask);
void cml_local_job_release(struct cml_local_job *job); /* safe on {.oom = {.fd = -1}} */

/* Starts the command of a job directory, which inherits the descriptor with its lock. chdir: in the
 * command's working directory, where this process moves. A command that cannot be started is a job
 * that is over when this returns. CML_BAD_DATA: no command that can be read. CML_IO_ERROR: no
 * output files can be made, no process can be had. */
enum cml_result cml_local_job_start(struct cml_local_job *job, int directory_fd, bool chdir,
				    struct cml_error *err);

/* Makes the record of a job that cml_local_job_start failed to start: start_errno is EAGAIN,
 * which is the machine's fault, and the problem is what err says. */
void cml_local_job_give_up(struct cml_local_job *job, const struct cml_error *err);

/* Whether a job was started and is not over. */
bool cml_local_job_runs(const struct cml_local_job *job);

/* Seconds until cml_local_job_tick has something to do; INFINITY: never. */
double cml_local_job_wait(const struct cml_local_job *job);
void cml_local_job_tick(struct cml_local_job *job);

/* Ends the job for a reason; the first reason counts. hurry: firmly at once. */
void cml_local_job_end(struct cml_local_job *job, enum cml_job_stop stop, bool hurry);

/* Whether a job that is over ended unasked as by a signal to all processes of its user or machine:
 * then the supervisor's own may be a moment behind. */
bool cml_local_job_was_signalled(const struct cml_local_job *job);

/* Hands a signal on to the job's group. */
void cml_local_job_signal(const struct cml_local_job *job, int signal_number);

/* Takes in all children that have ended; then the job may be over, and its record whole. */
void cml_local_job_reap(struct cml_local_job *job);

/* Notes in the record whether the directory's file system has no room left: output may be cut. */
void cml_local_job_note_space(struct cml_local_job *job, int directory_fd);

#endif
