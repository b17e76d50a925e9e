/* The submission over a launcher whose jobs end as the test says. */
#include "submission_fixture.h"

#include "jobs_fixture.h"

#include <criterion/criterion.h>
#include <math.h>
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
	cr_assert_eq(script_run(&options, "x\n1\n2\n3\n4\n5\n", &figures), CML_OK);
	cr_assert_eq(script.n_started, 0);
	cr_assert_eq(figures.n_skipped, 5);
	/* unless asked for. */
	options = script_options("o");
	options.retry_failed = true;
	cr_assert_eq(script_run(&options, "x\n1\n2\n3\n4\n5\n", &figures), CML_OK);
	cr_assert_eq(script.n_started, 1);
	cr_assert_eq(script_n_rows(), 6);
	cr_assert_not_null(strstr(history_content("h.csv", NULL), ",ok,,0,2,0,"));
}

/* A job that waited in a queue is as old as its scheduler says, not as its claim. */
Test(submission, too_slow_since_it_began)
{
	struct cml_submission_stats figures;

	for (int begun = 0; begun < 2; begun++) {
		struct cml_submission_options options = script_options("oo");

		options.history = begun ? "begun.csv" : "h.csv";
		options.jobs_dir = begun ? "begun.jobs" : "h.jobs";
		options.kill_slower_than = 2;
		script.seconds = 100;
		script.start_at = begun ? (double)time(NULL) - 3600 : 0;
		cr_assert_eq(script_run(&options, "x\n1\n2\n", &figures), CML_OK, "%s",
			     script_err.message);
		cr_expect_eq(script.n_ended, (size_t)begun, "%zu", script.n_ended);
	}
}

Test(submission, text_tells_options_apart)
{
	static const char *const ooms[] = {"no more", "--warmup=3"}, *const infras[] = {
									 "it's\ngone"};
	struct cml_submission_options options = script_options("o");
	struct cml_submission_stats figures;

	options.rules = (struct cml_result_rules_options){.metric_spec = "csv:qps=p90",
							  .warmup = 7,
							  .oom_patterns = ooms,
							  .n_oom_patterns = 2,
							  .infra_patterns = infras,
							  .n_infra_patterns = 1};
	cr_assert_eq(script_run(&options, "x\n1\n", &figures), CML_OK, "%s", script_err.message);
	cr_assert_str_eq(history_content("h.csv.jobs/options", NULL),
			 "column=qps\n--metric=csv:qps=p90\n--warmup=7\n--oom-pattern=no more\n"
			 "--oom-pattern=--warmup=3\n--infra-pattern=it's\\ngone\n"
			 "command: train\nword: {x}\n");
}

static double foretold[16];
static size_t n_foretold;

static void foretell(void *context, const struct cml_submission_stats *figures)
{
	(void)context;
	if (n_foretold < 16 && figures->n_running > 0)
		foretold[n_foretold++] = figures->left_s;
}

/* Jobs of 100 s, whose clock does not move, on two places. */
Test(submission, foretells_how_long_it_takes)
{
	struct cml_submission_options options = script_options("oooo");
	struct cml_submission_stats figures;

	options.progress = foretell;
	script.seconds = 100;
	cr_assert_eq(script_run(&options, "x\n1\n2\n3\n4\n", &figures), CML_OK, "%s",
		     script_err.message);
	cr_assert_eq(n_foretold, 4, "%zu", n_foretold);
	cr_expect(isnan(foretold[0]));
	cr_expect(isnan(foretold[1]), "two run, one has ended: %g", foretold[1]);
	cr_expect_float_eq(foretold[2], 100, 1e-9, "two run: %g", foretold[2]);
	cr_expect_float_eq(foretold[3], 100, 1e-9, "one runs: %g", foretold[3]);
}

Test(submission, infra_is_tried_again_as_often_as_allowed)
{
	struct cml_submission_options options = script_options("nno");
	struct cml_submission_stats figures;

	cr_assert_eq(script_run(&options, "x\n1\n", &figures), CML_OK);
	cr_assert_eq(script.n_started, 3);
	cr_assert_eq(figures.n_retried, 2);
	cr_assert_eq(figures.n_ended[CML_JOB_OK], 1);
	cr_assert_eq(script_n_rows(), 1);
	options = script_options("nnno");
	cr_assert_eq(script_run(&options, "x\n2\n", &figures), CML_OK);
	cr_assert_eq(script.n_started, 3);
	cr_assert_eq(figures.n_ended[CML_JOB_INFRA], 1);
	cr_assert_eq(script_n_rows(), 2);
}

/* What an interrupt in the back-off has kept from starting was not tried again. */
Test(submission, retried_is_what_started)
{
	struct cml_submission_options options = script_options("ni");
	struct cml_submission_stats figures;

	options.interrupts = &script.interrupts;
	options.interrupt = &script.what;
	options.backoff_s = 1e6;
	script.what = CML_INTERRUPT_CANCEL;
	cr_assert_eq(script_run(&options, "x\n1\n", &figures), CML_OK);
	cr_expect_eq(figures.n_retried, 0);
	cr_expect_eq(figures.n_waiting, 1);
	cr_expect_eq(script_n_rows(), 0);
}

/* By somebody else: that is the job's end. */
Test(submission, cancelled_by_a_person)
{
	struct cml_submission_options options = script_options("co");
	struct cml_submission_stats figures;

	cr_assert_eq(script_run(&options, "x\n1\n2\n", &figures), CML_OK);
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
	cr_assert_eq(script_run(&options, "x\n1\n2\n3\n4\n", &figures), CML_OK);
	cr_assert_eq(script.n_started, 3);
	cr_assert_eq(script.n_ended, 2);
	cr_assert_eq(figures.n_stopped, 2);
	cr_assert_eq(figures.n_waiting, 1);
	cr_assert_eq(script_n_rows(), 1);
	/* The scheduler still tells of their ends; they are none of the configurations'. */
	options = script_options("ccooo");
	cr_assert_eq(script_run(&options, "x\n1\n2\n3\n4\n", &figures), CML_OK);
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
	cr_assert_eq(script_run(&options, "x\n1\n2\n3\n4\n", &figures), CML_OK);
	cr_assert_eq(script.n_started, 2);
	cr_assert_eq(script.n_ended, 0);
	cr_assert_eq(script_n_rows(), 2);
	options = script_options("iooo");
	options.interrupts = &script.interrupts;
	options.interrupt = &script.what;
	script.what = CML_INTERRUPT_DETACH;
	cr_assert_eq(script_run(&options, "x\n3\n4\n", &figures), CML_OK);
	cr_assert_eq(figures.n_detached, 2);
	cr_assert_eq(script_n_rows(), 2);
	options = script_options("oo");
	cr_assert_eq(script_run(&options, "x\n3\n4\n", &figures), CML_OK);
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
	options = script_options("");
	static const char *const bad[] = {"("};
	options.rules.oom_patterns = bad;
	options.rules.n_oom_patterns = 1;
	cr_assert_eq(script_run(&options, "x\n1\n", &figures), CML_BAD_USAGE);
	cr_assert_eq(access("h.csv", F_OK), -1);
}
