#include "table/output.h"

#include "test.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* What comes out of a pipe that standard output is, when a table was written to it. */
static void write_to_pipe(bool hands_on, bool commits, char found[100])
{
	struct cml_output *output = NULL;
	int ends[2], nowhere = open("/dev/null", O_WRONLY);
	cr_assert_eq(pipe(ends), 0);
	cr_assert_eq(dup2(ends[1], STDOUT_FILENO), STDOUT_FILENO);
	close(ends[1]);
	assert_ok(cml_output_open(&output, NULL, &err));
	assert_ok(cml_output_write(output, "a,b\n1,2\n", 8, &err));
	if (hands_on)
		assert_ok(cml_output_flush(output, &err));
	if (commits)
		assert_ok(cml_output_commit(output, &err));
	cml_output_free(output);
	cr_assert_eq(dup2(nowhere, STDOUT_FILENO), STDOUT_FILENO);
	ssize_t n = read(ends[0], found, 99);
	cr_assert_geq(n, 0);
	found[n] = '\0';
	close(ends[0]);
	close(nowhere);
}

Test(output_cut, a_part_on_a_pipe_ends_with_an_open_quote)
{
	char found[100];
	write_to_pipe(true, false, found);
	cr_expect_str_eq(found, "a,b\n1,2\n\"");
	write_to_pipe(false, false, found);
	cr_expect_str_eq(found, "", "nothing was handed on");
	write_to_pipe(true, true, found);
	cr_expect_str_eq(found, "a,b\n1,2\n");
}

Test(output_cut, a_file_is_set_aside_and_nothing_else_is)
{
	char directory[] = "/tmp/test_output_cut.XXXXXX";
	cr_assert_not_null(mkdtemp(directory));
	cr_assert_eq(chdir(directory), 0);
	assert_ok(cml_output_put("t", cml_slice_of("new"), &err));
	assert_ok(cml_output_put("t.refused", cml_slice_of("old"), &err));
	cr_expect_eq(cml_output_set_aside("t", ".refused", &err), CML_OK);
	cr_expect_eq(access("t", F_OK), -1);
	struct stat found;
	cr_expect_eq(stat("t.refused", &found), 0);
	cr_expect_eq(found.st_size, 3);
	cr_expect_eq(cml_output_set_aside("t", ".refused", &err), CML_OK, "there is none");
	cr_expect_eq(cml_output_set_aside(NULL, ".refused", &err), CML_OK);
	cr_expect_eq(cml_output_set_aside("-", ".refused", &err), CML_OK);
	cr_expect_eq(cml_output_set_aside("/dev/null", ".refused", &err), CML_OK);
	cr_assert_eq(mkdir("u.refused", 0700), 0);
	assert_ok(cml_output_put("u", cml_slice_of("new"), &err));
	cr_expect_eq(cml_output_set_aside("u", ".refused", &err), CML_IO_ERROR);
	cr_expect_str_eq(err.file, "u");
	unlink("t.refused");
	rmdir("u.refused");
	unlink("u");
	rmdir(directory);
}
