#include "table/table_writer.h"

#include "test.h"

#include <fcntl.h>
#include <unistd.h>

static char path[32];

static void make_path(void)
{
	strcpy(path, "/tmp/test_table_writer.XXXXXX");
	int fd = mkstemp(path);

	cr_assert_geq(fd, 0);
	close(fd);
}

static void remove_path(void)
{
	unlink(path);
}

TestSuite(table_writer, .init = make_path, .fini = remove_path, .timeout = 300);

static struct cml_table_writer writer;

static void start(char delimiter)
{
	struct cml_output *output;
	assert_ok(cml_output_open(&output, path, &err));
	cml_table_writer_init(&writer, output, delimiter);
}

static void cell(const char *text)
{
	cml_write_string(&writer, text);
}

static void end_row(void)
{
	assert_ok(cml_write_end_row(&writer, &err));
	cr_assert_eq(writer.n_in_row, 0);
}

static void finish(void)
{
	assert_ok(cml_output_commit(writer.output, &err));
	cml_output_free(writer.output);
}

static void check_written(const char *expected)
{
	char content[1000];
	finish();
	int fd = open(path, O_RDONLY);
	ssize_t n = read(fd, content, sizeof content - 1);
	close(fd);
	cr_assert_geq(n, 0);
	content[n] = '\0';
	cr_assert_str_eq(content, expected);
}

Test(table_writer, plain_cells)
{
	start(',');
	cell("a");
	cell("b c");
	end_row();
	cell("");
	cell("2");
	end_row();
	cell("");
	cell("");
	end_row();
	check_written("a,b c\n,2\n,\"\"\n");
}

/* A name or cell that a reader of the file would take for its mark. */
Test(table_writer, what_looks_like_a_mark_is_quoted)
{
	start(',');
	cell("\xef\xbb\xbf"
	     "a");
	cell("\xef\xbb\xbf");
	end_row();
	cell("\x1f\x8b");
	cell("\x1f");
	end_row();
	cell("\x1f");
	cell("");
	end_row();
	cell("\xef\xbc\x81");
	cell("");
	end_row();
	check_written("\"\xef\xbb\xbf"
		      "a\",\xef\xbb\xbf\n"
		      "\"\x1f\x8b\",\x1f\n\"\x1f\",\n\xef\xbc\x81,\n");
}

Test(table_writer, infinities_are_refused)
{
	start(',');
	cell("x");
	cml_write_number(&writer, -INFINITY);
	for (size_t row = 0; row < 2; row++) {
		cell("y");
		assert_error(cml_write_end_row(&writer, &err), CML_BAD_DATA,
			     "an infinite number cannot be written to a table");
	}
	check_written("x");
}

Test(table_writer, errors_of_the_output_come_through)
{
	static char large[1 << 17];
	AUTOPTR(cml_output) output = NULL;
	memset(large, 'x', sizeof large - 1);
	assert_ok(cml_output_open(&output, "/dev/full", &err));
	cml_table_writer_init(&writer, output, ',');
	cml_write_string(&writer, large);
	cml_write_string(&writer, "a\"b");
	cml_write_number(&writer, 1.5);
	assert_error(cml_write_end_row(&writer, &err), CML_IO_ERROR,
		     "cannot write: No space left on device");
}
