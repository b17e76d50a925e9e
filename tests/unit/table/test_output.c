#include "table/output.h"

#include "table/input.h"
#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[32];

/* Each test runs in a directory of its own. */
static void enter_directory(void)
{
	strcpy(directory, "/tmp/test_output.XXXXXX");
	cr_assert_not_null(mkdtemp(directory));
	cr_assert_eq(chdir(directory), 0);
	umask(022);
}

static void remove_directory(void)
{
	DIR *listing = opendir(directory);
	struct dirent *entry;
	while ((entry = readdir(listing)) != NULL) {
		if (unlinkat(dirfd(listing), entry->d_name, 0) != 0)
			unlinkat(dirfd(listing), entry->d_name, AT_REMOVEDIR);
	}
	closedir(listing);
	rmdir(directory);
}

TestSuite(output, .init = enter_directory, .fini = remove_directory, .timeout = 300);

static size_t count_entries(void)
{
	DIR *listing = opendir(".");
	size_t n = 0;
	while (readdir(listing) != NULL)
		n++;
	closedir(listing);
	return n - 2; /* . and .. */
}

static const char *content_of(const char *path)
{
	static char content[1000];
	int fd = open(path, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, content, sizeof content - 1);
	if (fd >= 0)
		close(fd);
	if (n < 0)
		return NULL;
	content[n] = '\0';
	return content;
}

static void put(const char *path, const char *content)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	cr_assert_eq(write(fd, content, strlen(content)), (ssize_t)strlen(content));
	close(fd);
}

static struct cml_output *open_output(const char *path)
{
	struct cml_output *output;
	assert_ok(cml_output_open(&output, path, &err));
	return output;
}

static void write_string(struct cml_output *output, const char *string)
{
	assert_ok(cml_output_write(output, string, strlen(string), &err));
}

static void commit(struct cml_output *output)
{
	assert_ok(cml_output_commit(output, &err));
	cml_output_free(output);
}

static mode_t mode_of(const char *path)
{
	struct stat found;
	cr_assert_eq(stat(path, &found), 0);
	return found.st_mode & 07777;
}

Test(output, a_new_file_appears_at_the_commit)
{
	struct cml_output *output = open_output("new.csv");
	write_string(output, "a,b\n");
	write_string(output, "1,2\n");
	assert_ok(cml_output_write(output, NULL, 0, &err));
	assert_ok(cml_output_flush(output, &err));
	cr_assert_null(content_of("new.csv"));
	commit(output);
	cr_assert_str_eq(content_of("new.csv"), "a,b\n1,2\n");
	cr_assert_eq(mode_of("new.csv"), 0644);
	cr_assert_eq(count_entries(), 1, "nothing is left beside it");
}

Test(output, an_empty_file)
{
	commit(open_output("empty"));
	cr_assert_str_eq(content_of("empty"), "");
}

Test(output, without_a_commit_the_old_file_stays)
{
	put("old.csv", "old");
	struct cml_output *output = open_output("old.csv");
	write_string(output, "new");
	assert_ok(cml_output_flush(output, &err));
	cr_assert_eq(count_entries(), 2, "written beside");
	cml_output_free(output);
	cr_assert_str_eq(content_of("old.csv"), "old");
	cr_assert_eq(count_entries(), 1);
	cml_output_free(NULL);
}

Test(output, the_umask_holds_for_new_files)
{
	umask(077);
	commit(open_output("private"));
	cr_assert_eq(mode_of("private"), 0600);
}

Test(output, an_old_file_keeps_its_permissions)
{
	put("old.csv", "old");
	cr_assert_eq(chmod("old.csv", 0620), 0);
	commit(open_output("old.csv"));
	cr_assert_eq(mode_of("old.csv"), 0620);
	cr_assert_str_eq(content_of("old.csv"), "");
}

Test(output, a_protected_file_is_refused)
{
	struct cml_output *output = NULL;
	if (geteuid() == 0) {
		remove_directory(); /* a skipped test is not finished */
		cr_skip_test("nothing is protected from root");
	}
	put("old.csv", "old");
	cr_assert_eq(chmod("old.csv", 0444), 0);
	assert_error(cml_output_open(&output, "old.csv", &err), CML_IO_ERROR,
		     "cannot open for writing: Permission denied");
	cr_assert_eq(count_entries(), 1);
}

Test(output, links_are_followed)
{
	put("target", "old");
	cr_assert_eq(symlink("target", "one"), 0);
	cr_assert_eq(symlink(directory, "here"), 0);
	cr_assert_eq(symlink("here/one", "two"), 0);
	struct cml_output *output = open_output("two");
	write_string(output, "new");
	commit(output);
	cr_assert_str_eq(content_of("target"), "new");
	cr_assert_eq(readlink("one", (char[9]){0}, 9), 6, "the link is still one");
	cr_assert_eq(readlink("two", (char[9]){0}, 9), 8);
	cr_assert_eq(count_entries(), 4);
}

