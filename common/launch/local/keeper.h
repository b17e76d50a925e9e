/* A keeper runs the command of one job directory after the other, outlives the
 * tool that asked for it, and writes down what became of each.
 *
 * It starts the command in a process group of its own with standard input from
 * /dev/null and its output in the files stdout and stderr of the job directory;
 * ends it when its time is over (SIGTERM to the group, after the grace SIGKILL),
 * ends what is left in its group when its first process exits, lets nothing stay
 * behind when it dies itself (PR_SET_PDEATHSIG), takes in stray descendants
 * (PR_SET_CHILD_SUBREAPER) so that there are no zombies, and writes the record
 * whole or not at all. It waits in poll, never busily.
 *
 * As long as a local keeper lives it holds the lock that the claims of its jobs name
 * (job_folder.h). Its parent is a guard, which shares the lock and does nothing but wait:
 * when the keeper is killed, the guard kills all that came from it, and only then is the
 * lock free. When both are killed, remains.h ends what the job's first process leaves. */
#ifndef CML_LAUNCH_LOCAL_KEEPER_H
#define CML_LAUNCH_LOCAL_KEEPER_H

#include "base/error.h"
#include "base/memory.h"
#include "launch/job/job_folder.h"
#include "launch/job/job_record.h"
#include "launch/local/keeper_lock.h"

#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* Runs the command of the job directory dir and writes its record: what the batch
 * script on a node does (cml-submit --keep DIR). Hands SIGUSR1 and SIGUSR2 (a scheduler's
 * warning that time is short) on to the job's group. Changes to the command's working
 * directory. SIGTERM, SIGINT and SIGXCPU (scancel, a time limit's warning, pre-emption) end
 * the job politely, a second one firmly; the record then says CML_STOP_CANCELLED and its
 * problem names the signal. *exit_code: what the script should end with: the job's own exit
 * code, 128 + n for a signal, 124 for a time limit of ours, 127 for a command that cannot be
 * started. A directory that has a record is not run again; *exit_code is then what the
 * record says. CML_BAD_DATA: no such directory, or no command in it. */
enum cml_result cml_keep(const char *dir, int *exit_code, struct cml_error *err);

/* What a tool that adopted a job sends to the process its keeper's lock names; a keeper whose
 * own tool lives does not listen. Sent again: firmly at once. */
#define CML_KEEPER_SIGNAL_CANCEL SIGUSR1
#define CML_KEEPER_SIGNAL_SLOW SIGUSR2

/* A local keeper: a process in a session of its own, which takes job directories
 * over a socket. */
struct cml_keeper {
	pid_t pid;                   /* of its guard, whose end is the end of both */
	int socket;                  /* plus 1; 0: none */
	struct cml_keeper_lock lock; /* its name; held by the keeper alone */
	struct cml_buffer bytes;     /* came, and not handed out yet */
	size_t n_used;
};

/* Starts a keeper, with its lock in folder. cpus: a set to bind it and its jobs to, or NULL.
 * Descriptors that the tool has open are not open in the keeper or its jobs. */
enum cml_result cml_keeper_start(struct cml_keeper *keeper, const struct cml_job_folder *folder,
				 const cpu_set_t *cpus, struct cml_error *err);

/* Sends the job directory of an attempt, to be run at once: no other may be running. */
enum cml_result cml_keeper_run(struct cml_keeper *keeper, struct cml_attempt_id attempt,
			       struct cml_error *err);

/* Asks for the end of the job that runs; hurry: firmly at once. When none runs
 * nothing happens. */
enum cml_result cml_keeper_end(struct cml_keeper *keeper, enum cml_job_stop why, bool hurry,
			       struct cml_error *err);

/* What the keeper said since: one job that ended, whose record has been written. CML_END
 * when there is no whole report; CML_NOTHING when the keeper is gone (its job, if it had one,
 * died with it unless there is a record). Never blocks. */
enum cml_result cml_keeper_report(struct cml_keeper *keeper, struct cml_job_record *record,
				  struct cml_error *err);

/* Tells the keeper that the results of all jobs it reported are safe: a record that it could not
 * write is not tried again. */
enum cml_result cml_keeper_settle(struct cml_keeper *keeper, struct cml_error *err);

/* Lets go: the keeper finishes the job that runs and exits. Reaps it when it is gone
 * already. Safe on a zeroed struct. */
void cml_keeper_release(struct cml_keeper *keeper);

#endif
