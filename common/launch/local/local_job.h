/* One job of a supervising process: started, watched, ended, recorded. */
#ifndef CML_LAUNCH_LOCAL_LOCAL_JOB_H
#define CML_LAUNCH_LOCAL_LOCAL_JOB_H

#include "base/error.h"
#include "launch/job/command_file.h"
#include "launch/job/job_record.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* How many processes the kernel has killed for lack of memory, so that one killed by SIGKILL can be
 * distinguished from one that a user killed (oom_watch.c). Counts of the supervisor's own cgroup
 * (v2: memory.events, v1: memory.oom_control) where there is one with such a file; else of the
 * whole machine (/proc/vmstat). A count that rose while a job ran is evidence, no proof: jobs may
 * share the cgroup. */
struct cml_oom_watch {
	int fd; /* of the file; -1: none */
	int64_t count;
};

/* A watch that finds no file counts nothing. */
void cml_oom_watch_init(struct cml_oom_watch *watch);
void cml_oom_watch_release(struct cml_oom_watch *watch);

/* Whether the count rose since the last call, or since init. One read. */
bool cml_oom_watch_rose(struct cml_oom_watch *watch);

/* Sends a signal to every child of the calling thread, strays that it took in as a subreaper among
 * them. Where the kernel does not list children (no CONFIG_PROC_CHILDREN) nothing happens. */
void cml_signal_children(int signal_number);

/* Kills children until there are none, and takes them in. */
void cml_kill_descendants(void);

/* How long what a job's first process left running (a `tee`) may take to end by itself. */
#define CML_LINGER_S 1.0

/* Where a job has the locked descriptor of its directory: behind those that shells use. */
#define CML_LOCK_FD 20

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

/* Cancels the job, unless its time limit was first. hurry: firmly at once. */
void cml_local_job_end(struct cml_local_job *job, bool hurry);

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
