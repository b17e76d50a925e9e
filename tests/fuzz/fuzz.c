#include "fuzz.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#define PATH_SIZE 64
/* deflateInit2: a gzip wrapper, and a small window: fast to set up. */
#define GZIP_WINDOW_BITS (9 + 16)

void fuzz_fail(const char *file, int line, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fprintf(stderr, "%s:%d: broken promise: ", file, line);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	abort();
}

unsigned char fuzz_take_byte(struct cml_slice *rest)
{
	if (rest->size == 0)
		return 0;
	rest->size--;
	return (unsigned char)*rest->data++;
}

struct cml_slice fuzz_take_until(struct cml_slice *rest, char end)
{
	struct cml_slice part = *rest;
	const char *at = rest->size > 0 ? memchr(rest->data, end, rest->size) : NULL;
	if (at)
		part.size = (size_t)(at - rest->data);
	rest->data += part.size + (at != NULL);
	rest->size -= part.size + (at != NULL);
	return part;
}

char *fuzz_copy(struct cml_slice bytes)
{
	char *copy = malloc(bytes.size > 0 ? bytes.size : 1);
	FUZZ_CHECK(copy, "no memory");
	if (bytes.size > 0)
		memcpy(copy, bytes.data, bytes.size);
	return copy;
}

void fuzz_check_error(const struct cml_error *err, enum cml_result status, const char *file)
{
	char text[CML_ERROR_TEXT_SIZE];
	FUZZ_CHECK(status > CML_END && status <= CML_NOTHING, "status %d", (int)status);
	FUZZ_CHECK(err->status == status, "status %d returned, %d in the error", (int)status,
		   (int)err->status);
	FUZZ_CHECK(err->message[0] != '\0', "an error without a sentence");
	cml_error_format(err, text, sizeof text);
	for (const char *at = text; *at; at++)
		FUZZ_CHECK((unsigned char)*at >= ' ' && *at != '\x7f', "a control byte in: %s",
			   text);
	FUZZ_CHECK(!file || strcmp(err->file, file) == 0, "the error names '%s', not '%s': %s",
		   err->file, file, text);
}

const char *fuzz_file(struct cml_slice bytes)
{
	static int file = -1;
	static char path[PATH_SIZE];
	if (file < 0) {
		file = memfd_create("fuzz", MFD_CLOEXEC);
		snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	}
	FUZZ_CHECK(file >= 0 && ftruncate(file, 0) == 0 &&
		       pwrite(file, bytes.data, bytes.size, 0) == (ssize_t)bytes.size,
		   "no file in memory");
	return path;
}

static void append_member(struct cml_slice bytes, struct cml_buffer *packed)
{
	z_stream stream = {0};
	unsigned char chunk[4096];
	int result = deflateInit2(&stream, 1, Z_DEFLATED, GZIP_WINDOW_BITS, 1, Z_DEFAULT_STRATEGY);
	FUZZ_CHECK(result == Z_OK, "deflateInit2");
	stream.next_in = (unsigned char *)(uintptr_t)bytes.data;
	stream.avail_in = (uInt)bytes.size;
	do {
		stream.next_out = chunk;
		stream.avail_out = sizeof chunk;
		result = deflate(&stream, Z_FINISH);
		FUZZ_CHECK(cml_buffer_append(packed, chunk, sizeof chunk - stream.avail_out),
			   "no memory");
	} while (result == Z_OK);
	FUZZ_CHECK(result == Z_STREAM_END, "deflate");
	deflateEnd(&stream);
}

void fuzz_gzip(struct cml_slice bytes, struct cml_buffer *packed)
{
	size_t half = bytes.size / 2;
	append_member((struct cml_slice){bytes.data, half}, packed);
	append_member((struct cml_slice){bytes.data + half, bytes.size - half}, packed);
}

static int pipe_ends[2] = {-1, -1};

struct cml_output *fuzz_output_open(void)
{
	struct cml_output *output = NULL;
	struct cml_error err = {0};
	char path[PATH_SIZE];
	if (pipe_ends[0] < 0)
		FUZZ_CHECK(pipe2(pipe_ends, O_CLOEXEC) == 0 &&
			       fcntl(pipe_ends[0], F_SETFL, O_NONBLOCK) == 0 &&
			       fcntl(pipe_ends[1], F_SETPIPE_SZ, FUZZ_PIPE_SIZE) >= FUZZ_PIPE_SIZE,
			   "no pipe");
	snprintf(path, sizeof path, "/dev/fd/%d", pipe_ends[1]);
	FUZZ_CHECK(cml_output_open(&output, path, &err) == CML_OK, "%s", err.message);
	return output;
}

void fuzz_output_close(struct cml_output *output, struct cml_buffer *written)
{
	struct cml_error err = {0};
	char chunk[4096];
	ssize_t n;
	FUZZ_CHECK(cml_output_commit(output, &err) == CML_OK, "%s", err.message);
	cml_output_free(output);
	while ((n = read(pipe_ends[0], chunk, sizeof chunk)) > 0)
		FUZZ_CHECK(cml_buffer_append(written, chunk, (size_t)n), "no memory");
}

bool fuzz_same(double a, double b)
{
	return a == b || (a != a && b != b);
}
