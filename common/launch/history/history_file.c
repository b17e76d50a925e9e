#include "launch/history/history_table.h"

#include "base/file.h"
#include "table/output.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_ASIDE 100000

void cml_history_file_close(struct cml_history_file *file)
{
	cml_file_close(file->fd);
	file->fd = -1;
	file->size = 0;
}

bool cml_history_file_has_changed(const struct cml_history_file *file)
{
	struct stat opened;

	return file->fd < 0 || !cml_file_is_at(file->fd, file->path, &opened) ||
	       (size_t)opened.st_size != file->size;
}

enum cml_result cml_history_file_read(struct cml_history_file *file, struct cml_buffer *bytes,
				      struct cml_error *err)
{
	int flags = file->read_only ? O_RDONLY : O_RDWR | O_APPEND | O_CREAT;
	struct stat found;

	cml_history_file_close(file);
	cml_buffer_clear(bytes);
	file->fd = open(file->path, flags | O_CLOEXEC, 0666);
	if (file->fd < 0 && errno == ENOENT && file->read_only)
		return CML_OK;
	if (file->fd < 0 || fstat(file->fd, &found) != 0)
		return cml_fail_file(err, errno, "cannot open for appending", file->path);
	const char *why = !S_ISREG(found.st_mode) ? "not a file that can keep a history"
			  : found.st_nlink > 1 && !file->read_only
			      ? "this file has a second name (a hard link), by which it could have "
				"a second owner; a copy has one name"
			      : NULL;
	if (why) {
		cml_fail(err, CML_BAD_USAGE, "%s", why);
		return cml_error_locate(err, file->path, 0, NULL);
	}
	int error_number = cml_file_read_all(file->fd, bytes);
	return error_number == 0 ? CML_OK
				 : cml_fail_file(err, error_number, "cannot read", file->path);
}

enum cml_result cml_history_file_append(struct cml_history_file *file, struct cml_slice bytes,
					struct cml_error *err)
{
	assert(!file->read_only);
	int error_number = cml_file_write(file->fd, bytes.data, bytes.size);
	if (error_number == 0 && fdatasync(file->fd) != 0)
		error_number = errno;
	if (error_number == 0 && file->size == 0) /* its name may be new, too */
		error_number = cml_file_sync_directory(file->path);
	if (error_number == 0) {
		file->size += bytes.size;
		return CML_OK;
	}
	/* Should this fail, too, the next to read the file finds a torn row. */
	if (ftruncate(file->fd, (off_t)file->size) == 0)
		fdatasync(file->fd);
	return cml_fail_file(err, error_number, "cannot append", file->path);
}

/* Copies bytes to a new file PATH.KIND-1, or the first after it that is free, synced; on failure
 * there is none. */
static int copy_aside(const struct cml_history_file *file, const char *kind, struct cml_slice bytes,
		      char aside[PATH_MAX])
{
	int fd = -1;

	errno = EEXIST;
	for (int i = 1; fd < 0 && errno == EEXIST && i < MAX_ASIDE; i++) {
		if (snprintf(aside, PATH_MAX, "%s.%s-%d", file->path, kind, i) < PATH_MAX)
			fd = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		else
			errno = ENAMETOOLONG;
	}
	int error_number = cml_file_fill(fd, bytes, true);
	if (error_number == 0)
		error_number = cml_file_sync_directory(file->path);
	if (fd >= 0 && error_number != 0)
		unlink(aside);
	return error_number;
}

enum cml_result cml_history_file_put_aside(struct cml_history_file *file, struct cml_slice rest,
					   struct cml_error *err)
{
	char aside[PATH_MAX];

	assert(!file->read_only);
	int error_number = copy_aside(file, "torn", rest, aside);
	if (error_number == 0 &&
	    (ftruncate(file->fd, (off_t)file->size) != 0 || fdatasync(file->fd) != 0))
		error_number = errno;
	if (error_number != 0)
		return cml_fail_file(err, error_number, "cannot put a torn row aside", file->path);
	cml_note(&file->notes, "a torn last row (%zu bytes) was put aside in %s", rest.size, aside);
	return CML_OK;
}

enum cml_result cml_history_file_replace(struct cml_history_file *file, struct cml_slice old,
					 struct cml_slice bytes, struct cml_error *err)
{
	char aside[PATH_MAX];
	int error_number = copy_aside(file, "narrow", old, aside);

	assert(!file->read_only);
	if (error_number != 0)
		return cml_fail_file(err, error_number, "cannot keep the table as it was",
				     file->path);
	if (cml_output_put(file->path, bytes, err) != CML_OK) {
		unlink(aside);
		return cml_error_locate(err, file->path, 0, NULL);
	}
	cml_note(&file->notes, "columns were added; the table as it was is %s", aside);
	return CML_OK;
}
