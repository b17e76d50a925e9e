#include "launch/job/job_record.h"

#include "jobs_fixture.h"
#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(job_record, .init = history_enter, .fini = history_leave, .timeout = 300);

static const struct cml_job_record sample = {
    .started = 1792678467.125,
    .seconds = 2.385,
    .exit_code = -1,
    .signal = 9,
    .notified = 15,
    .shutdown = true,
    .stop = CML_STOP_TIMEOUT,
    .out_of_memory = true,
    .no_space = true,
    .strays = true,
    .start_errno = 2,
    .pid = 4194304,
    .host = "node-7.example",
    .problem = "first second = \\n\\",
};
static const char sample_text[] = "lost=no\n"
				  "started=1792678467.125\n"
				  "seconds=2.385\n"
				  "exit=-1\n"
				  "signal=9\n"
				  "notified=15\n"
				  "shutdown=yes\n"
				  "stopped=timeout\n"
				  "out_of_memory=yes\n"
				  "no_space=yes\n"
				  "strays=yes\n"
				  "start_errno=2\n"
				  "pid=4194304\n"
				  "host=node-7.example\n"
				  "problem=first second = \\n\\\n"
				  "end=15\n";

Test(job_record, the_longest_fits)
{
	struct cml_job_record record = {.started = -1.2345678901234567e300,
					.seconds = 1.2345678901234567e-300,
					.exit_code = INT32_MIN,
					.signal = INT32_MIN,
					.notified = INT32_MIN,
					.stop = CML_STOP_CANCELLED,
					.pid = INT32_MIN};
	struct cml_job_record found;
	char text[CML_RECORD_TEXT_SIZE];
	memset(record.host, '\\', sizeof record.host - 1);
	memset(record.problem, 'x', sizeof record.problem - 1);
	size_t size = cml_job_record_print(&record, text);
	cr_assert_lt(size, sizeof text);
	cr_assert(cml_job_record_parse((struct cml_slice){text, size}, &found));
	cr_assert_str_eq(found.problem, record.problem);
	cr_assert_str_eq(found.host, record.host);
	cr_assert_eq(found.pid, INT32_MIN);
}

/* A line end would begin another value. */
Test(job_record, texts_are_one_line_that_fits)
{
	struct cml_job_record record = {.problem = "first\nexit=0"}, found;
	char text[CML_RECORD_TEXT_SIZE];
	size_t size = cml_job_record_print(&record, text);
	cr_assert(cml_job_record_parse((struct cml_slice){text, size}, &found));
	cr_assert_str_eq(found.problem, "first?exit=0");
	int n = snprintf(text, sizeof text, "problem=%0*d\nend=1\n", CML_RECORD_PROBLEM_SIZE, 0);
	cr_assert(cml_job_record_parse((struct cml_slice){text, (size_t)n}, &found));
	cr_assert_eq(strlen(found.problem), CML_RECORD_PROBLEM_SIZE - 1, "cut");
}

Test(job_record, cut_at_any_byte_it_is_none)
{
	struct cml_job_record record;
	for (size_t size = 0; size < strlen(sample_text); size++)
		cr_assert_not(cml_job_record_parse((struct cml_slice){sample_text, size}, &record));
}

/* Blocks that never came to the disk read as zeros. */
Test(job_record, with_zeros_anywhere_it_is_none)
{
	struct cml_job_record record;
	for (size_t from = 0; from < strlen(sample_text); from++) {
		char text[sizeof sample_text];
		memcpy(text, sample_text, sizeof text);
		memset(text + from, 0, strlen(sample_text) - from);
		cr_assert_not(
		    cml_job_record_parse((struct cml_slice){text, strlen(sample_text)}, &record));
		memcpy(text, sample_text, sizeof text);
		memset(text, 0, from + 1);
		cr_assert_not(
		    cml_job_record_parse((struct cml_slice){text, strlen(sample_text)}, &record));
	}
}

Test(job_record, what_it_refuses_and_what_it_passes_over)
{
	struct cml_job_record record;
	cr_assert(cml_job_record_parse(cml_slice_of("exit=3\nnext_version=x\nend=2\n"), &record));
	cr_assert_eq(record.exit_code, 3);
	cr_assert_not(cml_job_record_parse(cml_slice_of("exit=3\nend=2\n"), &record));
	cr_assert_not(cml_job_record_parse(cml_slice_of("exit=3\nend=1\nmore=1\n"), &record));
	cr_assert_not(cml_job_record_parse(cml_slice_of("exit=x\nend=1\n"), &record));
	cr_assert_not(cml_job_record_parse(cml_slice_of("stopped=later\nend=1\n"), &record));
	cr_assert_not(cml_job_record_parse(cml_slice_of("out_of_memory=1\nend=1\n"), &record));
	cr_assert_not(cml_job_record_parse(cml_slice_of("a line\nend=1\n"), &record));
}

Test(job_record, a_full_disk_leaves_none)
{
	struct rlimit limit = {.rlim_cur = 100, .rlim_max = RLIM_INFINITY};
	int directory = open(".", O_RDONLY | O_DIRECTORY);
	bool can_wait = true;
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &limit);
	limit.rlim_cur = 100;
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	assert_error(cml_job_record_write(directory, &sample, false, &can_wait, &err), CML_IO_ERROR,
		     "cannot write the record of a job: File too large");
	cr_assert_null(history_content("record", NULL));
	cr_assert_not(can_wait, "a limit is not raised again");
	close(directory);
}

/* A job may put anything in the place of its record. */
Test(job_record, stands_in_nobodys_way)
{
	int directory = open(".", O_RDONLY | O_DIRECTORY);
	struct cml_job_record record;
	bool can_wait;
	for (int i = 0; i < 4; i++) {
		unlink("record");
		unlink("record.aside");
		cr_assert_eq(i == 0   ? mkdir("record", 0777)
			     : i == 1 ? mkfifo("record", 0666)
			     : i == 2 ? symlink("elsewhere", "record")
				      : close(open("record", O_CREAT | O_WRONLY, 0666)),
			     0);
		cr_assert_eq(cml_job_record_read(directory, &record, &err), CML_NOTHING, "%d", i);
		cr_assert_eq(cml_job_record_write(directory, &sample, false, &can_wait, &err),
			     CML_OK, "%d: %s", i, err.message);
		cr_assert_eq(cml_job_record_read(directory, &record, &err), CML_OK, "%d", i);
		cr_assert_eq(access("record.aside", F_OK), i == 2 ? -1 : 0, "%d", i);
		if (i == 0)
			rmdir("record.aside");
	}
	cr_assert_eq(access("elsewhere", F_OK), -1);
	close(directory);
}
