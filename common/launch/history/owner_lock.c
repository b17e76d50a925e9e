#include "launch/history/owner_lock.h"

#include "base/file.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <pwd.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define OWNER_SIZE 512
#define HOST_SIZE 65
/* Takes again when the lock went or changed in between; more is no accident. */
#define MAX_TRIALS 100

/* Not in linux/magic.h: numbers of the file systems' own sources. */
#define LUSTRE_MAGIC 0x0bd00bd0u
#define GPFS_MAGIC 0x47504653u
#define BEEGFS_MAGIC 0x19830326u
#define PANFS_MAGIC 0xaad7aaeau
#define GFS2_MAGIC 0x01161970u

bool cml_is_network_file(int fd)
{
	static const uint32_t shared[] = {
	    NFS_SUPER_MAGIC,  SMB_SUPER_MAGIC,   CIFS_SUPER_MAGIC, SMB2_SUPER_MAGIC,
	    CEPH_SUPER_MAGIC, AFS_SUPER_MAGIC,   AFS_FS_MAGIC,     CODA_SUPER_MAGIC,
	    V9FS_MAGIC,       OCFS2_SUPER_MAGIC, FUSE_SUPER_MAGIC, LUSTRE_MAGIC,
	    GPFS_MAGIC,       BEEGFS_MAGIC,      PANFS_MAGIC,      GFS2_MAGIC,
	};
	struct statfs system;

	if (fstatfs(fd, &system) != 0)
		return true;
	for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
		if ((uint32_t)system.f_type == shared[i])
			return true;
	}
	return false;
}

static void host_name(char host[HOST_SIZE])
{
	if (gethostname(host, HOST_SIZE) != 0)
		host[0] = '\0';
	host[HOST_SIZE - 1] = '\0';
}

static size_t print_owner(char text[OWNER_SIZE])
{
	struct passwd entry;
	struct passwd *user = NULL;
	char names[1024];
	char host[HOST_SIZE];

	host_name(host);
	if (getpwuid_r(getuid(), &entry, names, sizeof names, &user) != 0)
		user = NULL;
	return (size_t)snprintf(text, OWNER_SIZE, "host=%s\nuser=%.100s\nuid=%ld\npid=%ld\n", host,
				user != NULL ? user->pw_name : "", (long)getuid(), (long)getpid());
}

/* The value of a line `name=value`, or an empty one. */
static struct cml_slice owner_field(struct cml_slice text, const char *name)
{
	struct cml_slice line;
	size_t size = strlen(name);
	bool started = false;

	while (cml_slice_split(&text, '\n', &started, &line)) {
		if (line.size > size && line.data[size] == '=' &&
		    memcmp(line.data, name, size) == 0)
			return (struct cml_slice){line.data + size + 1, line.size - size - 1};
	}
	return (struct cml_slice){0};
}

static enum cml_result refuse(const struct cml_owner_lock *lock, struct cml_slice owner,
			      bool is_here, struct cml_error *err)
{
	struct cml_slice host = owner_field(owner, "host");
	struct cml_slice user = owner_field(owner, "user");
	struct cml_slice pid = owner_field(owner, "pid");

	if (user.size == 0)
		user = owner_field(owner, "uid");
	if (is_here)
		return cml_fail(
		    err, CML_IO_ERROR, "in use by process %.*s of user %.*s on this machine, %.*s",
		    (int)pid.size, pid.data, (int)user.size, user.data, (int)host.size, host.data);
	return cml_fail(err, CML_IO_ERROR,
			"in use by process %.*s of user %.*s on the machine %.*s; if that has "
			"ended, remove %s",
			(int)pid.size, pid.data, (int)user.size, user.data, (int)host.size,
			host.data, lock->path);
}

