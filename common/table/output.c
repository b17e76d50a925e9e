#include "table/output.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define OUTPUT_BUFFER_SIZE ((size_t)1 << 16)
/* deflateInit2: the largest window, and a gzip wrapper instead of a zlib one. */
#define GZIP_WINDOW_BITS (15 + 16)
#define GZIP_MEMORY_LEVEL 8
/* Symbolic links that are followed before they count as a loop, as in Linux. */
#define MAX_LINKS 40

struct cml_output {
	int fd;
	bool owns_fd;
	bool replaces; /* written beside: temporary becomes target */
	bool committed;
	bool has_passed_on; /* some bytes */
	bool deflating;
	struct cml_error failure; /* the first error; status CML_OK: none */
	z_stream deflater;
	size_t n_buffered;
	unsigned char buffer[OUTPUT_BUFFER_SIZE];
	unsigned char packed[OUTPUT_BUFFER_SIZE]; /* what deflate makes of it */
	char name[PATH_MAX];                      /* as asked for; for messages */
	char target[PATH_MAX];                    /* name with links followed */
	char temporary[PATH_MAX];                 /* beside target; empty: there is none */
};

/* Keeps the error for every later call. */
static enum cml_result output_fail(struct cml_output *output, int error_number, const char *what,
				   struct cml_error *err)
{
	cml_fail_file(&output->failure, error_number, what, output->name);
	*err = output->failure;
	return output->failure.status;
}

/* directory/name into joined; false when it is too long. */
static bool join_path(const char *directory, const char *name, char joined[PATH_MAX])
{
	int n = snprintf(joined, PATH_MAX, "%s/%s", directory, name);

	return n >= 0 && n < PATH_MAX;
}

/* Follows the links at target, dangling ones too, so that the file is replaced
 * and not the link to it. Returns 0 or an error number. */
static int follow_links(char target[PATH_MAX])
{
	char content[PATH_MAX];
	char directory[PATH_MAX];
	char joined[PATH_MAX];

	for (int i = 0; i < MAX_LINKS; i++) {
		ssize_t n = readlink(target, content, sizeof content);

		if (n < 0)
			return 0; /* no link; whatever else is wrong shows at open */
		if ((size_t)n >= sizeof content)
			return ENAMETOOLONG;
		content[n] = '\0';
		cml_file_directory(target, directory);
		if (content[0] == '/')
			strcpy(joined, content);
		else if (!join_path(directory, content, joined))
			return ENAMETOOLONG;
		strcpy(target, joined);
	}
	return ELOOP;
}

/* Creates `.NAME.` and the time beside target. Not by mkstemp: that gives a mode of 0600, and
 * asking for the umask to widen it disturbs other threads. Returns 0 or an error number. */
static int open_temporary(struct cml_output *output)
{
	const char *slash = strrchr(output->target, '/');
	const char *name = slash ? slash + 1 : output->target;

	/* A long name is shortened: with the time it must stay one. */
	int n = snprintf(output->temporary, sizeof output->temporary, "%.*s.%.*s.%016llx",
			 (int)(name - output->target), output->target, NAME_MAX - 18, name,
			 cml_clock_realtime_ns());
	bool fits = n >= 0 && (size_t)n < sizeof output->temporary;
	if (fits)
		output->fd = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (output->fd >= 0)
		return 0;
	output->temporary[0] = '\0';
	return fits ? errno : ENAMETOOLONG;
}

/* Opens what path names: a regular or new file beside its place, anything else
 * as it stands. Returns 0 or an error number. */
