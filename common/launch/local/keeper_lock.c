#include "launch/local/keeper_lock.h"

#include "base/clock.h"
#include "base/file.h"
#include "launch/job/job_folder.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/pidfd.h>
#include <unistd.h>

/* A process number and a line end, as wide whatever the number is, so that one write
 * replaces it. */
#define PID_TEXT_SIZE 16
#define HOST_SIZE 65

static int write_pid(int fd)
{
	char text[PID_TEXT_SIZE + 1];

	snprintf(text, sizeof text, "%*ld\n", PID_TEXT_SIZE - 1, (long)getpid());
	return pwrite(fd, text, PID_TEXT_SIZE, 0) == PID_TEXT_SIZE ? 0 : errno;
}

static void host_name(char host[HOST_SIZE])
{
	if (gethostname(host, HOST_SIZE) != 0)
		host[0] = '\0';
	host[HOST_SIZE - 1] = '\0';
}

enum cml_result cml_keeper_lock_take(struct cml_keeper_lock *lock, int folder_fd,
				     struct cml_error *err)
{
	char path[sizeof CML_KEEPERS + 1 + CML_KEEPER_NAME_SIZE];
	char hidden[sizeof path + 1];
	char host[HOST_SIZE];
	int error_number = 0;
	int fd;

	host_name(host);
	snprintf(lock->name, sizeof lock->name, "%s.%ld.%llx", host, (long)getpid(),
		 cml_clock_realtime_ns());
	snprintf(path, sizeof path, "%s/%s", CML_KEEPERS, lock->name);
	snprintf(hidden, sizeof hidden, "%s/.%s", CML_KEEPERS, lock->name);
	fd = openat(folder_fd, hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return cml_fail_errno(err, errno, "cannot make the lock of a keeper");
	if (flock(fd, LOCK_EX | LOCK_NB) != 0)
		error_number = errno;
	if (error_number == 0)
		error_number = write_pid(fd);
	if (error_number == 0 && renameat(folder_fd, hidden, folder_fd, path) != 0)
		error_number = errno;
	if (error_number != 0) {
		unlinkat(folder_fd, hidden, 0);
		close(fd);
		return cml_fail_errno(err, error_number, "cannot make the lock of a keeper");
	}
	lock->fd = fd + 1;
	return CML_OK;
}

enum cml_result cml_keeper_lock_inherit(struct cml_keeper_lock *lock, struct cml_error *err)
{
	int error_number = write_pid(lock->fd - 1);

	assert(lock->fd != 0);
	return error_number == 0
		   ? CML_OK
		   : cml_fail_errno(err, error_number, "cannot write the lock of a keeper");
}

void cml_keeper_lock_hand_over(struct cml_keeper_lock *lock)
{
	if (lock->fd != 0)
		close(lock->fd - 1);
	lock->fd = 0;
}

void cml_keeper_lock_release(struct cml_keeper_lock *lock, int folder_fd)
{
	char path[sizeof CML_KEEPERS + 1 + CML_KEEPER_NAME_SIZE];

	if (lock->fd == 0)
		return;
	snprintf(path, sizeof path, "%s/%s", CML_KEEPERS, lock->name);
	unlinkat(folder_fd, path, 0);
	cml_keeper_lock_hand_over(lock);
}

/* Whether the name of a lock, HOST.PID.TIME at the end of link, was given by this machine. */
static bool is_of_this_host(const char *link)
{
	const char *slash = strrchr(link, '/');
	const char *name = slash == NULL ? link : slash + 1;
	char host[HOST_SIZE];
	size_t size;

	host_name(host);
	size = strlen(host);
	/* The host's name may hold dots itself; what follows holds one. */
	return strncmp(name, host, size) == 0 && name[size] == '.' &&
	       strspn(name + size + 1, "0123456789abcdef.") == strlen(name + size + 1);
}

/* Whether somebody holds the lock on an open file. */
static int ask_lock(int fd, bool *held)
{
	*held = flock(fd, LOCK_SH | LOCK_NB) != 0;
	if (!*held)
		return flock(fd, LOCK_UN) == 0 ? 0 : errno;
	return errno == EWOULDBLOCK ? 0 : errno;
}

/* The number in the file is that of the living keeper only if the lock is still held
 * when the pidfd is there. */
static int open_pidfd(int fd, bool *held, int *pidfd)
{
	char text[PID_TEXT_SIZE + 1];
	size_t size;
	int error_number = cml_file_read(fd, text, PID_TEXT_SIZE, 0, &size);

	if (error_number != 0)
		return error_number;
	text[size] = '\0';
	*pidfd = pidfd_open((pid_t)atol(text), 0);
	error_number = ask_lock(fd, held);
	if ((error_number != 0 || !*held) && *pidfd >= 0) {
		close(*pidfd);
		*pidfd = -1;
	}
	return error_number;
}

enum cml_result cml_keeper_lock_ask(int attempt_fd, enum cml_keeper_life *life, int *pidfd,
				    struct cml_error *err)
{
	char link[sizeof CML_KEEPERS + 4 + CML_KEEPER_NAME_SIZE];
	ssize_t size = readlinkat(attempt_fd, CML_KEEPER_LINK, link, sizeof link - 1);
	bool held = false;
	int error_number;
	int fd;

	if (pidfd != NULL)
		*pidfd = -1;
	*life = CML_KEEPER_NONE;
	if (size < 0)
		return errno == ENOENT ? CML_OK
				       : cml_fail_errno(err, errno, "cannot read who keeps a job");
	link[size] = '\0';
	*life = CML_KEEPER_ELSEWHERE;
	if (!is_of_this_host(link))
		return CML_OK;
	*life = CML_KEEPER_DEAD;
	fd = openat(attempt_fd, CML_KEEPER_LINK, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno == ENOENT
			   ? CML_OK
			   : cml_fail_errno(err, errno, "cannot read the lock of a keeper");
	error_number = ask_lock(fd, &held);
	if (error_number == 0 && held && pidfd != NULL)
		error_number = open_pidfd(fd, &held, pidfd);
	close(fd);
	if (error_number != 0)
		return cml_fail_errno(err, error_number, "cannot read the lock of a keeper");
	if (held)
		*life = CML_KEEPER_ALIVE;
	return CML_OK;
}
