#include "launch/figures_text.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void expect_progress(const struct cml_submission_figures *figures, size_t width,
			    const char *expected)
{
	struct cml_buffer text = {0};

	cr_assert(cml_figures_progress(&text, "cml-submit", figures, width));
	cr_assert(cml_buffer_append(&text, "", 1));
	cr_expect_str_eq(text.data, expected, "%zu bytes: \"%s\"", width, text.data);
	cml_buffer_release(&text);
}

static struct cml_submission_figures usual(void)
{
	struct cml_submission_figures figures = {
	    .n_running = 12, .n_waiting = 34567, .best = 1496.16, .left_s = 4000};

	figures.n_ended[CML_JOB_OK] = 12345;
	figures.n_ended[CML_JOB_OOM] = 210;
	figures.n_ended[CML_JOB_FAILED] = 3;
	figures.n_ended[CML_JOB_INFRA] = 1;
	return figures;
}

Test(figures_text, progress)
{
	struct cml_submission_figures figures = usual();

	expect_progress(&figures, SIZE_MAX,
			"cml-submit: 12 running, 34567 waiting, 12345 ok, 210 oom, 3 failed, "
			"1 infra, best 1496.16, 67 min left");
	figures.n_queued = 8;
	expect_progress(&figures, SIZE_MAX,
			"cml-submit: 4 running, 8 queued, 34567 waiting, 12345 ok, 210 oom, "
			"3 failed, 1 infra, best 1496.16, 67 min left");
	figures = (struct cml_submission_figures){.n_waiting = 1, .best = NAN, .left_s = NAN};
	expect_progress(&figures, SIZE_MAX, "cml-submit: 0 running, 1 waiting, 0 ok");
	figures.n_waiting = 0;
	expect_progress(&figures, SIZE_MAX, "");
	expect_progress(&figures, 1, "");
}

Test(figures_text, progress_in_a_narrow_terminal)
{
	struct cml_submission_figures figures = usual();

	expect_progress(&figures, 102,
			"cml-submit: 12 running, 34567 waiting, 12345 ok, 210 oom, 3 failed, "
			"1 infra, best 1496.16, 67 min left");
	expect_progress(&figures, 101,
			"cml-submit: 12 running, 34567 waiting, 12345 ok, 214 not ok, "
			"best 1496.16, 67 min left");
	expect_progress(&figures, 79,
			"12 running, 34567 waiting, 12345 ok, 214 not ok, best 1496.16, "
			"67 min left");
	expect_progress(&figures, 70,
			"12 running, 34567 waiting, 12345 ok, 214 not ok, best 1496.16");
	expect_progress(&figures, 39, "12 running, 34567 waiting, 12345 ok");
	expect_progress(&figures, 10, "12 running");
	expect_progress(&figures, 4, "12 r");
	expect_progress(&figures, 1, "1");
}

Test(figures_text, time_left)
{
	static const struct {
		double left_s;
		const char *expected;
	} times[] = {
	    {0, "1 s"},         {0.2, "1 s"},      {89.5, "90 s"},
	    {91, "2 min"},      {5400, "90 min"},  {5401, "1.5 h"},
	    {172800, "48.0 h"}, {172801, "2.0 d"}, {8.64e6, "100.0 d"},
	};
	struct cml_submission_figures figures = {.n_running = 1, .best = NAN};
	char expected[80];

	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		figures.left_s = times[i].left_s;
		snprintf(expected, sizeof expected,
			 "cml-submit: 1 running, 0 waiting, 0 ok, %s left", times[i].expected);
		expect_progress(&figures, SIZE_MAX, expected);
	}
}

Test(figures_text, summary)
{
	struct cml_submission_figures figures = usual();
	struct cml_buffer text = {0};

	figures.n_waiting = 0;
	figures.n_found = 2;
	figures.n_retried = 4;
	cr_assert(cml_figures_summary(&text, &figures) && cml_buffer_append(&text, "", 1));
	cr_expect_str_eq(text.data, "12345 ok, 210 oom, 3 failed, 1 infra, 2 found finished, "
				    "4 tried again, best 1496.16");
	cr_expect_eq(cml_figures_n_bad(&figures), 214);
	cml_buffer_release(&text);
}
