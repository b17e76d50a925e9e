/* One owner of a history at a time: HISTORY.lock says who, for the whole life of the owner, which
 * holds flock(2) on it: that of an owner that died on this machine is taken over at once. On a file
 * system that machines share, flock may bind one machine only; there the file itself is the lock,
 * and that of another machine is never taken over, as nobody here can know whether its owner lives.
 * Source: O_EXCL in open(2), which holds over NFS from version 3 on.
 *
 * The descriptor is closed on exec. A child by fork alone closes it first of all: a lock lives as
 * long as its last copy. */
#ifndef CML_LAUNCH_HISTORY_OWNER_LOCK_H
#define CML_LAUNCH_HISTORY_OWNER_LOCK_H

#include "base/error.h"
#include "base/notes.h"

#include <limits.h>

#define CML_OWNER_LOCK_SUFFIX ".lock"

struct cml_owner_lock {
	int fd; /* -1: not held */
	char path[PATH_MAX];
};

/* Owns path, which need not exist, until the release. wait NULL: when path has an owner,
 * CML_IO_ERROR names its process, user and host, and says what to do. Otherwise wait gets
 * once whom it is waiting for, and the call returns when path is owned; a signal that ends
 * the process ends the wait. */
enum cml_result cml_owner_lock_take(struct cml_owner_lock *lock, const char *path,
				    const struct cml_notes *wait, struct cml_error *err);
void cml_owner_lock_release(struct cml_owner_lock *lock); /* safe on one that is not held */

#endif
