#include "table/input.h"

#include "base/memory.h"
#include "test.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
#include <zlib.h>

/* The read end of a pipe that gives the pieces one read at a time; each piece
 * is a packet of its own. At most 16 pieces of a page. */
static int pipe_of(const struct cml_slice *pieces, size_t n)
{
	int ends[2];
	cr_assert_eq(pipe2(ends, O_DIRECT | O_CLOEXEC), 0);
	for (size_t i = 0; i < n; i++)
		cr_assert_eq(write(ends[1], pieces[i].data, pieces[i].size),
			     (ssize_t)pieces[i].size);
	close(ends[1]);
	return ends[0];
}

/* Standard input for this test alone: Criterion runs each in its own process. */
static void set_stdin(int fd)
{
	cr_assert_eq(dup2(fd, STDIN_FILENO), STDIN_FILENO);
	close(fd);
}

static int file_of(struct cml_slice bytes)
{
	char name[] = "/tmp/test_input.XXXXXX";
	int fd = mkstemp(name);
	cr_assert_geq(fd, 0);
	unlink(name);
	cr_assert_eq(write(fd, bytes.data, bytes.size), (ssize_t)bytes.size);
	lseek(fd, 0, SEEK_SET);
	return fd;
}

/* All of standard input, read at most step bytes at a time. */
static enum cml_result read_all(struct cml_buffer *all, size_t step)
{
	AUTOPTR(cml_input) input = NULL;
	AUTOFREE char *data = malloc(step);
	size_t n_read = 1;
	enum cml_result status;
	assert_ok(cml_input_open(&input, NULL, &err));
	cml_buffer_clear(all);
	do {
		status = cml_input_read(input, data, step, &n_read, &err);
		if (status == CML_OK) {
			cr_assert_leq(n_read, step);
			cr_assert(cml_buffer_append(all, data, n_read));
		}
	} while (status == CML_OK && n_read > 0);
	if (status == CML_OK) {
		n_read = 1;
		assert_ok(cml_input_read(input, data, step, &n_read, &err));
		cr_assert_eq(n_read, 0, "the end stays the end");
	} else {
		struct cml_error again = {0};
		cr_assert_eq(cml_input_read(input, data, step, &n_read, &again), status);
		cr_assert_str_eq(again.message, err.message, "the error stays the error");
	}
	return status;
}

