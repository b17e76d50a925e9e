/* The submission over a launcher whose jobs end as the test says. */
#include "submission_fixture.h"

#include "jobs_fixture.h"
#include "test.h"

#include <time.h>
#include <unistd.h>

TestSuite(submission, .init = history_enter, .fini = history_leave, .timeout = 300);

Test(submission, as_many_at_a_time_as_there_is_room_for)
{
	struct cml_submission_options options = script_options("ooeoo");
	struct cml_submission_stats figures;
	cr_assert_eq(script_run(&options, "x\n1\n2\n3\n4\n5\n", &figures), CML_OK, "%s",
		     script_err.message);
	cr_assert_eq(script.n_started, 5);
	cr_assert_eq(script.most_running, 2);
	cr_assert_eq(figures.n_ended[CML_JOB_OK], 4);
	cr_assert_eq(figures.n_ended[CML_JOB_FAILED], 1);
	cr_assert_eq(figures.n_running + figures.n_waiting, 0);
	cr_assert_eq(script_n_rows(), 5);
	/* Once more: nothing to do, what failed is not tried again, */
	options = script_options("");
	assert_ok(script_run(&options, "x\n1\n2\n3\n4\n5\n", &figures));
	cr_assert_eq(script.n_started, 0);
	cr_assert_eq(figures.n_skipped, 5);
	/* unless asked for. */
	options = script_options("o");
	options.retry_failed = true;
	assert_ok(script_run(&options, "x\n1\n2\n3\n4\n5\n", &figures));
	cr_assert_eq(script.n_started, 1);
	cr_assert_eq(script_n_rows(), 6);
	cr_assert_not_null(strstr(history_content("h.csv", NULL), ",ok,,100,2,0,"));
}

Test(submission, infra_is_tried_again_as_often_as_allowed)
{
	struct cml_submission_options options = script_options("nno");
	struct cml_submission_stats figures;
	assert_ok(script_run(&options, "x\n1\n", &figures));
	cr_assert_eq(script.n_started, 3);
	cr_assert_eq(figures.n_retried, 2);
	cr_assert_eq(figures.n_ended[CML_JOB_OK], 1);
	cr_assert_eq(script_n_rows(), 1);
	options = script_options("nnno");
	assert_ok(script_run(&options, "x\n2\n", &figures));
	cr_assert_eq(script.n_started, 3);
	cr_assert_eq(figures.n_ended[CML_JOB_INFRA], 1);
	cr_assert_eq(script_n_rows(), 2);
}

/* An interrupt in the back-off keeps it from starting. */
Test(submission, interrupted_in_the_back_off)
{
	struct cml_submission_options options = script_options("ni");
	struct cml_submission_stats figures;
	options.interrupts = &script.interrupts;
	options.interrupt = &script.what;
	options.backoff_s = 1e6;
	script.what = CML_INTERRUPT_CANCEL;
	assert_ok(script_run(&options, "x\n1\n", &figures));
	cr_expect_eq(figures.n_waiting, 1);
	cr_expect_eq(script_n_rows(), 0);
}

/* By somebody else: that is the job's end. */
Test(submission, cancelled_by_a_person)
{
	struct cml_submission_options options = script_options("co");
	struct cml_submission_stats figures;
	assert_ok(script_run(&options, "x\n1\n2\n", &figures));
	cr_assert_eq(figures.n_ended[CML_JOB_CANCELLED], 1);
	cr_assert_eq(script_n_rows(), 2);
}

/* By our own interrupt: it has no row, and the next run starts its next attempt. */
Test(submission, cancelled_by_an_interrupt)
{
	struct cml_submission_options options = script_options("oicc");
	struct cml_submission_stats figures;
	options.interrupts = &script.interrupts;
	options.interrupt = &script.what;
	script.what = CML_INTERRUPT_CANCEL;
	assert_ok(script_run(&options, "x\n1\n2\n3\n4\n", &figures));
	cr_assert_eq(script.n_started, 3);
	cr_assert_eq(script.n_ended, 2);
	cr_assert_eq(figures.n_stopped, 2);
	cr_assert_eq(figures.n_waiting, 1);
	cr_assert_eq(script_n_rows(), 1);
	/* The scheduler still tells of their ends; they are none of the configurations'. */
	options = script_options("ccooo");
	assert_ok(script_run(&options, "x\n1\n2\n3\n4\n", &figures));
	cr_assert_eq(figures.n_adopted, 2);
	cr_assert_eq(script.n_started, 3);
	cr_assert_eq(script_n_rows(), 4);
	cr_assert_null(strstr(history_content("h.csv", NULL), "cancelled"));
}

Test(submission, drained_and_detached)
{
	struct cml_submission_options options = script_options("ioo");
	struct cml_submission_stats figures;
	options.interrupts = &script.interrupts;
	options.interrupt = &script.what;
	script.what = CML_INTERRUPT_DRAIN;
	assert_ok(script_run(&options, "x\n1\n2\n3\n4\n", &figures));
	cr_assert_eq(script.n_started, 2);
	cr_assert_eq(script.n_ended, 0);
	cr_assert_eq(script_n_rows(), 2);
	options = script_options("iooo");
	options.interrupts = &script.interrupts;
	options.interrupt = &script.what;
	script.what = CML_INTERRUPT_DETACH;
	assert_ok(script_run(&options, "x\n3\n4\n", &figures));
	cr_assert_eq(figures.n_detached, 2);
	cr_assert_eq(script_n_rows(), 2);
	options = script_options("oo");
	assert_ok(script_run(&options, "x\n3\n4\n", &figures));
	cr_assert_eq(figures.n_adopted, 2);
	cr_assert_eq(script.n_started, 0);
	cr_assert_eq(script_n_rows(), 4);
}

Test(submission, refuses_what_cannot_be)
{
	struct cml_submission_options options = script_options("");
	struct cml_submission_stats figures;
	static const char *const unknown[] = {"train", "{y}"};
	options.command = unknown;
	cr_assert_eq(script_run(&options, "x\n1\n", &figures), CML_BAD_USAGE);
	options = script_options("");
	options.rules.metric_spec = "qps=p101";
	cr_assert_eq(script_run(&options, "x\n1\n", &figures), CML_BAD_USAGE);
	cr_assert_eq(access("h.csv", F_OK), -1);
}
