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
 * As long as it lives it holds a lock on its own file JOBS/keepers/ID, so that who
 * is alive is asked of the kernel. */
#ifndef CML_LAUNCH_KEEPER_H
#define CML_LAUNCH_KEEPER_H

#include "base/error.h"
#include "base/text.h"
#include "launch/command_file.h"

#include <stdbool.h>
#include <sys/types.h>

/* Why a keeper was asked to end a job. */
enum cml_keeper_end {
	CML_KEEPER_CANCEL = 'c',
	CML_KEEPER_TOO_SLOW = 's',
};

/* Runs the command of the job directory dir, whose claim names this keeper, and
 * writes its record. For the batch script on a node: cml-submit --keep DIR. Takes its lock itself
 * (JOBS/keepers/ID stands in the command file); changes to the command's working
 * directory. SIGTERM (scancel, a time limit's warning, pre-emption) is handed to
 * the job's group as a polite end, and the record says that it came from outside
 * (`signalled=TERM`). *exit_code: what the batch script should end with: the
 * job's own exit code, 128 + n for a signal, 124 for a time limit of ours.
 * Idempotent: a directory that has a record is not run again; *exit_code then is
 * what the record says. CML_BAD_DATA: no such directory, or no command in it. */
enum cml_status cml_keep(const char *dir, int *exit_code, struct cml_error *err);

/* A local keeper: a process in a session of its own, which takes job directories
 * over a socket. */
struct cml_keeper {
	pid_t pid;
	int socket; /* -1: none */
	char id[64];
	/* Bytes that came and are no whole report yet. */
	char *bytes;
	size_t n_bytes;
	size_t capacity;
	size_t n_used; /* of the reports that were handed out */
};

/* Starts a keeper whose lock file is under jobs_dir/keepers. cpus: a set to bind to,
 * or NULL. Descriptors that the tool has open are not open in the keeper or its
 * jobs. */
enum cml_status cml_keeper_start(struct cml_keeper *keeper, const char *jobs_dir, const void *cpus,
				 size_t cpus_size, struct cml_error *err);

/* Sends one job directory to run; those sent before it run first. */
enum cml_status cml_keeper_run(struct cml_keeper *keeper, const char *dir, struct cml_error *err);

/* Asks for the end of the job that runs; hurry: firmly at once. When none runs
 * nothing happens. */
enum cml_status cml_keeper_end(struct cml_keeper *keeper, enum cml_keeper_end why, bool hurry,
			       struct cml_error *err);

/* What the keeper said since: one job that ended. record: its bytes, valid until the
 * next call. CML_END when there is no whole report; CML_NOTHING when the keeper is
 * gone (its job, if it had one, died with it unless there is a record). Never
 * blocks. */
enum cml_status cml_keeper_report(struct cml_keeper *keeper, struct cml_slice *record,
				  struct cml_error *err);

/* Lets go: the keeper finishes the job that runs, gives back the claims of those that
 * wait, and exits. Reaps it when it is gone already. Safe on a zeroed struct. */
void cml_keeper_release(struct cml_keeper *keeper);

#endif