static void gzip_member(struct cml_buffer *out, struct cml_slice bytes)
{
	unsigned char packed[1 << 16];
	z_stream deflater = {0};
	cr_assert_eq(deflateInit2(&deflater, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
	deflater.next_in = (unsigned char *)(uintptr_t)bytes.data;
	deflater.avail_in = (uInt)bytes.size;
	deflater.next_out = packed;
	deflater.avail_out = sizeof packed;
	cr_assert_eq(deflate(&deflater, Z_FINISH), Z_STREAM_END);
	cr_assert(cml_buffer_append(out, packed, sizeof packed - deflater.avail_out));
	deflateEnd(&deflater);
}

static void check_reads(struct cml_slice bytes, struct cml_slice expected)
{
	static const size_t steps[] = {1, 2, 7, 65536, 1000000};
	AUTO(cml_buffer) all = {0};
	for (size_t i = 0; i < COUNT(steps); i++) {
		set_stdin(file_of(bytes));
		assert_ok(read_all(&all, steps[i]));
		cr_assert(cml_slice_equal(cml_buffer_slice(&all), expected), "step %zu", steps[i]);
	}
}

static void check_refused(struct cml_slice bytes, const char *message)
{
	AUTO(cml_buffer) all = {0};
	set_stdin(file_of(bytes));
	assert_error(read_all(&all, 5000), CML_BAD_DATA, message);
	cr_assert_str_eq(err.file, "standard input");
}

Test(input, gzip_members_are_one_stream)
{
	AUTO(cml_buffer) packed = {0};
	gzip_member(&packed, cml_slice_of("a,b\n1,"));
	gzip_member(&packed, cml_slice_of(""));
	gzip_member(&packed, cml_slice_of(""));
	gzip_member(&packed, cml_slice_of("2\n"));
	check_reads(cml_buffer_slice(&packed), cml_slice_of("a,b\n1,2\n"));
}

Test(input, gzip_of_nothing)
{
	AUTO(cml_buffer) packed = {0};
	gzip_member(&packed, cml_slice_of(""));
	check_reads(cml_buffer_slice(&packed), cml_slice_of(""));
}

Test(input, gzip_may_be_padded_with_zeros)
{
	static const char zeros[100000];
	AUTO(cml_buffer) packed = {0};
	gzip_member(&packed, cml_slice_of("x"));
	cr_assert(cml_buffer_append(&packed, zeros, 1));
	check_reads(cml_buffer_slice(&packed), cml_slice_of("x"));
	cr_assert(cml_buffer_append(&packed, zeros, sizeof zeros));
	check_reads(cml_buffer_slice(&packed), cml_slice_of("x"));
	cr_assert(cml_buffer_append(&packed, "y", 1));
	check_refused(cml_buffer_slice(&packed), "bytes after the end of the gzip data");
}

/* Random letters, so that the packed text is not much shorter. */
static struct cml_buffer random_text(size_t size)
{
	struct cml_buffer text = {0};
	struct cml_random random = random_of(21, 0);
	for (size_t i = 0; i < size; i++) {
		char c = (char)('a' + cml_random_below(&random, 26));
		cr_assert(cml_buffer_append(&text, &c, 1));
	}
	return text;
}

Test(input, gzip_cut_anywhere_is_truncated)
{
	AUTO(cml_buffer) text = random_text(300);
	AUTO(cml_buffer) packed = {0};
	gzip_member(&packed, cml_buffer_slice(&text));
	size_t first_size = packed.size;
	gzip_member(&packed, cml_slice_of("second member"));
	for (size_t n = 2; n < packed.size; n++) {
		if (n != first_size && n != first_size + 1)
			check_refused((struct cml_slice){packed.data, n}, "truncated gzip");
	}
}

/* A byte changed anywhere is noticed, but for what carries no data: the header's
 * time, level and system, and the bits that fill up the last byte before the
 * check sums. */
Test(input, gzip_damaged_anywhere_is_refused)
{
	AUTO(cml_buffer) text = random_text(300);
	AUTO(cml_buffer) packed = {0};
	AUTO(cml_buffer) all = {0};
	gzip_member(&packed, cml_buffer_slice(&text));
	for (size_t i = 2; i < packed.size; i++) {
		if (i == 3)
			i = 10;
		if (i == packed.size - 9)
			continue;
		packed.data[i] = (char)(packed.data[i] ^ 0x10);
		set_stdin(file_of(cml_buffer_slice(&packed)));
		cr_assert_eq(read_all(&all, 1000), CML_BAD_DATA, "byte %zu", i);
		cr_assert(strncmp(err.message, "damaged gzip: ", 14) == 0 ||
			      strcmp(err.message, "truncated gzip") == 0 ||
			      strcmp(err.message, "bytes after the end of the gzip data") == 0,
			  "byte %zu: %s", i, err.message);
		packed.data[i] = (char)(packed.data[i] ^ 0x10);
	}
	packed.data[packed.size - 8] ^= 1;
	check_refused(cml_buffer_slice(&packed), "damaged gzip: incorrect data check");
}

/* Every byte of a gzip in a read of its own, magic bytes apart. */
Test(input, gzip_byte_by_byte)
{
	AUTO(cml_buffer) packed = {0};
	AUTO(cml_buffer) all = {0};
	struct cml_slice pieces[64];
	gzip_member(&packed, cml_slice_of("hi"));
	cr_assert_leq(packed.size, 32);
	for (size_t i = 0; i < packed.size; i++)
		pieces[i] = (struct cml_slice){packed.data + i, 1};
	/* The pipe holds 16 packets; the first 15 bytes alone, then the rest. */
	pieces[15].size = packed.size - 15;
	set_stdin(pipe_of(pieces, 16));
	assert_ok(read_all(&all, 100));
	cr_assert(cml_slice_is(cml_buffer_slice(&all), "hi"));
}

static void *write_late(void *argument)
{
	usleep(50000);
	cr_assert_eq(write(*(int *)argument, "late", 4), 4);
	close(*(int *)argument);
	return NULL;
}

Test(input, a_nonblocking_descriptor_is_waited_for, .timeout = 60)
{
	AUTO(cml_buffer) all = {0};
	pthread_t writer;
	int ends[2];
	cr_assert_eq(pipe2(ends, O_NONBLOCK), 0);
	set_stdin(ends[0]);
	cr_assert_eq(pthread_create(&writer, NULL, write_late, &ends[1]), 0);
	assert_ok(read_all(&all, 100));
	pthread_join(writer, NULL);
	cr_assert(cml_slice_is(cml_buffer_slice(&all), "late"));
}
