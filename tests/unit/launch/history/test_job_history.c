#include "launch/history/job_history.h"

#include "jobs_fixture.h"
#include "table/table_reader.h"
#include "test.h"

#include <sys/stat.h>
#include <unistd.h>

TestSuite(job_history, .init = history_enter, .fini = history_leave, .timeout = 300);

static const struct cml_job_history_options plain;

static void put_text(const char *path, const char *text)
{
	history_write(path, text, strlen(text));
}

/* Opening says this, in full. */
static void expect_refusal(const char *path, struct cml_job_history_options options,
			   const char *expected)
{
	struct cml_job_history *history;
	char text[CML_ERROR_TEXT_SIZE];
	cr_assert_neq(history_try(&history, path, options, &err), CML_OK);
	cr_assert_str_eq(cml_error_format(&err, text, sizeof text), expected);
}

Test(job_history, rows_wait_for_the_commit)
{
	AUTOPTR(cml_job_history) history = history_open("h.csv");
	assert_ok(history_add(history, 1, 1, "", &err));
	assert_ok(history_add(history, 2, 1, "", &err));
	cr_assert_eq(cml_job_history_facts(history)->n_waiting, 2);
	cr_assert_str_eq(history_content("h.csv", NULL), HISTORY_HEADER);
	cr_assert_not(history_has(history, 1));
	assert_ok(cml_job_history_commit(history, NULL, &err));
	cr_assert_eq(cml_job_history_facts(history)->n_waiting, 0);
	cr_assert_str_eq(history_content("h.csv", NULL),
			 HISTORY_HEADER "1,,2.385,0000000000000001,ok,1,4711\n"
					"2,,2.385,0000000000000002,ok,1,4711\n");
	cr_assert_eq(cml_job_history_facts(history)->n_rows, 2);
}

Test(job_history, rows_of_others_are_counted_and_kept)
{
	/* The second is a proposal: a key, and nothing that became of it. */
	put_text("h.csv", HISTORY_HEADER "1,by hand,7,,,,\n"
					 "2,,,00000000000000ff,,,\n");
	AUTOPTR(cml_job_history) history = history_open("h.csv");
	cr_assert_eq(cml_job_history_facts(history)->n_rows, 2);
	cr_assert_not(history_has(history, 255));
}

Test(job_history, cells_of_any_bytes_come_back)
{
	static const char *const notes[] = {
	    "a,b",  "say \"hi\"", "\"",         "two\nlines", "cr\rhere", "crlf\r\nhere",
	    " sp ", "$(reboot)",  "\xff\xfe;'", "-rf",        "",         "\"\"\"\n\"",
	};
	AUTOPTR(cml_job_history) history = history_open("h.csv");
	struct cml_table_reader *reader;
	struct cml_row row;
	for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++)
		history_put(history, i, notes[i]);
	cml_job_history_free(history);
	assert_ok(cml_table_open(&reader, "h.csv", 0, &err));
	for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
		assert_ok(cml_table_next(reader, &row, &err));
		cr_assert(cml_slice_is(row.cells[1], notes[i]), "row %zu", i);
	}
	cr_assert_eq(cml_table_next(reader, &row, &err), CML_END);
	cml_table_free(reader);
	history = history_open("h.csv");
	cr_assert_eq(cml_job_history_facts(history)->n_rows, sizeof notes / sizeof notes[0]);
}

Test(job_history, bad_rows_are_refused_with_their_place)
{
	put_text("width.csv", HISTORY_HEADER "1,,7,00000000000000ff,ok,1,\n"
					     "1,\"two\nlines\",7\n"
					     "1,,7,00000000000000fe,ok,1,\n");
	expect_refusal("width.csv", plain, "width.csv:3: 3 cells where the header has 7");
	put_text("key.csv", HISTORY_HEADER "1,,7,17,ok,1,\n");
	expect_refusal(
	    "key.csv", plain,
	    "key.csv:2: column 'cml_key': not a key, which is 16 hexadecimal digits: \"17\"");
	put_text("status.csv", HISTORY_HEADER "1,,7,00000000000000ff,running,1,\n");
	expect_refusal("status.csv", plain,
		       "status.csv:2: column 'cml_status': unknown status \"running\"");
	put_text("attempt.csv", HISTORY_HEADER "1,,7,00000000000000ff,ok,1.5,\n");
	expect_refusal(
	    "attempt.csv", plain,
	    "attempt.csv:2: column 'cml_attempt': not the number of an attempt: \"1.5\"");
	put_text("twice.csv", "a,b,a\n");
	expect_refusal(
	    "twice.csv", plain,
	    "twice.csv:1: columns 1 and 3 of the header are both named \"a\": rename one");
}

Test(job_history, gzip_is_refused)
{
	expect_refusal("h.csv.gz", plain,
		       "h.csv.gz: a history is appended to, which gzip does not allow");
	cr_assert_null(history_content("h.csv.gz", NULL));
	history_write("h.csv", "\x1f\x8b\x08\0\0\0", 6);
	expect_refusal("h.csv", plain, "h.csv: a gzip file: a history is appended to, unpack it");
}

Test(job_history, what_is_no_file_is_refused)
{
	cr_assert_eq(mkdir("folder", 0755), 0);
	cr_assert_eq(mkfifo("pipe", 0644), 0);
	expect_refusal("folder", plain, "folder: cannot open for appending: Is a directory");
	expect_refusal("pipe", plain, "pipe: not a file that can keep a history");
	expect_refusal("none/h.csv", plain,
		       "none/h.csv: cannot open for appending: No such file or directory");
}

/* By two names it could have two owners. */
Test(job_history, a_second_name_is_refused)
{
	put_text("h.csv", HISTORY_HEADER);
	cr_assert_eq(link("h.csv", "other.csv"), 0);
	expect_refusal("other.csv", plain,
		       "other.csv: this file has a second name (a hard link), by which it could "
		       "have a second owner; a copy has one name");
}

static struct {
	size_t n;
	char first[8];
} handed;

static enum cml_result take_row(void *context, const struct cml_slice *cells, size_t n,
				struct cml_error *err)
{
	(void)context;
	(void)err;
	cr_assert_eq(n, N_HISTORY_COLUMNS);
	if (handed.n++ == 0)
		snprintf(handed.first, sizeof handed.first, "%.*s", (int)cells[0].size,
			 cells[0].data);
	return CML_OK;
}

Test(job_history, rows_are_handed_on_after_the_commit)
{
	const struct cml_row_sink sink = {take_row, NULL};
	AUTOPTR(cml_job_history) history = history_open("h.csv");
	assert_ok(history_add(history, 7, 1, "", &err));
	assert_ok(history_add(history, 8, 1, "", &err));
	cr_assert_eq(handed.n, 0);
	assert_ok(cml_job_history_commit(history, &sink, &err));
	cr_assert_eq(handed.n, 2);
	cr_assert_str_eq(handed.first, "7");
	assert_ok(cml_job_history_commit(history, &sink, &err));
	cr_assert_eq(handed.n, 2, "once");
}