static int open_path(struct cml_output *output, const char *path)
{
	struct stat old;
	int error_number;
	bool exists = stat(path, &old) == 0;

	output->owns_fd = true;
	if (exists && !S_ISREG(old.st_mode)) {
		output->fd = open(path, O_WRONLY | O_CLOEXEC);
		return output->fd < 0 ? errno : 0;
	}
	/* A write-protected file is meant to stay, though rename could. */
	if (exists && access(path, W_OK) != 0)
		return errno;
	strcpy(output->target, path);
	error_number = follow_links(output->target);
	if (error_number != 0)
		return error_number;
	if (output->target[0] == '\0' || output->target[strlen(output->target) - 1] == '/')
		return output->target[0] == '\0' ? ENOENT : EISDIR;
	output->replaces = true;
	error_number = open_temporary(output);
	if (error_number == 0 && exists && fchmod(output->fd, old.st_mode & 07777) != 0)
		return errno;
	return error_number;
}

enum cml_result cml_output_open(struct cml_output **output, const char *path, struct cml_error *err)
{
	bool is_stdout = !path || strcmp(path, "-") == 0;
	struct cml_slice name = cml_slice_of(is_stdout ? "" : path);
	AUTOPTR(cml_output) opened = cml_array_new(1, sizeof *opened);
	int error_number = 0;

	if (!opened)
		return cml_fail_memory(err);
	opened->fd = STDOUT_FILENO;
	snprintf(opened->name, sizeof opened->name, "%s", is_stdout ? "standard output" : path);
	if (!is_stdout) {
		opened->fd = -1;
		error_number = strlen(path) >= PATH_MAX ? ENAMETOOLONG : open_path(opened, path);
	}
	if (error_number != 0)
		return output_fail(opened, error_number, "cannot open for writing", err);
	if (cml_slice_cut(&name, ".gz") && cml_output_pack(opened, err) != CML_OK)
		return err->status;
	*output = opened;
	opened = NULL;
	return CML_OK;
}

