/* What a machine reset, a full disk or a killed writer leaves at the end of a history. */
#include "launch/history/job_history.h"

#include "jobs_fixture.h"
#include "test.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

TestSuite(job_history_torn, .init = history_enter, .fini = history_leave, .timeout = 300);

#define ROW_1 "1,plain,2.385,0000000000000001,ok,1,4711\n"
#define ROW_2                                                                                      \
	"2,\"a \"\"quoted\"\"\nline, and\n\"\"another\"\"\",2.385,0000000000000002,ok,1,4711\n"
#define NOTE_2 "a \"quoted\"\nline, and\n\"another\""
#define ROW_3 "3,,2.385,0000000000000003,ok,1,4711\n"
static const char whole[] = HISTORY_HEADER ROW_1 ROW_2 ROW_3;

/* How many of the first size bytes end in a whole row. */
static size_t whole_size(size_t size)
{
	size_t ends[] = {strlen(HISTORY_HEADER), strlen(HISTORY_HEADER ROW_1),
			 strlen(HISTORY_HEADER ROW_1 ROW_2), strlen(whole)};
	size_t found = 0;
	for (size_t i = 0; i < 4; i++)
		found = ends[i] <= size ? ends[i] : found;
	return found;
}

/* A file of size bytes, of which the first n_good are those that were written. No row is made
 * up, none is lost that was whole, what was cut off is aside, and what is appended again
 * gives the same file. */
static void check_cut(const char *bytes, size_t n_good, size_t size)
{
	const char *notes[] = {"plain", NOTE_2, ""};
	size_t kept = whole_size(n_good);
	const char *torn;
	size_t torn_size = 0;
	unlink("h.csv.torn-1");
	history_write("h.csv", bytes, size);
	struct cml_job_history *history = history_open("h.csv");
	torn = history_content("h.csv.torn-1", &torn_size);
	/* A header that lacks its line end alone is no torn one, and an empty file is new. */
	if (size == kept || size == 0 || size + 1 == strlen(HISTORY_HEADER)) {
		cr_assert_null(torn, "cut at %zu", n_good);
		cr_assert_null(history_notice());
	} else {
		char notice[100];
		cr_assert_not_null(torn, "cut at %zu", n_good);
		cr_assert_eq(torn_size, size - kept);
		cr_assert_eq(memcmp(torn, bytes + kept, torn_size), 0, "cut at %zu", n_good);
		snprintf(notice, sizeof notice,
			 "a torn last row (%zu bytes) was put aside in h.csv.torn-1", torn_size);
		cr_assert_str_eq(history_notice(), notice);
	}
	for (uint64_t key = 1; key <= 3; key++) {
		size_t end = key == 1   ? strlen(HISTORY_HEADER ROW_1)
			     : key == 2 ? strlen(HISTORY_HEADER ROW_1 ROW_2)
					: strlen(whole);
		cr_assert_eq(history_has(history, key), end <= n_good, "cut at %zu", n_good);
		if (end > n_good)
			assert_ok(history_add(history, key, 1, notes[key - 1], &err));
	}
	assert_ok(cml_job_history_commit(history, NULL, &err));
	cml_job_history_free(history);
	cr_assert_str_eq(history_content("h.csv", NULL), whole, "cut at %zu", n_good);
}

Test(job_history_torn, cut_at_every_byte)
{
	for (size_t size = 0; size <= strlen(whole); size++)
		check_cut(whole, size, size);
}

/* File systems that grow a file before its bytes are on the disk leave zeros. */
Test(job_history_torn, filled_with_zeros_from_every_byte)
{
	for (size_t from = strlen(HISTORY_HEADER); from < strlen(whole); from++) {
		char bytes[sizeof whole] = {0};
		memcpy(bytes, whole, from);
		check_cut(bytes, from, strlen(whole));
	}
}

/* A table that no submission wrote, saved without its last line end. */
Test(job_history_torn, a_last_row_without_a_key_gets_its_line_end)
{
	const char *table = HISTORY_HEADER "1,by hand,2.5,,,,";
	history_write("h.csv", table, strlen(table));
	struct cml_job_history *history = history_open("h.csv");
	cr_assert_null(history_notice());
	cml_job_history_free(history);
	cr_assert_str_eq(history_content("h.csv", NULL), HISTORY_HEADER "1,by hand,2.5,,,,\n");
}

Test(job_history_torn, a_return_whose_newline_is_missing)
{
	const char *table = "qps,batch,note,cml_key,cml_status,cml_attempt,cml_job\r\n"
			    "1,2,,00000000000000ff,ok,1,9\r";
	history_write("h.csv", table, strlen(table));
	struct cml_job_history *history = history_open("h.csv");
	cr_assert(history_has(history, 255));
	cr_assert_null(history_notice());
	cml_job_history_free(history);
	cr_assert_str_eq(history_content("h.csv", NULL),
			 "qps,batch,note,cml_key,cml_status,cml_attempt,cml_job\r\n"
			 "1,2,,00000000000000ff,ok,1,9\r");
}

