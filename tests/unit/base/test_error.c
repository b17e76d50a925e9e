#include "base/error.h"

#include "test.h"

#include <errno.h>

static struct cml_error stale(void)
{
	struct cml_error err = {.status = CML_IO_ERROR, .line = 99, .file = "old", .column = "old"};
	return err;
}

static const char *format(const struct cml_error *err)
{
	static char text[CML_ERROR_TEXT_SIZE];
	return cml_error_format(err, text, sizeof text);
}

Test(error, fail_fills_and_forgets_the_old_place)
{
	struct cml_error err = stale();
	cr_assert_eq(cml_fail(&err, CML_BAD_DATA, "not a number: %s", "oom"), CML_BAD_DATA);
	cr_assert_eq(err.status, CML_BAD_DATA);
	cr_assert_eq(err.line, 0);
	cr_assert_str_eq(err.file, "");
	cr_assert_str_eq(err.column, "");
	cr_assert_str_eq(err.message, "not a number: oom");
}

Test(error, fail_may_quote_the_error_it_replaces)
{
	struct cml_error err = stale();
	cml_fail(&err, CML_BAD_DATA, "inner");
	cml_error_locate(&err, "a.csv", 7, NULL);
	cml_fail(&err, CML_BAD_USAGE, "outer (%s in %s)", err.message, err.file);
	cr_assert_str_eq(err.message, "outer (inner in a.csv)");
}

Test(error, long_messages_are_cut_and_terminated)
{
	static char longer[4 * CML_ERROR_MESSAGE_SIZE];
	struct cml_error err = stale();
	memset(longer, 'x', sizeof longer - 1);
	cml_fail(&err, CML_BAD_DATA, "%s", longer);
	cr_assert_eq(strlen(err.message), CML_ERROR_MESSAGE_SIZE - 1);
	cml_error_locate(&err, longer, 1, longer);
	cr_assert_eq(strlen(err.file), CML_ERROR_FILE_SIZE - 1);
	cr_assert_eq(strlen(err.column), CML_ERROR_COLUMN_SIZE - 1);
	cr_assert_lt(strlen(format(&err)), CML_ERROR_TEXT_SIZE - 1, "all the parts fit together");
}

Test(error, a_message_that_just_fits_is_whole)
{
	char exact[CML_ERROR_MESSAGE_SIZE];
	struct cml_error err = stale();
	memset(exact, 'y', sizeof exact - 1);
	exact[sizeof exact - 1] = '\0';
	cml_fail(&err, CML_BAD_DATA, "%s", exact);
	cr_assert_str_eq(err.message, exact);
}

Test(error, a_cut_never_splits_a_character)
{
	char column[CML_ERROR_COLUMN_SIZE + 1];
	struct cml_error err = stale();
	cml_fail(&err, CML_BAD_DATA, "m");
	memset(column, 'c', sizeof column - 1);
	memcpy(column + CML_ERROR_COLUMN_SIZE - 3, "\xe2\x82\xac", 3); /* ends one byte too late */
	column[CML_ERROR_COLUMN_SIZE] = '\0';
	cml_error_locate(&err, NULL, 0, column);
	cr_assert_eq(strlen(err.column), CML_ERROR_COLUMN_SIZE - 3);
}

Test(error, errno_becomes_an_io_error_with_the_systems_words)
{
	struct cml_error err = stale();
	assert_error(cml_fail_errno(&err, ENOSPC, "cannot write"), CML_IO_ERROR,
		     "cannot write: No space left on device");
	cr_assert_eq(err.line, 0);
	cr_assert_eq(cml_fail_file(&err, ENOSPC, "cannot write", "a/b"), CML_IO_ERROR);
	cr_assert_str_eq(format(&err), "a/b: cannot write: No space left on device");
}

Test(error, memory)
{
	struct cml_error err = stale();
	cr_assert_eq(cml_fail_memory(&err), CML_NO_MEMORY);
	cr_assert_eq(err.status, CML_NO_MEMORY);
	cr_assert_str_eq(format(&err), "out of memory");
}

Test(error, the_first_to_locate_knew_best)
{
	struct cml_error err = stale();
	cml_fail(&err, CML_BAD_DATA, "not a number: \"oom\"");
	cml_error_locate(&err, NULL, 17, NULL);
	cml_error_locate(&err, "jobs.csv", 3, "wps");
	cml_error_locate(&err, "other.csv", 4, "qps");
	cr_assert_str_eq(format(&err), "jobs.csv:17: column 'wps': not a number: \"oom\"");
}

Test(error, every_set_of_known_parts)
{
	static const char *const expected[] = {
	    "m",
	    "f: m",
	    "line 5: m",
	    "f:5: m",
	    "column 'c': m",
	    "f: column 'c': m",
	    "line 5: column 'c': m",
	    "f:5: column 'c': m",
	};
	for (size_t i = 0; i < 8; i++) {
		struct cml_error err = stale();
		cml_fail(&err, CML_BAD_DATA, "m");
		cml_error_locate(&err, i & 1 ? "f" : NULL, i & 2 ? 5 : 0, i & 4 ? "c" : NULL);
		cr_assert_str_eq(format(&err), expected[i]);
	}
}

Test(error, control_bytes_do_not_reach_the_terminal)
{
	struct cml_error err = stale();
	cml_fail(&err, CML_BAD_DATA,
		 "a\tb\x7f"
		 "c\xc2\x9b"
		 "d\xc3\xa9");
	cml_error_locate(&err, "\x1b[31mred\n.csv", 0, "\r");
	cr_assert_str_eq(format(&err), "?[31mred?.csv: column '?': a?b?c??d\xc3\xa9");
}

Test(error, small_text_is_cut_and_terminated)
{
	struct cml_error err = stale();
	char text[6] = "#####";
	cml_fail(&err, CML_BAD_DATA, "a long message");
	cr_assert_str_eq(cml_error_format(&err, text, 5), "a lo");
	cr_assert_eq(text[5], '\0');
	memcpy(text, "#", 1);
	cml_error_format(&err, text, 0);
	cr_assert_eq(text[0], '#');
}
