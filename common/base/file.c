#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

/* Not in linux/magic.h: numbers of the file systems' own sources. */
#define LUSTRE_MAGIC 0x0bd00bd0u
#define GPFS_MAGIC 0x47504653u
#define BEEGFS_MAGIC 0x19830326u
#define PANFS_MAGIC 0xaad7aaeau
#define GFS2_MAGIC 0x01161970u

/* Tries of what fails by an error that passes, and the wait before the second; it doubles. */
#define MAX_TRIES 6
#define FIRST_WAIT_MS 50

void cml_file_directory(const char *path, char directory[PATH_MAX])
{
	const char *slash = strrchr(path, '/');
	size_t size = 1; /* of "." and "/" */

	if (!slash)
		path = ".";
	else if (slash != path)
		size = (size_t)(slash - path);
	memcpy(directory, path, size);
	directory[size] = '\0';
}

int cml_file_write(int fd, const void *data, size_t size)
{
	const char *at = data;

	while (size > 0) {
		ssize_t n = write(fd, at, size < SSIZE_MAX ? size : SSIZE_MAX);

		if (n >= 0) {
			at += n;
			size -= (size_t)n;
		} else if (errno == EAGAIN) {
			struct pollfd waiting = {.fd = fd, .events = POLLOUT};

			poll(&waiting, 1, -1);
		} else if (errno != EINTR) {
			return errno;
		}
	}
	return 0;
}

/* Whether an error of a network file system passes, and it has been waited for: about three seconds
 * in all. */
static bool waits_for(int error_number, unsigned *n_tries)
{
	if ((error_number != ESTALE && error_number != ETIMEDOUT && error_number != EINTR) ||
	    *n_tries == MAX_TRIES)
		return false;
	poll(NULL, 0, FIRST_WAIT_MS << (*n_tries)++);
	return true;
}

int cml_file_open_at(int directory_fd, const char *path, int flags)
{
	unsigned n_tries = 0;
	int fd;

	do
		fd = openat(directory_fd, path, flags | O_CLOEXEC);
	while (fd < 0 && waits_for(errno, &n_tries));
	return fd;
}

int cml_file_open_regular(const char *path)
{
	int fd = cml_file_open_at(AT_FDCWD, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	struct stat about;

	if (fd < 0 || (fstat(fd, &about) == 0 && S_ISREG(about.st_mode)))
		return fd;
	close(fd);
	errno = EINVAL;
	return -1;
}

int cml_file_read(int fd, void *data, size_t size, long long offset, size_t *n_read)
{
	unsigned n_tries = 0;

	*n_read = 0;
	while (*n_read < size) {
		ssize_t n = pread(fd, (char *)data + *n_read, size - *n_read,
				  (off_t)(offset + (long long)*n_read));

		if (n == 0)
			break;
		if (n > 0)
			*n_read += (size_t)n;
		else if (errno != EINTR && !waits_for(errno, &n_tries))
			return errno;
	}
	return 0;
}

int cml_file_read_tail(int fd, size_t size, struct cml_buffer *bytes)
{
	struct stat about;
	size_t n;

	if (fstat(fd, &about) != 0)
		return errno;
	size_t start = (size_t)about.st_size > size ? (size_t)about.st_size - size : 0;
	size = (size_t)about.st_size - start;
	if (!cml_array_reserve((void **)&bytes->data, &bytes->capacity, bytes->size + size + 1, 1))
		return ENOMEM;
	int error_number = cml_file_read(fd, bytes->data + bytes->size, size, (long long)start, &n);
	bytes->size += n;
	return error_number;
}

int cml_file_read_all(int fd, struct cml_buffer *bytes)
{
	return cml_file_read_tail(fd, SIZE_MAX, bytes);
}

int cml_file_load(int directory_fd, const char *name, struct cml_buffer *bytes)
{
	int fd = cml_file_open_at(directory_fd, name, O_RDONLY);
	int error_number = fd < 0 ? errno : cml_file_read_all(fd, bytes);

	cml_file_close(fd);
	return error_number;
}

int cml_file_load_tail(const char *path, size_t size, struct cml_buffer *bytes)
{
	int fd = cml_file_open_regular(path);
	int error_number = fd < 0 ? errno : cml_file_read_tail(fd, size, bytes);

	cml_file_close(fd);
	return error_number;
}

int cml_file_fill(int fd, struct cml_slice bytes, bool sync)
{
	int error_number = fd < 0 ? errno : cml_file_write(fd, bytes.data, bytes.size);

	if (error_number == 0 && sync && fsync(fd) != 0)
		error_number = errno;
	/* A network file system may report a full disk only now. */
	if (fd >= 0 && close(fd) != 0 && error_number == 0 && errno != EINTR)
		error_number = errno;
	return error_number;
}

int cml_file_sync(int fd)
{
	return fsync(fd) == 0 || errno == EINVAL ? 0 : errno;
}

DIR *cml_file_list(int directory_fd, const char *name)
{
	int fd = openat(directory_fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *listing = fd < 0 ? NULL : fdopendir(fd);

	if (!listing)
		cml_file_close(fd);
	return listing;
}

bool cml_file_is_at(int fd, const char *path, struct stat *opened)
{
	struct stat named, about;

	if (!opened)
		opened = &about;
	return fstat(fd, opened) == 0 && stat(path, &named) == 0 &&
	       opened->st_dev == named.st_dev && opened->st_ino == named.st_ino;
}

bool cml_file_is_shared(int fd)
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
	for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++)
		if ((uint32_t)system.f_type == shared[i])
			return true;
	return false;
}

void cml_file_close(int fd)
{
	if (fd >= 0)
		close(fd);
}

int cml_file_sync_directory(const char *path)
{
	char directory[PATH_MAX];
	cml_file_directory(path, directory);
	int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return errno == EACCES ? 0 : errno;
	int error_number = cml_file_sync(fd);
	close(fd);
	return error_number;
}
