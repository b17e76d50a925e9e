#include "launch/history/history_file.h"

#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_ASIDE 100000

static enum cml_result file_fail(const struct cml_history_file *file, int error_number,
				 const char *what, struct cml_error *err)
{
	cml_fail_errno(err, error_number, what);
	cml_error_locate(err, file->path, 0, NULL);
	return CML_IO_ERROR;
}

enum cml_result cml_history_file_init(struct cml_history_file *file, const char *path,
				      bool read_only, struct cml_error *err)
{
	*file = (struct cml_history_file){.fd = -1, .read_only = read_only, .path = strdup(path)};
	return file->path ? CML_OK : cml_fail_memory(err);
}

void cml_history_file_close(struct cml_history_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
	file->size = 0;
}

void cml_history_file_release(struct cml_history_file *file)
{
	cml_history_file_close(file);
	free(file->path);
	file->path = NULL;
}

bool cml_history_file_has_changed(const struct cml_history_file *file)
{
	struct stat opened, named;

	return file->fd < 0 || fstat(file->fd, &opened) != 0 || stat(file->path, &named) != 0 ||
	       opened.st_dev != named.st_dev || opened.st_ino != named.st_ino ||
	       (long long)opened.st_size != file->size;
}

static enum cml_result refuse(const struct cml_history_file *file, const char *why,
			      struct cml_error *err)
{
	cml_fail(err, CML_BAD_USAGE, "%s", why);
	cml_error_locate(err, file->path, 0, NULL);
	return CML_BAD_USAGE;
}

/* A missing file leaves a reader without a descriptor. */
static enum cml_result open_file(struct cml_history_file *file, size_t *size, struct cml_error *err)
{
	int flags = file->read_only ? O_RDONLY : O_RDWR | O_APPEND | O_CREAT;
	struct stat found;

	*size = 0;
	file->fd = open(file->path, flags | O_CLOEXEC, 0666);
	if (file->fd < 0 && errno == ENOENT && file->read_only)
		return CML_OK;
	if (file->fd < 0 || fstat(file->fd, &found) != 0)
		return file_fail(file, errno, "cannot open for appending", err);
	if (!S_ISREG(found.st_mode))
		return refuse(file, "not a file that can keep a history", err);
	if (found.st_nlink > 1 && !file->read_only)
		return refuse(file,
			      "this file has a second name (a hard link), by which it could have a "
			      "second owner; a copy has one name",
			      err);
	*size = (size_t)found.st_size;
	return CML_OK;
}

enum cml_result cml_history_file_read(struct cml_history_file *file, struct cml_buffer *bytes,
				      struct cml_error *err)
{
	size_t size;
	int error_number;

	cml_history_file_close(file);
	cml_buffer_clear(bytes);
	enum cml_result status = open_file(file, &size, err);
	if (status != CML_OK || size == 0)
		return status;
	if (!cml_array_reserve((void **)&bytes->data, &bytes->capacity, size, 1))
		return cml_fail_memory(err);
	error_number = cml_file_read(file->fd, bytes->data, size, 0, &bytes->size);
	return error_number == 0 ? CML_OK : file_fail(file, error_number, "cannot read", err);
}

size_t cml_history_whole_rows(struct cml_slice bytes, bool ends_in_return)
{
	bool in_quotes = false;
	size_t whole = 0;

	for (size_t i = 0; i < bytes.size; i++) {
		char c = bytes.data[i];

		in_quotes ^= c == '"';
		if ((c == '\n' || (c == '\r' && ends_in_return)) && !in_quotes)
			whole = i + 1;
	}
	return whole;
}

static int append_bytes(struct cml_history_file *file, struct cml_slice bytes)
{
	int error_number = cml_file_write(file->fd, bytes.data, bytes.size);

	if (error_number == 0 && fdatasync(file->fd) != 0)
		error_number = errno;
	return error_number;
}

enum cml_result cml_history_file_append(struct cml_history_file *file, struct cml_slice bytes,
					struct cml_error *err)
{
	int error_number;

	assert(!file->read_only);
	error_number = append_bytes(file, bytes);
	if (error_number == 0) {
		file->size += (long long)bytes.size;
		return CML_OK;
	}
	/* Should this fail, too, the next to read the file finds a torn row. */
	if (ftruncate(file->fd, (off_t)file->size) == 0)
		fdatasync(file->fd);
	return file_fail(file, error_number, "cannot append", err);
}

enum cml_result cml_history_file_end_row(struct cml_history_file *file, const char *line_end,
					 struct cml_error *err)
{
	int error_number;

	assert(!file->read_only);
	error_number = append_bytes(file, cml_slice_of(line_end));
	return error_number == 0 ? CML_OK : file_fail(file, error_number, "cannot append", err);
}

/* Creates PATH.torn-1, or the first after it that is free. */
static int create_aside(const struct cml_history_file *file, char aside[PATH_MAX], int *fd)
{
	for (int i = 1; i < MAX_ASIDE; i++) {
		if (snprintf(aside, PATH_MAX, "%s.torn-%d", file->path, i) >= PATH_MAX)
			return ENAMETOOLONG;
		*fd = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (*fd >= 0)
			return 0;
		if (errno != EEXIST)
			return errno;
	}
	return EEXIST;
}

enum cml_result cml_history_file_put_aside(struct cml_history_file *file, struct cml_slice rest,
					   char aside[PATH_MAX], struct cml_error *err)
{
	int error_number;
	int fd = -1;

	assert(!file->read_only);
	error_number = create_aside(file, aside, &fd);
	if (error_number != 0)
		return file_fail(file, error_number, "cannot put a torn row aside", err);
	error_number = cml_file_write(fd, rest.data, rest.size);
	if (error_number == 0 && fsync(fd) != 0)
		error_number = errno;
	close(fd);
	if (error_number != 0)
		unlink(aside);
	if (error_number == 0)
		error_number = cml_file_sync_directory(file->path);
	if (error_number == 0 && ftruncate(file->fd, (off_t)file->size) != 0)
		error_number = errno;
	if (error_number == 0 && fdatasync(file->fd) != 0)
		error_number = errno;
	if (error_number == 0)
		return CML_OK;
	return file_fail(file, error_number, "cannot put a torn row aside", err);
}
