#include "launch/history/history_file.h"

#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Read at a time; a longer row is read whole. */
#define PIECE_SIZE ((size_t)1 << 20)
/* Opened again when the file was replaced between open and lock; more is no accident. */
#define MAX_TRIALS 100
#define MAX_ASIDE 100000

static enum cml_result file_fail(const struct cml_history_file *file, int error_number,
				 const char *what, struct cml_error *err)
{
	cml_fail_errno(err, error_number, what);
	cml_error_locate(err, file->path, 0, NULL);
	return CML_IO_ERROR;
}

/* A missing file leaves a reader without a descriptor. */
static enum cml_result open_file(struct cml_history_file *file, struct cml_error *err)
{
	int flags = file->read_only ? O_RDONLY : O_RDWR | O_APPEND | O_CREAT;
	struct stat found;
	int fd = open(file->path, flags | O_CLOEXEC, 0666);

	if (fd < 0 && errno == ENOENT && file->read_only)
		return CML_OK;
	if (fd < 0)
		return file_fail(file, errno, "cannot open for appending", err);
	file->fd = fd + 1;
	if (fstat(fd, &found) != 0)
		return file_fail(file, errno, "cannot open for appending", err);
	if (S_ISREG(found.st_mode))
		return CML_OK;
	cml_fail(err, CML_BAD_USAGE, "not a file that can keep a history");
	cml_error_locate(err, file->path, 0, NULL);
	return CML_BAD_USAGE;
}

enum cml_result cml_history_file_open(struct cml_history_file *file, const char *path,
				      bool read_only, bool one_writer, struct cml_error *err)
{
	enum cml_result status;

	*file = (struct cml_history_file){.read_only = read_only, .path = strdup(path)};
	if (file->path == NULL)
		return cml_fail_memory(err);
	status = open_file(file, err);
	if (status == CML_OK && !read_only && (one_writer || cml_is_network_file(file->fd - 1))) {
		status = cml_owner_lock_take(&file->owner, path, err);
		if (status != CML_OK)
			cml_error_locate(err, path, 0, NULL);
	}
	if (status != CML_OK)
		cml_history_file_release(file);
	return status;
}

void cml_history_file_release(struct cml_history_file *file)
{
	cml_owner_lock_release(&file->owner);
	if (file->fd != 0)
		close(file->fd - 1);
	free(file->path);
	*file = (struct cml_history_file){0};
}

void cml_history_file_forget(struct cml_history_file *file)
{
	file->taken = 0;
	file->n_lines = 0;
}

