/* Who keeps a job, and whether that process lives: a lock that ends with the process,
 * whatever ends it. See job_folder.h for where it stands. */
#ifndef CML_LAUNCH_LOCAL_KEEPER_LOCK_H
#define CML_LAUNCH_LOCAL_KEEPER_LOCK_H

#include "base/error.h"

#include <stdbool.h>

#define CML_KEEPER_NAME_SIZE 128

/* Zeroed: none. */
struct cml_keeper_lock {
	int fd; /* plus 1; closed on exec. A child by fork shares the lock, which is held until
		 * the last copy is closed. */
	char name[CML_KEEPER_NAME_SIZE]; /* HOST.PID.TIME, never used again */
};

/* Takes a new lock in the folder of jobs that folder_fd is open on, for this process. It
 * becomes visible when it is held. Taken before fork, it covers the child from its first
 * moment on. */
enum cml_result cml_keeper_lock_take(struct cml_keeper_lock *lock, int folder_fd,
				     struct cml_error *err);

/* In the child that shall keep: makes the lock speak of this process. */
enum cml_result cml_keeper_lock_inherit(struct cml_keeper_lock *lock, struct cml_error *err);

/* In the process that took it for a child: closes this copy only. */
void cml_keeper_lock_hand_over(struct cml_keeper_lock *lock);

/* In the process that keeps, when all records are written: removes the file, lets go. Safe on
 * a zeroed one. */
void cml_keeper_lock_release(struct cml_keeper_lock *lock, int folder_fd);

enum cml_keeper_life {
	CML_KEEPER_NONE, /* the attempt names no keeper */
	CML_KEEPER_DEAD,
	CML_KEEPER_ALIVE,
	CML_KEEPER_ELSEWHERE, /* its machine is another one */
};

/* Asks the kernel about the keeper that the directory of an attempt names. pidfd: NULL, or
 * gets one of the living keeper, the caller's to close; -1 in all other cases, and when the
 * keeper has not said its number yet. */
enum cml_result cml_keeper_lock_ask(int attempt_fd, enum cml_keeper_life *life, int *pidfd,
				    struct cml_error *err);

#endif
