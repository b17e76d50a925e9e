#include "launch/history/owner_lock.h"

#include "base/file.h"
#include "base/number.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define OWNER_SIZE 1024
#define HOST_SIZE 65
/* Takes again when the lock went or changed in between; more is no accident. */
#define MAX_TRIALS 100
#define TRIAL_MS 2
/* Between two looks of somebody who waits. */
#define WAIT_MS 100

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

/* Who owns a lock, and what to do where nobody can tell whether it lives, in words. */
static void describe(const struct cml_owner_lock *lock, struct cml_slice text, bool is_known_here,
		     char owner[OWNER_SIZE])
{
	struct cml_slice host = owner_field(text, "host");
	struct cml_slice user = owner_field(text, "user");
	struct cml_slice pid = owner_field(text, "pid");

	if (user.size == 0)
		user = owner_field(text, "uid");
	int size =
	    snprintf(owner, OWNER_SIZE, "process %.*s of user %.*s on host %.*s", (int)pid.size,
		     pid.data, (int)user.size, user.data, (int)host.size, host.data);
	if (!is_known_here)
		snprintf(owner + size, OWNER_SIZE - (size_t)size,
			 " (if that has ended, remove %.300s)", lock->path);
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

	unlink(own); /* of a process that died here with our number */
	*fd = open(own, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (*fd < 0)
		return errno;
	/* Not every network file system has flock; host and process say enough then. */
	flock(*fd, LOCK_EX | LOCK_NB);
	error_number = cml_file_write(*fd, text, size);
	if (error_number == 0 && cml_is_network_file(*fd) && fsync(*fd) != 0)
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

enum state {
	STATE_FREE,
	STATE_DEAD,  /* its owner died on this machine; its file is held */
	STATE_OWNED, /* owner says by whom */
	STATE_AGAIN, /* it changes just now */
	STATE_ERROR,
};

/* Whether the process that a lock names has ended: what holds its file then is somebody who is
 * taking it over. */
static bool has_ended(struct cml_slice text)
{
	struct cml_slice field = owner_field(text, "pid");
	int64_t pid;

	return cml_parse_int(field, 1, INT32_MAX, &pid) && kill((pid_t)pid, 0) != 0 &&
	       errno == ESRCH;
}

static enum state look_into(const struct cml_owner_lock *lock, int fd, char owner[OWNER_SIZE],
			    struct cml_error *err)
{
	char text[OWNER_SIZE], host[HOST_SIZE];
	size_t size;
	int error_number = cml_file_read(fd, text, sizeof text, 0, &size);
	struct cml_slice known = {text, size};

	host_name(host);
	if (error_number != 0) {
		cml_fail_errno(err, error_number, lock->path);
		return STATE_ERROR;
	}
	/* A reset of the machine may have emptied it: that was an owner here. */
	bool is_here = cml_slice_is(owner_field(known, "host"), host) ||
		       (size == 0 && !cml_is_network_file(fd));
	if (is_here && flock(fd, LOCK_EX | LOCK_NB) == 0)
		return STATE_DEAD;
	/* Any other error: without flock nobody can tell whether the owner lives. */
	bool is_held = is_here && errno == EWOULDBLOCK;
	describe(lock, known, is_held, owner);
	return is_held && has_ended(known) ? STATE_AGAIN : STATE_OWNED;
}

/* *dead: the file of a dead owner. */
static enum state look_at(const struct cml_owner_lock *lock, int *dead, char owner[OWNER_SIZE],
			  struct cml_error *err)
{
	int fd = open(lock->path, O_RDWR | O_CLOEXEC);

	if (fd < 0 && errno == ENOENT)
		return STATE_FREE;
	if (fd < 0) {
		cml_fail_errno(err, errno, lock->path);
		return STATE_ERROR;
	}
	enum state state = look_into(lock, fd, owner, err);
	if (state == STATE_DEAD && !is_same_file(fd, lock->path))
		state = STATE_AGAIN;
	if (state == STATE_DEAD)
		*dead = fd;
	else
		close(fd);
	return state;
}

/* Makes our own file the lock, where there is none or, held by us, a dead owner's, which is
 * nobody else's to replace then. */
static enum state replace(struct cml_owner_lock *lock, int dead, struct cml_error *err)
{
	char own[PATH_MAX + HOST_SIZE + 24], host[HOST_SIZE];
	int fd = -1, error_number = 0;

	host_name(host);
	snprintf(own, sizeof own, "%s.%s.%ld", lock->path, host, (long)getpid());
	error_number = make_own(own, &fd);
	if (error_number != 0) {
		cml_fail_errno(err, error_number, "cannot lock");
		return STATE_ERROR;
	}
	if (dead >= 0 ? rename(own, lock->path) == 0
		      : link(own, lock->path) == 0 || is_linked(fd)) {
		lock->fd = fd;
	} else {
		error_number = errno;
		close(fd);
	}
	unlink(own);
	if (error_number == 0)
		return STATE_OWNED;
	cml_fail_errno(err, error_number, lock->path);
	return error_number == EEXIST ? STATE_AGAIN : STATE_ERROR;
}

/* CML_END: owned by another process, owner says which. */
static enum cml_result try(struct cml_owner_lock *lock, char owner[OWNER_SIZE],
			   struct cml_error *err)
{
	enum state state = STATE_AGAIN;

	owner[0] = '\0';
	for (int trial = 0; trial < MAX_TRIALS && state == STATE_AGAIN; trial++) {
		int dead = -1;

		if (trial > 0)
			poll(NULL, 0, TRIAL_MS);
		state = look_at(lock, &dead, owner, err);
		if (state == STATE_FREE || state == STATE_DEAD)
			state = replace(lock, dead, err);
		if (dead >= 0)
			close(dead);
		if (lock->fd >= 0)
			return CML_OK;
	}
	return state == STATE_ERROR ? err->status : CML_END;
}

enum cml_result cml_owner_lock_take(struct cml_owner_lock *lock, const char *path,
				    const struct cml_owner_wait *wait, struct cml_error *err)
{
	char owner[OWNER_SIZE], told[OWNER_SIZE] = "", text[OWNER_SIZE + PATH_MAX];
	enum cml_result status;

	lock->fd = -1;
	if (snprintf(lock->path, sizeof lock->path, "%s" CML_OWNER_LOCK_SUFFIX, path) >= PATH_MAX)
		return cml_fail_errno(err, ENAMETOOLONG, "cannot lock");
	while ((status = try(lock, owner, err)) == CML_END && wait) {
		if (strcmp(owner, told) != 0) {
			snprintf(text, sizeof text, "%s: waiting for %s", path, owner);
			wait->note(wait->context, text);
			strcpy(told, owner);
		}
		poll(NULL, 0, WAIT_MS);
	}
	if (status == CML_END)
		status =
		    cml_fail(err, CML_IO_ERROR, "in use by %s: --wait waits for its end", owner);
	if (status != CML_OK)
		cml_error_locate(err, path, 0, NULL);
	return status;
}

void cml_owner_lock_release(struct cml_owner_lock *lock)
{
	if (lock->fd < 0)
		return;
	if (is_same_file(lock->fd, lock->path))
		unlink(lock->path);
	close(lock->fd);
	lock->fd = -1;
}