/* With the key last, an empty cell there may be the start of one. */
Test(job_history_torn, a_row_cut_before_its_key)
{
	const char *table = "batch,note,qps,cml_status,cml_attempt,cml_job,cml_key\n1,,7,ok,1,9,";
	history_write("h.csv", table, strlen(table));
	AUTOPTR(cml_job_history) history = history_open("h.csv");
	cr_assert_eq(cml_job_history_facts(history)->n_rows, 0);
	cr_assert_str_eq(history_content("h.csv.torn-1", NULL), "1,,7,ok,1,9,");
}

Test(job_history_torn, each_gets_a_file_of_its_own)
{
	for (int i = 1; i <= 3; i++) {
		char name[32];
		history_write("h.csv", whole, strlen(whole) - (size_t)i);
		cml_job_history_free(history_open("h.csv"));
		sprintf(name, "h.csv.torn-%d", i);
		cr_assert_eq(strlen(history_content(name, NULL)), strlen(ROW_3) - (size_t)i);
	}
}

/* Somebody appended behind a torn row, without looking: nothing is put aside then. */
Test(job_history_torn, rows_behind_an_open_quote_are_not_swept_away)
{
	const char *table = HISTORY_HEADER ROW_1 "2,\"open,2.385\n" ROW_3 "4,\"x";
	struct cml_job_history *history;
	char text[CML_ERROR_TEXT_SIZE];
	history_write("h.csv", table, strlen(table));
	/* The open quote of row 4 closes the one before: what is between stands in quotes. */
	cr_assert_eq(history_try(&history, "h.csv", (struct cml_job_history_options){0}, &err),
		     CML_BAD_DATA);
	cr_assert_str_eq(cml_error_format(&err, text, sizeof text),
			 "h.csv:3: a quoted cell is not closed, and whole rows follow");
	cr_assert_str_eq(history_content("h.csv", NULL), table);
	cr_assert_null(history_content("h.csv.torn-1", NULL));
}

/* Found at the commit, when another process died since. */
Test(job_history_torn, a_row_torn_by_another_process)
{
	AUTOPTR(cml_job_history) history = history_open("h.csv");
	history_put(history, 1, "plain");
	FILE *file = fopen("h.csv", "a");
	fputs("2,\"a", file);
	fclose(file);
	history_put(history, 2, NOTE_2);
	cr_assert_str_eq(history_notice(),
			 "a torn last row (4 bytes) was put aside in h.csv.torn-1");
	cr_assert_null(history_notice());
	cr_assert_str_eq(history_content("h.csv", NULL), HISTORY_HEADER ROW_1 ROW_2);
}

/* The limit stands for a disk that fills up in the middle of a row: write takes a part. */
static void limit_size(size_t size)
{
	struct rlimit limit;
	getrlimit(RLIMIT_FSIZE, &limit);
	limit.rlim_cur = size == 0 ? limit.rlim_max : size;
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

Test(job_history_torn, no_space_at_any_byte_of_a_commit)
{
	struct cml_job_history *history = history_open("h.csv");
	size_t before = strlen(HISTORY_HEADER ROW_1);
	signal(SIGXFSZ, SIG_IGN);
	history_put(history, 1, "plain");
	assert_ok(history_add(history, 2, 1, NOTE_2, &err));
	assert_ok(history_add(history, 3, 1, "", &err));
	for (size_t size = before; size < strlen(whole); size++) {
		limit_size(size);
		cr_assert_eq(cml_job_history_commit(history, NULL, &err), CML_IO_ERROR);
		limit_size(0);
		cr_assert_str_eq(err.message, "cannot append: File too large");
		cr_assert_str_eq(err.file, "h.csv");
		cr_assert_str_eq(history_content("h.csv", NULL), HISTORY_HEADER ROW_1);
		cr_assert_not(history_has(history, 2));
		cr_assert_eq(cml_job_history_facts(history)->n_waiting, 2);
	}
	assert_ok(cml_job_history_commit(history, NULL, &err));
	cr_assert_str_eq(history_content("h.csv", NULL), whole);
	cr_assert(history_has(history, 2) && history_has(history, 3));
	cml_job_history_free(history);
	cr_assert_null(history_content("h.csv.torn-1", NULL));
}

Test(job_history_torn, no_space_to_put_a_torn_row_aside)
{
	const char *table = HISTORY_HEADER ROW_1 "2,\"a";
	struct cml_job_history *history;
	signal(SIGXFSZ, SIG_IGN);
	history_write("h.csv", table, strlen(table));
	limit_size(2);
	cr_assert_eq(history_try(&history, "h.csv", (struct cml_job_history_options){0}, &err),
		     CML_IO_ERROR);
	limit_size(0);
	cr_assert_str_eq(err.message, "cannot put a torn row aside: File too large");
	cr_assert_str_eq(history_content("h.csv", NULL), table);
	cr_assert_null(history_content("h.csv.torn-1", NULL));
}