/* Whether the path still stands for the open file. */
static bool is_current(const struct cml_history_file *file)
{
	struct stat opened;
	struct stat named;

	return fstat(file->fd - 1, &opened) == 0 && stat(file->path, &named) == 0 &&
	       opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/* Whether the last bytes taken still stand where they stood. */
static int compare_mark(const struct cml_history_file *file, bool *same)
{
	char found[CML_HISTORY_MARK_SIZE];
	size_t size = sizeof found;
	size_t n_read;
	int error_number;

	if (file->taken < (long long)size)
		size = (size_t)file->taken;
	error_number =
	    cml_file_read(file->fd - 1, found, size, file->taken - (long long)size, &n_read);
	*same = n_read == size && memcmp(found, file->mark, size) == 0;
	return error_number;
}

enum cml_result cml_history_file_lock(struct cml_history_file *file, bool *replaced,
				      struct cml_error *err)
{
	bool same = true;
	int error_number;

	assert(!file->locked);
	*replaced = false;
	for (int trial = 0; trial < MAX_TRIALS; trial++) {
		if (file->fd == 0) {
			enum cml_result status = open_file(file, err);

			cml_history_file_forget(file);
			*replaced = true;
			if (status != CML_OK || file->fd == 0)
				return status;
		}
		/* A reader waits for nobody: what a writer has not ended yet is no row. */
		while (!file->read_only && flock(file->fd - 1, LOCK_EX) != 0) {
			if (errno != EINTR)
				return file_fail(file, errno, "cannot lock", err);
		}
		if (is_current(file)) {
			error_number = compare_mark(file, &same);
			file->locked = true;
			if (error_number != 0)
				return file_fail(file, error_number, "cannot read", err);
			if (!same)
				cml_history_file_forget(file);
			*replaced = *replaced || !same;
			return CML_OK;
		}
		close(file->fd - 1);
		file->fd = 0;
	}
	cml_fail(err, CML_IO_ERROR, "replaced all the time by somebody");
	cml_error_locate(err, file->path, 0, NULL);
	return CML_IO_ERROR;
}

void cml_history_file_unlock(struct cml_history_file *file)
{
	if (file->locked && !file->read_only)
		flock(file->fd - 1, LOCK_UN);
	file->locked = false;
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

enum cml_result cml_history_file_read(struct cml_history_file *file, bool ends_in_return,
				      struct cml_buffer *buffer, struct cml_slice *rows,
				      struct cml_slice *rest, struct cml_error *err)
{
	size_t wanted = PIECE_SIZE;

	*rows = (struct cml_slice){0};
	*rest = (struct cml_slice){0};
	while (file->fd != 0) {
		size_t size;
		int error_number;

		if (!cml_array_reserve((void **)&buffer->data, &buffer->capacity, wanted, 1))
			return cml_fail_memory(err);
		error_number =
		    cml_file_read(file->fd - 1, buffer->data, wanted, file->taken, &size);
		if (error_number != 0)
			return file_fail(file, error_number, "cannot read", err);
		buffer->size = size;
		rows->data = buffer->data;
		rows->size = cml_history_whole_rows(cml_buffer_slice(buffer), ends_in_return);
		if (rows->size > 0)
			return CML_OK;
		*rest = cml_buffer_slice(buffer);
		if (size < wanted)
			return CML_OK;
		wanted *= 2;
	}
	return CML_OK;
}

static size_t count_lines(struct cml_slice bytes)
{
	size_t n = 0;

	for (size_t i = 0; i < bytes.size; i++)
		n += bytes.data[i] == '\n' ||
		     (bytes.data[i] == '\r' && (i + 1 == bytes.size || bytes.data[i + 1] != '\n'));
	return n;
}

void cml_history_file_take(struct cml_history_file *file, struct cml_slice rows)
{
	size_t known =
	    file->taken < CML_HISTORY_MARK_SIZE ? (size_t)file->taken : sizeof file->mark;
	size_t size = rows.size < sizeof file->mark ? rows.size : sizeof file->mark;
	size_t kept = known < sizeof file->mark - size ? known : sizeof file->mark - size;

	memmove(file->mark, file->mark + known - kept, kept);
	memcpy(file->mark + kept, rows.data + rows.size - size, size);
	file->n_lines += count_lines(rows);
	file->taken += (long long)rows.size;
}

static int append_bytes(struct cml_history_file *file, struct cml_slice bytes)
{
	int error_number = cml_file_write(file->fd - 1, bytes.data, bytes.size);

	if (error_number == 0 && fdatasync(file->fd - 1) != 0)
		error_number = errno;
	return error_number;
}

enum cml_result cml_history_file_append(struct cml_history_file *file, struct cml_slice bytes,
					struct cml_error *err)
{
	int error_number;

	assert(file->locked && !file->read_only);
	error_number = append_bytes(file, bytes);
	if (error_number == 0)
		return CML_OK;
	/* Should this fail, too, the next to lock the file finds a torn row. */
	if (ftruncate(file->fd - 1, (off_t)file->taken) == 0)
		fdatasync(file->fd - 1);
	return file_fail(file, error_number, "cannot append", err);
}

enum cml_result cml_history_file_end_row(struct cml_history_file *file, const char *line_end,
					 struct cml_error *err)
{
	int error_number;

	assert(file->locked && !file->read_only);
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

	assert(file->locked && !file->read_only);
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
	if (error_number == 0 && ftruncate(file->fd - 1, (off_t)file->taken) != 0)
		error_number = errno;
	if (error_number == 0 && fdatasync(file->fd - 1) != 0)
		error_number = errno;
	if (error_number == 0)
		return CML_OK;
	return file_fail(file, error_number, "cannot put a torn row aside", err);
}
