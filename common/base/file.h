/* What every writer of files does with them. Each returns 0 or an error number,
 * for cml_fail_errno. */
#ifndef CML_BASE_FILE_H
#define CML_BASE_FILE_H

#include "base/memory.h"

#include <dirent.h>
#include <limits.h>
#include <sys/stat.h>

/* Copies path without its last part ("." when it has but one, "/" of "/name").
 * path is shorter than PATH_MAX. */
void cml_file_directory(const char *path, char directory[PATH_MAX]);

/* Writes all bytes, whatever pieces the system takes, waiting where it would block. What
 * was written before an error stays written. */
int cml_file_write(int fd, const void *data, size_t size);

/* openat with O_CLOEXEC, tried again for some seconds after an error of a network file system that
 * passes: ESTALE, ETIMEDOUT, EINTR. */
int cml_file_open_at(int directory_fd, const char *path, int flags);

/* A descriptor to read a file from that others made, or -1 with errno set: EINVAL for a pipe, a
 * directory or a device, none of which is waited for. */
int cml_file_open_regular(const char *path);

/* Reads up to size bytes at offset, fewer only at the end of the file. */
int cml_file_read(int fd, void *data, size_t size, long long offset, size_t *n_read);

/* Appends all that a file holds to bytes. */
int cml_file_read_all(int fd, struct cml_buffer *bytes);

/* The same of a file in an open directory, or of any by AT_FDCWD, which must not be a pipe. */
int cml_file_load(int directory_fd, const char *name, struct cml_buffer *bytes);

/* Appends the last bytes of a file, size at most. */
int cml_file_read_tail(int fd, size_t size, struct cml_buffer *bytes);

/* The same of a file with a name, as of cml_file_open_regular. */
int cml_file_load_tail(const char *path, size_t size, struct cml_buffer *bytes);

/* Writes all bytes to a file that was just opened, and closes it. fd: -1 when it could not be, as
 * errno says. sync: on the disk when this returns. */
int cml_file_fill(int fd, struct cml_slice bytes, bool sync);

/* Makes the bytes of a file, or the names in a directory, survive a machine reset. Descriptors that
 * know no such thing are no error. */
int cml_file_sync(int fd);

/* A listing of a directory in another one, "." for that itself; NULL with errno set. */
DIR *cml_file_list(int directory_fd, const char *name);

/* Whether a path leads to the open file; *opened, if not NULL: what that is. */
bool cml_file_is_at(int fd, const char *path, struct stat *opened);

/* Whether the file system of an open file is shared with other machines (NFS, SMB, Lustre, Ceph,
 * GPFS, BeeGFS, 9P, FUSE and their kin): true in doubt. */
bool cml_file_is_shared(int fd);

/* Closes a descriptor; -1 is none. */
void cml_file_close(int fd);

/* Makes the names in path's directory survive a machine reset: after a file there was
 * created, renamed or removed. File systems that know no such thing, and directories that
 * may be written but not read, are no error. */
int cml_file_sync_directory(const char *path);

#endif