Test(output, a_dangling_link_gets_its_target)
{
	char absolute[64];
	snprintf(absolute, sizeof absolute, "%s/made", directory);
	cr_assert_eq(symlink(absolute, "link"), 0);
	struct cml_output *output = open_output("link");
	write_string(output, "new");
	commit(output);
	cr_assert_str_eq(content_of("made"), "new");
	cr_assert_eq(readlink("link", (char[99]){0}, 99), (ssize_t)strlen(absolute));
}

static void check_open_fails(const char *path, const char *expected)
{
	struct cml_output *output = NULL;
	char text[CML_ERROR_TEXT_SIZE];
	char wanted[CML_ERROR_TEXT_SIZE];
	cr_assert_eq(cml_output_open(&output, path, &err), CML_IO_ERROR, "%s", path);
	cr_assert_null(output);
	snprintf(wanted, sizeof wanted, "%s: cannot open for writing: %s", path, expected);
	cr_assert_str_eq(cml_error_format(&err, text, sizeof text), wanted);
}

Test(output, paths_that_cannot_be_written)
{
	cr_assert_eq(symlink("loop", "loop"), 0);
	check_open_fails("nowhere/new.csv", "No such file or directory");
	check_open_fails(directory, "Is a directory");
	check_open_fails("new/", "Is a directory");
	check_open_fails("loop", "Too many levels of symbolic links");
	cr_assert_eq(count_entries(), 1);
}

Test(output, an_empty_path)
{
	struct cml_output *output = NULL;
	assert_error(cml_output_open(&output, "", &err), CML_IO_ERROR,
		     "cannot open for writing: No such file or directory");
}

Test(output, overlong_paths)
{
	static char path[10000];
	struct cml_output *output = NULL;
	memset(path, 'p', sizeof path - 1);
	assert_error(cml_output_open(&output, path, &err), CML_IO_ERROR,
		     "cannot open for writing: File name too long");
	path[255] = '\0'; /* the longest name there may be: what is beside it must be shorter */
	commit(open_output(path));
	cr_assert_str_eq(content_of(path), "");
	cr_assert_eq(count_entries(), 1);
}

Test(output, a_directory_that_takes_the_place_shows_at_the_commit)
{
	struct cml_output *output = open_output("place");
	write_string(output, "x");
	cr_assert_eq(mkdir("place", 0755), 0);
	assert_error(cml_output_commit(output, &err), CML_IO_ERROR,
		     "cannot replace: Is a directory");
	cml_output_free(output);
	cr_assert_eq(count_entries(), 1);
}

Test(output, a_full_disk)
{
	AUTOPTR(cml_output) output = open_output("/dev/full");
	struct cml_error again = {0};
	char text[CML_ERROR_TEXT_SIZE];
	write_string(output, "buffered");
	cr_assert_eq(cml_output_commit(output, &err), CML_IO_ERROR);
	cr_assert_str_eq(cml_error_format(&err, text, sizeof text),
			 "/dev/full: cannot write: No space left on device");
	cr_assert_eq(cml_output_write(output, "x", 1, &again), CML_IO_ERROR);
	cr_assert_str_eq(again.message, err.message);
	again.message[0] = '\0';
	cr_assert_eq(cml_output_flush(output, &again), CML_IO_ERROR);
	cr_assert_str_eq(again.message, err.message);
	cr_assert_eq(cml_output_commit(output, &again), CML_IO_ERROR);
}

Test(output, a_full_disk_shows_at_a_large_write)
{
	static const char block[1 << 17];
	AUTOPTR(cml_output) output = open_output("/dev/full");
	assert_error(cml_output_write(output, block, sizeof block, &err), CML_IO_ERROR,
		     "cannot write: No space left on device");
}

Test(output, standard_output_to_a_full_disk)
{
	char text[CML_ERROR_TEXT_SIZE];
	cr_assert_eq(dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO), STDOUT_FILENO);
	AUTOPTR(cml_output) output = open_output("-");
	write_string(output, "x");
	cr_assert_eq(cml_output_commit(output, &err), CML_IO_ERROR);
	cr_assert_str_eq(cml_error_format(&err, text, sizeof text),
			 "standard output: cannot write: No space left on device");
}

Test(output, a_closed_pipe)
{
	int ends[2];
	signal(SIGPIPE, SIG_IGN);
	cr_assert_eq(pipe(ends), 0);
	cr_assert_eq(dup2(ends[1], STDOUT_FILENO), STDOUT_FILENO);
	close(ends[0]);
	AUTOPTR(cml_output) output = open_output(NULL);
	write_string(output, "x");
	assert_error(cml_output_flush(output, &err), CML_IO_ERROR, "cannot write: Broken pipe");
}

Test(output, a_closed_pipe_ends_the_process, .signal = SIGPIPE)
{
	int ends[2];
	signal(SIGPIPE, SIG_DFL);
	cr_assert_eq(pipe(ends), 0);
	dup2(ends[1], STDOUT_FILENO);
	close(ends[0]);
	struct cml_output *output = open_output(NULL);
	write_string(output, "x");
	remove_directory(); /* nothing runs after this */
	commit(output);
}

