/* The directories of the jobs of a history, HISTORY.jobs/KEY.ATTEMPT: who may start a job,
 * who runs it, and what became of it. Every fact is asked of the file system or of the
 * kernel's locks; nothing is concluded from a process number or from a time.
 *
 *   HISTORY.jobs/
 *     keepers/NAME          one for each living keeper, which holds flock(2) on it
 *     KEY.ATTEMPT/keeper    symbolic link to ../keepers/NAME
 *     KEY.ATTEMPT/record    how the job ended: see job_record.h
 *     KEY.ATTEMPT/...       what the launcher puts there (command, stdout, stderr)
 *
 * The claim. The directory is filled under a name of its own and renamed to KEY.ATTEMPT:
 * rename(2) fails where a filled directory stands, so of all processes that claim an
 * attempt exactly one gets it, and whoever sees the directory sees its keeper.
 *
 * What became of a claimed attempt: a whole record: it finished. None, and its keeper's
 * lock is held: it runs. Else it went down with its keeper (a machine reset, kill -9 of
 * the keeper), and the next attempt may be claimed.
 *
 * The locks tell of keepers on this machine. A claim without a keeper belongs to a
 * scheduler, whose controller is to be asked. */
#ifndef CML_LAUNCH_JOB_FOLDER_H
#define CML_LAUNCH_JOB_FOLDER_H

#include "base/error.h"
#include "base/text.h"
#include "launch/job_record.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cml_attempt {
	uint64_t key;
	uint32_t number; /* from 1 */
};

#define CML_ATTEMPT_NAME_SIZE 28 /* 16 hex digits, a dot, up to 10 digits, terminator */
void cml_attempt_name(struct cml_attempt attempt, char name[CML_ATTEMPT_NAME_SIZE]);
/* False for any name that cml_attempt_name does not print. */
bool cml_attempt_parse(struct cml_slice name, struct cml_attempt *attempt);

/* Zeroed is closed. */
struct cml_job_folder {
	int fd;              /* of the folder, plus 1; 0: none */
	char path[PATH_MAX]; /* absolute */
};

/* path: of the folder, which is made when it is missing, its own directory not. */
enum cml_status cml_job_folder_open(struct cml_job_folder *folder, const char *path,
				    struct cml_error *err);
void cml_job_folder_release(struct cml_job_folder *folder);

/* Absolute path of an attempt's directory. CML_IO_ERROR: too long. */
enum cml_status cml_attempt_path(const struct cml_job_folder *folder, struct cml_attempt attempt,
				 char path[PATH_MAX], struct cml_error *err);

/* The life of a keeper, as a lock that ends with the process whatever ends it. Zeroed: none. */
#define CML_KEEPER_NAME_SIZE 128
struct cml_keeper_lock {
	int fd; /* plus 1; closed on exec. A child by fork shares it: the lock is held until
		 * the last copy is closed. */
	char name[CML_KEEPER_NAME_SIZE]; /* HOST.PID.TIME, never used again */
};

/* Takes a new lock in the folder for process pid (0: this one). It becomes visible when it is
 * held. Taken before fork, it covers the child from its first moment. */
enum cml_status cml_keeper_lock_take(struct cml_keeper_lock *lock,
				     const struct cml_job_folder *folder, struct cml_error *err);
/* Writes the process number of this process into the lock it inherited. */
enum cml_status cml_keeper_lock_inherit(struct cml_keeper_lock *lock, struct cml_error *err);
/* In the process that keeps: removes the file, then lets go. */
void cml_keeper_lock_release(struct cml_keeper_lock *lock, const struct cml_job_folder *folder);
/* In the process that took it for a child: closes this copy only. */
void cml_keeper_lock_hand_over(struct cml_keeper_lock *lock);

struct cml_job_file {
	const char *name;
	struct cml_slice content;
};

struct cml_claim {
	struct cml_attempt attempt;
	const char *keeper;               /* name of a lock; NULL: a scheduler's job */
	const struct cml_job_file *files; /* at least one when there is no keeper */
	size_t n_files;
	bool sync; /* files and directory are on the disk when the claim returns */
};

/* *claimed: this process has it, and all files are there. False: somebody has. */
enum cml_status cml_job_folder_claim(const struct cml_job_folder *folder,
				     const struct cml_claim *claim, bool *claimed,
				     struct cml_error *err);

/* All attempts, by key, then number. The array is the caller's to free. Entries of other
 * names are passed over. */
enum cml_status cml_job_folder_scan(const struct cml_job_folder *folder,
				    struct cml_attempt **attempts, size_t *n,
				    struct cml_error *err);

enum cml_attempt_state {
	CML_ATTEMPT_NONE,      /* nobody claimed it */
	CML_ATTEMPT_FINISHED,  /* *record says how */
	CML_ATTEMPT_RUNNING,   /* its keeper lives */
	CML_ATTEMPT_LOST,      /* its keeper died without a record */
	CML_ATTEMPT_SCHEDULED, /* no record yet; a scheduler knows */
};

/* What became of an attempt. keeper_fd: NULL, or gets a pidfd of its living keeper, readable
 * when that has ended (look again then), which the caller closes; -1 in every other state. */
enum cml_status cml_job_folder_look(const struct cml_job_folder *folder, struct cml_attempt attempt,
				    enum cml_attempt_state *state, struct cml_job_record *record,
				    int *keeper_fd, struct cml_error *err);

#endif
