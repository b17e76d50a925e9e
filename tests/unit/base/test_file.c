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

Test(file, what_is_filled_is_read)
{
	AUTO(cml_buffer) bytes = {0};
	for (int sync = 0; sync < 2; sync++) {
		int fd = openat(directory, "a", O_RDWR | O_CREAT | O_TRUNC, 0666);
		cr_assert_eq(cml_file_fill(fd, (struct cml_slice){"2.3\0085", 6}, sync), 0);
		cr_assert_eq(fcntl(fd, F_GETFD), -1, "it is closed");
		cr_assert_eq(cml_file_load(directory, "a", &bytes), 0);
	}
	cr_assert_eq(cml_file_load(directory, "b", &bytes), ENOENT);
	/* Behind what stood there. */
	cr_assert_eq(bytes.size, 12);
	cr_assert_eq(memcmp(bytes.data, "2.3\00852.3\0085", 12), 0);
}

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

Test(file, a_listing)
{
	struct dirent *entry;
	size_t n = 0;
	cr_assert_eq(cml_file_fill(openat(directory, "a", O_WRONLY | O_CREAT, 0666),
				   (struct cml_slice){"x", 1}, false),
		     0);
	cr_assert_null(cml_file_list(directory, "a"));
	cr_assert_eq(errno, ENOTDIR);
	DIR *listing = cml_file_list(directory, ".");
	cr_assert_not_null(listing);
	while ((entry = readdir(listing)))
		n += strcmp(entry->d_name, "a") == 0;
	closedir(listing);
	cr_assert_eq(n, 1);
}

Test(file, is_at_its_path_until_it_is_replaced)
{
	char path[] = "/tmp/test_file.XXXXXX", other[sizeof path + 2];
	int fd = mkstemp(path);
	struct stat opened;
	cr_assert_geq(fd, 0);
	snprintf(other, sizeof other, "%s.2", path);
	cr_assert_eq(write(fd, "four", 4), 4);
	cr_expect(cml_file_is_at(fd, path, &opened));
	cr_expect_eq(opened.st_size, 4);
	cr_expect_not(cml_file_is_at(fd, other, NULL), "there is none");
	cr_expect_not(cml_file_is_at(-1, path, NULL));
	cr_assert_eq(rename(path, other), 0);
	cr_expect_not(cml_file_is_at(fd, path, NULL));
	cr_expect(cml_file_is_at(fd, other, NULL));
	close(creat(path, 0600));
	cr_expect_not(cml_file_is_at(fd, path, NULL), "another one");
	unlink(path);
	unlink(other);
	close(fd);
}
