/* One owner of a file at a time, across machines that share a file system: FILE.lock holds
 * who it is. For file systems where flock(2) may bind one machine only. */
#ifndef CML_LAUNCH_HISTORY_OWNER_LOCK_H
#define CML_LAUNCH_HISTORY_OWNER_LOCK_H

#include "base/error.h"

#include <limits.h>
#include <stdbool.h>

/* Zeroed: not held. */
struct cml_owner_lock {
	int fd; /* plus 1 */
	char path[PATH_MAX];
};

/* Whether the file system of an open file is shared with other machines (NFS, SMB, Lustre,
 * Ceph, GPFS, BeeGFS, 9P, FUSE and their kin): true in doubt. */
bool cml_is_network_file(int fd);

/* Owns path until the release. CML_IO_ERROR, naming user, host and process of the owner, when
 * somebody does. A lock whose owner ran on this machine and has ended is taken over; one of
 * another machine is not, as nobody here can know: the message says which file to remove.
 * Source: link(2) of a finished file, whose outcome is certain over NFS (its manual page). */
enum cml_result cml_owner_lock_take(struct cml_owner_lock *lock, const char *path,
				    struct cml_error *err);
void cml_owner_lock_release(struct cml_owner_lock *lock); /* safe on a zeroed one */

#endif
