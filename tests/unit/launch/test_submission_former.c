/* What a submission makes of the attempts of earlier runs. */
#include "submission_fixture.h"

#include "jobs_fixture.h"
#include "test.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

TestSuite(submission_former, .init = history_enter, .fini = history_leave, .timeout = 300);

/* An attempt that was left by an earlier run: of a configuration of these columns and values. */
static void leave_attempt_at(uint64_t key, uint32_t number, const char *where,
			     const char *configuration)
{
	AUTO(cml_job_folder) folder = {0};
	char text[512];
	snprintf(text, sizeof text, "#!/bin/sh\n%scd / || exit\nexec true\n#: configuration\n%s",
		 where, configuration);
	assert_ok(cml_job_folder_open(&folder, "h.csv.jobs", &script_err));
	assert_ok(cml_job_folder_claim(&folder, (struct cml_attempt_id){key, number},
				       cml_slice_of(text), false, &script_err));
}

static void leave_attempt(uint64_t key, uint32_t number, const char *configuration)
{
	leave_attempt_at(key, number, "", configuration);
}

/* A job of this machine is no scheduler's to adopt, which would run it once more: its end is waited
 * for. */
Test(submission_former, a_local_job_under_a_scheduler)
{
	struct cml_submission_options options = script_options("o");
	struct cml_submission_stats figures;
	char host[CML_RECORD_HOST_SIZE], where[CML_RECORD_HOST_SIZE + 16];
	int locked[2];
	char byte;
	cml_host_name(host);
	snprintf(where, sizeof where, "#: host %s\n", host);
	leave_attempt_at(0x4d, 1, where, "x\n77\n");
	cr_assert_eq(pipe(locked), 0);
	if (history_fork() == 0) {
		int directory = open("h.csv.jobs/000000000000004d.1", O_RDONLY | O_DIRECTORY);
		if (cml_attempt_lock(directory) != 0 || write(locked[1], "", 1) != 1)
			_exit(1);
		usleep(300000);
		_exit(0);
	}
	cr_assert_eq(read(locked[0], &byte, 1), 1);
	cr_assert_eq(script_run(&options, "x,cml_key\n77,000000000000004d\n", &figures), CML_OK,
		     "%s", script_err.message);
	cr_expect_eq(figures.n_adopted, 0);
	cr_expect_eq(script.n_started, 1);
	cr_expect_not_null(strstr(history_content("h.csv", NULL), ",ok,"));
	cr_expect_eq(access("h.csv.jobs/000000000000004d.2", F_OK), 0);
}

/* An attempt that a scheduler runs is adopted by the next run, whatever its input is. */
Test(submission_former, adopts_what_runs)
{
	struct cml_submission_options options = script_options("oo");
	struct cml_submission_stats figures;
	leave_attempt(0x4d, 1, "x\n77\n");
	cr_assert_eq(script_run(&options, "x\n1\n", &figures), CML_OK, "%s", script_err.message);
	cr_assert_eq(figures.n_adopted, 1);
	cr_assert_eq(script.n_started, 1);
	cr_assert_eq(script_n_rows(), 2);
	cr_assert_not_null(strstr(history_content("h.csv", NULL), "\n77,000000000000004d,ok,"));
	/* One whose columns the input does not have stays where it is. */
	leave_attempt(0x4e, 1, "x,y\n77,1\n");
	options = script_options("oo");
	assert_ok(script_run(&options, "x\n1\n", &figures));
	cr_assert_eq(figures.n_detached, 1);
	cr_assert_eq(script_n_rows(), 2);
	cr_assert_not_null(strstr(script_notes, "000000000000004e.1"));
}
