#include "launch/history/job_history.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define OWNER_SIZE 1024
/* Takes again when the lock went or changed in between; more is no accident. */
#define MAX_TRIALS 100
#define TRIAL_MS 2
/* Between two looks of somebody who waits. */
#define WAIT_MS 100

/* Writes who we are into a lock that we hold. */
static int write_owner(int fd)
{
	char text[OWNER_SIZE], host[CML_RECORD_HOST_SIZE];

	cml_host_name(host);
	int size = snprintf(text, sizeof text, "host=%s\nuid=%ld\npid=%ld\n", host, (long)getuid(),
			    (long)getpid());
	if (ftruncate(fd, 0) != 0)
		return errno;
	int error_number = cml_file_write(fd, text, (size_t)size);
	if (error_number == 0 && cml_file_is_shared(fd) && fsync(fd) != 0)
		error_number = errno;
	return error_number;
}

/* The value of a line `name=value`, or an empty one. */
static struct cml_slice owner_field(struct cml_slice text, const char *name)
{
	struct cml_slice line;

	while (cml_slice_line(&text, &line))
		if (cml_slice_skip(&line, name) && cml_slice_skip(&line, "="))
			return line;
	return (struct cml_slice){0};
}

/* Who owns a lock, in words; where it is unknown whether it lives, what is to be done. */
static void describe(const struct cml_owner_lock *lock, struct cml_slice text, bool is_known_here,
		     char owner[OWNER_SIZE])
{
	struct cml_slice host = owner_field(text, "host");
	struct cml_slice user = owner_field(text, "uid");
	struct cml_slice pid = owner_field(text, "pid");
	bool is_readable = host.size > 0 && pid.size > 0;
	char here[CML_RECORD_HOST_SIZE];

	int size = is_readable
		       ? snprintf(owner, OWNER_SIZE, "process %.*s of user %.*s on host %.*s",
				  (int)pid.size, pid.data, (int)user.size, user.data,
				  (int)host.size, host.data)
		       : snprintf(owner, OWNER_SIZE, "an unknown process: the lock is unreadable");
	if (is_known_here)
		return;
	cml_host_name(here);
	snprintf(owner + size, OWNER_SIZE - (size_t)size, " (this is %s; if that %s%s)", here,
		 is_readable ? "host is gone or renamed: cml-submit(1), One owner"
			     : "has ended, remove ",
		 is_readable ? "" : lock->path);
}

/* Holds the open file if nothing else does: a new one, or that of an owner that died on this
 * machine. CML_END: owner says what does; CML_NOTHING: look again. */
static enum cml_result hold(const struct cml_owner_lock *lock, int fd, bool is_new,
			    struct cml_slice text, char owner[OWNER_SIZE])
{
	char host[CML_RECORD_HOST_SIZE];
	int64_t pid;

	cml_host_name(host);
	/* A reset of the machine may have emptied it: that was an owner here. */
	bool is_here = is_new || cml_slice_is(owner_field(text, "host"), host) ||
		       (text.size == 0 && !cml_file_is_shared(fd));
	if (is_here && flock(fd, LOCK_EX | LOCK_NB) == 0)
		return cml_file_is_at(fd, lock->path, NULL) ? CML_OK : CML_NOTHING;
	/* Any other error: there is no flock here. Host and process say enough in a new one; of
	 * another one it is unknown whether its owner lives. */
	bool is_held = is_here && errno == EWOULDBLOCK;
	if (is_new && !is_held)
		return CML_OK;
	describe(lock, text, is_held, owner);
	/* When the process that it names has ended, what holds its file is taking it over. */
	bool has_ended = is_held && cml_parse_int(owner_field(text, "pid"), 1, INT32_MAX, &pid) &&
			 kill((pid_t)pid, 0) != 0 && errno == ESRCH;
	return text.size == 0 || has_ended ? CML_NOTHING : CML_END;
}

/* The file of the lock, made where there is none. EAGAIN: it went meanwhile. */
static int open_lock(const struct cml_owner_lock *lock, bool *is_new)
{
	int fd = open(lock->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

	*is_new = fd >= 0;
	if (fd >= 0 || errno != EEXIST)
		return fd;
	fd = open(lock->path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		errno = EAGAIN;
	return fd;
}

static enum cml_result fail_lock(const struct cml_owner_lock *lock, int error_number,
				 struct cml_error *err)
{
	char what[PATH_MAX + 16];

	snprintf(what, sizeof what, "cannot lock %s", lock->path);
	return cml_fail_errno(err, error_number, what);
}

/* One try: as hold. */
static enum cml_result try_once(struct cml_owner_lock *lock, char owner[OWNER_SIZE],
				struct cml_error *err)
{
	char text[OWNER_SIZE];
	size_t size = 0;
	bool is_new;
	int fd = open_lock(lock, &is_new);
	enum cml_result status = CML_NOTHING;

	if (fd < 0 && errno == EAGAIN)
		return status;
	if (fd < 0 && errno != ELOOP && errno != ENXIO && errno != EISDIR)
		return fail_lock(lock, errno, err);
	struct stat opened;
	if (fd < 0 || (fstat(fd, &opened) == 0 && !S_ISREG(opened.st_mode))) {
		cml_file_close(fd);
		return cml_fail(err, CML_IO_ERROR,
				"%s is not a regular file, so no cml-submit made it: remove it",
				lock->path);
	}
	int error_number = is_new ? 0 : cml_file_read(fd, text, sizeof text, 0, &size);
	if (error_number == 0)
		status = hold(lock, fd, is_new, (struct cml_slice){text, size}, owner);
	if (error_number != 0 || status != CML_OK) {
		close(fd);
	} else {
		lock->fd = fd;
		error_number = write_owner(fd);
		if (error_number != 0)
			cml_owner_lock_release(lock);
	}
	return error_number == 0 ? status : fail_lock(lock, error_number, err);
}

enum cml_result cml_owner_lock_take(struct cml_owner_lock *lock, const char *path,
				    const struct cml_notes *wait, struct cml_error *err)
{
	char owner[OWNER_SIZE] = "", reported[OWNER_SIZE] = "";
	enum cml_result status;

	lock->fd = -1;
	if (snprintf(lock->path, sizeof lock->path, "%s" CML_OWNER_LOCK_SUFFIX, path) >= PATH_MAX)
		return cml_fail_errno(err, ENAMETOOLONG, "cannot lock");
	for (int n = 1; (status = try_once(lock, owner, err)) == CML_END || status == CML_NOTHING;
	     n++) {
		if (status == CML_NOTHING && n < MAX_TRIALS) {
			poll(NULL, 0, TRIAL_MS);
			continue;
		}
		if (!wait) {
			status = cml_fail(err, CML_IO_ERROR,
					  "in use by %s: --wait waits for its end", owner);
			break;
		}
		if (strcmp(owner, reported) != 0)
			cml_note(wait, "%s: waiting for %s", path, owner);
		strcpy(reported, owner);
		poll(NULL, 0, WAIT_MS);
		n = 0;
	}
	return status != CML_OK ? cml_error_locate(err, path, 0, NULL) : CML_OK;
}

void cml_owner_lock_release(struct cml_owner_lock *lock)
{
	if (lock->fd < 0)
		return;
	if (cml_file_is_at(lock->fd, lock->path, NULL))
		unlink(lock->path);
	close(lock->fd);
	lock->fd = -1;
}