Test(output, devices_are_written_as_they_stand)
{
	struct stat found;
	struct cml_output *output = open_output("/dev/null");
	write_string(output, "x");
	commit(output);
	cr_assert_eq(stat("/dev/null", &found), 0);
	cr_assert(S_ISCHR(found.st_mode), "the device was replaced");
}

/* Reads a pipe slowly to its end; counts its bytes. */
static void *drain(void *argument)
{
	int fd = *(int *)argument;
	size_t *total = malloc(sizeof *total);
	char data[5000];
	ssize_t n;
	*total = 0;
	while ((n = read(fd, data, sizeof data)) > 0) {
		for (ssize_t i = 0; i < n; i++)
			*total += data[i] == (char)('a' + (*total % 26));
		usleep(100);
	}
	return total;
}

/* More than the pipe holds, into a descriptor that says "not now". */
Test(output, a_nonblocking_pipe_gets_everything_in_order)
{
	enum { SIZE = 1000000 };
	char data[SIZE];
	pthread_t reader;
	AUTOFREE size_t *total = NULL;
	int ends[2];

	for (size_t i = 0; i < SIZE; i++)
		data[i] = (char)('a' + i % 26);
	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	cr_assert_eq(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
	cr_assert_eq(dup2(ends[1], STDOUT_FILENO), STDOUT_FILENO);
	close(ends[1]);
	cr_assert_eq(pthread_create(&reader, NULL, drain, &ends[0]), 0);
	struct cml_output *output = open_output(NULL);
	for (size_t i = 0, n = 1; i < SIZE; i += n, n = (n * 3 + 1) % 100000) {
		if (n > SIZE - i)
			n = SIZE - i;
		assert_ok(cml_output_write(output, data + i, n, &err));
	}
	commit(output);
	close(STDOUT_FILENO);
	pthread_join(reader, (void **)&total);
	cr_assert_eq(*total, SIZE);
}

Test(output, flush_hands_on_at_once)
{
	char data[10];
	int ends[2];
	cr_assert_eq(pipe(ends), 0);
	dup2(ends[1], STDOUT_FILENO);
	AUTOPTR(cml_output) output = open_output(NULL);
	write_string(output, "row\n");
	assert_ok(cml_output_flush(output, &err));
	cr_assert_eq(read(ends[0], data, sizeof data), 4);
}

/* Writes n bytes of text with flushes between, and reads them back. */
static void check_gzip(size_t n, size_t step)
{
	AUTOFREE char *text = malloc(n + 1);
	AUTOFREE char *back = malloc(n + 1);
	struct cml_output *output = open_output("t.gz");
	struct cml_input *input;
	size_t n_back = 0;
	size_t n_read = 1;
	for (size_t i = 0; i < n; i++)
		text[i] = (char)(i * i % 253 + i / 1000);
	for (size_t i = 0; i < n; i += step) {
		assert_ok(cml_output_write(output, text + i, n - i < step ? n - i : step, &err));
		if (i / step % 5 == 4)
			assert_ok(cml_output_flush(output, &err));
	}
	commit(output);
	cr_assert_eq(content_of("t.gz")[0], 0x1f);
	assert_ok(cml_input_open(&input, "t.gz", &err));
	while (n_read > 0) {
		assert_ok(cml_input_read(input, back + n_back, n + 1 - n_back, &n_read, &err));
		n_back += n_read;
	}
	cml_input_free(input);
	cr_assert_eq(n_back, n);
	cr_assert_eq(memcmp(text, back, n), 0);
}

Test(output, gzip_reads_back)
{
	check_gzip(0, 1);
	check_gzip(1, 1);
	check_gzip(1000, 100);
	check_gzip(1000000, 70000);
	check_gzip(1000000, 1000000);
}

Test(output, gzip_carries_no_time)
{
	char first[1000];
	for (int i = 0; i < 2; i++) {
		struct cml_output *output = open_output(i == 0 ? "a.gz" : "b.gz");
		write_string(output, "the same bytes");
		commit(output);
		usleep(i == 0 ? 1100000 : 0);
	}
	const char *content = content_of("a.gz");
	cr_assert_eq(memcmp(content + 4, "\0\0\0\0", 4), 0);
	memcpy(first, content, sizeof first);
	content = content_of("b.gz");
	cr_assert_eq(memcmp(first, content, sizeof first), 0);
}

Test(output, two_writers_of_one_file_do_not_mix)
{
	struct cml_output *a = open_output("shared");
	struct cml_output *b = open_output("shared");
	write_string(a, "from a");
	write_string(b, "from b");
	commit(a);
	cr_assert_str_eq(content_of("shared"), "from a");
	commit(b);
	cr_assert_str_eq(content_of("shared"), "from b");
	cr_assert_eq(count_entries(), 1);
}