/* Whether two names stand for one file. */
static bool is_same_file(int fd, const char *path)
{
	struct stat opened;
	struct stat named;

	return fstat(fd, &opened) == 0 && stat(path, &named) == 0 &&
	       opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/* The file that will be the lock, held already, under a name of its own. */
static int make_own(const char *own, int *fd)
{
	char text[OWNER_SIZE];
	size_t size = print_owner(text);
	int error_number;

	*fd = open(own, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (*fd < 0)
		return errno;
	/* Not every network file system has flock; host and process say enough then. */
	flock(*fd, LOCK_EX | LOCK_NB);
	error_number = cml_file_write(*fd, text, size);
	if (error_number == 0 && fsync(*fd) != 0)
		error_number = errno;
	if (error_number != 0) {
		close(*fd);
		unlink(own);
	}
	return error_number;
}

/* Whether link(own, path) made the lock, even where its answer was lost. */
static bool is_linked(int fd)
{
	struct stat found;

	return fstat(fd, &found) == 0 && found.st_nlink == 2;
}

/* Looks at a lock that stands there. CML_END: it went, or was replaced by own; ask again. */
static enum cml_result challenge(const struct cml_owner_lock *lock, const char *own,
				 struct cml_error *err)
{
	int fd = open(lock->path, O_RDWR | O_CLOEXEC);
	enum cml_result status = CML_END;
	char text[OWNER_SIZE];
	char host[HOST_SIZE];
	size_t size;
	int error_number;

	if (fd < 0)
		return errno == ENOENT ? CML_END : cml_fail_errno(err, errno, lock->path);
	error_number = cml_file_read(fd, text, sizeof text, 0, &size);
	struct cml_slice owner = {text, size};
	host_name(host);
	if (error_number != 0)
		status = cml_fail_errno(err, error_number, lock->path);
	else if (!cml_slice_is(owner_field(owner, "host"), host))
		status = refuse(lock, owner, false, err);
	/* Any other error: without flock nobody can tell whether the owner lives. */
	else if (flock(fd, LOCK_EX | LOCK_NB) != 0)
		status = refuse(lock, owner, errno == EWOULDBLOCK, err);
	/* Held by us, the dead owner's lock is nobody else's to replace. */
	else if (is_same_file(fd, lock->path) && rename(own, lock->path) != 0)
		status = cml_fail_errno(err, errno, lock->path);
	close(fd);
	return status;
}

enum cml_result cml_owner_lock_take(struct cml_owner_lock *lock, const char *path,
				    struct cml_error *err)
{
	enum cml_result status = CML_END;
	char host[HOST_SIZE];
	char own[PATH_MAX];
	int error_number;
	int fd;

	host_name(host);
	if (snprintf(lock->path, sizeof lock->path, "%s.lock", path) >= PATH_MAX ||
	    snprintf(own, sizeof own, "%s.lock.%s.%ld", path, host, (long)getpid()) >= PATH_MAX)
		return cml_fail_errno(err, ENAMETOOLONG, "cannot lock");
	unlink(own); /* of a process that died here with our number */
	error_number = make_own(own, &fd);
	if (error_number != 0)
		return cml_fail_errno(err, error_number, "cannot lock");
	for (int trial = 0; trial < MAX_TRIALS && status == CML_END; trial++) {
		if (is_same_file(fd, lock->path) || link(own, lock->path) == 0 || is_linked(fd)) {
			unlink(own);
			lock->fd = fd + 1;
			return CML_OK;
		}
		error_number = errno;
		status = error_number == EEXIST ? challenge(lock, own, err)
						: cml_fail_errno(err, error_number, lock->path);
	}
	close(fd);
	unlink(own);
	if (status == CML_END)
		status = cml_fail(err, CML_IO_ERROR, "%s changes all the time", lock->path);
	return status;
}

void cml_owner_lock_release(struct cml_owner_lock *lock)
{
	if (lock->fd == 0)
		return;
	if (is_same_file(lock->fd - 1, lock->path))
		unlink(lock->path);
	close(lock->fd - 1);
	*lock = (struct cml_owner_lock){0};
}
