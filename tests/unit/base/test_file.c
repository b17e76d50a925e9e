#include "base/file.h"

#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static char folder[32];
static int directory;

static void setup(void)
{
	strcpy(folder, "/tmp/cml-file-XXXXXX");
	cr_assert_not_null(mkdtemp(folder));
	directory = open(folder, O_RDONLY | O_DIRECTORY);
	cr_assert_geq(directory, 0);
}

static void teardown(void)
{
	unlinkat(directory, "a", 0);
	cr_assert_eq(rmdir(folder), 0);
	cml_file_close(directory);
	cml_file_close(-1);
}

TestSuite(file, .init = setup, .fini = teardown);

Test(file, the_end_of_a_file)
{
	AUTO(cml_buffer) bytes = {0};
	cr_assert_eq(cml_file_fill(openat(directory, "a", O_WRONLY | O_CREAT, 0666),
				   (struct cml_slice){"abc\0ef", 6}, false),
		     0);
	int fd = openat(directory, "a", O_RDONLY);
	cr_assert_eq(cml_file_read_tail(fd, 4, &bytes), 0);
	cr_assert_eq(cml_file_read_tail(fd, 100, &bytes), 0);
	cr_assert_eq(bytes.size, 10);
	cr_assert_eq(memcmp(bytes.data, "c\0efabc\0ef", 10), 0);
	cml_file_close(fd);
	cr_assert_eq(cml_file_read_tail(-1, 4, &bytes), EBADF);
	cr_assert_eq(cml_file_load_tail(folder, 4, &bytes), EINVAL);
}

Test(file, errors_are_numbers)
{
	AUTO(cml_buffer) bytes = {0};
	int full = open("/dev/full", O_WRONLY);
	cr_assert_eq(cml_file_fill(openat(directory, "no/a", O_WRONLY | O_CREAT, 0666),
				   (struct cml_slice){"x", 1}, false),
		     ENOENT);
	cr_assert_eq(cml_file_fill(full, (struct cml_slice){"x", 1}, false), ENOSPC);
	cr_assert_eq(fcntl(full, F_GETFD), -1, "it is closed");
	cr_assert_eq(cml_file_read_all(-1, &bytes), EBADF);
	cr_assert_eq(cml_file_sync(-1), EBADF);
	cr_assert_eq(cml_file_sync(directory), 0);
}
