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

#include <signal.h>
#include <sys/types.h>

/* One job of a supervising process: started, watched, ended, recorded. */

/* How many processes the kernel has killed for lack of memory, so that one killed by SIGKILL can be
 * distinguished from one that a user killed. Counts of the supervisor's own cgroup
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
	bool is_in_batch;             /* a scheduler started it */
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

/* Hands a signal on to the job's group. */
void cml_local_job_signal(const struct cml_local_job *job, int signal_number);

/* Takes in all children that have ended; then the job may be over, and its record whole. */
void cml_local_job_reap(struct cml_local_job *job);

/* What a supervising process does: that of a slot, which its tool gives one job after the other,
 * and that of the one job of a batch script. */

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

/* Gives an order (struct cml_supervisor_order). RUN: no other job may be running; one that was
 * found lost before the supervisor had its lock is not run: the supervisor goes, as if it had been
 * killed. END: when none runs nothing happens. */
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