enum cml_result cml_output_pack(struct cml_output *output, struct cml_error *err)
{
	/* zlib's own header carries no time stamp and no name. */
	if (!output->deflating &&
	    deflateInit2(&output->deflater, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW_BITS,
			 GZIP_MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
		return cml_fail_memory(err);
	output->deflating = true;
	return CML_OK;
}

const char *cml_output_temporary(const struct cml_output *output)
{
	return output->temporary[0] == '\0' ? NULL : output->temporary;
}

/* What is cut off may still be a table: the quote makes its last row one that no reader takes. */
static void spoil(const struct cml_output *output)
{
	bool is_cut = output->has_passed_on && !output->committed && !output->replaces;
	bool has_failed = output->failure.status != CML_OK;

	if (is_cut && !output->deflating && !has_failed)
		(void)!write(output->fd, "\"", 1);
}

void cml_output_free(struct cml_output *output)
{
	if (!output)
		return;
	spoil(output);
	if (output->deflating)
		deflateEnd(&output->deflater);
	if (output->owns_fd && output->fd >= 0)
		close(output->fd);
	if (output->temporary[0] != '\0')
		unlink(output->temporary);
	free(output);
}

static enum cml_result write_all(struct cml_output *output, const unsigned char *data, size_t size,
				 struct cml_error *err)
{
	int error_number = cml_file_write(output->fd, data, size);

	return error_number == 0 ? CML_OK : output_fail(output, error_number, "cannot write", err);
}

/* Passes bytes on, through deflate for a gzip output; mode is one of zlib's
 * flush values, without meaning for plain outputs. */
static enum cml_result pass_on(struct cml_output *output, const unsigned char *data, size_t size,
			       int mode, struct cml_error *err)
{
	z_stream *deflater = &output->deflater;

	output->has_passed_on = output->has_passed_on || size > 0;
	if (!output->deflating)
		return write_all(output, data, size, err);
	do {
		size_t n = size < UINT_MAX ? size : UINT_MAX;

		/* next_in is not const in zlib's interface, but it only reads. */
		deflater->next_in = (unsigned char *)(uintptr_t)data;
		deflater->avail_in = (uInt)n;
		data += n;
		size -= n;
		do {

			deflater->next_out = output->packed;
			deflater->avail_out = sizeof output->packed;
			deflate(deflater, size > 0 ? Z_NO_FLUSH : mode);
			if (write_all(output, output->packed,
				      sizeof output->packed - deflater->avail_out, err) != CML_OK)
				return err->status;
		} while (deflater->avail_out == 0);
	} while (size > 0);
	return CML_OK;
}

static enum cml_result empty_buffer(struct cml_output *output, int mode, struct cml_error *err)
{
	size_t n = output->n_buffered;

	output->n_buffered = 0;
	return pass_on(output, output->buffer, n, mode, err);
}

/* Whether an earlier call failed: *err is then its error. */
static bool failed_before(const struct cml_output *output, struct cml_error *err)
{
	assert(!output->committed);
	if (output->failure.status != CML_OK)
		*err = output->failure;
	return output->failure.status != CML_OK;
}

enum cml_result cml_output_write(struct cml_output *output, const void *data, size_t size,
				 struct cml_error *err)
{
	if (failed_before(output, err))
		return err->status;
	/* The system is handed whole buffers, so that what a failed run leaves on a
	 * pipe does not depend on how the bytes came in. */
	while (size > 0) {
		size_t n = sizeof output->buffer - output->n_buffered;
		enum cml_result status = CML_OK;

		if (output->n_buffered == 0 && size > n) {
			n = size - size % n;
			status = pass_on(output, data, n, Z_NO_FLUSH, err);
		} else {
			n = size < n ? size : n;
			memcpy(output->buffer + output->n_buffered, data, n);
			output->n_buffered += n;
		}
		data = (const char *)data + n;
		size -= n;
		if (output->n_buffered == sizeof output->buffer)
			status = empty_buffer(output, Z_NO_FLUSH, err);
		if (status != CML_OK)
			return status;
	}
	return CML_OK;
}

enum cml_result cml_output_flush(struct cml_output *output, struct cml_error *err)
{
	return failed_before(output, err) ? err->status : empty_buffer(output, Z_SYNC_FLUSH, err);
}

enum cml_result cml_output_commit(struct cml_output *output, struct cml_error *err)
{
	int fd = output->fd;

	if (failed_before(output, err) || empty_buffer(output, Z_FINISH, err) != CML_OK)
		return err->status;
	if (output->replaces && fsync(fd) != 0)
		return output_fail(output, errno, "cannot write", err);
	if (output->owns_fd) {
		output->fd = -1;
		if (close(fd) != 0)
			return output_fail(output, errno, "cannot write", err);
	}
	if (output->replaces) {
		if (rename(output->temporary, output->target) != 0)
			return output_fail(output, errno, "cannot replace", err);
		output->temporary[0] = '\0';
		/* Without this a crash now could still bring the old file back. */
		int error_number = cml_file_sync_directory(output->target);
		if (error_number != 0)
			return output_fail(output, error_number, "cannot sync", err);
	}
	output->committed = true;
	return CML_OK;
}

enum cml_result cml_output_set_aside(const char *path, const char *suffix, struct cml_error *err)
{
	char aside[PATH_MAX];
	struct stat found;

	if (!path || strcmp(path, "-") == 0 || stat(path, &found) != 0 || !S_ISREG(found.st_mode))
		return CML_OK;
	int n = snprintf(aside, sizeof aside, "%s%s", path, suffix);
	int error_number = n < 0 || (size_t)n >= sizeof aside ? ENAMETOOLONG
			   : rename(path, aside) != 0         ? errno
							      : 0;
	if (error_number == 0)
		return CML_OK;
	return cml_fail_file(err, error_number, "cannot be renamed", path);
}

enum cml_result cml_output_put(const char *path, struct cml_slice bytes, struct cml_error *err)
{
	AUTOPTR(cml_output) output = NULL;
	if (cml_output_open(&output, path, err) != CML_OK ||
	    cml_output_write(output, bytes.data, bytes.size, err) != CML_OK)
		return err->status;
	return cml_output_commit(output, err);
}
